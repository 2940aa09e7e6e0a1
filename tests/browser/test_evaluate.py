"""The tab Evaluate in a real browser: wrong lines, a set made and looked through by keys, a run and its answers, two runs."""

import json
import time
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.fakes.visits import Visit, Visits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MARKUP = "<img src=x onerror=window.hacked=1>"
REFUSED = "status of 422"
"""What the console says of a file that is no question set."""
TANAKA = "tanaka2024-humidity.pdf"
QUESTIONS = (
    {
        "id": "1",
        "question": "How many readings were taken between 75 and 85 percent humidity?",
        "doc": TANAKA,
        "accept": [["1,370"]],
    },
    {"id": "2", "question": f"What is {MARKUP}?", "kind": "none", "unanswerable": True},
    {
        "id": "3",
        "question": "What is the title of this paper?",
        "doc": TANAKA,
        "scope_always": True,
        "accept": [["Humidity Biases"]],
    },
)
_PATIENCE = 180_000
"""Milliseconds in which a few questions are answered on a machine that others share."""


def lines(*rows: object) -> bytes:
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode()


@pytest.fixture(scope="module")
def has_run(app_address: str) -> None:
    """The library has a set, and a run over it."""
    sets, runs = f"{app_address}/api/v1/question-sets", f"{app_address}/api/v1/evaluations"
    id_ = httpx.post(sets, files={"file": ("phone.jsonl", lines(*QUESTIONS))}).json()["id"]
    job = httpx.post(runs, json={"question_set": id_, "scoped": True}, timeout=60).json()
    end = time.monotonic() + _PATIENCE / 1000
    while job["state"] in {"waiting", "running"} and time.monotonic() < end:
        time.sleep(0.3)
        job = httpx.get(f"{runs}/jobs/{job['id']}", timeout=60).json()
    assert job["state"] == "done"


@pytest.fixture
def tab(visit: Visits) -> Visit:
    opened = visit()
    opened.open_tab("evaluate")
    opened.page.locator(".evaluate .sets > li").first.wait_for()
    return opened


def send(opened: Visit, name: str, content: bytes) -> None:
    field = opened.page.locator(".evaluate .block input[type=file]")
    field.set_input_files({"name": name, "mimeType": "application/jsonl", "buffer": content})


def grave(opened: Visit) -> list[str]:
    found = Axe().run(opened.page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['target']}" for each in found if each["impact"] in {"serious", "critical"}]


def evaluated(opened: Visit, name: str) -> None:
    """Run a set as it is set and without the reranker, to the end."""
    page = opened.page
    page.locator(".set", has_text=name).locator(".main").click()
    page.locator("form.beginning summary").click()
    page.locator("form.beginning [value=no-rerank]").check()
    opened.picture("evaluate-how")
    page.locator("form.beginning button[type=submit]").click()
    page.locator(".job .plain").first.wait_for(timeout=_PATIENCE)


def test_every_wrong_line_of_a_file_is_told_and_its_markup_is_text(tab: Visit) -> None:
    tab.expected.append(REFUSED)
    page = tab.page
    send(tab, f"{MARKUP}.jsonl", lines(QUESTIONS[0], '{"id": ', {"id": "9", "questions": MARKUP}))
    page.locator(".faults li").nth(1).wait_for()
    assert [each.split(":")[0] for each in page.locator(".faults li").all_inner_texts()] == ["Line 2", "Line 3"]
    assert page.evaluate("window.hacked") is None
    assert grave(tab) == []


def test_a_set_is_made_and_looked_through_by_keys_and_nothing_is_lost_when_the_page_is_left(tab: Visit, tmp_path: Path) -> None:
    page = tab.page
    page.get_by_role("button", name="Make from the papers").click()
    page.locator("form.making .papers input").first.wait_for()
    page.locator("form.making input[type=text]").fill("keys")
    page.locator("form.making button[type=submit]").click()
    far = page.locator(".how-far")
    far.wait_for(timeout=_PATIENCE)
    page.locator(".proof-place .paper-page img").wait_for()
    tab.picture("evaluate-review")
    assert grave(tab) == []
    first = page.locator(".question .asked").inner_text()
    page.keyboard.press("a")
    page.wait_for_function("first => document.querySelector('.question .asked').innerText !== first", arg=first)
    page.keyboard.press("r")
    page.wait_for_function("document.querySelector('.how-far').innerText.includes('1 rejected')")
    page.keyboard.press("e")
    page.locator("form.mend textarea").first.fill(f"How {MARKUP}?")
    page.locator("form.mend textarea").nth(1).fill("forty\n40; lumens")
    page.locator("form.mend button[type=submit]").click()
    page.wait_for_function("document.querySelector('.how-far').innerText.includes('1 mended')")
    page.keyboard.press("ArrowLeft")
    page.reload()
    page.locator(".atlas-head .state").wait_for()
    tab.open_tab("evaluate")
    page.locator(".set", has_text="keys").get_by_role("button", name="Review").click()
    far.wait_for()
    assert "1 accepted · 1 mended · 1 rejected" in far.inner_text()
    assert MARKUP in page.locator(".all li").nth(2).inner_text()
    assert page.evaluate("window.hacked") is None
    page.locator(".title .download summary").click()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Accepted and mended").click()
    taken.value.save_as(tmp_path / "reviewed.jsonl")
    kept = [json.loads(line) for line in (tmp_path / "reviewed.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [each["question"] for each in kept] == [first, f"How {MARKUP}?"]
    assert kept[1]["accept"] == [["forty"], ["40", "lumens"]]


def test_a_set_is_run_in_two_ways_and_answers_open_their_page_and_the_runs_are_compared(tab: Visit) -> None:
    page = tab.page
    send(tab, "short.jsonl", lines(*QUESTIONS))
    page.locator(".set", has_text="short").wait_for()
    evaluated(tab, "short")
    tab.picture("evaluate-home")
    assert grave(tab) == []
    page.locator(".job .plain").first.click()
    page.locator(".counted").wait_for()
    assert page.locator(".counted").inner_text().split()[:6] == ["3", "asked", "3", "scored", "0", "failed"]
    assert page.locator("svg.chart[role=img]").first.get_attribute("aria-label")
    page.locator(".questions summary").first.click()
    page.locator(".questions .cited .quote").first.click()
    page.locator("dialog .paper-page img").wait_for()
    page.wait_for_function("document.querySelector('dialog .paper-page img').naturalWidth > 0")
    tab.picture("evaluate-quote")
    page.keyboard.press("Escape")
    tab.picture("evaluate-run")
    assert grave(tab) == []
    page.locator(".evaluate .back").click()
    boxes = page.locator(".runs tbody input")
    boxes.nth(1).wait_for()
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.locator(".comparing button").click()
    page.locator(".pair-of li").nth(1).wait_for()
    assert "3 questions in both" in page.locator(".counted").inner_text()
    tab.picture("evaluate-compare")
    assert grave(tab) == []


@pytest.mark.usefixtures("has_run")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_the_review_and_a_run_keep_nobody_out(visit: Visits, scheme: str) -> None:
    opened = visit(color_scheme=scheme, viewport={"width": 390, "height": 844})
    opened.open_tab("evaluate")
    page = opened.page
    page.locator(".evaluate .open-run").first.click()
    page.locator(".counted").wait_for()
    opened.picture(f"evaluate-run-{scheme}-phone")
    run = grave(opened)
    page.locator(".evaluate .back").click()
    page.locator(".set").get_by_role("button", name="Review").first.click()
    page.locator(".how-far").wait_for()
    opened.picture(f"evaluate-review-{scheme}-phone")
    assert (run, grave(opened)) == ([], [])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
