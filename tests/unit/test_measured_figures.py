"""What README and docs say was measured is what a named command measured."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import typer.main
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import standing
from benchmarks.bench import Places, is_chosen, measure, printed_before, shown
from benchmarks.doc_figures import MARKED, PAGES, faults, refreshed, written
from benchmarks.reading_output import NotPrinted, figures, hanley_mcneil, wilson
from benchmarks.records import ROOT, Figure, Record, read, read_all, write
from benchmarks.suite import LIBRARIES, SUITE, Measurement
from paperatlas.cli.app import app

RECORDS = read_all()
README = ROOT / "README.md"

_LOOKS_MEASURED = re.compile(
    r"(?<![\w.,])\.\d{2,}\b|\b(?!95 %)\d+(?:\.\d+)? %|\b\d+(?:,\d+)? of (?:the )?\d+\b|(?<![\w/])\d+/\d+\b"
)
"""A decimal below one, a percentage (but an interval's), a share."""
_NO_PROSE = re.compile(
    r"^( *)```.*?^\1```\n|^(?:    .*\n)+|^(?:>.*\n)+|^<!-- no measurement: .*? -->\n(?:.+\n)+", re.MULTILINE | re.DOTALL
)
"""Blocks of code, quotations, and paragraphs before which a comment says why nothing was measured."""
_COMMAND = re.compile(
    r"(?P<script>\bbenchmarks/\w+\.py|\bbenchmarks\.\w+|\baccept/\w+\.py|\btests/\w+/test_\w+\.py)"
    r"|\bpaperatlas .*?\b(?:eval (?P<evaluation>[\w-]+)|calibrate)|(?:`|\$ )make (?P<target>[\w-]+)"
)
MEASURED_PAGES = [page for page in PAGES if page.parent.name in {ROOT.name, "explanation", "reference", "decisions", "howto"}]


def _named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def _sections(page: Path) -> Iterator[tuple[str, str]]:
    """Each with the page's beginning, whose commands are those of all sections."""
    beginning, *sections = re.split(r"^##+ ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    yield from ((beginning, section) for section in sections or [""])


def _exists(command: re.Match[str]) -> bool:
    if target := command["target"]:
        return re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE) is not None
    if evaluation := command["evaluation"]:
        group = typer.main.get_command(app).commands["eval"]  # type: ignore[attr-defined]
        return evaluation in group.commands
    script = command["script"]
    if script is None:  # `paperatlas calibrate`
        return True
    if script.startswith("accept/"):
        return any(script in each.command for each in SUITE)
    return (ROOT / f"{script.removesuffix('.py').replace('.', '/')}.py").exists() or (ROOT / script.replace(".", "/")).is_dir()


# Pages against records


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_every_marked_figure_is_that_of_its_record(page: Path):
    assert list(faults(page, RECORDS)) == []


def test_every_row_of_the_readme_is_marked_and_names_its_measurement():
    table = README.read_text(encoding="utf-8").partition("\n## Measured\n")[2].strip().partition("\n\n")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]

    assert len(rows) > 10
    for row in rows:
        _, measurement, figure = (cell.strip() for cell in row.strip("|").split(" | "))
        marks = {match["record"] for match in MARKED.finditer(figure)}
        assert marks, row
        assert marks <= set(re.findall(r"`([\w-]+)`", measurement)), row
        assert not re.search(r"\d", MARKED.sub("", figure)), f"a number of no record: {row}"


@pytest.mark.parametrize("page", MEASURED_PAGES, ids=_named)
def test_a_section_with_other_figures_names_a_command_that_gives_them(page: Path):
    for beginning, section in _sections(page):
        unmarked = _LOOKS_MEASURED.findall(MARKED.sub("", _NO_PROSE.sub("", section or beginning)))
        commands = list(_COMMAND.finditer(beginning + section))
        title = section.partition("\n")[0]
        assert not unmarked or commands, f"{_named(page)}, {title!r}: {unmarked} come from no command"
        assert all(map(_exists, commands)), f"{_named(page)}, {title!r} names {[c[0] for c in commands if not _exists(c)]}"


def test_the_page_of_our_standing_is_printed_from_the_records():
    assert standing.PAGE.read_text(encoding="utf-8") == standing.printed()


def test_every_record_is_of_a_measurement_and_has_all_its_figures():
    suite = {each.name: each for each in SUITE}

    for name, record in RECORDS.items():
        assert record.command == shown(suite[name].command)
        if record.status == "measured":
            assert set(record.figures) == set(suite[name].patterns)
            assert record.commit
            assert record.machine is not None


def test_every_measurement_shows_figures_that_it_has():
    for each in SUITE:
        assert standing.HEADLINES[each.name].keys() <= each.patterns.keys()
        assert set(each.libraries) <= LIBRARIES.keys()


# The convention


