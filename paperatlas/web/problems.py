"""Errors as `application/problem+json` (RFC 9457)."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from paperatlas.core.errors import PaperAtlasError

__all__ = ["install_problems", "problem"]


def install_problems(app: FastAPI) -> None:
    """Every error of `app` says what happened, to what, and what to do."""

    @app.exception_handler(PaperAtlasError)
    async def _known(_: Request, error: PaperAtlasError) -> JSONResponse:
        return problem(error.http_status, code=error.code, detail=error.message, hint=error.hint)

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        wrong = [{"where": ".".join(map(str, each["loc"])), "what": each["msg"]} for each in error.errors()]
        said = "; ".join(f"{each['where']}: {each['what']}" for each in wrong[:5])
        return problem(
            HTTPStatus.UNPROCESSABLE_ENTITY, code="bad_request", detail=f"The request is not understood: {said}.", errors=wrong
        )

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and (methods := _methods(request)):
            headers["Allow"] = ", ".join(sorted(methods))
        return problem(error.status_code, code="http", detail=str(error.detail), headers=headers)


def _methods(request: Request) -> set[str]:
    """Of all routes that an address has; the router names those of the first alone. A route of that very name goes before those
    with a place for any name.
    """
    described: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    path = request.url.path
    fitting = [path] if path in described else [each for each in described if compile_path(each)[0].match(path)]
    return {method.upper() for each in fitting for method in described[each]}


def problem(status: int, *, code: str, detail: str, hint: str = "", headers: Any = None, **more: Any) -> JSONResponse:
    content = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
        "hint": hint,
        **more,
    }
    return JSONResponse(content, status_code=status, media_type="application/problem+json", headers=headers)
