"""A question file put to a library."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version

from paperatlas.core.answers import Answer
from paperatlas.core.errors import AmbiguousDocument, BadSetting, UnknownDocument
from paperatlas.eval.cases import Case, Target
from paperatlas.eval.configuration import Configuration
from paperatlas.eval.evidence import Printed
from paperatlas.eval.record import Item, Made
from paperatlas.eval.running import Scoring, run_cases
from paperatlas.library.library import Library

__all__ = ["how_made", "put_questions"]


def how_made(library: Library, config: Configuration, *, questions: str, scoped: bool, started: str) -> Made:
    """What is known of a run before anything is asked.

    Args:
        library: what is asked.
        config: how.
        questions: the name of the question file.
        scoped: whether each question is put to its own papers.
        started: ISO 8601, UTC.

    Raises:
        BadSetting: the library is empty.
    """
    if not (documents := library.documents()):
        raise BadSetting("The library is empty, so there is nothing to evaluate.", hint="`paperatlas ingest` adds papers.")
    return Made(
        questions=questions,
        config=config.name,
        scope="scoped" if scoped else "whole library",
        embedder=library.made_of.embedder,
        model=library.made_of.model if config.use_llm else "",
        version=version("paperatlas"),
        started=started,
        documents=len(documents),
    )


def put_questions(
    library: Library,
    cases: Sequence[Case],
    config: Configuration,
    *,
    scoped: bool = False,
    on_item: Callable[[int], None] = lambda _: None,
) -> Iterator[Item]:
    """Asks and scores, one item a case in their order; `on_item` is told of how many there are answers.

    Papers may be called by title, DOI or file name without its ending, as published sets do.
    """

    def ask(question: str, named: Sequence[str]) -> Answer:
        return library.ask(question, documents=named, use_llm=config.use_llm, stages=config.stages)

    scoring = Scoring(pages=Printed(library.catalog.parsed), verifier=library.asking.verifier, embedder=library.asking.likeness)
    return run_cases([_as_named_here(case, library) for case in cases], ask, scoring, scoped=scoped, on_item=on_item)


def _as_named_here(case: Case, library: Library) -> Case:
    """With the library's own names of its papers; what the library does not have keeps the name that it has."""
    names = {named: _name(named, library) for named in {*case.docs, *(target.doc for target in case.evidence)}}
    evidence = tuple(Target(names[target.doc], target.page) for target in case.evidence)
    return replace(case, docs=tuple(names[named] for named in case.docs), evidence=evidence)


def _name(named: str, library: Library) -> str:
    try:
        return library.document(named).name
    except (UnknownDocument, AmbiguousDocument):
        return named
