"""How well files are read: what is missing costs recall, what is too much precision, and what is not labelled nothing."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import (
    Box,
    Cell,
    Equation,
    Figure,
    Heading,
    Metadata,
    Page,
    ParsedDocument,
    Reference,
    Table,
)
from paperatlas.eval.checked import Checked, checked_json
from paperatlas.eval.measures import Part
from paperatlas.eval.parsing.labels import Labels, read_labels
from paperatlas.eval.parsing.measures import MEANINGS
from paperatlas.eval.parsing.mentions import MEANINGS as MENTIONS
from paperatlas.eval.parsing.mentions import check_mentions, read_marked
from paperatlas.eval.parsing.scoring import check_read
from paperatlas.eval.parsing.tables import grid_score

PAGE = Page(number=1, text="Moss lamps glow in glass-\nhouses at night.\n\nA tray of moss needs 36 hours to recover.")
SECOND = Page(number=2, text="The self-attention of moss is low. Terns are birds.")
GRID = [["Lamp", "Light"], ["Tern", "36"], ["Heron", "48"]]
TABLE = Table(
    label="Table 1",
    caption="Table 1: Lamps and their light",
    page=1,
    box=Box(1, 0, 0, 10, 10),
    rows=tuple(tuple(Cell(text) for text in row) for row in GRID),
)
READ = ParsedDocument(
    name="moss.pdf",
    id=DocumentId("0" * 32),
    pages=(PAGE, SECOND),
    metadata=Metadata(
        title="Moss Lamps", authors=("Ada Obi", "Bo Lind"), year=2025, abstract="We glow. It is low.", arxiv_id="2501.1v2"
    ),
    headings=(
        Heading(number="1", text="Light", level=1, page=1),
        Heading(number="1.1", text="At night", level=2, page=1),
        Heading(number="", text="Recovery.", level=3, page=1, run_in=True),
    ),
    tables=(TABLE,),
    figures=(Figure(label="Figure 1", caption="Figure 1: A lamp", page=2, box=Box(2, 0, 0, 100, 100)),),
    equations=(Equation(number="(1)", text="E = mc", page=2, box=Box(2, 0, 0, 1, 1)),),
    references=(
        Reference(number=1, text="A. Obi. On moss. 2020. arXiv:2001.00001.", page=2),
        Reference(number=2, text="Müller, K. Terns. 2021.", page=2),
    ),
)
WHOLE = {
    "file": "moss.pdf",
    "title": "Moss lamps",
    "authors": ["Ada Obi", "Bo Lind"],
    "year": 2025,
    "doi": None,
    "arxiv_id": "2501.1",
    "abstract": {"starts": "We glow", "ends": "is low."},
    "reading_order": [[1, "Moss lamps glow", "36 hours to recover"]],
    "cross_page_order": [["hours to recover", "The self-attention"]],
    "not_in_body": ["Journal of Moss 12", "7"],
    "keep_hyphen": ["self-attention"],
    "headings": [
        {"number": "1", "text": "Light", "level": 1, "page": 1},
        {"number": "1.1", "text": "At night", "level": 2, "page": 1},
        {"text": "Recovery", "level": 3, "page": 1, "kind": "run-in"},
    ],
    "tables": [{"page": 1, "caption_starts": "Table 1: Lamps", "grid": GRID}],
    "figures": [{"page": 2, "caption_starts": "Figure 1", "bbox_approx": [0, 0, 100, 90]}],
    "equations": [{"page": 2, "number": "1"}],
    "references": {
        "count": 2,
        "first": {"n": 1, "first_author": "Ada Obi", "year": 2020, "arxiv": "2001.00001"},
        "last": {"n": 2, "first_author": "Müller, K.", "year": 2021},
    },
}


def metrics(labels: dict[str, object], read: ParsedDocument = READ) -> dict[str, float]:
    item = check_read(Labels.model_validate({"file": "moss.pdf", **labels}), read, name="moss")
    return {name: figure["value"] for name, figure in checked_json([item], MEANINGS)["metrics"].items()}


def test_what_is_read_as_it_is_labelled_has_every_point() -> None:
    got = metrics(WHOLE)
    assert {name: value for name, value in got.items() if value != 1} == {}
    assert set(MEANINGS) - set(got) == {"text_similarity"}


def test_what_is_not_labelled_is_not_judged() -> None:
    assert metrics({}) == {}
    assert set(metrics({"title": "Moss Lamps"})) == {"title"}


def test_whoever_takes_every_line_for_a_heading_pays_in_precision() -> None:
    everything = tuple(Heading(number="", text=f"line {at}", level=1, page=1) for at in range(18))
    got = metrics({"headings": WHOLE["headings"]}, replace(READ, headings=(*READ.headings, *everything)))
    assert got["headings_recall"] == 1
    assert got["headings_precision"] == pytest.approx(0.1)
    assert got["headings_f1"] == pytest.approx(4 / 22, abs=1e-4)


def test_a_heading_of_another_page_or_level_is_not_the_one() -> None:
    moved = tuple(replace(heading, page=2) for heading in READ.headings)
    got = metrics({"headings": WHOLE["headings"]}, replace(READ, headings=moved))
    assert got["headings_recall"] == got["headings_precision"] == got["run_in_f1"] == 0
    flat = tuple(replace(heading, level=1) for heading in READ.headings)
    assert metrics({"headings": WHOLE["headings"]}, replace(READ, headings=flat))["headings_level"] == 0.5


def test_columns_read_across_are_out_of_order_and_a_running_head_in_the_body_shows() -> None:
    turned = replace(PAGE, text="36 hours to recover. Journal of Moss 12\n7\nMoss lamps glow")
    got = metrics(WHOLE, replace(READ, pages=(turned, SECOND)))
    assert (got["order"], got["text_absent"]) == (0, 0)
    gone = metrics(WHOLE, replace(READ, pages=(SECOND,)))
    assert (gone["order"], gone["text_present"], gone["order_across_pages"]) == (0, 0, 0)


def test_a_number_is_a_page_number_only_on_a_line_of_its_own() -> None:
    assert metrics({"not_in_body": ["36"]})["text_absent"] == 1


def test_the_text_of_a_page_is_as_similar_as_its_edit_distance_allows() -> None:
    page = {"page": 2, "text": "The self-attention of moss is low. Terns are birds."}
    assert metrics({"text": [page]})["text_similarity"] == 1
    assert metrics({"text": [{**page, "text": page["text"].replace("low", "high")}]})["text_similarity"] == pytest.approx(
        0.92, abs=0.02
    )
    doubled = replace(SECOND, text=f"{SECOND.text} {SECOND.text}")
    assert metrics({"text": [page]}, replace(READ, pages=(doubled,)))["text_similarity"] == pytest.approx(0.5, abs=0.01)


def test_a_table_or_figure_too_many_costs_precision_and_one_without_its_caption_recall() -> None:
    more = metrics(WHOLE, replace(READ, tables=(TABLE, TABLE), figures=READ.figures * 2))
    assert (more["tables_precision"], more["figures_precision"]) == (0.5, 0.5)
    bare = metrics(
        WHOLE, replace(READ, tables=(replace(TABLE, caption=""),), figures=(replace(READ.figures[0], box=Box(2, 0, 0, 30, 30)),))
    )
    assert (bare["tables_recall"], bare["table_cells"], bare["figures_recall"]) == (0, 1, 0)


def test_references_need_author_year_and_identifier_at_their_place() -> None:
    turned = replace(READ, references=READ.references[::-1])
    assert metrics(WHOLE, turned)["reference_entries"] == 0
    assert metrics(WHOLE, replace(READ, references=READ.references[:1]))["references_count"] == 0


def test_a_doi_where_there_is_none_is_wrong_and_the_order_of_authors_counts() -> None:
    made_up = replace(READ.metadata, doi="10.1/x", authors=("Bo Lind", "Ada Obi"), year=None)
    got = metrics(WHOLE, replace(READ, metadata=made_up))
    assert (got["doi"], got["authors_exact"], got["authors_f1"], got["year"]) == (0, 0, 1, 0)


CELLS = st.lists(st.lists(st.sampled_from(["a", "b", "12", "3.5 %", ""]), min_size=2, max_size=2), min_size=1, max_size=5)


@settings(max_examples=60)
@given(CELLS)
def test_a_grid_is_wholly_like_itself(grid) -> None:
    score = grid_score(grid, grid)
    filled = sum(bool(cell) for row in grid for cell in row)
    assert score.wanted == score.given == 2 * len(grid)
    assert score.right >= filled


@settings(max_examples=60)
@given(CELLS, CELLS)
def test_no_likeness_exceeds_what_is_labelled_or_read(labelled, read) -> None:
    score = grid_score(labelled, read)
    assert 0 <= score.similar <= score.wanted + 1e-9
    assert score.right <= score.wanted
    assert 0 <= score.given <= sum(map(len, read))


def test_a_missing_row_shifts_nothing_and_a_surplus_one_costs_precision() -> None:
    less, more = grid_score(GRID, [GRID[0], GRID[2]]), grid_score(GRID, [*GRID, ["Terns", "are birds"]])
    assert (less.right, less.wanted, less.given) == (4, 6, 4)
    assert (more.right, more.wanted, more.given) == (6, 6, 8)


def test_a_spanning_cell_may_stand_in_any_column_of_its_span_and_what_is_not_labelled_is_not_judged() -> None:
    labelled = [["All lamps", None, ""], ["Tern", "36", None]]
    for read in ([["All lamps", "", ""], ["Tern", "36", "?"]], [["", "All lamps", ""], ["Tern", "36", "?"]]):
        score = grid_score(labelled, read)
        assert (score.right, score.wanted, score.given) == (4, 4, 4)


def test_intervals_draw_documents_not_their_facts() -> None:
    good = Checked(id="a", kind="paper", scores={"order": (Part(1, 1),) * 50})
    bad = Checked(id="b", kind="scan", scores={"order": (Part(0, 1),) * 50})
    told = checked_json([good, bad], MEANINGS)
    assert told["metrics"]["order"] == {"value": 0.5, "low": 0.0, "high": 1.0, "n": 2}
    assert told["by_kind"]["scan"]["metrics"]["order"]["n"] == 50


def test_labels_that_are_none_are_told_with_their_field(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    for content, field in (
        ('{"title": "x"}', "file"),
        ('{"file": "a.pdf", "headings": [{"text": "x", "page": 0}]}', "headings.0.page"),
        ("[]", "the file"),
    ):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(BadSetting, match=field.replace(".", r"\.")):
            read_labels(file)
    with pytest.raises(BadSetting, match="no labels"):
        read_labels(tmp_path / "empty" if (tmp_path / "empty").mkdir() is None else tmp_path)


def test_the_command_reads_files_tells_failures_and_names_labels_that_mean_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    (tmp_path / "moss.md").write_text("# Moss lamps\n\n## Light\n\nMoss glows.\n", encoding="utf-8")
    for name in ("moss.md", "missing.pdf"):
        labels = {"file": name, "kind": "note", "title": "Moss lamps", "tittle": "x"}
        (tmp_path / f"{name}.json").write_text(json.dumps(labels), encoding="utf-8")
    assert run(["eval", "parse", str(tmp_path), "--json"], stdout=Output(sys.stdout)) == 1
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert (told["n"], told["scored"], told["failed"], told["failures"]) == (2, 1, 1, {"unreadable_file": 1})
    assert told["metrics"]["title"]["value"] == 1
    assert "tittle" in said.err


CONLL = """-DOCSTART- NN O O

