"""Papers in a real browser: sent, removed with undo, corrected, read with marks, looked through for words."""

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np
import pymupdf
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from tests.fakes.visits import Visit, Visits

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TANAKA, SATO, RIVERA = "tanaka2024-humidity.pdf", "sato2024-twelve-numbers.pdf", "rivera2022-mossbank.pdf"
MARKUP = "<img src=x onerror=hacked=1>"
_PATIENCE = 180_000
"""Milliseconds in which two pages are read on a machine that others share."""


@pytest.fixture(scope="module")
def samples(root: Path) -> Path:
    return root / "data" / "samples"


@pytest.fixture
def library(visit: Visits) -> Visit:
    opened = visit()
    opened.open_tab("library")
    opened.page.locator(".part-library .paper").first.wait_for()
    return opened


def titles(page: "Page") -> list[str]:
    return page.locator(".paper .title").all_inner_texts()


def papers(page: "Page") -> set[str]:
    """The names of what the library holds, as the server has it."""
    listed = page.evaluate("fetch('api/v1/documents').then(said => said.json())")
    return {each["doc"] for each in listed["documents"]}


def grave(opened: Visit) -> list[str]:
    found = Axe().run(opened.page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['target']}" for each in found if each["impact"] in {"serious", "critical"}]


def row(page: "Page", title: str) -> "Locator":
    return page.locator(".paper", has_text=title)


def test_papers_are_sent_with_progress_and_say_how_they_were_read(library: Visit, samples: Path, tmp_path: Path) -> None:
    page = library.page
    page.evaluate("window.told = new Set()")
    page.evaluate(
        "new MutationObserver(() => document.querySelectorAll('.sending .said').forEach(each => told.add(each.textContent)))"
        ".observe(document.querySelector('.sendings'), {childList: true, subtree: true, characterData: true})"
    )
    broken = tmp_path / f"{MARKUP}.pdf".replace("/", "")
    broken.write_bytes(b"no paper at all")
    page.locator(".drop input[type=file]").set_input_files([samples / RIVERA, broken])
    page.locator(".sending .added").wait_for(timeout=_PATIENCE)
    library.picture("library-sent")
    told = page.evaluate("[...told]")
    assert any(each.startswith("sending") or each == "waiting" for each in told)
    assert any(each.startswith(("reading page", "read,")) for each in told)
    assert "cannot be read" in page.locator(".sending .failed").inner_text()
    assert RIVERA in papers(page)
    page.locator(".sending .added .link").click()
    page.locator(".one .report").wait_for()
    assert "2 pages" in page.locator(".one .report").inner_text()
    assert page.locator(".state").inner_text().lstrip("●◐ ").startswith("3 papers")
    assert page.evaluate("window.hacked") is None
    assert grave(library) == []


def test_what_is_dropped_on_the_tab_is_sent(library: Visit) -> None:
    page = library.page
    page.evaluate(
        """() => {
          const carried = new DataTransfer();
          carried.items.add(new File(["# Moss\\n\\nMoss glows green in wet air."], "moss.md", {type: "text/markdown"}));
          const how = {dataTransfer: carried, bubbles: true, cancelable: true};
          const home = document.querySelector(".library");
          for (const name of ["dragenter", "dragover", "drop"]) home.dispatchEvent(new DragEvent(name, how));
        }"""
    )
    page.locator(".sending .added").wait_for(timeout=_PATIENCE)
    assert "moss.md" in papers(page)


def test_a_removal_is_undone_and_only_then_not_done(library: Visit) -> None:
    page = library.page
    before = titles(page)
    gone = row(page, "Humidity Biases")
    gone.hover()
    gone.locator(".icon").click()
    assert "Humidity Biases" not in " ".join(titles(page))
    library.picture("library-removed")
    page.locator(".toast button").click()
    row(page, "Humidity Biases").wait_for()
    assert sorted(titles(page)) == sorted(before)
    assert TANAKA in papers(page)


