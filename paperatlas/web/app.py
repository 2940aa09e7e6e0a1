"""One application: the pages at /, REST at /api/v1, MCP at /mcp."""

from collections.abc import Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI
from pydantic import SecretStr
from starlette.routing import Route

from paperatlas.core.tracing import Metering
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.http import http_app, is_loopback
from paperatlas.mcp_server.server import Served
from paperatlas.web import chat, health, source
from paperatlas.web.api import (
    asking,
    collections,
    conversations,
    documents,
    evaluation,
    exports,
    formulas,
    graph,
    graph_map,
    papers,
    question_sets,
    removals,
    searching,
    shelf,
    uploads,
)
from paperatlas.web.api.given import ServedHere, desk_of, evaluations_of, removals_of, served_of, uploads_of
from paperatlas.web.audit import Audit
from paperatlas.web.evaluations import Evaluations
from paperatlas.web.guard import Guard, Keys
from paperatlas.web.limits import Limits
from paperatlas.web.metrics import Counting, Metrics, metrics_routes
from paperatlas.web.problems import install_problems
from paperatlas.web.removals import Removals
from paperatlas.web.request_log import RequestLog
from paperatlas.web.sign_in import sign_in_routes
from paperatlas.web.uploads import Uploads

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["web_app"]

_READING = (
    asking.router,
    searching.router,
    documents.reading,
    collections.reading,
    conversations.router,
    evaluation.reading,
    exports.router,
    formulas.router,
    graph.router,
    graph_map.router,
    papers.reading,
    question_sets.reading,
    shelf.reading,
)
_FILES_AT_ONCE = 20
"""Files of the largest size that one upload may carry; more of smaller ones."""
_WRITING = (
    shelf.samples,
    documents.writing,
    collections.writing,
    graph.writing,
    uploads.router,
    papers.writing,
    removals.router,
    evaluation.writing,
    question_sets.writing,
)


def web_app(
    desk: Desk,
    served: Served,
    *,
    hosts: Iterable[str] = (),
    token: SecretStr | None = None,
    pages: bool = True,
    read_only: bool = False,
    warm: bool = False,
    most_bytes: int = 200 << 20,
    a_minute: int = 1200,
    metering: Metering | None = None,
) -> FastAPI:
    """An ASGI application; its lifespan has to be entered.

    Args:
        desk: What the routes work at.
        served: The MCP server over the same desk.
        hosts: Names that the server is called by, besides those of this machine.
        token: What callers have to show; nothing where only this machine is listened to.
        pages: Whether the web app is served too, and not programs alone.
        read_only: Nothing that changes the library is served.
        warm: Load the models at once, in the background.
        most_bytes: Of one file that is sent.
        a_minute: Requests that one caller may make.
        metering: Is told what `/metrics` counts.
    """
    names = tuple(hosts)
    mcp = http_app(served, token=token, hosts=names, path="/mcp")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> "AsyncIterator[None]":
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(mcp.router.lifespan_context(mcp))
            desk.open_soon(warm=warm)
            if not read_only:
                received.resume_soon()
                leaving.resume_soon()
                evaluations.resume_soon()
            yield

    app = FastAPI(
        title="PaperAtlas",
        version=version("paperatlas"),
        description="Answers from your own papers, every sentence proven to the page.",
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
    )
    app.dependency_overrides[desk_of] = lambda: desk
    install_problems(app)
    app.include_router(health.router)
    app.include_router(chat.router)
    app.include_router(source.router)
    received = Uploads(desk, most_bytes=most_bytes)
    app.dependency_overrides[uploads_of] = lambda: received
    evaluations = Evaluations(desk)
    app.dependency_overrides[evaluations_of] = lambda: evaluations
    leaving = Removals(desk)
    app.dependency_overrides[removals_of] = lambda: leaving
    here = ServedHere(read_only=read_only, takes_folders=not read_only and token is None and all(map(is_loopback, names)))
    app.dependency_overrides[served_of] = lambda: here
    for router in _READING if read_only else (*_READING, *_WRITING):
        app.include_router(router, prefix="/api/v1")
    if here.takes_folders:
        app.include_router(shelf.folders, prefix="/api/v1")
    # As they are, and not its routes alone: the checks of tokens are around it.
    app.router.routes += [Route("/mcp", mcp), Route("/.well-known/{rest:path}", mcp)]
    metrics = Metrics(metering)
    app.include_router(metrics_routes(metrics, desk))
    keys = Keys(token) if token else None
    if keys is not None:
        app.include_router(sign_in_routes(keys))
    if pages:
        from paperatlas.web.ui.shell import mount_pages  # noqa: PLC0415 - Gradio takes seconds to load

        mount_pages(app, desk, read_only=read_only)
    # The last one added is the first that a request meets.
    app.add_middleware(Audit, folder=lambda: desk.opened.folder if desk.opened else None)
    app.add_middleware(Limits, a_minute=a_minute, most_sent=_FILES_AT_ONCE * most_bytes)
    app.add_middleware(Guard, hosts=names, keys=keys)
    app.add_middleware(Counting, metrics=metrics)
    app.add_middleware(RequestLog)
    return app
