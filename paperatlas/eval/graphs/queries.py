"""Questions in words put to a graph, by what the queries give that are made of them: execution match, and names."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from paperatlas.core.errors import CypherRejected, PaperAtlasError
from paperatlas.core.graph_answers import GraphAnswer
from paperatlas.core.naming import name_key
from paperatlas.eval.checked import Checked, f1
from paperatlas.eval.graphs.gold import Gold, Named, Queried, Vocabulary
from paperatlas.eval.graphs.rows import Rows, same_answer, same_order, same_rows
from paperatlas.eval.measures import Part

__all__ = ["Graph", "check_named", "check_queries"]

_STRING = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
_ORDER = re.compile(r"\border\s+by\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """What is measured."""

    ask: Callable[[str], GraphAnswer]
    """A question in words."""
    run: Callable[[str], Rows]
    """The rows of a query that only reads. Raises CypherRejected of another, and InputError of one that the engine refuses."""


def check_queries(gold: Sequence[Queried], graph: Graph) -> Iterator[Checked]:
    """Each question by the rows of its own query. Those whose query gives nothing to compare with are failures, not scores."""
    for case in gold:
        try:
            wanted = graph.run(case.cypher)
        except PaperAtlasError as error:
            code = "gold_writes" if isinstance(error, CypherRejected) else "gold_does_not_run"
            yield Checked(id=case.id, kind=case.kind, code=code, message=f"{case.question!r}: {error.message}")
            continue
        if not wanted:
            message = f"{case.question!r}: its query gives no rows, so that any query that finds nothing would be right"
            yield Checked(id=case.id, kind=case.kind, code="gold_gives_no_rows", message=message)
            continue
        yield _checked(case, wanted, graph)


def _checked(case: Queried, wanted: Rows, graph: Graph) -> Checked:
    try:
        answer = graph.ask(case.question)
    except PaperAtlasError as error:
        return Checked(id=case.id, kind=case.kind, code=error.code, message=f"{case.question!r}: {error.message}")
    answered = bool(answer.cypher) and answer.how != "none"
    rows = answer.rows if answered else ()
    same = answered and same_rows(rows, wanted)
    asks_order = _asks_order(case)
    in_order = same and same_order(rows, wanted)
    right = in_order if asks_order else same
    scores = {
        "execution_match": (Part(float(right), 1.0),),
        "answered": (Part(float(answered), 1.0),),
        "rows_match": (Part(float(same), 1.0),),
    }
    if answered:
        scores["by_model"] = (Part(float(answer.how == "llm"), 1.0),)
        scores["execution_match_of_answered"] = (Part(float(right), 1.0),)
        scores["same_answer_of_answered"] = (Part(float(same_answer(rows, wanted)), 1.0),)
    if same and asks_order:
        scores["in_order"] = (Part(float(in_order), 1.0),)
    missed = () if right else (_told(case, answer, answered=answered),)
    return Checked(id=case.id, kind=case.kind, scores=scores, missed=missed)


def _told(case: Queried, answer: GraphAnswer, *, answered: bool) -> str:
    return f"{case.question!r}: " + (f"other rows than its query gives: {answer.cypher}" if answered else "no query was made")


def _asks_order(case: Queried) -> bool:
    """What the file says, else whether the query puts its result in order, and not only what is on the way to it."""
    if case.ordered is not None:
        return case.ordered
    result = re.split(r"\breturn\b", _STRING.sub("''", case.cypher), flags=re.IGNORECASE)[-1]
    return _ORDER.search(result) is not None


def check_named(gold: Gold, graph: Graph) -> Iterator[Checked]:
    """Each question by the names in the rows of its answer."""
    for case in gold.named:
        try:
            answer = graph.ask(case.question)
        except PaperAtlasError as error:
            yield Checked(id=case.id, kind=case.kind, code=error.code, message=f"{case.question!r}: {error.message}")
            continue
        yield _named(case, answer.rows if answer.how != "none" else (), gold.vocabulary)


def _named(case: Named, rows: Rows, vocabulary: Vocabulary) -> Checked:
    wanted = {_entity(name, vocabulary) for name in case.expected}
    given = {_entity(value, vocabulary) for row in rows for value in row if isinstance(value, str)}
    common = len(wanted & given)
    scores = {
        "names_recall": (Part(common, len(wanted)),),
        "names_precision": (Part(common, len(given)),) if given else (),
        "names_f1": f1(common, len(given), len(wanted)),
    }
    lacking = sorted(wanted - given)
    return Checked(
        id=case.id, kind=case.kind, scores=scores, missed=(f"{case.question!r} lacks {', '.join(lacking)}",) * bool(lacking)
    )


def _entity(name: str, vocabulary: Vocabulary) -> str:
    return vocabulary.entity(name) or name_key(name)
