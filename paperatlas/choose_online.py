"""Part of the composition root: what may be asked online, as the settings allow. Nothing is loaded here."""

from typing import TYPE_CHECKING

from paperatlas.core.errors import BadSetting
from paperatlas.core.online import OnlinePapers, OnlineSearch
from paperatlas.core.registry import Registry
from paperatlas.library.parts import OnlineParts
from paperatlas.settings import Settings

if TYPE_CHECKING:
    from paperatlas.remote.arxiv import Arxiv
    from paperatlas.remote.fetching import Fetcher

__all__ = ["chosen_online"]


def chosen_online(settings: Settings) -> OnlineParts | None:
    """None where the settings keep everything on this machine."""
    if settings.online == "off":
        return None
    arxiv = _arxiv(settings)
    return OnlineParts(papers=_papers(settings, arxiv), arxiv=arxiv, registry=_registry(settings), web=_web(settings))


def _arxiv(settings: Settings) -> "Arxiv":
    from paperatlas.remote.arxiv import Arxiv  # noqa: PLC0415 - lxml, httpx

    return Arxiv(url=settings.arxiv_url, fetcher=_fetcher(settings, guarded=False))


def _papers(settings: Settings, arxiv: "Arxiv") -> OnlinePapers:
    from paperatlas.remote.edgar import Edgar  # noqa: PLC0415
    from paperatlas.remote.papers import PapersByAddress  # noqa: PLC0415
    from paperatlas.remote.zotero import Zotero  # noqa: PLC0415

    return PapersByAddress(
        arxiv=arxiv,
        edgar=Edgar(
            url=settings.edgar_url,
            data_url=settings.edgar_data_url,
            fetcher=_fetcher(settings, guarded=False),
            contact=settings.contact or "",
        ),
        zotero=Zotero(url=settings.zotero_url, fetcher=_fetcher(settings, guarded=False)),
        fetcher=_fetcher(settings, guarded=settings.fetch_private == "off"),
        arxiv_files=settings.arxiv_files,
    )


def _registry(settings: Settings) -> Registry:
    from paperatlas.remote.crossref import Crossref  # noqa: PLC0415

    return Crossref(
        url=settings.crossref_url,
        fetcher=_fetcher(settings, guarded=False),
        doi_url=settings.doi_url,
        doi_fetcher=_fetcher(settings, guarded=settings.fetch_private == "off"),
        contact=settings.contact or "",
    )


def _web(settings: Settings) -> OnlineSearch | None:
    if settings.web_search == "off":
        return None
    from paperatlas.remote.web_search import ADDRESSES, WebSearch  # noqa: PLC0415

    url = settings.web_search_url or ADDRESSES.get(settings.web_search)
    if url is None:
        raise BadSetting("No address of the SearXNG service is set.", hint="Set PAPERATLAS_WEB_SEARCH_URL.")
    if settings.web_search in ADDRESSES and settings.web_search_key is None:
        raise BadSetting(f"The web search by {settings.web_search} needs a key.", hint="Set PAPERATLAS_WEB_SEARCH_KEY.")
    key = settings.web_search_key.get_secret_value() if settings.web_search_key else ""
    return WebSearch(provider=settings.web_search, url=url, key=key, fetcher=_fetcher(settings, guarded=False))


def _fetcher(settings: Settings, *, guarded: bool) -> "Fetcher":
    """Services that the settings name may be anywhere; addresses that others name only on the public Internet."""
    from paperatlas.remote.fetching import Fetcher  # noqa: PLC0415

    return Fetcher(guarded=guarded, most_bytes=settings.fetch_mebibytes << 20)
