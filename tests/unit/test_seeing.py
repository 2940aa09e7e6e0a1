"""What no text says is read from a picture, by a model that sees, and shown as such."""

from dataclasses import replace
from pathlib import Path

import anyio
import pymupdf
import pytest

from paperatlas.agents.figure import analyze_figure
from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.agents.vision import Seen
from paperatlas.agents.write.form import Reply
from paperatlas.core.answers import Answer
from paperatlas.core.errors import ConfigError, UnknownFloat, UnsupportedFile
from paperatlas.core.events import Answered
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import LLM
from paperatlas.core.types import BlockKind, Box, Figure, ParsedDocument
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.models.openai_compat import OpenAICompatible
from paperatlas.pipeline.rendering.pdf_pages import PdfPages
from tests.fakes.documents import document, page
from tests.fakes.endpoint import Said, endpoint
from tests.fakes.shelf import Shelf
from tests.fakes.writers import Writer

CAPTION = "Figure 2: Error of Northwind and the almanac over the months of the held-out year."
TEXT = "Northwind is a gated network that predicts tides. It is trained on 12,000 tide records from four harbours."
COLOUR = "Which colour has the curve of the almanac in Figure 2?"
BOX = Box(1, 50, 120, 350, 320)
NOTHING = Reply(answerable=False, statements=[])
RED = Seen(shown=True, picture=1, text="The almanac's curve is red.")
EMBEDDER = bundled_embedder(threads=1)


def paper() -> ParsedDocument:
    made = document(
        page(1, [(BlockKind.PARAGRAPH, "1 Introduction", TEXT), (BlockKind.CAPTION, "2 Results", CAPTION)]), title="Northwind"
    )
    return replace(made, figures=(Figure(label="Figure 2", caption=CAPTION, page=1, box=BOX, section="2 Results"),))


def drawn(folder: Path) -> Path:
    """The page of the paper as a file: a red curve where its figure is."""
    with pymupdf.open() as pdf:
        sheet = pdf.new_page(width=400, height=800)
        sheet.draw_line((60, 300), (340, 140), color=(1, 0, 0), width=3)
        pdf.save(folder / "paper.pdf")
    return folder / "paper.pdf"


def ask(question: str, llm: LLM, folder: Path | None) -> Answer:
    def crop(_document: DocumentId, box: Box) -> bytes:
        if folder is None:
            raise UnsupportedFile("It is a record.")
        return PdfPages().region(drawn(folder), box)

    deps = replace(Shelf(paper(), embedder=EMBEDDER).deps(), llm=llm, crop=crop)

    async def run() -> Answer:
        async for event in research(Question(text=question), deps):
            if isinstance(event, Answered):
                return event.answer
        raise AssertionError("the last event is the answer")

    return anyio.run(run)


def test_what_the_text_does_not_say_is_read_from_the_figure_and_marked_so(tmp_path: Path) -> None:
    answer = ask(COLOUR, Writer([NOTHING, RED], sees=True), tmp_path)
    assert answer.text == "The almanac's curve is red (read from the picture of Figure 2 by a language model) [1]."
    assert [claim.label for claim in answer.claims] == ["unverifiable"]


def test_the_answer_cites_the_box_of_the_figure_and_its_caption(tmp_path: Path) -> None:
    (citation,) = ask(COLOUR, Writer([NOTHING, RED], sees=True), tmp_path).citations
    assert citation.quote == CAPTION
    assert citation.boxes[0] == BOX
    assert len(citation.boxes) > 1


def test_the_model_gets_the_figure_as_png_and_its_caption_as_a_quotation(tmp_path: Path) -> None:
    llm = Writer([NOTHING, RED], sees=True)
    ask(COLOUR, llm, tmp_path)
    turn = llm.asked[-1][-1]
    assert [png[:8] for png in turn.images] == [b"\x89PNG\r\n\x1a\n"]
    assert CAPTION in turn.content
    assert all(not each.images for each in llm.asked[0])


@pytest.mark.parametrize(
    ("seen", "sees"), [(Seen(shown=False), True), (Seen(shown=True, picture=7, text="Red."), True), (RED, False)]
)
def test_what_the_model_does_not_see_is_not_shown(tmp_path: Path, seen: Seen, sees: bool) -> None:
    assert "red" not in ask(COLOUR, Writer([NOTHING, seen], sees=sees), tmp_path).text.lower().split()


def test_a_question_that_the_text_answers_costs_no_picture(tmp_path: Path) -> None:
    llm = Writer([NOTHING, RED], sees=True)
    answer = ask("How many tide records is Northwind trained on?", llm, tmp_path)
    assert "12,000" in answer.text
    assert len(llm.asked) == 1


def test_a_document_without_printed_pages_has_nothing_to_show() -> None:
    llm = Writer([NOTHING, RED], sees=True)
    ask(COLOUR, llm, None)
    assert len(llm.asked) == 1


def look(label: str, llm: LLM, folder: Path) -> Answer:
    shelf = Shelf(paper(), embedder=EMBEDDER)
    deps = replace(shelf.deps(), llm=llm, crop=lambda _, box: PdfPages().region(drawn(folder), box))
    (known,) = shelf.documents()
    return anyio.run(analyze_figure, known, label, "Which colour has the almanac?", deps)


@pytest.mark.parametrize("label", ["Figure 2", "fig. 2", "FIGURE 2"])
def test_one_figure_can_be_asked_by_its_label(tmp_path: Path, label: str) -> None:
    answer = look(label, Writer([RED], sees=True), tmp_path)
    assert answer.text.startswith("The almanac's curve is red")
    assert answer.citations[0].boxes[0] == BOX


def test_a_figure_that_does_not_show_it_is_no_answer(tmp_path: Path) -> None:
    answer = look("Figure 2", Writer([Seen(shown=False)], sees=True), tmp_path)
    assert answer.status == "abstained"
    assert answer.closest is not None


def test_a_figure_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownFloat) as raised:
        look("Figure 7", Writer([], sees=True), tmp_path)
    assert "Figure 2" in raised.value.hint


def test_without_a_model_that_sees_one_is_told_what_to_set(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        look("Figure 2", Writer([RED]), tmp_path)
    assert "PAPERATLAS_VISION_MODEL" in raised.value.hint


def test_an_endpoint_gets_the_picture_beside_the_question(tmp_path: Path) -> None:
    with endpoint(Said(text=RED.model_dump_json(), counts=None)) as served:
        answer = look("Figure 2", OpenAICompatible(model="small", base_url=served.url, sees=True), tmp_path)
    assert "red" in answer.text
    parts = served.requests[-1]["messages"][-1]["content"]
    (address,) = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    assert address.startswith("data:image/png;base64,iVBORw0KGgo")
