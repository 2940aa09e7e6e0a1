"""Who may call the server over HTTP: whoever has the one token of the settings, or a token of an authorization server."""

import hmac
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from pydantic import AnyHttpUrl, SecretStr

__all__ = ["AuthorizationServer", "Introspection", "OneToken", "auth_settings"]

_SECONDS = 10.0
_TRUSTED = 60.0
"""Seconds that a token is taken without asking again: a token that was withdrawn works no longer than this."""
_KEPT = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationServer:
    """Where clients get their tokens, and where this server, a resource server, asks whether one is good (RFC 7662)."""

    issuer: str
    resource: str
    """The address that clients know this server by, such as https://papers.example/mcp: tokens have to be for it."""
    introspection: str
    client_id: str
    client_secret: SecretStr


def auth_settings(server: AuthorizationServer | None) -> AuthSettings:
    """What the SDK publishes at /.well-known/oauth-protected-resource: nothing where there is only the one token."""
    if server is None:
        # The SDK wants an issuer wherever a token is checked.
        return AuthSettings(issuer_url=AnyHttpUrl("http://127.0.0.1"), resource_server_url=None)
    return AuthSettings.model_validate(  # from text, so that no slash is added: clients compare these letter by letter
        {
            "issuer_url": server.issuer,
            "resource_server_url": server.resource,
            "validate_token_resource": False,  # Introspection does, and also knows audiences that are lists
        }
    )


class OneToken(TokenVerifier):
    """The token of the settings, which all clients share."""

    def __init__(self, token: SecretStr) -> None:
        self._token = token.get_secret_value().encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="bearer", scopes=[])


@dataclass
class Introspection(TokenVerifier):
    """Asks the authorization server. A server that does not answer lets nobody in."""

    server: AuthorizationServer
    _good: dict[str, tuple[float, AccessToken]] = field(default_factory=dict, init=False, repr=False)

    async def verify_token(self, token: str) -> AccessToken | None:
        until, known = self._good.get(token, (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        self._good.pop(token, None)
        found = _access(token, await self._said_of(token), self.server)
        if found is not None:
            if len(self._good) >= _KEPT:
                self._good.clear()
            left = found.expires_at - time.time() if found.expires_at is not None else _TRUSTED
            self._good[token] = (time.monotonic() + min(_TRUSTED, left), found)
        return found

    async def _said_of(self, token: str) -> dict[str, Any]:
        login = (self.server.client_id, self.server.client_secret.get_secret_value())
        try:
            async with httpx.AsyncClient(timeout=_SECONDS) as client:
                reply = await client.post(self.server.introspection, data={"token": token}, auth=login)
            said = reply.raise_for_status().json()
        except (httpx.HTTPError, ValueError):
            return {}
        return said if isinstance(said, dict) else {}


def _access(token: str, said: dict[str, Any], server: AuthorizationServer) -> AccessToken | None:
    """None for a token that is not active, is over, of another issuer, or for another resource."""
    audience, until, issuer = said.get("aud"), said.get("exp"), said.get("iss")
    meant = audience if isinstance(audience, list) else [audience]
    if said.get("active") is not True or server.resource not in meant or issuer not in {None, server.issuer}:
        return None
    if isinstance(until, int | float) and until <= time.time():
        return None
    return AccessToken(
        token=token,
        client_id=str(said.get("client_id") or ""),
        scopes=str(said.get("scope") or "").split(),
        expires_at=int(until) if isinstance(until, int | float) else None,
        resource=server.resource,
        subject=said.get("sub"),
        claims={"iss": server.issuer},
    )
