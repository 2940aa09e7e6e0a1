"""Who may talk to the server, and what every answer says to a browser.

A web page that a person looks at must not reach a server on the person's machine: requests have to name this server in Host (DNS
rebinding), and come from its own pages where they come from a page (cross-site requests). Beyond this machine a token is wanted
as well; a browser shows it once, and keeps a cookie that only this server reads.
"""

import hashlib
import hmac
from collections.abc import Iterable
from urllib.parse import urlsplit

from pydantic import SecretStr
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperatlas.mcp_server.http import is_loopback
from paperatlas.web.problems import problem

__all__ = ["COOKIE", "Guard", "Keys"]

COOKIE = "paperatlas"
_OPEN = frozenset({"/healthz", "/readyz", "/sign-in"})
"""What anybody may ask: whether it is alive, and for the door."""
_OWN_CHECKS = ("/mcp", "/.well-known/")
"""MCP checks origins and tokens itself, as its clients want it."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" a browser would call the origin of the sign-in form "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    # Gradio makes functions of text, and styles in place; nothing is loaded from elsewhere, and nobody may frame the app.
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob: data:; worker-src 'self' blob:; "
        "frame-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    ),
}


class Keys:
    """The token of the settings, as a bearer token or as the cookie that stands for it."""

    def __init__(self, token: SecretStr) -> None:
        self._token = token.get_secret_value().encode()

    @property
    def cookie(self) -> str:
        """Shows that its bearer knew the token, and does not hold it."""
        return hmac.new(self._token, b"paperatlas browser session", hashlib.sha256).hexdigest()

    def opens(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._token)

    def admits(self, connection: HTTPConnection) -> bool:
        """Whether a request shows either."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.opens(token.strip()):
            return True
        return hmac.compare_digest(connection.cookies.get(COOKIE, "").encode(), self.cookie.encode())


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str] = (), keys: Keys | None = None) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(HTTPConnection(scope))
        if refusal is None:
            await self._app(scope, receive, _marked(send))
        elif scope["type"] == "http":
            await refusal(scope, receive, _marked(send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, connection: HTTPConnection) -> Response | None:
        headers, path = connection.headers, connection.url.path
        if not self._is_ours(_host(headers)):
            return problem(
                421, code="wrong_host", detail=f"This server is not {_host(headers)!r}.", hint="Allow it with --allow-host."
            )
        if path.startswith(_OWN_CHECKS):
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != headers.get("host"):
            return problem(403, code="wrong_origin", detail=f"A page of {origin!r} may not use this server.")
        if self._keys is None or path in _OPEN or self._keys.admits(connection):
            return None
        if "text/html" in headers.get("accept", ""):
            return RedirectResponse("/sign-in", status_code=303)
        return problem(
            401,
            code="no_token",
            detail="A token is wanted.",
            hint="Send it as a bearer token.",
            headers={"WWW-Authenticate": 'Bearer realm="paperatlas"'},
        )

    def _is_ours(self, host: str) -> bool:
        return is_loopback(host) or host.lower() in self._hosts


def _host(headers: Headers) -> str:
    return urlsplit(f"//{headers.get('host', '')}").hostname or ""


def _marked(send: Send) -> Send:
    """Adds to every answer what a browser has to know."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return marked
