"""Cases and answers made by hand, for tests of the metrics."""

from typing import Any

from paperatlas.core.answers import Answer, Citation, Claim, Route, Status
from paperatlas.core.ids import DocumentId
from paperatlas.eval.cases import Case, Target

PAGE = "A tray needs 36 hours to recover. The detection limit is 1.1 ppm at night."
DOC = DocumentId("0" * 32)


def printed(document: DocumentId, page: int) -> str:
    """The only page of the only paper."""
    return PAGE if (document, page) == (DOC, 1) else ""


def a_case(**fields: Any) -> Case:
    given = {
        "id": "1",
        "question": "How long does a tray need to recover?",
        "docs": ("moss.pdf",),
        "accept": (("36 hours",),),
        "evidence": (Target("moss.pdf", 1),),
    }
    return Case(**{**given, **fields})


def cited(quote: str = "A tray needs 36 hours to recover.", page: int = 1, n: int = 1) -> Citation:
    return Citation(n=n, document=DOC, doc="moss.pdf", title="Moss", page=page, section="", quote=quote, boxes=())


def an_answer(text: str = "36 hours [1].", *, status: Status = "answered", confidence: float = 0.9, **fields: Any) -> Answer:
    citations = fields.pop("citations", (cited(),) if status != "abstained" else ())
    return Answer(
        question="",
        status=status,
        text=text,
        confidence=confidence,
        route=Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=1.0),
        citations=citations,
        claims=(Claim(text=text, label="supported", citations=(1,)),),
        **fields,
    )


def a_refusal(confidence: float = 0.1, **fields: Any) -> Answer:
    return an_answer("Not stated in these papers.", status="abstained", confidence=confidence, **fields)
