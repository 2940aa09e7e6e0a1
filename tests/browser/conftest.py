"""A real browser. These tests skip where there is none: `apt install chromium`, or PAPERATLAS_CHROMIUM with its path."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paperatlas.bootstrap import open_library
from paperatlas.mcp_server.desk import Desk
from paperatlas.settings import Settings
from tests.fakes.browser import Opened
from tests.fakes.serving import serving
from tests.fakes.visits import Visits, pictures_in

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


@pytest.fixture(scope="module")
def chromium() -> Iterator["playwright.Browser"]:
    """One a module and not a session: as long as it is open, Playwright's event loop runs in this thread, and no test could run
    one of its own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("PAPERATLAS_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no Chromium is installed; PAPERATLAS_CHROMIUM names one that is elsewhere")
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=path, headless=True, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def show(chromium: "playwright.Browser", tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Open HTML from a file. Motion is reduced, so that what a click leads to is there at once."""
    contexts = []

    def opened(html: str, **options: object) -> Opened:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        context = chromium.new_context(**({"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options))
        contexts.append(context)
        page = Opened(context.new_page())
        page.watch()
        page.page.set_default_timeout(5000)
        page.page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def sample_papers(root: Path) -> tuple[Path, ...]:
    """What the module's library is of; a module may have others."""
    names = ("tanaka2024-humidity.pdf", "sato2024-twelve-numbers.pdf")
    return tuple(root / "data" / "samples" / name for name in names)


@pytest.fixture(scope="module")
def app_address(sample_papers: tuple[Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The whole app over a library of real papers, with nothing of this machine's settings."""
    folder = tmp_path_factory.mktemp("app")
    settings = Settings(library=folder / "library")
    if sample_papers:
        with open_library(settings=settings) as library:
            library.ingest(sample_papers)
    with serving(Desk(lambda: open_library(settings=settings))) as address:
        yield address


@pytest.fixture
def visit(chromium: "playwright.Browser", app_address: str, tmp_path: Path) -> Iterator[Visits]:
    """Opens the app in a browser of its own, any number of times. At the end nothing has left this machine, and no console has
    an error. Pictures are kept in the folder that PAPERATLAS_SCREENSHOTS names."""
    visits = Visits(chromium, app_address, pictures_in(tmp_path / "screenshots"))
    yield visits
    visits.close()
