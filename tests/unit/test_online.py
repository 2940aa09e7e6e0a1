"""Papers and searches by address, against real servers on loopback that speak the services' protocols."""

import gzip
import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.errors import AddressRefused, BadOutput, InputError, ProviderError, RateLimited, TimedOut, UnsupportedFile
from paperatlas.core.online import is_address
from paperatlas.pipeline.readers.bibliographies import BibTexReader
from paperatlas.pipeline.readers.latex import LatexReader
from paperatlas.remote import guarded
from paperatlas.remote.arxiv import Arxiv, arxiv_id
from paperatlas.remote.edgar import Edgar
from paperatlas.remote.fetching import Fetcher
from paperatlas.remote.guarded import is_public
from paperatlas.remote.pacing import Pace
from paperatlas.remote.papers import ArxivFiles, PapersByAddress
from paperatlas.remote.web_search import Provider, WebSearch
from paperatlas.remote.zotero import Zotero
from tests.fakes.service import Asked, Reply, Service, service

PDF = b"%PDF-1.7\n%%EOF\n"
TEX = b"\\documentclass{article}\n\\begin{document}\nMoss glows in dry air.\n\\end{document}\n"
FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <entry>
    <id>http://arxiv.org/abs/2401.01234v2</id>
    <published>2024-01-02T18:00:00Z</published>
    <title>Lantern
      Moss Glows</title>
    <summary>It glows &amp; fades.</summary>
    <author><name>Ada Sato</name></author><author><name>Ben Ito</name></author>
  </entry>
