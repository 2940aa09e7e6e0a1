"""Questions that take several documents: whether a search finds all of them."""

from collections.abc import Callable, Iterator, Sequence

from paperatlas.core.errors import PaperAtlasError
from paperatlas.eval.checked import Checked
from paperatlas.eval.graphs.gold import Hops
from paperatlas.eval.measures import Part

__all__ = ["DEPTH", "check_hops"]

DEPTH = 10
"""Documents that are looked at: as many as a model is given to answer from."""
_FEW = 5


def check_hops(gold: Sequence[Hops], search: Callable[[str], Sequence[str]]) -> Iterator[Checked]:
    """Each question by the documents that are found first.

    Args:
        gold: the questions.
        search: the names of documents, the best first.
    """
    for case in gold:
        try:
            found = list(dict.fromkeys(search(case.question)))
        except PaperAtlasError as error:
            yield Checked(id=case.id, kind=case.kind, code=error.code, message=f"{case.question!r}: {error.message}")
            continue
        wanted = set(case.documents)
        lacking = sorted(wanted - set(found[:DEPTH]))
        scores = {
            "hops_all": (Part(float(not lacking), 1.0),),
            "hops_recall_5": (Part(len(wanted & set(found[:_FEW])), len(wanted)),),
            "hops_recall_10": (Part(len(wanted) - len(lacking), len(wanted)),),
        }
        told = (f"{case.question!r} lacks {', '.join(lacking)}",) * bool(lacking)
        yield Checked(id=case.id, kind=case.kind, scores=scores, missed=told)
