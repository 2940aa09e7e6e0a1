"""Signing in, as a browser does it: with the origins and cookies that it sends by itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from pydantic import SecretStr

from paperatlas.mcp_server.desk import Desk
from tests.fakes.libraries import open_test_library
from tests.fakes.serving import serving
from tests.fakes.visits import pictures_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture
def door(tmp_path: Path) -> Iterator[str]:
    desk = Desk(lambda: open_test_library(tmp_path / "library"))
    with serving(desk, pages=False, token=SecretStr("s3cret")) as address:
        yield address


@pytest.mark.parametrize("seen", [("pt-PT", "dark", "Essa não é a chave."), ("zh-CN", "light", "令牌不正确。")])
def test_a_browser_signs_in_in_its_own_language(
    chromium: "Browser", door: str, tmp_path: Path, seen: tuple[str, Literal["dark", "light"], str]
) -> None:
    locale, scheme, said = seen
    context = chromium.new_context(locale=locale, color_scheme=scheme, viewport={"width": 390, "height": 700})
    page = context.new_page()
    page.goto(f"{door}/sign-in")
    page.fill("#token", "guessed")
    page.click("button")
    page.wait_for_function("document.querySelector('.wrong').textContent")
    assert page.locator(".wrong").inner_text() == said
    page.screenshot(path=pictures_in(tmp_path) / f"sign-in-{locale}.png")
    page.fill("#token", "s3cret")
    page.click("button")
    page.wait_for_url(f"{door}/")
    assert context.request.get(f"{door}/api/v1/documents").status == 200
    context.close()