</feed>"""


@contextmanager
def site(answer: Callable[[Asked], Reply]) -> Iterator[Service]:
    """A service whose address has no path."""
    with service(answer) as served:
        served.url = served.url.removesuffix("/v1")
        yield served


def fetcher(**how: Any) -> Fetcher:
    return Fetcher(**{"guarded": False, "seconds": 10.0, "sleep": lambda _: None, **how})


def unhurried() -> Pace:
    return Pace(seconds=0)


def arxiv_at(url: str) -> Arxiv:
    return Arxiv(url=url, fetcher=fetcher(), pace=unhurried())


def edgar_at(url: str, contact: str = "Ada Sato ada@example.org") -> Edgar:
    return Edgar(url=url, data_url=f"{url}/data", fetcher=fetcher(), contact=contact, pace=unhurried())


def zotero_at(url: str) -> Zotero:
    return Zotero(url=url, fetcher=fetcher())


def papers_at(url: str, **how: Any) -> PapersByAddress:
    return PapersByAddress(
        **{"arxiv": arxiv_at(url), "edgar": edgar_at(url), "zotero": zotero_at(url), "fetcher": fetcher(), **how}
    )


def as_arxiv(asked: Asked) -> Reply:
    if asked.path.startswith("/pdf/2401.01234"):
        return Reply(body=PDF, headers={"Content-Type": "application/pdf"})
    if asked.path.startswith("/src/2401.01234"):
        return Reply(body=gzip.compress(TEX), headers={"Content-Type": "application/gzip"})
    if asked.path.startswith("/api/query"):
        return Reply(body=FEED.encode())
    return Reply(status=404)


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("arXiv:1706.03762", "1706.03762"),
        ("arxiv: 1706.03762v5", "1706.03762v5"),
        ("https://arxiv.org/abs/1706.03762", "1706.03762"),
        ("https://arxiv.org/pdf/1706.03762v2.pdf", "1706.03762v2"),
        ("http://export.arxiv.org/abs/cs/0112017", "cs/0112017"),
        ("arXiv:math.GT/0309136", "math.GT/0309136"),
        ("https://arxiv.org/src/1706.03762", "1706.03762"),
        ("https://arxiv.org/e-print/1706.03762v3", "1706.03762v3"),
        ("1706.03762", ""),
        ("https://example.org/abs/1706.03762", ""),
        ("arXiv:nonsense", ""),
    ],
)
def test_an_arxiv_id_is_known_in_all_its_forms(source: str, named: str) -> None:
    assert arxiv_id(source) == named


@pytest.mark.parametrize("path", ["papers/a.pdf", "C:\\papers\\a.pdf", "/home/x/http/a.pdf", "arxiv.pdf", "arxiv:notes.pdf"])
def test_a_path_is_no_address(path: str) -> None:
    assert not is_address(path)


def test_a_paper_of_arxiv_comes_with_what_arxiv_says_of_it(tmp_path: Path) -> None:
    with site(as_arxiv) as served:
        pdf, listing = papers_at(served.url).bring("arXiv:2401.01234", tmp_path)
    assert (pdf.name, pdf.read_bytes()) == ("2401.01234v2.pdf", PDF)
    (entry,), broken = BibTexReader().listings(listing)
    assert broken == 0
    assert entry.metadata.title == "Lantern Moss Glows"
    assert [*entry.metadata.authors] == ["Ada Sato", "Ben Ito"]
    assert (entry.metadata.year, entry.metadata.arxiv_id, entry.files) == (2024, "2401.01234", ("2401.01234v2.pdf",))


@pytest.mark.parametrize(
    ("named", "files", "brought"),
    [
        ("https://arxiv.org/src/2401.01234", "pdf", ["2401.01234v2.tar.gz"]),
        ("arXiv:2401.01234", "source", ["2401.01234v2.tar.gz"]),
        ("arXiv:2401.01234", "both", ["2401.01234v2.pdf", "2401.01234v2.tar.gz"]),
    ],
)
def test_the_source_of_a_paper_is_had_by_its_address_or_by_the_setting(
    named: str, files: ArxivFiles, brought: list[str], tmp_path: Path
) -> None:
    with site(as_arxiv) as served:
        papers = papers_at(served.url, arxiv_files=files)
        *found, listing = papers.bring(named, tmp_path)
    assert [each.name for each in found] == brought
    (entry,), _ = BibTexReader().listings(listing)
    assert [*entry.files] == brought
    paper = LatexReader().read(found[-1], name="paper", on_page=lambda _number, _of: None)
    assert "Moss glows in dry air" in paper.pages[0].text


def test_a_paper_that_was_handed_in_as_a_pdf_has_that_for_its_source(tmp_path: Path) -> None:
    with site(lambda asked: Reply(body=PDF) if "/src/" in asked.path else as_arxiv(asked)) as served:
        found = papers_at(served.url).bring("https://arxiv.org/src/2401.01234", tmp_path)
    assert found[0].name == "2401.01234v2.pdf"


@pytest.mark.parametrize(("named", "told"), [("arXiv:2401.01234", "no PDF"), ("https://arxiv.org/src/2401.01234", "no source")])
def test_what_arxiv_sends_in_place_of_a_paper_is_not_kept(named: str, told: str, tmp_path: Path) -> None:
    def page(asked: Asked) -> Reply:
        return as_arxiv(asked) if asked.path.startswith("/api/") else Reply(body=b"<html>is being made", headers={})

    with site(page) as served, pytest.raises(UnsupportedFile, match=told):
        papers_at(served.url).bring(named, tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_arxiv_is_searched_by_all_the_words(tmp_path: Path) -> None:
    with site(as_arxiv) as served:
        (found,) = arxiv_at(served.url).search('moss "glow"', limit=5)
    assert "all%3Amoss+AND+all%3Aglow" in served.asked[0].path
    assert (found.title, found.year, found.source) == ("Lantern Moss Glows", 2024, "arXiv:2401.01234v2")
    assert found.snippet == "It glows & fades."


def test_arxiv_is_asked_once_in_three_seconds() -> None:
    waited: list[float] = []
    with site(as_arxiv) as served:
        arxiv = Arxiv(url=served.url, fetcher=fetcher(), pace=Pace(seconds=3, sleep=waited.append))
        arxiv.search("moss")
        arxiv.search("moss")
    assert waited[0] == 0
    assert 2.0 < waited[1] <= 3.0


@pytest.mark.parametrize(
    ("feed", "error"),
    [
        (b"<html><body>busy", BadOutput),
        (b"", BadOutput),
        (b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>', InputError),
        (FEED.replace("abs/2401.01234v2", "api/errors#incorrect_id_format").encode(), InputError),
    ],
)
def test_an_answer_of_arxiv_that_is_none_is_an_error(feed: bytes, error: type[Exception], tmp_path: Path) -> None:
    with site(lambda _: Reply(body=feed)) as served, pytest.raises(error):
        papers_at(served.url).bring("arXiv:2401.01234", tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_an_entity_of_a_feed_reads_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    feed = FEED.replace("<feed", f'<!DOCTYPE feed [<!ENTITY x SYSTEM "file://{secret}">]>\n<feed').replace("It glows", "&x;")
    with site(lambda _: Reply(body=feed.encode())) as served:
        (found,) = arxiv_at(served.url).search("moss")
    assert "hidden" not in found.snippet


@pytest.mark.parametrize(
    ("path", "media_type", "content", "name"),
    [
        ("/a/glow%20net.pdf", "application/octet-stream", PDF, "glow_net.pdf"),
        ("/download?id=7", "application/pdf", PDF, "download.pdf"),
        ("/..%2f..%2fetc%2fpasswd", "text/plain; charset=utf-8", b"x", "passwd.txt"),
        ("/post.html", "text/html", b"<p>x</p>", "post.html"),
        ("/", "text/html", b"<p>x</p>", "127.0.0.1.html"),
    ],
)
def test_a_file_is_named_after_its_address_and_never_leaves_its_folder(
    path: str, media_type: str, content: bytes, name: str, tmp_path: Path
) -> None:
    with site(lambda _: Reply(body=content, headers={"Content-Type": media_type})) as served:
        (file,) = papers_at(served.url).bring(f"{served.url}{path}", tmp_path)
    assert file.name == name
    assert file.resolve().is_relative_to(tmp_path.resolve())
    assert file.read_bytes() == content


def test_the_same_address_again_gives_the_same_file_as_it_is_now(tmp_path: Path) -> None:
    pages = iter((b"one", b"two"))
    with site(lambda _: Reply(body=next(pages), headers={"Content-Type": "text/plain"})) as served:
        first, second = (papers_at(served.url).bring(f"{served.url}/notes.txt", tmp_path) for _ in range(2))
    assert first == second
    assert second[0].read_bytes() == b"two"


def test_what_is_no_paper_is_refused_with_what_it_is(tmp_path: Path) -> None:
    with (
        site(lambda _: Reply(body=b"MZ", headers={"Content-Type": "application/x-msdownload"})) as served,
        pytest.raises(UnsupportedFile, match="x-msdownload"),
    ):
        papers_at(served.url).bring(f"{served.url}/setup.exe", tmp_path)


def test_what_is_too_large_leaves_nothing_behind(tmp_path: Path) -> None:
    with site(lambda _: Reply(body=PDF * 100_000)) as served, pytest.raises(InputError, match="larger than 1 MiB"):
        papers_at(served.url, fetcher=fetcher(most_bytes=1 << 20)).bring(f"{served.url}/big.pdf", tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_a_busy_service_is_asked_again_when_it_says() -> None:
    replies = iter([Reply(status=429, headers={"Retry-After": "2"}), Reply(status=503), Reply(body=b"done")])
    waited: list[float] = []
    with site(lambda _: next(replies)) as served:
        assert fetcher(sleep=waited.append).get(served.url).content == b"done"
    assert waited[0] == 2.0


@pytest.mark.parametrize(
    ("status", "error"), [(429, RateLimited), (500, ProviderError), (404, InputError), (401, ProviderError), (451, ProviderError)]
)
def test_a_refusal_is_an_error_that_says_what_to_do(status: int, error: type[Exception]) -> None:
    with site(lambda _: Reply(status=status)) as served, pytest.raises(error) as raised:
        fetcher().get(served.url)
    assert raised.value.hint  # type: ignore[attr-defined]


def test_a_service_that_stalls_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TimedOut):
        fetcher(seconds=0.3).get(f"http://127.0.0.1:{silent.getsockname()[1]}/")


def test_nothing_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ProviderError, match="cannot be reached"):
        fetcher().get(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
        "2002:7f00:1::", "ff02::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_network_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "151.101.1.1", "2606:4700::6810:84e5", "64:ff9b::808:808"])
def test_addresses_of_the_internet_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@given(st.ip_addresses(v=4))
def test_an_address_in_the_clothes_of_another_family_is_judged_alike(address: ipaddress.IPv4Address) -> None:
    number = int(address)
    mapped = ipaddress.IPv6Address(f"::ffff:{address}")
    translated = ipaddress.IPv6Address(int(ipaddress.IPv6Address("64:ff9b::")) | number)
    assert is_public(mapped) == is_public(address) == is_public(translated)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0x7f000001", "2130706433", "[::1]", "127.1"])
def test_a_named_address_that_leads_to_this_machine_is_refused(host: str, tmp_path: Path) -> None:
    with site(lambda _: Reply(body=PDF)) as served:
        named = served.url.replace("127.0.0.1", host)
        with pytest.raises((AddressRefused, ProviderError)):
            papers_at(served.url, fetcher=fetcher(guarded=True)).bring(f"{named}/x.pdf", tmp_path)
    assert served.asked == []


@pytest.mark.parametrize("target", ["http://127.0.0.2/", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd"])
def test_a_redirect_to_where_nobody_may_go_is_refused(target: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(guarded, "is_public", lambda address: str(address) == "127.0.0.1")
    with site(lambda _: Reply(status=302, headers={"Location": target})) as served, pytest.raises(InputError):
        papers_at(served.url, fetcher=fetcher(guarded=True)).bring(f"{served.url}/x.pdf", tmp_path)
    assert len(served.asked) == 1


def test_the_address_that_was_checked_is_the_one_that_is_reached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A name may resolve to a public address for the check and to this machine a moment later."""
    asked: list[str] = []
    resolve = socket.getaddrinfo

    def rebinding(host: str, port: int, *rest: Any, **how: Any) -> Any:
        if host == "papers.example":
            asked.append(host)
            return resolve("127.0.0.1", port, *rest, **how)
        return resolve(host, port, *rest, **how)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    monkeypatch.setattr(guarded, "is_public", lambda _: True)
    with site(lambda _: Reply(body=PDF)) as served:
        port = served.url.rpartition(":")[2]
        papers_at(served.url, fetcher=fetcher(guarded=True)).bring(f"http://papers.example:{port}/x.pdf", tmp_path)
    assert asked == ["papers.example"]
    assert served.asked[0].host == f"papers.example:{port}"


