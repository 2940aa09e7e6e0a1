"""Questions to scientific papers: QASPER, which brings their text, and LitQA2, which names them by DOI."""

import json
from collections.abc import Mapping
from typing import Any

from paperatlas.eval.cases import Case, Target
from paperatlas.eval.importers.imported import Gathering, Imported, Text

__all__ = ["litqa2", "qasper"]


def qasper(content: str) -> Imported:
    """`{paper: {"title", "abstract", "full_text": [{"section_name", "paragraphs"}], "qas": [{"question", "answers"}]}}`."""
    found = Gathering()
    for name, paper in json.loads(content).items():
        with found.at(f"paper {name}"):
            sections = [f"{part['section_name'] or ''}\n" + "\n".join(part["paragraphs"]) for part in paper["full_text"]]
            found.text(Text(id=name, title=paper["title"], text="\n\n".join([paper["abstract"], *sections])))
            for number, asked in enumerate(paper["qas"], 1):
                with found.at(f"paper {name}, question {number}"):
                    found.case(_paper_case(name, asked))
    return found.imported()


def _paper_case(name: str, row: Mapping[str, Any]) -> Case:
    """Unanswerable where every annotator says so; where they differ, the answers of those who found one count."""
    answers = [each["answer"] for each in row["answers"]]
    given = [answer for answer in answers if not answer["unanswerable"]]
    if not answers:
        raise ValueError("nobody answered it")
    keys = [key for key in map(_keys, given) if key]
    return Case(
        id=row["question_id"],
        kind="fact" if given else "unanswerable",
        question=row["question"],
        docs=(name,),
        scope_always=True,
        accept=tuple(keys),
        references=tuple(answer["free_form_answer"] or "; ".join(_keys(answer)) for answer in given),
        evidence=(Target(name, 0),) if given else (),
        unanswerable=not given,
    )


def _keys(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """What must be in an answer; an answer in free words has no such keys, only an overlap.

    In the order of the set's own evaluation: some annotations have spans and a yes or no beside them.
    """
    if answer["extractive_spans"]:
        return tuple(answer["extractive_spans"])
    if answer["free_form_answer"] or answer["yes_no"] is None:
        return ()
    return ("Yes" if answer["yes_no"] else "No",)


def litqa2(content: str) -> Imported:
    """JSONL `{"id", "question", "ideal", "distractors", "sources"}`: the paper is not named, and wrong options are known."""
    found = Gathering()
    for place, row in found.rows(content):
        with found.at(place):
            sources = tuple(map(str, row.get("sources") or ()))
            found.case(
                Case(
                    id=row["id"],
                    kind="literature",
                    question=row["question"],
                    docs=sources,
                    accept=((row["ideal"],),),
                    reject=tuple((wrong,) for wrong in row.get("distractors") or ()),
                    references=(row["ideal"],),
                    evidence=tuple(Target(source, 0) for source in sources),
                )
            )
    return found.imported()
