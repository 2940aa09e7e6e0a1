"""What no text says is read from a picture, by a model that sees: a figure, a table that is an image, a scanned passage.

Nobody can hold what was read off a curve against words. So it is asked for only after the text has failed, shown as what a
model has read from a picture, and cited with the picture's box and caption.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import anyio.to_thread
from pydantic import BaseModel, Field

from paperatlas.agents.language import DEFAULT
from paperatlas.agents.look import Found
from paperatlas.agents.phrasebook import phrasebook
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proof_at
from paperatlas.agents.sealing import instructions
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.agents.terms import Term, covered, present, stems
from paperatlas.core.errors import InputError, ProviderError
from paperatlas.core.ids import DocumentId
from paperatlas.core.orders import gives_orders
from paperatlas.core.ports import LLM, Message
from paperatlas.core.sealing import seal_for
from paperatlas.core.text import find_quote, sentences
from paperatlas.core.types import Box, Figure, ParsedDocument, Span, Table

__all__ = ["Picture", "Seen", "is_needed", "look_closely", "picture_of", "pictures_for", "read_pictures"]

_PAPERS = 4
"""Papers whose figures are looked through: those of the best passages."""
_MOST = 2
"""Pictures of one question: each costs about as much as a page of text, and the second is mostly a look-alike."""
_SPEAKS_OF = 0.5
"""Share of the question's weight that a caption must have for its figure to be looked at."""
_CONFIDENCE = 0.5
"""In what a model reads from a picture: values off an axis are right about every other time in published measurements."""
_LABEL = re.compile(r"\b(?P<kind>fig(?:ure|\.)?|table|scheme|chart|plate)\s*(?P<number>\d+\w?|[A-Z]\.?\d+)\b", re.IGNORECASE)
_DRAWN = re.compile(
    r"\b(?:colou?rs?|colou?red|ax[ie]s|curves?|lines?|legends?|plots?|plotted|bars?|panels?|peaks?|slopes?|arrows?|shapes?|dashed"
    r"|dotted|shaded|heat ?maps?|histograms?|scatter|markers?|pictures?|images?|photographs?|drawn|depict\w*|diagrams?)\b",
    re.IGNORECASE,
)
"""Words of what is drawn: a caption seldom answers for it."""