def test_a_removal_is_done_when_the_page_is_left_before_the_undo_has_gone_by(visit: Visits, samples: Path) -> None:
    opened = visit()
    opened.open_tab("library")
    page = opened.page
    page.locator(".drop input[type=file]").set_input_files(
        {"name": "left.md", "mimeType": "text/markdown", "buffer": b"# Left behind\n\nIt is short."}
    )
    page.locator(".sending .added").wait_for(timeout=_PATIENCE)
    left = row(page, "Left behind")
    left.locator(".icon").click()
    page.reload()
    page.wait_for_function(
        "async () => !(await (await fetch('api/v1/documents')).json()).documents.some(each => each.doc === 'left.md')",
        timeout=_PATIENCE,
    )


def test_the_list_is_narrowed_by_words_and_put_in_order(library: Visit) -> None:
    page = library.page
    page.locator(".tools .search").fill("sato 2024")
    page.wait_for_function("document.querySelectorAll('.paper').length === 1")
    assert titles(page) == ["Twelve Numbers Are Enough: Ridge Regression for Lanternmoss"]
    page.locator(".tools .search").fill("zebra")
    page.locator(".rows .empty").wait_for()
    page.locator(".tools .search").fill("")
    page.locator(".tools select").first.select_option("title")
    page.wait_for_function("document.querySelectorAll('.paper').length > 1")
    assert titles(page) == sorted(titles(page), key=str.casefold)


def test_metadata_is_corrected_and_given_back_and_collections_come_and_go(library: Visit) -> None:
    page = library.page
    row(page, "Twelve Numbers").locator(".open").click()
    page.locator(".metadata summary").click()
    page.locator(".metadata [name=title]").fill(f"Thirteen Numbers {MARKUP}")
    page.locator(".metadata button[type=submit]").click()
    page.locator(".one h2", has_text="Thirteen Numbers").wait_for(timeout=_PATIENCE)
    row(page, "Thirteen Numbers").wait_for()
    assert page.evaluate("window.hacked") is None
    page.locator(".one .collections input").fill("winter")
    page.locator(".one .collections input").press("Enter")
    page.locator(".one .tag", has_text="winter").wait_for()
    library.picture("library-paper")
    page.locator(".one .tag button").click()
    page.locator(".one .tag").wait_for(state="detached")
    page.locator(".metadata summary").click()
    page.locator(".metadata .link").click()
    page.locator(".one h2", has_text="Twelve Numbers").wait_for(timeout=_PATIENCE)


def test_a_table_is_shown_as_a_grid_and_copied(library: Visit) -> None:
    page = library.page
    row(page, "Twelve Numbers").locator(".open").click()
    page.locator(".tile", has_text="Table 1").first.click()
    assert page.locator("dialog table.grid td", has_text="Ridge-12").count() == 1
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.taken = text; }")
    page.locator("dialog.window .action").first.click()
    page.wait_for_function("window.taken")
    assert "Ridge-12\t0.52\t0.80\t0.58\t0.87" in page.evaluate("window.taken").splitlines()
    assert grave(library) == []
    page.keyboard.press("Escape")
    page.locator("dialog.window").wait_for(state="detached")


def test_the_file_of_a_paper_is_no_path(visit: Visits) -> None:
    reply = visit().page.request.get(f"{visit.address}/api/v1/documents/{quote('../../etc/passwd', safe='')}/original")
    assert reply.status == 404


@pytest.fixture
def reader(library: Visit) -> Visit:
    row(library.page, "Humidity Biases").locator(".acts .action").click()
    library.page.locator(".reader .sheet img").first.wait_for()
    return library