def test_a_stale_figure_is_found_and_put_right(tmp_path: Path):
    record = Record(
        name="one",
        title="",
        command="",
        status="measured",
        figures={"share": Figure(value=0.5, got=2, of=4), "f1": Figure(value=0.8762)},
    )
    page = tmp_path / "page.md"
    page.write_text(
        "| **3 of 4**<!--= one.share --> | .87<!--= one.f1 -->, 87.6 %<!--= one.f1 --> | .1<!--= one.gone --> |\n", "utf-8"
    )

    assert list(faults(page, {"one": record})) == [
        "one.share is 2 of 4, not 3 of 4",
        "one.f1 is .88, not .87",
        "one.gone is of no record (.1)",
    ]
    assert refreshed(page.read_text("utf-8"), {"one": record}).startswith("| **2 of 4**<!--= one.share --> | .88<!--= one.f1 -->")


@given(st.floats(0, 1), st.integers(0, 3))
def test_a_written_figure_is_found_again_as_it_was_written(value: float, decimals: int):
    like = "7" if decimals == 0 else f".{'7' * decimals}"
    text = written(Figure(value=value), "", like)

    assert written(Figure(value=value), "", text) == text or text.startswith("1.")
    assert abs(float(text) - value) <= 0.5 * 10**-decimals + 1e-9


# Reading what commands print


def test_a_share_gets_wilsons_interval_and_an_area_hanley_and_mcneils():
    found = figures("all  8/10\nAUROC 0.800 of 40 and 60\n", {"share": r"all +(?P<got>\d+)/(?P<of>\d+)", "area": AREA})

    assert (found["share"].low, found["share"].high) == pytest.approx((0.490, 0.943), abs=0.001)
    assert found["area"].low is not None
    assert found["area"].low < 0.8 < (found["area"].high or 0) < 0.9


AREA = r"AUROC (?P<value>[\d.]+) of (?P<positive>\d+) and (?P<negative>\d+)"


def test_an_interval_that_is_printed_is_taken_as_it_stands():
    found = figures("| right | 0.786 | 0.690 to 0.869 | 84 | x |", {"right": SUITE[0].patterns["right"]})

    assert found["right"] == Figure(value=0.786, low=0.690, high=0.869, n=84, how="bootstrap")


def test_a_figure_that_is_not_printed_is_no_nought():
    with pytest.raises(NotPrinted, match="share"):
        figures("Traceback", {"share": r"all +(?P<got>\d+)/(?P<of>\d+)"})


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_wilsons_interval_holds_the_share_and_narrows(share: float, n: int):
    low, high = wilson(share, n)
    nearer = wilson(share, 4 * n)

    assert -1e-9 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1 + 1e-9
    assert nearer[1] - nearer[0] < high - low


@given(st.floats(0.5, 1), st.integers(2, 500), st.integers(2, 500))
def test_an_area_lies_in_its_interval(area: float, positive: int, negative: int):
    low, high = hanley_mcneil(area, positive, negative)

    assert 0 <= low <= area <= high <= 1


# The runner


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(shared=tmp_path / "none", work=tmp_path)


PRINTS = Measurement(
    name="prints", title="", command="python -c 'print(\"all 3/4\")'", patterns={"right": r"all (?P<got>\d)/(?P<of>\d)"}
)


def test_a_command_leaves_a_record_with_its_figures_commit_and_machine(places: Places, tmp_path: Path):
    measure(PRINTS, places, tmp_path / "results", quick=False)

    record = read(tmp_path / "results" / "prints.json")
    assert (record.status, record.figures["right"].got, record.figures["right"].n) == ("measured", 3, 4)
    assert record.machine is not None
    assert record.machine.cores > 0


def test_a_command_that_fails_has_a_reason_and_no_figures(places: Places, tmp_path: Path):
    command = "python -c 'import sys; sys.exit(\"no such set\")'"

    record = measure(replace(PRINTS, command=command), places, tmp_path / "results", quick=False)

    assert (record.status, record.reason, record.figures) == ("failed", "exit 1: no such set", {})


def test_what_needs_absent_material_is_skipped_and_keeps_what_was_measured(places: Places, tmp_path: Path):
    needing = replace(PRINTS, command="python {shared}/accept/parse.py")
    before = Record(name="prints", title="", command="", status="measured", figures={"right": Figure(value=1.0)})
    write(before, tmp_path / "results")

    record = measure(needing, places, tmp_path / "results", quick=False)

    assert (record.status, "acceptance material" in record.reason) == ("skipped", True)
    assert read(tmp_path / "results" / "prints.json") == before


def test_figures_are_taken_from_what_was_printed_before(tmp_path: Path):
    kept = tmp_path / "kept.txt"
    kept.write_text("all 3/4\n", encoding="utf-8")

    record = printed_before(PRINTS, kept, "abc+")

    assert (record.status, record.commit, record.figures["right"].of) == ("measured", "abc+", 4)
    assert record.machine is not None
    assert record.machine.load is None


def test_the_quick_form_is_a_part_and_what_takes_long_runs_only_when_named():
    whole = [each.name for each in SUITE if is_chosen(each, (), quick=False)]
    quick = [each.name for each in SUITE if is_chosen(each, (), quick=True)]

    assert set(quick) < set(whole)
    assert "scale_100000" not in whole
    assert [each.name for each in SUITE if is_chosen(each, ["scale_100000"], quick=False)] == ["scale_100000"]
