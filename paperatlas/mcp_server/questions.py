"""What a tool asks the client while it works: its model for a reply, its person for a choice.

In revisions up to 2025-11-25 a server sends such a request while the call is under way. In the newest it ends the call with the
request as its result, and the client calls again with the reply; the job of the call waits for that meanwhile.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageResult,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    SamplingCapability,
)

from paperatlas.core.errors import AmbiguousDocument
from paperatlas.mcp_server.jobs import Question, Unanswered, Work

if TYPE_CHECKING:
    from paperatlas.library import Library

__all__ = ["CLIENT", "Offers", "offers_of", "relay", "which"]

_SECONDS = 120.0
"""For one reply: a model may be slow, and its client may ask its person first."""

Context: TypeAlias = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What a client can be asked for."""

    sampling: bool = False
    elicitation: bool = False


CLIENT: ContextVar[Offers] = ContextVar("CLIENT", default=Offers())  # noqa: B039 - it is frozen
"""Of the client whose call is being worked on."""


def offers_of(context: Context) -> Offers:
    able = context.session.check_client_capability
    return Offers(
        sampling=able(ClientCapabilities(sampling=SamplingCapability())),
        elicitation=able(ClientCapabilities(elicitation=ElicitationCapability())),
    )


async def relay(context: Context, question: Question) -> None:
    """Put a question to the client while its call is under way, and its reply into the question."""
    kind = CreateMessageResult if isinstance(question.request, CreateMessageRequest) else ElicitResult
    try:
        reply = await context.session.send_request(
            question.request,
            kind,
            request_read_timeout_seconds=_SECONDS,
            metadata=ServerMessageMetadata(related_request_id=context.request_id),
        )
    except MCPError as error:
        question.fail(Unanswered(f"The client did not answer: {error.message}.", hint="Allow it, or ask without it."))
    else:
        question.answer(reply)


def which(ambiguous: AmbiguousDocument, library: "Library", work: Work) -> str:
    """The id of the document that the client's person means; empty where nobody can be asked, or says nothing."""
    if not CLIENT.get().elicitation:
        return ""
    papers = [library.document(each) for each in ambiguous.candidates]
    choices = {f"{paper.title} ({paper.name}, {paper.id[:8]})": paper.id for paper in papers}
    asked = ElicitRequest(
        params=ElicitRequestFormParams(
            message=f"{ambiguous.named!r} may be any of {len(choices)} papers. Which one?",
            requested_schema={
                "type": "object",
                "properties": {"paper": {"type": "string", "title": "Paper", "enum": list(choices)}},
                "required": ["paper"],
            },
        )
    )
    try:
        reply = work.ask(asked, seconds=_SECONDS)
    except Unanswered:
        return ""
    chosen = (reply.content or {}).get("paper") if isinstance(reply, ElicitResult) and reply.action == "accept" else None
    return choices.get(str(chosen), "")
