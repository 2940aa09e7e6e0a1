"""The door for browsers: the token is shown once, and a cookie stands for it from then on."""

from functools import cache
from importlib import resources
from string import Template
from typing import Annotated

from fastapi import APIRouter, Form, Header, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from paperatlas.web.guard import COOKIE, Keys
from paperatlas.web.ui.words import TAGS, all_words, wanted

__all__ = ["sign_in_routes"]

_Language = Annotated[str, Header(max_length=1000)]

_MONTH = 30 * 24 * 3600


def sign_in_routes(keys: Keys) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/sign-in")
    def door(accept_language: _Language = "") -> HTMLResponse:
        return HTMLResponse(_page(accept_language))

    @router.post("/sign-in")
    def knock(request: Request, token: Annotated[str, Form(max_length=1000)], accept_language: _Language = "") -> Response:
        if not keys.opens(token):
            return HTMLResponse(_page(accept_language, said="wrong"), status_code=401)
        reply = RedirectResponse("/", status_code=303)
        reply.set_cookie(
            COOKIE, keys.cookie, max_age=_MONTH, httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )
        return reply

    return router


@cache
def _template() -> Template:
    assets = resources.files("paperatlas.web.ui") / "assets"
    page, style = ((assets / name).read_text(encoding="utf-8") for name in ("sign_in.html", "sign_in.css"))
    return Template(Template(page).safe_substitute(style=style, name="PaperAtlas"))


def _page(accept_language: str, *, said: str = "") -> str:
    """In the language that the browser likes best; the words are ours, so nothing in it has to be escaped."""
    language = wanted(accept_language)
    words = all_words()[language]
    texts = {name: words[f"sign_in.{name}"] for name in ("token", "hint", "enter")}
    return _template().substitute(tag=TAGS[language], said=words[f"sign_in.{said}"] if said else "", **texts)
