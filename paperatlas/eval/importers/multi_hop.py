"""Questions over several passages: HotpotQA and 2WikiMultiHopQA, which share a form, and MuSiQue."""

from collections.abc import Iterator, Mapping
from typing import Any

from paperatlas.eval.cases import Case, Target
from paperatlas.eval.importers.imported import Gathering, Imported, Text

__all__ = ["hotpot", "musique"]


def hotpot(content: str) -> Imported:
    """`[{"_id", "question", "answer", "type", "supporting_facts": [[title, sentence]], "context": [[title, [sentence]]]}]`.

    Also in the form of the data sets on Hugging Face, a line each: `id`, and columns in place of pairs. A set for
    submissions (test) has no answers, and its entries are told as such.
    """
    found = Gathering()
    for place, row in found.rows(content):
        with found.at(place):
            for title, said in _pairs(row["context"], "title", "sentences"):
                # As they are: the sentences of HotpotQA begin with the space that parts them, those of 2Wiki do not.
                found.text(Text(id=title, title=title, text=" ".join(sentence.strip() for sentence in said)))
            found.case(_hotpot_case(row))
    return found.imported()


def _hotpot_case(row: Mapping[str, Any]) -> Case:
    titles = tuple(dict.fromkeys(title for title, _ in _pairs(row["supporting_facts"], "title", "sent_id")))
    return Case(
        id=row.get("_id") or row["id"],
        kind=row.get("type") or "multi-hop",
        question=row["question"],
        docs=titles,
        accept=((row["answer"],),),
        references=(row["answer"],),
        evidence=tuple(Target(title, 0) for title in titles),
    )


def _pairs(given: Any, *columns: str) -> Iterator[Any]:
    """Pairs, that may be there as columns."""
    return iter(zip(*(given[name] for name in columns), strict=True)) if isinstance(given, dict) else iter(given)


def musique(content: str) -> Imported:
    """JSONL `{"id", "question", "answer", "answer_aliases", "answerable", "paragraphs"}`.

    A paragraph is `{"title", "paragraph_text", "is_supporting"}`. Several of a question may have the same title, so each is
    named by its title and the beginning of its text. In MuSiQue-Full an answerable question and its unanswerable twin have
    one id and one wording, and differ in the paragraphs that they are put to: both are put to their own.
    """
    found = Gathering()
    for place, row in found.rows(content):
        with found.at(place):
            named = [(f"{part['title']}: {part['paragraph_text'][:40]}", part) for part in row["paragraphs"]]
            for name, part in named:
                found.text(Text(id=name, title=part["title"], text=part["paragraph_text"]))
            found.case(_musique_case(row, named))
    return found.imported()


def _musique_case(row: Mapping[str, Any], named: list[tuple[str, Mapping[str, Any]]]) -> Case:
    absent = not row.get("answerable", True)
    answers = () if absent else tuple(dict.fromkeys((row["answer"], *row.get("answer_aliases", ()))))
    gold = () if absent else tuple(dict.fromkeys(name for name, part in named if part["is_supporting"]))
    return Case(
        id=f"{row['id']}-unanswerable" if absent else row["id"],
        kind=row["id"].partition("__")[0],
        question=row["question"],
        # The whole corpus holds what the twin's own paragraphs lack.
        docs=tuple(dict.fromkeys(name for name, _ in named)) if absent else gold,
        scope_always=absent,
        accept=tuple((answer,) for answer in answers if answer),
        references=answers,
        evidence=tuple(Target(name, 0) for name in gold),
        unanswerable=absent,
        twin_of=row["id"] if absent else "",
    )
