"""BEIR: queries and the documents that should be found for them. There are no answers, so `eval retrieval` is what it is for."""

from collections import defaultdict

from paperatlas.eval.cases import Case, Target
from paperatlas.eval.importers.imported import Gathering, Imported, Text

__all__ = ["beir"]


def beir(queries: str, judgements: str, corpus: str = "") -> Imported:
    """`queries.jsonl`, `qrels/*.tsv` and `corpus.jsonl`; queries without a relevant document are another split's."""
    found = Gathering()
    relevant = _relevant(judgements, found)
    for place, row in found.rows(queries, of="queries.jsonl"):
        with found.at(place):
            if row["_id"] in relevant:
                evidence = tuple(Target(doc, 0) for doc in relevant[row["_id"]])
                found.case(Case(id=row["_id"], kind="retrieval", question=row["text"], evidence=evidence))
    for place, row in found.rows(corpus, of="corpus.jsonl"):
        with found.at(place):
            found.text(Text(id=row["_id"], title=row.get("title") or "", text=row["text"]))
    return found.imported()


def _relevant(judgements: str, found: Gathering) -> dict[str, list[str]]:
    """The relevant documents of each query; the first line names the columns."""
    relevant: defaultdict[str, list[str]] = defaultdict(list)
    for number, line in enumerate(judgements.split("\n")[1:], 2):
        with found.at(f"qrels, line {number}"):
            if line.strip():
                query, document, grade = line.rstrip("\r").split("\t")
                if int(grade) > 0:
                    relevant[query].append(document)
    return dict(relevant)
