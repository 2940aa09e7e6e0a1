"""SQuAD 2.0: short passages, with questions that they do not answer."""

import json
from collections.abc import Mapping
from typing import Any

from paperatlas.eval.cases import Case, Target
from paperatlas.eval.importers.imported import Gathering, Imported, Text

__all__ = ["squad"]


def squad(content: str) -> Imported:
    """`{"data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question", "answers", "is_impossible"}]}]}]}`."""
    found = Gathering()
    for at, article in enumerate(json.loads(content)["data"], 1):
        with found.at(f"article {at}"):
            for number, paragraph in enumerate(article["paragraphs"], 1):
                name = f"{article['title']}-{number}"
                with found.at(f"article {at}, paragraph {number}"):
                    found.text(Text(id=name, title=article["title"].replace("_", " "), text=paragraph["context"]))
                    for place, asked in enumerate(paragraph["qas"], 1):
                        with found.at(f"article {at}, paragraph {number}, question {place}"):
                            found.case(_case(asked, name))
    return found.imported()


def _case(asked: Mapping[str, Any], name: str) -> Case:
    answers = tuple(dict.fromkeys(answer["text"] for answer in asked["answers"] if answer["text"].strip()))
    absent = bool(asked.get("is_impossible"))
    return Case(
        id=asked["id"],
        kind="unanswerable" if absent else "fact",
        question=asked["question"].strip(),
        docs=(name,),
        # A question to a passage means that passage, as "the river" does.
        scope_always=True,
        accept=() if absent else tuple((answer,) for answer in answers),
        references=() if absent else answers,
        evidence=() if absent else (Target(name, 0),),
        unanswerable=absent,
    )
