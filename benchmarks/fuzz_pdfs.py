"""Damaged PDFs by the thousand: `python -m benchmarks.fuzz_pdfs --count 10000 --seed 1`.

Small whole PDFs of a dozen kinds are damaged at random (bytes turned, cut out, doubled, numbers and names of the format replaced)
and read as an ingest reads them, in page processes that are kept for the next file. It counts what became of each: read, read
with warnings, or refused. Anything else is a fault: an error of another kind, a process that had to be ended, memory or open
files that grow. The same seed makes the same files; a file that did harm is kept beside the report.

`--command-line` puts each file through `paperatlas parse` instead, which starts a process a file.
"""

import argparse
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files as files_of
from pathlib import Path
from typing import Any

import pymupdf

from benchmarks.sparing_pdf import open_sparing
from paperatlas.core.errors import InputError
from paperatlas.core.types import ParsedDocument
from paperatlas.pipeline.chunk import chunk
from paperatlas.pipeline.readers.pages_apart import PageLimits, PagesApart
from paperatlas.pipeline.readers.pdf import PdfReader

__all__ = ["Report", "damaged", "fuzz", "seeds"]

PROSE = "Reading order is a matter of geometry and of nothing else. A reader that trusts the stream misreads columns."
LIMITS = PageLimits(page_seconds=20, file_seconds=60)
STEP = 250
"""Files between two looks at memory."""
SETTLED = 1000
"""Files after which memory should grow no more: by then every rule, font and table of the engine has been used."""
MOST_GROWTH = 64
"""MiB that the process may have grown by afterwards: allocators do not give back all they took."""
_ENDED = ("was killed by", "ended with code", "took longer")
"""How a page tells that its process was ended."""
_TOKENS = (
    b"0 R", b"obj", b"endobj", b"stream", b"endstream", b"xref", b"trailer", b"startxref", b"/Type", b"/Page", b"/Pages",
    b"/Kids", b"/Count", b"/Parent", b"/Length", b"/Filter", b"/FlateDecode", b"/DCTDecode", b"/LZWDecode", b"/Font",
    b"/ToUnicode", b"/Encoding", b"/Widths", b"/MediaBox", b"/Rotate", b"/Contents", b"/XObject", b"/Do", b"<<", b">>", b"[",
    b"]", b"(", b")", b"Tj", b"TJ", b"Tf", b"cm", b"BT", b"ET", b"q", b"Q", b"null", b"true", b"NaN", b"-1", b"0",
    b"2147483648", b"-2147483649", b"99999999999999999999", b"1e308", b"%", b"\x00", b"\xff\xfe",
)  # fmt: skip


def seeds() -> dict[str, bytes]:
    """Whole PDFs, each with another part of the format."""
    drawn: dict[str, tuple[Callable[[pymupdf.Document], None], dict[str, Any]]] = {
        "plain": (_prose, {}),
        "compressed": (_prose, {"deflate": True, "use_objstms": 1}),
        "linear": (_prose, {"garbage": 4, "clean": True}),
        "two pages": (lambda made: (_prose(made), _prose(made))[0], {"deflate": True}),
        "turned": (lambda made: _with(made, lambda page: page.set_rotation(90)), {}),
        "outline": (lambda made: (_prose(made), made.set_toc([[1, "One", 1], [2, "Two", 1]]))[0], {}),
        "notes": (lambda made: _with(made, lambda page: page.add_text_annot((90, 90), PROSE)), {}),
        "form": (lambda made: _with(made, _field), {}),
        "picture": (lambda made: _with(made, _picture), {"deflate": True}),
        "font": (lambda made: _with(made, _font), {"deflate": True}),
        "encrypted": (_prose, {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "owner_pw": "owner"}),
        "attached": (lambda made: (_prose(made), made.embfile_add("a.txt", b"x" * 99))[0], {}),
    }
    made: dict[str, bytes] = {}
    for name, (draw, options) in drawn.items():
        document = pymupdf.open()
        draw(document)
        document.set_metadata({"title": "Reading Order", "author": "A. Author"})
        saved = io.BytesIO()
        document.save(saved, **options)
        made[name] = saved.getvalue()
    return made


def _prose(document: pymupdf.Document) -> None:
    document.new_page(width=300, height=300).insert_textbox((20, 20, 280, 280), PROSE, fontsize=10)


