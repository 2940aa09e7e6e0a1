"""Addresses of resources: `paper://<doc>/pages/3`, `graph://entity/<id>`, `run://<job>`. Names are percent-encoded."""

from dataclasses import dataclass
from urllib.parse import quote, unquote

from paperatlas.core.errors import InputError

__all__ = ["Address", "UnknownResource", "address_of", "paper_uri"]


class UnknownResource(InputError):
    code = "unknown_resource"
    http_status = 404


@dataclass(frozen=True, slots=True)
class Address:
    """An address in its parts."""

    scheme: str
    parts: tuple[str, ...]
    """Decoded, the name of the document first."""


def paper_uri(doc: str, *parts: str) -> str:
    return f"paper://{'/'.join(quote(part, safe='') for part in (doc, *parts))}"


def address_of(uri: str) -> Address:
    """Raises UnknownResource: it is none of ours."""
    scheme, separator, rest = uri.partition("://")
    parts = tuple(unquote(part) for part in rest.rstrip("/").split("/"))
    if not separator or scheme.casefold() not in {"paper", "graph", "run"} or not parts[0]:
        raise UnknownResource(f"There is no resource {uri!r}.", hint="resources/templates/list has the addresses there are.")
    return Address(scheme.casefold(), parts)
