"""Notes on papers for Obsidian: what is in them, and that what a person made of them stays."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.answers import Citation
from paperatlas.core.standing import Notice
from paperatlas.core.summaries import CitedSentence, Summary
from paperatlas.core.types import Metadata
from paperatlas.library import Library
from paperatlas.library.notes.note import MARKER, Quoted, Ties, note_text, own_part
from tests.fakes.libraries import graph_parts, open_test_library
from tests.unit.test_bibliography import SAID, a_document

MOSS = "# Lantern Moss\n\nThe moss of Lantern is green. Amber dust settles on Lantern at night.\n"
FERN = "# Fern Spores\n\nThe fern of Lantern is brown. Its spores fly at dusk over the Coast.\n"
OWN = "\n\nMy thoughts: [[Fern Spores]] first.\n"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "moss.note").write_text(MOSS, encoding="utf-8")
    (papers / "fern.note").write_text(FERN, encoding="utf-8")
    folder = tmp_path / "lib"
    with open_test_library(folder, graph=graph_parts(folder)) as opened:
        opened.ingest(papers)
        opened.correct("moss.note", title="Lantern Moss")
        opened.correct("fern.note", title="Fern Spores")
        opened.ask("Which colour is the moss?", documents=["moss.note"], thread="t", min_confidence=0)
        yield opened


def properties(note: Path) -> dict[str, object]:
    found = yaml.safe_load(note.read_text(encoding="utf-8").split("---\n")[1])
    assert isinstance(found, dict)
    return found


def test_a_note_a_paper_with_summary_quotes_and_links(library: Library, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    assert sorted(library.notes(vault).written) == ["Fern Spores", "Lantern Moss"]
    text = (vault / "Lantern Moss.md").read_text(encoding="utf-8")
    assert properties(vault / "Lantern Moss.md")["paperatlas"] == "moss.note"
    assert "## Summary\n\n- " in text
    assert "Asked: Which colour is the moss?" in text
    assert "- [[Fern Spores]]: Lantern" in text
    assert (vault / "files/moss.note").read_text(encoding="utf-8") == MOSS
    assert text.endswith(f"{MARKER}\n")


def test_again_writes_only_what_is_new(library: Library, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    library.notes(vault)
    before = {path: path.stat().st_mtime_ns for path in vault.rglob("*")}
    report = library.notes(vault)
    assert (report.written, len(report.unchanged)) == ((), 2)
    assert {path: path.stat().st_mtime_ns for path in vault.rglob("*")} == before
    library.correct("moss.note", year=2024)
    assert library.notes(vault).written == ("Lantern Moss",)


def test_what_a_person_wrote_stays_wherever_the_note_was_moved(library: Library, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    library.notes(vault)
    note, moved = vault / "Lantern Moss.md", vault / "read" / "Moss.md"
    moved.parent.mkdir()
    text = note.read_text(encoding="utf-8").replace("---\n", "---\ntags:\n- moss\n", 1)
    moved.write_bytes((text.rstrip("\n") + OWN).replace("\n", "\r\n").encode())
    note.unlink()
    library.correct("moss.note", year=2024)
    assert library.notes(vault).written == ("Fern Spores", "Moss")
    assert moved.read_text(encoding="utf-8").endswith(MARKER + OWN)
    assert properties(moved)["tags"] == ["moss"]
    assert properties(moved)["year"] == 2024
    assert "[[Moss]]" in (vault / "Fern Spores.md").read_text(encoding="utf-8")
    assert not note.exists()


def test_a_note_without_its_marker_and_notes_of_others_are_left_alone(library: Library, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Fern Spores.md").write_text("my own note", encoding="utf-8")
    (vault / "broken.md").write_text("---\na: [\n---\n", encoding="utf-8")
    library.notes(vault)
    assert (vault / "Fern Spores.md").read_text(encoding="utf-8") == "my own note"
    assert properties(vault / "Fern Spores (2).md")["paperatlas"] == "fern.note"
    mine = (vault / "Lantern Moss.md").read_text(encoding="utf-8").replace(MARKER, "")
    (vault / "Lantern Moss.md").write_text(mine, encoding="utf-8")
    assert library.notes(vault).left == ("Lantern Moss",)
    assert (vault / "Lantern Moss.md").read_text(encoding="utf-8") == mine


def test_links_may_lead_to_the_librarys_own_files(library: Library, tmp_path: Path) -> None:
    library.notes(tmp_path / "vault", documents=["moss.note"], copy_files=False)
    text = (tmp_path / "vault/Lantern Moss.md").read_text(encoding="utf-8")
    assert "](<file:///" in text
    assert not (tmp_path / "vault/files").exists()


def test_the_command_writes_them(library: Library, tmp_path: Path) -> None:
    printed = io.StringIO()
    library.close()
    assert run(["--library", str(library.folder), "notes", str(tmp_path / "vault")], stdout=Output(printed)) == 0
    assert "2 notes written, 0 as they were" in printed.getvalue()


# The text of one note


def written(
    library: Library, said: Metadata = SAID, quote: str = "It glows.", file: str = "files/moss.pdf", own: str = ""
) -> str:
    summary = library.summary("moss.note")
    citation = Citation(
        n=1,
        document=a_document().id,
        doc="moss.pdf",
        title="",
        page=3,
        page_label="117",
        section="1 > Results",
        quote=quote,
        boxes=(),
    )
    return note_text(
        a_document(said=said, notices=(Notice(kind="retraction", doi="10.5555/r", date="2025-02-06"),)),
        file=file,
        summary=Summary(node=summary.node, sentences=(CitedSentence(text=quote, citations=(citation,)),)),
        quoted=(Quoted(question="Does it glow?", citation=citation),),
        ties=Ties(cites=("Fern",), cited_by=("Lichen",)),
        kept={},
        own=own,
    )


def test_links_open_the_page_in_the_file(library: Library) -> None:
    text = written(library)
    assert "- It glows. ([p. 117](<files/moss.pdf#page=3>))" in text
    assert "> [p. 117](<files/moss.pdf#page=3>), Results. Asked: Does it glow?" in text
    assert "#page" not in written(library, file="files/moss.html")
    assert "> [!danger] Retracted\n> 2025-02-06 [10.5555/r](<https://doi.org/10.5555/r>)" in text
    assert "## Cites\n\n- [[Fern]]" in text


@pytest.fixture(scope="module")
def one_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("notes")
    (folder / "moss.note").write_text(MOSS, encoding="utf-8")
    with open_test_library(folder / "lib") as opened:
        opened.ingest(folder)
        yield opened


HOSTILE = [
    "![x](https://evil.example/track.png)", "[[Secrets]]", "<img src=x>", "`= this.file`", "```dataview\nlist\n```", "$x$ ~~~js",
    f"a\n{MARKER}\nb", "# heading", "%% hidden %%", "a | b #tag", "](https://evil.example)",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_papers_stays_text(one_library: Library, text: str) -> None:
    made = written(one_library, said=replace(SAID, title=text, venue=text), quote=text)
    kinds = {token.type for token in MarkdownIt().parse(made.split("---\n", 2)[2])}
    inline = [child for token in MarkdownIt().parse(made.split("---\n", 2)[2]) for child in token.children or ()]
    assert kinds.isdisjoint({"fence", "html_block", "code_block"})
    assert {child.type for child in inline}.isdisjoint({"image", "html_inline", "code_inline"})
    assert not any("evil" in str(child.attrGet("href")) for child in inline)
    assert made.count(f"\n{MARKER}") == 1
    assert "[[Secrets" not in made.split("---\n", 2)[2]


@given(own=st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r")))
def test_what_stands_below_the_marker_comes_back_as_it_was(one_library: Library, own: str) -> None:
    assert own_part(written(one_library, own=f"\n{own}")) == f"\n{own}"