ANSWERS: dict[Provider, Any] = {
    "searxng": {"results": [{"title": "Moss", "url": "https://a.example/1", "content": "glows"}, {"title": "no address"}]},
    "brave": {"web": {"results": [{"title": "Moss", "url": "https://a.example/1", "description": "glows"}]}},
    "tavily": {"results": [{"title": "Moss", "url": "https://a.example/1", "content": "glows"}]},
}


@pytest.mark.parametrize("provider", ANSWERS)
def test_the_web_is_searched_by_each_provider(provider: Provider) -> None:
    with site(lambda _: Reply(body=ANSWERS[provider])) as served:
        (found,) = WebSearch(provider=provider, url=served.url, key="k", fetcher=fetcher()).search("moss", limit=3)
    assert (found.title, found.url, found.snippet, found.source) == (
        "Moss",
        "https://a.example/1",
        "glows",
        "https://a.example/1",
    )


@pytest.mark.parametrize("body", [b"<html>", b"[]", b""])
def test_a_search_service_that_answers_with_something_else_is_an_error(body: bytes) -> None:
    with site(lambda _: Reply(body=body)) as served, pytest.raises(BadOutput):
        WebSearch(provider="searxng", url=served.url, fetcher=fetcher()).search("moss")


@pytest.mark.parametrize("body", [{}, {"results": None}, {"results": "x"}, {"results": [None, 3, {"url": "javascript:x"}]}])
def test_a_search_that_finds_nothing_that_can_be_opened_gives_nothing(body: Any) -> None:
    with site(lambda _: Reply(body=body)) as served:
        assert WebSearch(provider="searxng", url=served.url, fetcher=fetcher()).search("moss") == ()
