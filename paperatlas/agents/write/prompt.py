"""What the model is told: our instructions, and the passages as material that cannot be taken for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.agents.sealing import instructions
from paperatlas.agents.state import Question
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Message
from paperatlas.core.sealing import seal_for
from paperatlas.core.searching import Hit
from paperatlas.core.types import Chunk

__all__ = ["Again", "Material", "messages", "opinion_messages"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What the model may answer from, numbered from 1 in this order."""

    hits: tuple[Hit, ...]
    titles: Mapping[DocumentId, str]
    nearest: tuple[str, ...] = ()
    """The sentences that seem to answer, to look at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What a second call is told of the first."""

    proven: tuple[str, ...]
    fallen: tuple[tuple[str, str], ...]
    """Sentences that were not borne out, each with the reason."""
    missing: tuple[str, ...]
    """Parts of the question that no proven sentence speaks of."""


def messages(question: Question, material: Material, again: Again | None = None) -> list[Message]:
    """The conversation that asks for an answer, or for what the first one lacked."""
    bodies = [_body(hit.chunk, material.titles.get(hit.chunk.document, "")) for hit in material.hits]
    seal = seal_for([*bodies, *material.nearest])
    passages = "\n\n".join(
        f'<passage-{seal} number="{number}">\n{body}\n</passage-{seal}>' for number, body in enumerate(bodies, start=1)
    )
    nearest = "\n".join(f"- {' '.join(sentence.split())}" for sentence in material.nearest)
    hints = f"<nearest-{seal}>\n{nearest}\n</nearest-{seal}>\n\n" if nearest else ""
    earlier = "".join(f"Earlier question: {text}\n" for text in question.history)
    told = _told(again, seal) if again else ""
    asked = f"Passages:\n\n{passages}\n\n{hints}{told}{earlier}Question: {question.original or question.text}"
    return [Message(role="system", content=instructions().replace("{seal}", seal)), Message(role="user", content=asked)]


def opinion_messages(question: Question, quotes: Sequence[str]) -> list[Message]:
    """The conversation that asks whether quotes answer."""
    seal = seal_for(quotes)
    shown = "\n\n".join(f"<quote-{seal}>\n{quote}\n</quote-{seal}>" for quote in quotes)
    return [
        Message(role="system", content=instructions("opinion").replace("{seal}", seal)),
        Message(role="user", content=f"{shown}\n\nQuestion: {question.original or question.text}"),
    ]


def _body(chunk: Chunk, title: str) -> str:
    where = ", ".join(part for part in (f"“{title}”" if title else "", f"page {chunk.page}", chunk.section) if part)
    return f"({where})\n{chunk.text}"


def _told(again: Again, seal: str) -> str:
    """The sentences are the model's own, but may repeat what a passage says: they stand in tags too."""
    lines: list[str] = []
    if again.proven:
        lines += ["These sentences are proven already; do not give them again:", *(f"- {text}" for text in again.proven)]
    if again.fallen:
        lines += ["These were not borne out by their quotes:", *(f"- {text} ({why})" for text, why in again.fallen)]
    if again.missing:
        lines += ["No proven sentence speaks of:", *(f"- {part}" for part in again.missing)]
    body = "\n".join(" ".join(line.split()) for line in lines)
    return (
        f"<draft-{seal}>\n{body}\n</draft-{seal}>\n\nGive only the sentences that are still lacking, each with quotes that prove"
        " it. What the passages do not hold stays in “missing”.\n\n"
    )
