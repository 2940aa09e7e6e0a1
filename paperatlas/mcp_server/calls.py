"""A call of a tool from its arguments to its result: within ten seconds, or as a job that goes on."""

import base64
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from anyio import CapacityLimiter, create_task_group, get_cancelled_exc_class, to_thread
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ImageContent,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool

from paperatlas.core.errors import AmbiguousDocument, PaperAtlasError
from paperatlas.core.wire import error_json
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.failure import as_error
from paperatlas.mcp_server.jobs import Job, UnknownJob, Work
from paperatlas.mcp_server.logs import Log
from paperatlas.mcp_server.questions import CLIENT, offers_of, relay, which
from paperatlas.mcp_server.reply import HALF, Reply, clipped, fitted
from paperatlas.mcp_server.sendable import sendable
from paperatlas.mcp_server.tool import Tool
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.mcp_server.tools.following import handle

__all__ = ["Calls", "listed"]

PATIENCE = 10.0
"""Seconds until a job is handed out instead of a result. Clients give up after 45 to 60, and people look away sooner."""
BEAT = 2.0
"""Seconds between signs of life of what says nothing itself."""
_LEAST_APART = 0.2
"""Seconds between two notes of progress: a thousand pages must not become a thousand messages."""
_WAITING = 200
"""Calls that wait at once, each in a thread that does nothing else."""

Context = ServerRequestContext[Any, Any]


class Calls:
    """The tools that a server has, listed and called."""

    def __init__(
        self,
        desk: Desk,
        tools: Sequence[Tool[Any]],
        log: Log,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._desk = desk
        self._tools = {tool.name: tool for tool in tools}
        self._log = log
        self._patience = patience
        self._clock = clock
        self._waiters = CapacityLimiter(_WAITING)

    async def all(self, _context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[listed(tool) for tool in self._tools.values()])

    def schema(self, name: str) -> Mapping[str, Any] | None:
        """The input schema of a tool."""
        tool = self._tools.get(name)
        return tool.input_schema if tool else None

    async def call(self, context: Context, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(code=INVALID_PARAMS, message=self._unknown(params.name))
        try:
            job = self._asked_before(tool, params) or self._begun(context, tool, params.arguments or {})
        except PaperAtlasError as error:
            return _failed(error)
        try:
            await self._attend(context, job)
        except get_cancelled_exc_class():
            job.cancel()  # the client does not want it any more: its slot is for others
            raise
        if questions := job.questions:
            return InputRequiredResult(input_requests={each.id: each.request for each in questions}, request_state=job.id)
        job.hang_up()
        if job.error is not None:
            known = as_error(job.error)
            await self._log.failure(context, tool.name, known, job.error)
            return _failed(known)
        return _succeeded(job.reply if job.reply is not None else handle(job))

    def _asked_before(self, tool: Tool[Any], params: CallToolRequestParams) -> Job | None:
        """The job of a call that was ended with a question, given its replies; None for a call that is none of these."""
        if params.request_state is None:
            return None
        job = self._desk.jobs.get(params.request_state)
        if job.tool != tool.name:
            raise UnknownJob(f"The job {job.id!r} is one of {job.tool}.", hint="Call the tool again without a request state.")
        for question, reply in (params.input_responses or {}).items():
            job.replied(question, reply)
        return job

    def _begun(self, context: Context, tool: Tool[Any], arguments: Mapping[str, Any]) -> Job:
        tool.parse(arguments)  # what is wrong with them is said before a job begins
        CLIENT.set(offers_of(context))
        desk = self._desk
        return desk.jobs.start(tool.name, partial(_run, tool, desk, arguments), pace="slow" if tool.slow else "quick")

    def _unknown(self, name: str) -> str:
        elsewhere = next((tool for tool in ALL_TOOLS if tool.name == name), None)
        if elsewhere is None:
            return f"There is no tool {name!r}. There are: {', '.join(self._tools)}."
        if elsewhere.writes:
            return f"{name} changes the library: it is there with --toolsets core,{elsewhere.toolset} and without --read-only."
        return f"{name} is there when the server is started with --toolsets core,{elsewhere.toolset}."

    async def _attend(self, context: Context, job: Job) -> None:
        """Wait until a job is over or patience is, and pass on how far it is."""
        end = self._clock() + self._patience
        revision, beats = -1, 0
        progress = _Told(self._clock)
        while not job.is_over and (left := end - self._clock()) > 0:
            if job.questions:
                if not context.session.can_send_request:
                    return
                async with create_task_group() as asking:
                    for question in job.questions:
                        asking.start_soon(relay, context, question)
                end = self._clock() + self._patience  # who has just answered still waits
            before = revision
            changed = partial(job.wait, min(BEAT, left), since=revision)
            revision = await to_thread.run_sync(changed, abandon_on_cancel=True, limiter=self._waiters)
            beats = beats + 1 if revision == before else 0
            if not beats and not job.progress.message:
                continue  # it has begun: nothing that a client would like to hear
            if (value := progress.next(job.progress.done + beats / (beats + 1), beats=beats)) is not None:
                await context.session.report_progress(value, job.progress.total, sendable(job.progress.message) or "at work")


def _run(tool: Tool[Any], desk: Desk, arguments: Mapping[str, Any], work: Work) -> Reply:
    """The tool's own result; where a document may be several, of the one that the client's person chooses."""
    while True:
        try:
            return tool.run(desk, tool.parse(arguments), work)
        except AmbiguousDocument as error:
            chosen = which(error, desk.library, work)
            if not chosen:
                raise
            arguments = {name: _renamed(value, error.named, chosen) for name, value in arguments.items()}


def _renamed(value: Any, named: str, chosen: str) -> Any:
    if isinstance(value, list | tuple):
        return [_renamed(each, named, chosen) for each in value]
    return chosen if isinstance(value, str) and value.strip() == named else value


class _Told:
    """What was said of progress: it has to grow, and must not become a flood."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = -1.0
        self._at = -1e9

    def next(self, value: float, *, beats: int) -> float | None:
        """The number to say; None to say nothing."""
        if not beats and self._clock() - self._at < _LEAST_APART:
            return None
        self._last, self._at = max(value, self._last + 0.001), self._clock()
        return round(self._last, 3)


def listed(tool: Tool[Any]) -> ListedTool:
    return ListedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=ToolAnnotations(
            read_only_hint=not tool.writes,
            destructive_hint=tool.destroys,
            idempotent_hint=tool.repeatable,
            open_world_hint=tool.online,
        ),
    )


def _succeeded(reply: Reply) -> CallToolResult:
    data = reply.data if reply.whole else fitted(reply.data)
    text = reply.text if reply.whole else clipped(reply.text, HALF)
    if "shortened" in data:
        text += f"\n(shortened: {'; '.join(data['shortened'])}; ask for less at once to see all)"
    content: list[ContentBlock] = [TextContent(text=text)]
    content += [ImageContent(data=base64.b64encode(each.png).decode(), mime_type="image/png") for each in reply.pictures]
    return CallToolResult(content=content, structured_content=data)


def _failed(error: PaperAtlasError) -> CallToolResult:
    text = f"{error.code}: {error.message} {error.hint}".strip()
    return CallToolResult(content=[TextContent(text=text)], structured_content=error_json(error), is_error=True)