def _with(document: pymupdf.Document, change: Callable[[Any], object]) -> None:
    _prose(document)
    change(document[0])


def _field(page: Any) -> None:
    widget = pymupdf.Widget()
    widget.field_name, widget.field_type, widget.rect = "name", pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.Rect(20, 200, 200, 220)
    widget.field_value = "value"
    page.add_widget(widget)


def _picture(page: Any) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 24, 24))
    pixels.clear_with(120)
    page.insert_image((20, 200, 80, 260), pixmap=pixels)


def _font(page: Any) -> None:
    page.insert_font(fontname="F0", fontfile=str(files_of("reportlab") / "fonts" / "Vera.ttf"))
    page.insert_text((20, 220), "Größe – αβγ", fontname="F0", fontsize=10)
    page.parent.subset_fonts()


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The same file after one to eight accidents."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        content = chance.choice(_ACCIDENTS)(content, chance) or content
    return content


def _turn_bit(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


def _noise(content: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(content)), chance.choice((1, 2, 4, 16, 64))
    return content[:at] + chance.randbytes(length) + content[at + length :]


def _cut(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + content[at + chance.choice((1, 4, 32, 256)) :]


def _end(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(1, len(content) + 1)]


def _double(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + content[at : at + chance.choice((8, 64, 512))] * chance.choice((1, 2, 20)) + content[at:]


def _token(content: bytes, chance: random.Random) -> bytes:
    at, token = chance.randrange(len(content)), chance.choice(_TOKENS)
    return content[:at] + token + content[at + chance.choice((0, len(token))) :]


def _exchange(content: bytes, chance: random.Random) -> bytes:
    """One word of the format for another, wherever it stands."""
    old, new = chance.choice(_TOKENS), chance.choice(_TOKENS)
    return content.replace(old, new, chance.choice((1, -1)))


def _number(content: bytes, chance: random.Random) -> bytes:
    """One number for another: lengths, offsets, object numbers and boxes."""
    places = [at for at in range(len(content)) if content[at : at + 1].isdigit()]
    if not places:
        return content
    at = chance.choice(places)
    return content[:at] + chance.choice((b"0", b"9", b"-1", b"65536", b"4294967296", b"1e99")) + content[at + 1 :]


_ACCIDENTS = (_turn_bit, _noise, _cut, _end, _double, _token, _token, _exchange, _number, _number)


@dataclass(slots=True, kw_only=True)
class Report:
    """What became of the files."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """Number of the file, its kind, and what happened: none of it should."""
    ended: list[str] = field(default_factory=list)
    """Files on which a page's process died or was ended; the file was read without that page."""
    mebibytes: list[int] = field(default_factory=list)
    open_files: list[int] = field(default_factory=list)
    """The page process is started with the first file: its three pipes come then, and none later."""
    slowest: float = 0.0
    seconds: float = 0.0

    @property
    def growth(self) -> int:
        """MiB, from when everything had been used once to the end."""
        settled = self.mebibytes[SETTLED // STEP :]
        return settled[-1] - settled[0] if settled else 0

    @property
    def is_sound(self) -> bool:
        return not self.faults and self.growth <= MOST_GROWTH and self.open_files[-1] <= self.open_files[0] + 4


def files(count: int, seed: int) -> Iterator[tuple[int, str, bytes]]:
    """Number, kind and content."""
    whole = seeds()
    kinds = sorted(whole)
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        kind = chance.choice(kinds)
        yield number, kind, damaged(whole[kind], chance)


def fuzz(count: int, seed: int, *, keep: Path | None = None, shard: tuple[int, int] = (0, 1)) -> Report:
    """Read so many damaged files; of several shards, every n-th."""
    report, began = Report(), time.monotonic()
    reader = PdfReader(PagesApart(open_sparing, limits=LIMITS, processes=1))
    with tempfile.TemporaryDirectory() as folder:
        path, done = Path(folder) / "paper.pdf", 0
        for number, kind, content in files(count, seed):
            if number % shard[1] != shard[0]:
                continue
            path.write_bytes(content)
            if done % STEP == 0:
                report.mebibytes.append(_mebibytes())
                report.open_files.append(_open_files())
                print(f"{done} files, {len(report.faults)} faults, {report.mebibytes[-1]} MiB", file=sys.stderr, flush=True)
            at = time.monotonic()
            fault = _judged(reader, path, report, f"{number} {kind}")
            report.slowest = max(report.slowest, time.monotonic() - at)
            done += 1
            if fault and keep:
                (keep / f"{seed}-{number}.pdf").write_bytes(content)
        report.mebibytes.append(_mebibytes())
        report.open_files.append(_open_files())
    report.seconds = time.monotonic() - began
    return report


def _judged(reader: PdfReader, path: Path, report: Report, name: str) -> bool:
    """Whether something happened that should not."""
    try:
        document = reader.read(path, name=path.name, on_page=lambda _number, _count: None)
        chunk(document)
    except InputError as error:
        report.outcomes[f"refused: {error.code}"] += 1
        if any(words in error.message for words in _ENDED):
            report.ended.append(f"{name}: {error.message}")
        return not error.hint and _told(report, name, "a refusal without a hint")
    except Exception as error:  # noqa: BLE001 - what is looked for
        return _told(report, name, f"{type(error).__name__}: {error}")
    codes = sorted({warning.code for warning in document.warnings})
    report.outcomes["read" if not codes else f"read with {', '.join(codes)}"] += 1
    lost = [warning.message for warning in document.warnings if any(words in warning.message for words in _ENDED)]
    report.ended += [f"{name}: {message}" for message in lost]
    wrong = _misplaced(document)
    return bool(wrong) and _told(report, name, wrong)


def _misplaced(document: ParsedDocument) -> str:
    for page in document.pages:
        for block in page.blocks:
            if block.span is not None and not 0 <= block.span.start <= block.span.end <= len(page.text):
                return f"a block of page {page.number} stands outside of its text"
    return ""


def _told(report: Report, name: str, what: str) -> bool:
    report.faults.append(f"{name}: {what}")
    return True


def by_command_line(count: int, seed: int) -> Report:
    """`paperatlas parse FILE --json` for each: one JSON object, exit code 0 or 1, nothing of a traceback."""
    report, began = Report(mebibytes=[0, 0], open_files=[0, 0]), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paper.pdf"
        for number, kind, content in files(count, seed):
            path.write_bytes(content)
            at = time.monotonic()
            command = [sys.executable, "-m", "paperatlas", "parse", str(path), "--json"]
            done = subprocess.run(command, capture_output=True, check=False, timeout=300)
            report.slowest = max(report.slowest, time.monotonic() - at)
            report.outcomes[f"exit {done.returncode}"] += 1
            if done.returncode not in {0, 1} or b"Traceback" in done.stderr or not _is_object(done.stdout):
                report.faults.append(f"{number} {kind}: exit {done.returncode}, {done.stderr[-200:]!r}")
    report.seconds = time.monotonic() - began
    return report


def _is_object(printed: bytes) -> bool:
    try:
        return isinstance(json.loads(printed), dict)
    except ValueError:
        return False


def _open_files() -> int:
    """0 where the system does not say."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir()) if sys.platform == "linux" else 0


def _mebibytes() -> int:
    """Of this process and the one that reads pages; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0
    mine = str(os.getpid())
    pages = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            own = stat.parent.name == mine or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1] == mine
            pages += int((stat.parent / "statm").read_text(encoding="ascii").split()[1]) if own else 0
        except (OSError, IndexError):  # it has ended meanwhile
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=None, help="folder for files that did harm")
    parser.add_argument("--command-line", action="store_true")
    parser.add_argument("--shard", default="0/1", help="every n-th file: 0/2 and 1/2 are all of them")
    given = parser.parse_args()
    first, of = map(int, given.shard.split("/"))
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    report = (
        by_command_line(given.count, given.seed)
        if given.command_line
        else fuzz(given.count, given.seed, keep=given.keep, shard=(first, of))
    )
    told = {
        "files": sum(report.outcomes.values()) + len(report.faults),
        "outcomes": dict(report.outcomes.most_common()),
        "faults": report.faults,
        "processes_ended": report.ended,
        "mebibytes": report.mebibytes,
        "growth_mebibytes": report.growth,
        "open_files": [report.open_files[0], report.open_files[-1]],
        "slowest_seconds": round(report.slowest, 1),
        "seconds": round(report.seconds),
    }
    print(json.dumps(told, indent=1))
    return 0 if report.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