We NN O O
use NN O O
moss NN O I-Method
lamps NN O I-Method
-LRB- NN O O
Tern NN O B-Method
-RRB- NN O O
. NN O O

-DOCSTART- NN O O

Nothing NN O O
"""


def test_marked_mentions_are_read_with_the_text_as_it_is_printed_and_counted_once(tmp_path: Path) -> None:
    file = tmp_path / "a.conll"
    file.write_text(CONLL, encoding="utf-8")
    texts = read_marked(file)
    assert [text.text for text in texts] == ["We use moss lamps (Tern).", "Nothing"]
    assert [mark[:2] for mark in texts[0].marked] == [(2, 3), (5, 5)]
    found = {texts[0].text: [(7, 17), (7, 17), (12, 17), (0, 2)], "Nothing": []}
    told = checked_json(list(check_mentions(texts, found.__getitem__)), MENTIONS)
    values = {name: figure["value"] for name, figure in told["metrics"].items()}
    assert (values["mentions_recall"], values["overlap_recall"]) == (0.5, 0.5)
    assert values["mentions_precision"] == pytest.approx(1 / 3, abs=1e-4)
    assert told["items"][0]["missed"] == ["no 'Tern'"]


def test_sentences_in_which_only_some_names_are_marked_have_no_precision(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    row = {"text": "[[ Moss ]] is used for << lamps >> .", "label": "USED-FOR", "metadata": [0, 0, 4, 4]}
    file.write_text(json.dumps(row) + "\n" + json.dumps(row), encoding="utf-8")
    [text] = read_marked(file)
    [item] = check_mentions([text], lambda _: [(0, 4)])
    assert text.text == "Moss is used for lamps."
    assert set(item.scores) == {"mentions_recall", "overlap_recall"}
    file.write_text('{"text": "x"}', encoding="utf-8")
    with pytest.raises(BadSetting, match="Line 1"):
        read_marked(file)
