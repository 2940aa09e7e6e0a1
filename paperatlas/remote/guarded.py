"""HTTP to addresses that others choose: only to public ones, checked after names are resolved and at every redirect.

Whoever names a URL, a model that read a paper among them, must not reach through this process what only this machine or its
network can reach: cloud metadata, routers, other people's services (server-side request forgery).
"""

import ipaddress
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network

import httpx

from paperatlas.core.errors import AddressRefused, ProviderError

__all__ = ["GuardedTransport", "is_public"]

_NAT64 = IPv6Network("64:ff9b::/96")
_PORTS = {"http": 80, "https": 443}


class GuardedTransport(httpx.BaseTransport):
    """Connects to the very address that was checked, so that a name cannot resolve to another one the second time."""

    def __init__(self) -> None:
        self._inner = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Raises AddressRefused, ProviderError where the name is unknown, and what httpx raises."""
        url = request.url
        if url.scheme not in _PORTS:
            raise AddressRefused(f"{url} is not on the web.", hint="Name an address that begins with https://.")
        address = _public_address(url.host, url.port or _PORTS[url.scheme])
        checked = httpx.Request(
            request.method,
            url.copy_with(host=str(address)),
            headers=request.headers,  # its Host names the host as asked for
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": url.host},
        )
        return self._inner.handle_request(checked)

    def close(self) -> None:
        self._inner.close()


def _public_address(host: str, port: int) -> IPv4Address | IPv6Address:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ProviderError(f"There is no host {host!r}.", hint="Check the address, and the network.") from error
    addresses = [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]
    if refused := next((each for each in addresses if not is_public(each)), None):
        raise AddressRefused(
            f"{host!r} leads to {refused}, which is not on the public Internet.",
            hint="Download the file yourself and ingest it, or set PAPERATLAS_FETCH_PRIVATE=on for a server of your own network.",
        )
    return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether anybody on the Internet could reach it; an IPv6 form of an IPv4 address is judged as that one."""
    if isinstance(address, IPv6Address):
        within = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            within = IPv4Address(int(address) & 0xFFFFFFFF)
        if within is not None:
            return is_public(within)
        if address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast
