"""One file held against its labels."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.types import Metadata, ParsedDocument
from paperatlas.eval.checked import Checked
from paperatlas.eval.parsing.comparing import phrase_key
from paperatlas.eval.parsing.labels import LabelFile, Labels
from paperatlas.eval.parsing.noting import Notes
from paperatlas.eval.parsing.parts import note_parts
from paperatlas.eval.parsing.texts import note_texts

__all__ = ["check_files", "check_read"]


def check_files(labelled: Iterable[LabelFile], read: Callable[[Path], ParsedDocument]) -> Iterator[Checked]:
    """Each file read and held against its labels; one that cannot be read says why, and the rest go on."""
    for each in labelled:
        try:
            found = read(each.file)
        except PaperAtlasError as error:
            yield Checked(id=each.id, kind=each.labels.kind, code=error.code, message=error.message)
        else:
            yield check_read(each.labels, found, name=each.id)


def check_read(labels: Labels, read: ParsedDocument, *, name: str) -> Checked:
    """What was read of a file against what a person saw in it."""
    notes = Notes()
    note_texts(labels, read, notes)
    note_parts(labels, read, notes)
    _note_metadata(labels, read.metadata, notes)
    return Checked(id=name, kind=labels.kind, scores=dict(notes.scores), missed=tuple(notes.missed))


def _note_metadata(labels: Labels, said: Metadata, notes: Notes) -> None:
    if labels.title:
        right = phrase_key(said.title) == phrase_key(labels.title)
        notes.fact("title", right=right, missed=f"{said.title!r}, not {labels.title!r}")
    if labels.says("authors"):
        wanted, got = list(map(phrase_key, labels.authors)), list(map(phrase_key, said.authors))
        notes.fact("authors_exact", right=wanted == got, missed=f"{', '.join(said.authors)}, not {', '.join(labels.authors)}")
        common = (Counter(wanted) & Counter(got)).total()
        notes.f1("authors_f1", right=common, given=len(got), wanted=len(wanted))
    if labels.says("year"):
        notes.fact("year", right=said.year == labels.year, missed=f"{said.year}, not {labels.year}")
    if labels.says("doi"):
        right = said.doi.casefold() == (labels.doi or "").casefold()
        notes.fact("doi", right=right, missed=f"{said.doi!r}, not {labels.doi!r}")
    if labels.says("arxiv_id"):
        right = _bare(said.arxiv_id) == _bare(labels.arxiv_id or "")
        notes.fact("arxiv_id", right=right, missed=f"{said.arxiv_id!r}, not {labels.arxiv_id!r}")
    if labels.abstract:
        got_, starts, ends = phrase_key(said.abstract), labels.abstract.starts, labels.abstract.ends
        whole = got_.startswith(phrase_key(starts)) and got_.endswith(phrase_key(ends))
        notes.fact("abstract", right=whole, missed=f"not from {starts!r} to {ends!r}")


def _bare(arxiv_id: str) -> str:
    """Without its version."""
    return re.sub(r"v\d+$", "", arxiv_id)