class Seen(BaseModel):
    """What the model is asked for."""

    shown: bool = Field(description="Whether a picture shows the answer.")
    picture: int = Field(1, description="Number of the picture it was read from.")
    text: str = Field("", description="One sentence that answers, from what is drawn.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A part of a page that can be shown to a model."""

    name: str
    """As in "Figure 3"; "page 4" of a scan."""
    box: Box
    proof: Proof
    """Its caption, or of a scan the text that was read there."""


async def look_closely(found: Found, draft: Draft, deps: Deps, source: Source) -> Draft:
    """The draft, or what a picture shows where the draft leaves the question open."""
    if deps.llm is None or not deps.llm.sees or deps.crop is None or not is_needed(found, draft):
        return draft
    pictures = await anyio.to_thread.run_sync(lambda: pictures_for(found, source))
    try:
        read = await read_pictures(found.question, pictures, deps.llm, deps.crop, language=found.plan.language)
    except ProviderError:
        return draft
    return read or draft


def is_needed(found: Found, draft: Draft) -> bool:
    """Whether the text has failed: with a refusal, or with sentences that say nothing of what is drawn."""
    if draft.status == "abstained":
        return draft.reason == "not_in_documents"
    drawn = {stem for word in _DRAWN.findall(found.question.text) for stem in stems(word)}
    said = stems(" ".join([*(each.text for each in draft.statements), *(p.quote for s in draft.statements for p in s.proofs)]))
    return bool(drawn) and not drawn & set(said)


def pictures_for(found: Found, source: Source) -> tuple[Picture, ...]:
    """The pictures that may answer: those the question names, else those whose captions speak of it, else a scanned passage."""
    papers = found.plan.scope.documents or tuple(dict.fromkeys(hit.chunk.document for hit in found.hits))
    wanted = {_key(match) for match in _LABEL.finditer(found.question.text)}
    named: list[Picture] = []
    near: list[tuple[float, Picture]] = []
    for document in papers[:_PAPERS]:
        parsed = source.parsed(document)
        if parsed is None:
            continue
        for picture, caption in _pictures(parsed, source):
            if (label := _LABEL.match(picture.name)) and _key(label) in wanted:
                named.append(picture)
            near.append((_speaks(found.terms, caption), picture))
    best = [picture for share, picture in sorted(near, key=lambda pair: -pair[0]) if share >= _SPEAKS_OF]
    return tuple(named or best or _scanned(found, source))[:_MOST]


def picture_of(parsed: ParsedDocument, label: str, source: Source) -> Picture | None:
    """The picture of a label, as a person writes it: "Fig. 3"."""
    wanted = _LABEL.search(label)
    if wanted is None:
        return None
    return next(
        (
            picture
            for picture, _ in _pictures(parsed, source)
            if (own := _LABEL.match(picture.name)) and _key(own) == _key(wanted)
        ),
        None,
    )


async def read_pictures(
    question: Question,
    pictures: Sequence[Picture],
    llm: LLM,
    crop: Callable[[DocumentId, Box], bytes],
    *,
    language: str = DEFAULT,
) -> Draft | None:
    """What the model reads; None where it sees no answer, or nothing can be shown to it.

    Raises:
        ProviderError: the model cannot be reached, or does not answer in form.
    """
    plain = [picture for picture in pictures if not gives_orders(picture.proof.quote)]
    shown = [(picture, png) for picture in plain if (png := await _png(picture, crop)) is not None]
    if not shown:
        return None
    captions = [" ".join(picture.proof.quote.split()) for picture, _ in shown]
    seal = seal_for(captions)
    told = "\n".join(
        f"Picture {number}: {picture.name} <caption-{seal}>{caption}</caption-{seal}>"
        for number, ((picture, _), caption) in enumerate(zip(shown, captions, strict=True), start=1)
    )
    asked = f"{told}\n\nQuestion: {question.original or question.text}"
    completion = await llm.complete(
        [
            Message(role="system", content=instructions("vision").replace("{seal}", seal)),
            Message(role="user", content=asked, images=tuple(png for _, png in shown)),
        ],
        output=Seen,
    )
    seen = completion.output
    text = " ".join(seen.text.split()).rstrip(".")
    if not seen.shown or not text or gives_orders(text) or not 0 < seen.picture <= len(shown):
        return None
    picture = shown[seen.picture - 1][0]
    statement = Statement(
        text=phrasebook(language).say("picture.read", text=text, picture=picture.name),
        proofs=(picture.proof,),
        label="unverifiable",
    )
    return Draft(statements=(statement,), confidence=_CONFIDENCE, usage=completion.usage)


async def _png(picture: Picture, crop: Callable[[DocumentId, Box], bytes]) -> bytes | None:
    try:
        return await anyio.to_thread.run_sync(crop, picture.proof.document, picture.box)
    except InputError:
        return None  # the file is gone, or has no printed pages


def _pictures(parsed: ParsedDocument, source: Source) -> Iterator[tuple[Picture, str]]:
    """Figures, and tables without cells, whose captions stand in the text; with their captions."""
    images = [table for table in parsed.tables if not any(cell.text for row in table.rows for cell in row)]
    floats: list[Figure | Table] = [*parsed.figures, *images]
    for float_ in floats:
        page = source.page(parsed.id, float_.box.page)
        caption = find_quote(float_.caption, page.text, page.number) if page and float_.caption else None
        if caption is None or float_.box.x1 <= float_.box.x0:
            continue
        if proof := _proof(parsed.id, caption, float_.box, float_.section, source):
            yield Picture(name=float_.label or "the figure", box=float_.box, proof=proof), float_.caption


def _scanned(found: Found, source: Source) -> list[Picture]:
    """The best passage, where its page is a picture itself: what was read from it may have been misread."""
    for hit in found.hits[:1]:
        chunk = hit.chunk
        page = source.page(chunk.document, chunk.page)
        boxes = [box for box in chunk.boxes if box.page == chunk.page]
        if page is None or page.source == "text" or not boxes or not chunk.spans:
            continue
        corners = zip(*(box[1:] for box in boxes), strict=True)
        lefts, tops, rights, bottoms = corners
        box = Box(chunk.page, min(lefts), min(tops), max(rights), max(bottoms))
        start, end = next(iter(sentences(chunk.text)), (0, len(chunk.text)))
        for span in chunk.locate(start, end)[:1]:
            if proof := _proof(chunk.document, span, box, chunk.section, source):
                return [Picture(name=f"page {chunk.page}", box=box, proof=proof)]
    return []


def _proof(document: DocumentId, span: Span, box: Box, section: str, source: Source) -> Proof | None:
    proof = proof_at(document, span, source, section=section, chunk=None)
    return None if proof is None else replace(proof, picture=box)


def _speaks(terms: Sequence[Term], caption: str) -> float:
    telling = [term for term in terms if not _DRAWN.fullmatch(term.word)]
    return covered(telling, present(caption))


def _key(label: re.Match[str]) -> tuple[str, str]:
    return label["kind"][:3].lower(), label["number"].lower()
