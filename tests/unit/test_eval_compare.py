"""Comparing runs, and their reports: paired, tested against chance, escaped, and with all that failed."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting
from paperatlas.eval.charts import bars, risk_chart
from paperatlas.eval.comparing import compare, comparison_markdown, mcnemar
from paperatlas.eval.confidence import risk_coverage
from paperatlas.eval.figures import Figure
from paperatlas.eval.history import keep
from paperatlas.eval.measures import Part
from paperatlas.eval.record import Failed, Made, Record, Scored
from paperatlas.eval.report import run_html
from paperatlas.eval.summing import run_json
from tests.unit.test_eval_history import runs_of

MADE = Made(questions="q", config="default", scope="scoped", started="2026-01-01")


def scored(id_: str, *, ok: bool, answer: str = "so", question: str = "why?") -> Scored:
    return Scored(
        id=id_,
        kind="fact",
        question=question,
        answerable=True,
        ok=ok,
        status="answered",
        answer=answer,
        confidence=0.5,
        reason="",
        citations=(("a.pdf", 1, "quoted"),),
        scores={"right": Part(float(ok), 1.0), "accuracy": Part(float(ok), 1.0)},
        seconds=0.1,
    )


def a_record(*rights: bool, start: int = 0) -> Record:
    return Record(made=MADE, items=tuple(scored(str(start + at), ok=right) for at, right in enumerate(rights)))


FAILURE = Failed(id="0", kind="fact", question="why?", code="timed_out", message="too <slow>")


def of(found, name: str):
    return next(each for each in found.differences if each.name == name)


def test_a_run_differs_from_itself_by_nothing() -> None:
    found = compare(a_record(True, False, True), a_record(True, False, True))
    assert {(each.after - each.before, each.p) for each in found.differences} == {(0.0, 1.0)}
    assert (found.splits, found.mcnemar) == ((), 1.0)


def test_twenty_gained_and_none_lost_is_no_chance_and_two_may_be() -> None:
    much = compare(a_record(*[False] * 20, True), a_record(*[True] * 21))
    little = compare(a_record(*[False] * 2, *[True] * 19), a_record(*[True] * 21))
    assert of(much, "right").is_significant
    assert of(much, "right").low > 0
    assert much.mcnemar < 0.001
    assert not of(little, "right").is_significant
    assert little.mcnemar == 0.5


@settings(max_examples=30)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=25))
def test_turning_a_comparison_round_turns_its_signs(pairs) -> None:
    one, other = (a_record(*rights) for rights in zip(*pairs, strict=True))
    there, back = compare(one, other), compare(other, one)
    assert of(there, "right").p == pytest.approx(of(back, "right").p, abs=0.02)
    assert there.mcnemar == back.mcnemar
    assert of(there, "right").after == of(back, "right").before
    assert len(there.splits) == sum(a != b for a, b in pairs)


@given(st.integers(0, 200), st.integers(0, 200))
def test_the_exact_p_is_a_probability_and_does_not_depend_on_which_is_first(one, other) -> None:
    assert 0 < mcnemar(one, other) <= 1
    assert mcnemar(one, other) == mcnemar(other, one)


def test_what_failed_in_one_is_compared_in_none() -> None:
    broken = Record(made=MADE, items=(FAILURE, scored("1", ok=True)))
    found = compare(a_record(True, True, True), broken)
    assert (found.shared, found.failed, found.only_before, found.only_after) == (2, 1, 1, 0)
    assert of(found, "right").n == 1
    assert "1 of them failed" in comparison_markdown(found)
    with pytest.raises(BadSetting, match="no question in common"):
        compare(a_record(True), a_record(True, start=7))


def test_the_page_names_failures_loads_nothing_and_runs_nothing_that_a_paper_says() -> None:
    nasty = "<script>alert(1)</script> & <img src=x onerror=y>"
    record = Record(made=MADE, items=(FAILURE, scored("1", ok=False, answer=nasty, question=nasty)))
    page = run_html(record)
    assert "2 questions, 1 scored, 1 failed" in page
    assert "too &lt;slow&gt;" in page
    assert "<script" not in page
    assert "<img" not in page
    # The name of SVG is an address that nothing loads.
    assert not re.findall(r"(?:src|href|url\()", page.replace("src=x", ""))
    assert set(re.findall(r"https?://[^\"' <]+", page)) == {"http://www.w3.org/2000/svg"}


def test_charts_are_whole_svg_and_keep_names_as_text() -> None:
    figure = Figure(value=0.5, low=-0.1, high=1.2, n=3)
    for chart in (bars({'<a href="x">&': figure}, "<t>"), risk_chart(risk_coverage([0.9, 0.1], [True, False]))):
        assert ET.fromstring(chart).tag.endswith("svg")


def commanded(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    import sys

    code = run(list(words), stdout=Output(sys.stdout))
    return code, capsys.readouterr().out


def test_the_commands_compare_report_and_list_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, record in (("a", a_record(True, False)), ("b", a_record(True, True))):
        (tmp_path / f"{name}.json").write_text(json.dumps(run_json(record)), encoding="utf-8")
    a, b, page = (str(tmp_path / name) for name in ("a.json", "b.json", "page.html"))
    code, said = commanded(capsys, "eval", "compare", a, b, "--json")
    assert code == 0
    assert [split["id"] for split in json.loads(said)["questions"]] == ["1"]
    assert commanded(capsys, "eval", "report", a, "--html", page)[0] == 0
    assert Path(page).read_text(encoding="utf-8").startswith("<!doctype html>")
    keep(runs_of(tmp_path / "lib"), a_record(True))
    code, said = commanded(capsys, "--library", str(tmp_path / "lib"), "eval", "history", "--json")
    assert json.loads(said)["runs"][0]["metrics"]["right"]["value"] == 1.0
    assert commanded(capsys, "eval", "report", page)[0] == 2
