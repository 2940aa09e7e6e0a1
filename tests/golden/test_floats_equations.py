"""Every numbered equation of the labelled papers is found on its page, with its number and a text of its own."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperatlas.core.types import Equation
from paperatlas.pipeline.floats.floats import find_floats
from paperatlas.pipeline.readers.pdf_engine import PdfFile

pytestmark = pytest.mark.shared

ILLEGIBLE = 3
"""Numbers of one scanned page that its text layer has as other signs."""


def equations(path: Path, numbers: set[int]) -> list[Equation]:
    with PdfFile(path, name=path.name) as file:
        pages = [file.page(number)[0] for number in sorted(numbers)]
    return list(find_floats(pages, " ".join).equations)


def labelled(shared: Path) -> Iterator[tuple[Path, list[dict[str, object]], bool]]:
    for path in sorted((shared / "data/parse/labels").glob("*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        if label["equations"]:
            yield shared / "data/parse/pdfs" / label["file"], label["equations"], bool(label.get("scanned"))


def test_numbered_equations_are_found_with_their_numbers(shared: Path) -> None:
    for path, gold, scanned in labelled(shared):
        found = equations(path, {int(str(each["page"])) for each in gold})
        numbered = [(equation.page, equation.number) for equation in found if equation.number]
        wanted = [(each["page"], each["number"]) for each in gold]
        missing = [each for each in wanted if each not in numbered]
        assert len(missing) <= (ILLEGIBLE if scanned else 0), (path.name, missing)
        assert [each for each in numbered if each not in wanted] == [], path.name
        assert len(numbered) == len(set(numbered)), path.name


def test_equations_do_not_overlap_and_keep_their_number_out_of_their_text(shared: Path) -> None:
    for path, gold, _ in labelled(shared):
        found = equations(path, {int(str(each["page"])) for each in gold})
        for equation in found:
            assert equation.text
            assert not equation.number or not equation.text.endswith(f"({equation.number})")
            assert equation.box.x0 < equation.box.x1
            assert equation.box.y0 < equation.box.y1
