"""The app in a browser: what it asked for and complained of, and pictures of what it showed."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["Visit", "Visits", "pictures_in"]

SCREENSHOTS = "PAPERATLAS_SCREENSHOTS"
"""The variable that names the folder where pictures are kept."""
_OWN = frozenset({"127.0.0.1", "localhost", ""})
"""Hosts that are this machine; data: and blob: have none."""
_QUIET = 4
"""Tenths of a second without a request after which a page counts as settled."""
_SECONDS = 30
"""For the page and for what one does there: machines are shared and slow at times."""


@dataclass
class Visit:
    """One person's browser at the app."""

    page: "Page"
    pictures: Path
    complaints: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Patterns of complaints that a test brings about on purpose, such as of an answer 503 that the console tells of."""
    _under_way: set[Any] = field(default_factory=set)

    def watch(self) -> None:
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._begin)
        self.page.on("requestfinished", self._end)
        self.page.on("requestfailed", self._end)
        self.page.on("websocket", lambda socket: self._look(socket.url))

    def _begin(self, request: Any) -> None:
        self._look(request.url)
        if request.resource_type != "eventsource":
            self._under_way.add(request)

    def _end(self, request: Any) -> None:
        self._under_way.discard(request)

    def _look(self, url: str) -> None:
        if (urlsplit(url).hostname or "") not in _OWN:
            self.elsewhere.append(url)

    def unexpected(self) -> list[str]:
        return [each for each in self.complaints if not any(re.search(pattern, each) for pattern in self.expected)]

    def settle(self) -> None:
        """Wait until nothing is being fetched, nor is a moment later: what was fetched may lead to more."""
        quiet = 0
        for _ in range(_SECONDS * 10):
            self.page.wait_for_timeout(100)
            quiet = 0 if self._under_way else quiet + 1
            if quiet == _QUIET:
                return

    def picture(self, name: str) -> Path:
        """Of what the window shows when it has settled."""
        self.settle()
        path = self.pictures / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def tabs(self) -> list[str]:
        """Their ids, in order."""
        found = self.page.locator("[role=tab][id^=tab-]").evaluate_all("tabs => tabs.map(tab => tab.id)")
        return list(dict.fromkeys(each.removeprefix("tab-").removesuffix("-button") for each in found))

    def open_tab(self, name: str) -> None:
        self.page.evaluate("name => atlas.tab(name)", name)
        self.page.locator(f"#tab-{name}").wait_for(state="visible")

    def ask(self, question: str) -> None:
        """And wait for what comes of it."""
        before = self.page.locator(".answer, .turns .failed").count()
        self.page.locator("#question textarea").fill(question)
        self.page.locator("#send").click()
        self.page.wait_for_function(
            "before => document.querySelectorAll('.answer, .turns .failed').length > before", arg=before, timeout=_SECONDS * 2000
        )


class Visits:
    """Browsers at one served app; at the end it is said what any of them should not have done."""

    def __init__(self, chromium: "Browser", address: str, pictures: Path) -> None:
        self.address = address
        self._chromium = chromium
        self._pictures = pictures
        self._contexts: list[BrowserContext] = []
        self._made: list[Visit] = []

    def __call__(self, **options: Any) -> Visit:
        """Open the app; `options` are of Playwright's `new_context`."""
        defaults = {"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce", "locale": "en-GB"}
        context = self._chromium.new_context(**{**defaults, **options})
        self._contexts.append(context)
        visit = Visit(context.new_page(), self._pictures)
        visit.watch()
        self._made.append(visit)
        visit.page.set_default_timeout(_SECONDS * 1000)
        visit.page.goto(self.address)
        visit.page.locator(".atlas-head .state").wait_for()
        visit.page.locator(".turns").wait_for()
        return visit

    def close(self) -> None:
        """Fails where a request has left this machine, or the console has an error that no test has asked for."""
        for context in self._contexts:
            context.close()
        left = [each for visit in self._made for each in visit.elsewhere]
        complaints = [each for visit in self._made for each in visit.unexpected()]
        assert (left, complaints) == ([], []), f"requests that left: {left}; complaints: {complaints}"


def pictures_in(otherwise: Path) -> Path:
    """The folder of the environment, else another."""
    folder = Path(os.environ.get(SCREENSHOTS) or otherwise)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