def test_words_are_found_in_a_paper_and_marked_where_they_are_printed(reader: Visit) -> None:
    page = reader.page
    page.keyboard.press("Control+f")
    page.locator(".finding input").fill("relative humidity")
    page.keyboard.press("Enter")
    current = page.locator(".mark.hit.current")
    current.first.wait_for()
    reader.picture("read-search")
    assert "1 of" in page.locator(".count").inner_text()
    assert page.locator(".places li").count() > 2
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.count').textContent.startsWith('2 of')")
    box = current.first.bounding_box()
    words = page.evaluate(
        """(box) => [...document.querySelectorAll('.sheet .words span')].filter(each => {
             const at = each.getBoundingClientRect(), y = box.y + box.height / 2;
             return at.top < y && at.bottom > y && at.left < box.x + box.width && at.right > box.x;
           }).map(each => each.textContent).join(' ')""",
        box,
    )
    assert "humidity" in words.lower() or "relative" in words.lower()
    assert coloured(page, box) > 0.5
    page.locator(".finding input").fill("zebra")
    page.keyboard.press("Enter")
    page.locator(".count", has_text="Not in this paper").wait_for()
    assert grave(reader) == []


def coloured(page: "Page", box: "FloatRect | None") -> float:
    """The share of a box that is not grey."""
    assert box is not None
    pixels = np.asarray(Image.open(io.BytesIO(page.screenshot(clip=box))).convert("RGB")).astype(int)
    return float((pixels.max(axis=2) - pixels.min(axis=2) > 30).mean())


def test_outline_and_references_lead_where_they_say(reader: Visit) -> None:
    page = reader.page
    page.locator(".outline button", has_text="References").click()
    page.wait_for_function("document.querySelector('.jump').value === '2'")
    page.locator("[data-view=references]").click()
    page.locator(".references li").first.wait_for()
    assert page.locator(".references li").count() == 4
    page.locator("[data-view=floats]").click()
    assert page.locator(".tile").count() >= 1
    page.locator(".jump").fill("1")
    page.locator(".jump").press("Enter")
    page.wait_for_function("document.querySelector('.pages').scrollTop < 20")


def test_the_evidence_of_an_answer_is_opened_with_its_marks_and_taken_along(visit: Visits, tmp_path: Path) -> None:
    opened = visit(accept_downloads=True)
    opened.ask("What is the RMSE of Ridge-12 on the site split?")
    page = opened.page
    page.locator(".chip").first.click()
    page.locator("[data-name=read]").click()
    page.locator(".mark.cited.current").first.wait_for()
    opened.picture("read-evidence")
    assert coloured(page, page.locator(".mark.cited.current").first.bounding_box()) > 0.5
    with page.expect_download() as download:
        page.locator(".taking button").click()
    download.value.save_as(tmp_path / "marked.pdf")
    assert "(marked)" in download.value.suggested_filename
    with pymupdf.open(tmp_path / "marked.pdf") as marked:
        sheet = marked[0]
        notes = [each.info["content"] for each in sheet.annots()]
    assert any("0.87" in each for each in notes)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_paper_fills_the_width_and_nothing_keeps_anybody_out(visit: Visits, scheme: str) -> None:
    opened = visit(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    opened.open_tab("library")
    row(opened.page, "Humidity Biases").locator(".acts .action").click()
    opened.page.locator(".reader .sheet img").first.wait_for()
    opened.picture(f"read-phone-{scheme}")
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sheet = opened.page.locator(".sheet").first.bounding_box()
    assert sheet is not None
    assert sheet["width"] > 300
    assert grave(opened) == []


def test_a_retracted_paper_is_marked_in_the_list_and_on_its_card(visit: Visits) -> None:
    opened = visit()

    def retracted(route: "Route") -> None:
        said = route.fetch()
        body = said.json()
        for each in body.get("documents", [body]):
            if each["doc"] == SATO:
                each["standing"] = "retracted"
                each["notices"] = [{"kind": "retraction", "doi": "10.5555/r", "date": "2025-02-06", "source": "publisher"}]
        route.fulfill(response=said, json=body)

    opened.page.route(re.compile(r"/api/v1/documents(\?|/[0-9a-f]+$)"), retracted)
    opened.open_tab("library")
    page = opened.page
    marked = page.locator(".paper", has=page.locator(".sign.against"))
    marked.locator(".sign.against", has_text="Retracted").wait_for()
    assert marked.count() == 1
    marked.locator(".open").click()
    page.locator(".one .against a", has_text="10.5555/r").wait_for()
    assert grave(opened) == []
