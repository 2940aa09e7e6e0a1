"""From a proven draft to an answer: quotes numbered, marks set, claims listed."""

import re
from collections.abc import Mapping, Sequence

from paperatlas.agents.state import Draft, Proof, Question
from paperatlas.core.answers import Answer, Citation, Claim, Route, Step
from paperatlas.core.events import Checked
from paperatlas.core.ids import DocumentId
from paperatlas.core.sureness import Doubt, sureness_of
from paperatlas.core.types import Document

__all__ = ["assemble", "citation", "without_reference_marks"]

_MARK = re.compile(
    r"(?P<lead>\b(?:in|by|of|from|to|with|see|following|and|than|on|as)\s{1,3})?(?P<gap>\s{0,3})\[(?P<body>\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*)\]"
)
_NOTE_CALL = re.compile(r"(?<=[^\W\d_]{3})\s?[⁰¹²³⁴-⁹]{1,3}(?!\w)|(?<=[.,;:)])\s?[⁰¹²³⁴-⁹]{1,3}(?=\s|$)")
"""Behind a word or the end of a clause; behind a number, a symbol or a short unit (m², cm³) it is an exponent."""
_INTERVAL = re.compile(r"(?:range|interval|between|within|∈|from|=)\s*$", re.IGNORECASE)
_END = re.compile(r"[.!?。！？…]{1,8}[\"'”’)\]]{0,8}$")


def assemble(
    question: Question, route: Route, draft: Draft, documents: Sequence[Document], *, trace: Sequence[Step], seconds: float
) -> Answer:
    """The answer of a draft whose proofs were checked: the same quote has the same number, in order of first use."""
    names = {document.id: document for document in documents}
    numbers: dict[tuple[object, ...], int] = {}
    citations: list[Citation] = []
    claims: list[Claim] = []
    whys = {told.text: told.why for told in draft.told if isinstance(told, Checked)}
    for statement in draft.statements:
        marks = []
        for proof in statement.proofs:
            number = numbers.setdefault(_identity(proof), len(numbers) + 1)
            if number > len(citations):
                citations.append(citation(number, proof, names))
            if number not in marks:
                marks.append(number)
        why = whys.get(statement.text, "") if statement.label != "supported" else ""
        text = without_reference_marks(statement.text)
        claims.append(Claim(text=text, label=statement.label, citations=tuple(marks), why=why))
    return Answer(
        question=question.text,
        status=draft.status,
        text=_joined(claims, one_a_line=len(claims) > 1 and (route.kind in {"list", "comparison"} or _is_of_several(citations))),
        confidence=min(1.0, max(0.0, draft.confidence)),
        route=route,
        reason=draft.reason,
        citations=tuple(citations),
        claims=tuple(claims) if draft.status != "abstained" else (),
        closest=draft.closest,
        computed=draft.computed,
        trace=tuple(trace),
        usage=draft.usage,
        seconds=seconds,
        doubts=_doubts(draft, citations, of=len(documents)),
    )


def _doubts(draft: Draft, citations: Sequence[Citation], *, of: int) -> tuple[Doubt, ...]:
    """Why an answer is unsure, the weightiest first; nothing where it is not. `of` is how many papers there are."""
    if draft.status == "abstained" or sureness_of(draft.confidence) != "unsure":
        return ()
    found: list[Doubt] = list(draft.doubts)
    if any(citation.row for citation in citations):
        found.append("header_ambiguous")
    if any(statement.label != "supported" for statement in draft.statements):
        found.append("not_borne_out")
    if of > 1 and not _is_of_several(citations):
        found.append("one_source")
    return tuple(dict.fromkeys(found))


def without_reference_marks(text: str) -> str:
    """A paper's own "[13]" taken out of its sentence, so that it cannot be read as one of our citations, and the raised
    marks that call for a footnote.

    Where the mark is the noun of the phrase ("as in [13]") it is written as "ref. 13". An interval such as "[0, 1]" is
    no reference.
    """
    cleaned = _MARK.sub(lambda mark: _replacement(mark, text), _NOTE_CALL.sub("", text))
    return re.sub(r"(?<!\s)\s+([,.;:)])", r"\1", re.sub(r"\(\s*\)", "", cleaned)).strip()


def _replacement(mark: re.Match[str], text: str) -> str:
    body, lead = mark["body"], mark["lead"] or ""
    single = body.isdigit()
    if not single and (body.startswith("0") or _INTERVAL.search(text[: mark.start()] + lead)):
        return mark.group()
    return f"{lead}ref. {body}" if lead else ""


def _identity(proof: Proof) -> tuple[object, ...]:
    return proof.document, proof.page, proof.start, proof.end, proof.quote, proof.row


def citation(number: int, proof: Proof, names: Mapping[DocumentId, Document]) -> Citation:
    """A proof with its number and the name of its document."""
    document = names.get(proof.document)
    return Citation(
        n=number,
        document=proof.document,
        doc=document.name if document else proof.document,
        title=document.title if document else proof.document,
        page=proof.page,
        page_label=document.page_label(proof.page) if document else "",
        section=proof.section,
        quote=proof.quote,
        boxes=proof.boxes,
        chunk=proof.chunk,
        start=proof.start,
        end=proof.end,
        row=proof.row,
        translation=proof.translation,
        standing=document.standing if document else "",
    )


def _joined(claims: Sequence[Claim], *, one_a_line: bool) -> str:
    return ("\n" if one_a_line else " ").join(_marked(claim) for claim in claims)


def _is_of_several(citations: Sequence[Citation]) -> bool:
    return len({citation.document for citation in citations}) > 1


def _marked(claim: Claim) -> str:
    marks = "".join(f"[{n}]" for n in claim.citations)
    end = _END.search(claim.text)
    body, stop = (claim.text[: end.start()], end.group()) if end else (claim.text, ".")
    if end is None and claim.text.endswith((":", ";", ",")):
        body = claim.text[:-1]
    return f"{body} {marks}{stop}" if marks else f"{body}{stop}"
