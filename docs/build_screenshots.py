"""Takes the pictures of docs/images/web: the app over the sample papers, in the Chromium of this machine.

python docs/build_screenshots.py [--chromium PATH]
"""

import argparse
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images" / "web"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LARGEST = 250_000
"""Bytes of a picture: people clone them."""
COLOURS = 256
PATIENCE = 120_000
"""Milliseconds."""

QUESTION = "Why was the humidity bias not found in the first calibration?"
TABLE_QUESTION = "Which method has the lowest MAE on the site split?"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the app over the sample papers."""
    command = [sys.executable, "-m", "paperatlas", "--library", str(folder / "library")]
    subprocess.run([*command, "ingest", str(ROOT / "data" / "samples")], check=True, stdout=subprocess.DEVNULL)
    with subprocess.Popen([*command, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None, "it is piped"
        try:
            yield next(line.split()[-1] for line in server.stderr if "http://" in line)
        finally:
            server.terminate()


def answered(page: Page) -> None:
    for number, question in enumerate((TABLE_QUESTION, QUESTION), start=1):
        page.locator("#question textarea").fill(question)
        page.locator("#send").click()
        page.wait_for_function("number => document.querySelectorAll('.answer').length >= number", arg=number)
    page.locator(".answer .chip").last.click()
    page.locator(".evidence img").first.wait_for()


def found(page: Page) -> None:
    page.locator(".search input").fill("humidity bias")
    page.locator(".passage").first.wait_for()


def tab(name: str) -> Callable[[Page], None]:
    def opened(page: Page) -> None:
        page.evaluate("name => atlas.tab(name)", name)
        page.locator(f"#tab-{name}").wait_for(state="visible")

    return opened


def read(page: Page) -> None:
    found(page)
    page.locator(".passage").first.click()


def reviewed(page: Page) -> None:
    """Questions made of the papers, one of them beside its page."""
    tab("evaluate")(page)
    page.get_by_role("button", name="Make from the papers").click()
    page.locator("form.making .papers input").first.wait_for()
    page.locator("form.making button[type=submit]").click()
    page.locator(".all button", has_text="highest").first.click()
    page.locator(".proof-place blockquote").wait_for()


def evaluated(page: Page) -> None:
    """A run over the questions to the samples."""
    tab("evaluate")(page)
    page.locator(".evaluate .block input[type=file]").set_input_files(ROOT / "data" / "questions.jsonl")
    page.locator(".set", has_text="questions").first.locator(".main").click()
    page.locator("form.beginning button[type=submit]").click()
    page.locator(".job .plain").first.click()
    page.locator(".counted").wait_for()


PICTURES: tuple[tuple[str, Callable[[Page], None], dict[str, int], str], ...] = (
    ("ask", answered, DESKTOP, "light"),
    ("ask-phone", answered, PHONE, "dark"),
    ("search", found, DESKTOP, "dark"),
    ("library", tab("library"), DESKTOP, "light"),
    ("read", read, DESKTOP, "light"),
    ("graph", tab("graph"), DESKTOP, "dark"),
    ("evaluate", evaluated, DESKTOP, "light"),
    ("evaluate-review", reviewed, DESKTOP, "light"),
)


def picture(browser: Browser, address: str, show: Callable[[Page], None], size: dict[str, int], scheme: str) -> bytes:
    """Of the window when nothing moves any more, in few colours."""
    with browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="en-GB") as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.locator(".turns").wait_for()
        show(page)
        page.wait_for_timeout(4000)
        drawn = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = io.BytesIO()
    drawn.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    """Writes them all. Raises SystemExit where one is larger than it may be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="default: the one on the path")
    parser.add_argument("--only", nargs="*", help="names of the pictures to take")
    given = parser.parse_args()
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=given.chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, show, size, scheme in PICTURES:
            if given.only and name not in given.only:
                continue
            taken = picture(browser, address, show, size, scheme)
            if len(taken) > LARGEST:
                raise SystemExit(f"{name}.png has {len(taken)} bytes, more than {LARGEST}.")
            (IMAGES / f"{name}.png").write_bytes(taken)
        browser.close()


if __name__ == "__main__":
    main()
