"""LaTeX sources as they come: one file, a folder's main file, or the compressed bundle that arXiv gives out.

Nothing is unpacked to disk, and a name in a bundle never leads out of it.
"""

import gzip
import io
import json
import posixpath
import re
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.types import ParseWarning
from paperatlas.pipeline.readers.decoding import decoded, kind_of

__all__ = ["Bundle", "is_main", "open_bundle", "pack"]

_TEXTS = (".tex", ".ltx", ".latex", ".bbl", ".bib", ".sty", ".cls", ".txt", ".def", ".tikz", ".json", "")
"""What may hold text or definitions; pictures are passed over."""
_MOST_UNPACKED = 1 << 30
"""Bytes to go through. arXiv takes no submission that is larger."""
_MOST_TEXT = 64 << 20
"""Bytes of text to keep. The source of a book is a few million."""
_MOST_MEMBERS = 20_000
_GZIP = b"\x1f\x8b"
_TAR_BLOCK = 512
_MAIN = re.compile(rb"^[^%\n]*\\document(?:class|style)\b(?!\s*(?:\[[^\]]*\])?\s*\{(?:subfiles|standalone)\})", re.MULTILINE)
_BEGIN = re.compile(rb"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)
_PARTS = re.compile(
    rb"\\(?:input|include|subfile|subfileinclude|bibliography|addbibresource|usepackage|(?:sub)?import\s*\{(?P<folder>[^{}]*)\})\s*"
    rb"(?:\[[^\]]*\])?\s*(?:\{(?P<names>[^{}]*)\}|(?P<word>[\w./-]+))"
)
_MOST_PARTS = 500
"""Files of a document that lies unpacked in a folder."""
_LIST = "00README.json"
"""In which arXiv says which file of a bundle is the main one."""
_USUAL = ("main", "ms", "paper", "article", "manuscript", "root")
_INPUT_ENCODING = re.compile(rb"\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}")
_ENCODINGS = {"latin9": "iso-8859-15", "ansinew": "cp1252", "applemac": "mac-roman", "latin1": "cp1252", "utf8x": "utf-8"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The text files of one document by their path, and which of them begins it."""

    main: str
    files: Mapping[str, bytes]
    warnings: tuple[ParseWarning, ...] = ()

    def find(self, name: str, *suffixes: str, folder: str = "") -> str:
        """The file that is asked for, as seen from a folder of the bundle or from its main file; empty for none."""
        home = posixpath.dirname(self.main)
        for start in (folder, home, ""):
            path = posixpath.normpath(posixpath.join(start, name.strip().strip('"')))
            for suffix in ("", *suffixes):
                if f"{path}{suffix}" in self.files:
                    return f"{path}{suffix}"
        return ""

    def ending(self, suffix: str) -> list[str]:
        """The files of a kind, those beside the main file and of its name first."""
        stem, home = self.main.rsplit(".", 1)[0], posixpath.dirname(self.main)
        names = [name for name in self.files if name.lower().endswith(suffix)]
        return sorted(names, key=lambda name: (name.rsplit(".", 1)[0] != stem, posixpath.dirname(name) != home, name))

    def text(self, name: str) -> tuple[str, tuple[ParseWarning, ...]]:
        """The text of a file, empty for an empty one.

        Raises:
            UnreadableFile: it is not text.
        """
        content = self.files[name]
        if not content.strip():
            return "", ()
        return decoded(content, posixpath.basename(name), declared=self._declared(content))

    def _declared(self, content: bytes) -> str:
        try:
            content.decode("utf-8")
        except UnicodeDecodeError:
            stated = _INPUT_ENCODING.search(self.files[self.main])
            name = stated[1].decode("ascii").lower() if stated else ""
            return _ENCODINGS.get(name, name)
        return "utf-8"


def is_main(content: bytes) -> bool:
    """Whether a TeX file is a document, and not a part or a style of one."""
    return bool(_MAIN.search(content) and _BEGIN.search(content))


def open_bundle(content: bytes, name: str, *, folder: Path | None = None) -> Bundle:
    """The bundle in these bytes, or of a file whose other parts lie in a folder.

    Raises:
        UnreadableFile: it is damaged, unpacks to more than it may, or holds no LaTeX document.
    """
    if content.startswith(_GZIP) or _is_tar(content):
        return _packed(content, name)
    if kind := kind_of(content):
        raise UnreadableFile(f"{name!r} is {kind}, not LaTeX.", hint="Give it the ending of what it is.")
    files = {name: content}
    if folder is not None:
        files = _beside(name, content, folder)
    return Bundle(main=name, files=files)


def pack(bundle: Bundle) -> bytes:
    """The bundle as an archive, which is the same whenever its files are; it says which begins it."""
    told = json.dumps({"sources": [{"usage": "toplevel", "filename": bundle.main}]}).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in sorted({**bundle.files, _LIST: told}.items()):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def _packed(content: bytes, name: str) -> Bundle:
    files: dict[str, bytes] = {}
    warnings: tuple[ParseWarning, ...] = ()
    try:
        for path, text in _members(content, name):
            files[path] = text  # noqa: PERF403 - what came before a break is kept
    except (EOFError, zlib.error, tarfile.TarError, gzip.BadGzipFile) as error:
        warnings = (ParseWarning(code="bundle_cut", message=f"The bundle is damaged or cut short: {error or 'it ends early'}."),)
    main = _main_of(files)
    if not main:
        held = next(filter(None, map(kind_of, files.values())), "")
        raise UnreadableFile(
            f"{name!r} holds {held or 'no LaTeX document'}{' that can be read' if warnings else ''}.",
            hint="A bundle needs a file with \\documentclass and \\begin{document}; fetch it again.",
        )
    return Bundle(main=main, files=files, warnings=warnings)


def _members(content: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    plain = _Bounded(content, name)
    head = plain.read(_TAR_BLOCK)
    if not _is_tar(head):
        yield "main.tex", head + plain.read(_MOST_TEXT)
        return
    held = 0
    with tarfile.open(fileobj=_Bounded(content, name), mode="r|") as archive:
        for count, member in enumerate(archive):
            path = posixpath.normpath(member.name)
            if count >= _MOST_MEMBERS or held > _MOST_TEXT:
                raise _too_large(name)
            if member.isfile() and not path.startswith(("/", "..")) and posixpath.splitext(path)[1].lower() in _TEXTS:
                file = archive.extractfile(member)
                text = file.read(_MOST_TEXT) if file else b""
                held += len(text)
                yield path, text


class _Bounded(io.RawIOBase):
    """Bytes, unpacked when they are compressed, of which only so many may be read."""

    def __init__(self, content: bytes, name: str) -> None:
        raw = io.BytesIO(content)
        self._plain: io.BufferedIOBase = gzip.GzipFile(fileobj=raw) if content.startswith(_GZIP) else raw
        self._left = _MOST_UNPACKED
        self._name = name

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        block = self._plain.read(size)
        self._left -= len(block)
        if self._left < 0:
            raise _too_large(self._name)
        return block


def _too_large(name: str) -> UnreadableFile:
    return UnreadableFile(
        f"{name!r} would unpack to more than {_MOST_UNPACKED >> 20} MiB, or to too many parts.",
        hint="Pack the text files only, without data and pictures.",
    )


def _is_tar(content: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(content[:_TAR_BLOCK], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _main_of(files: Mapping[str, bytes]) -> str:
    """The file that begins the document: the one arXiv was told, else the one that looks most like it."""
    found = [path for path, content in files.items() if is_main(content)]
    told = _told(files)
    compiled = {path.rsplit(".", 1)[0] for path in files if path.endswith(".bbl")}

    def unlikely(path: str) -> tuple[bool, bool, int, bool, int]:
        stem = path.rsplit(".", 1)[0]
        usual = posixpath.basename(stem).lower() in _USUAL
        return path not in told, stem not in compiled, path.count("/"), not usual, -len(files[path])

    return min(found, key=unlikely, default="")


def _told(files: Mapping[str, bytes]) -> frozenset[str]:
    """What the list that comes with an arXiv bundle calls its top level."""
    plain = re.findall(r"^(\S+)\s+toplevelfile", files.get("00README.XXX", b"").decode("utf-8", "replace"), re.MULTILINE)
    try:
        listed = json.loads(files.get(_LIST, b"{}")).get("sources", [])
        plain += [each["filename"] for each in listed if each.get("usage") == "toplevel"]
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return frozenset(plain)
    return frozenset(plain)


def _beside(main: str, content: bytes, folder: Path) -> dict[str, bytes]:
    """The parts that a main file asks for, and they in turn, as they lie in its folder and below; no link leads out of it."""
    root = folder.resolve()
    files = {main: content}
    wanted = [f"{main.rsplit('.', 1)[0]}.bbl", *_asked_for(content)]
    while wanted and len(files) < _MOST_PARTS:
        path = root / wanted.pop()
        name = posixpath.normpath(path.as_posix().removeprefix(f"{root.as_posix()}/"))
        if name in files or not path.is_file() or not path.resolve().is_relative_to(root) or path.stat().st_size > _MOST_TEXT:
            continue
        files[name] = path.read_bytes()
        wanted.extend(_asked_for(files[name]))
    return files


def _asked_for(content: bytes) -> list[str]:
    names = [
        f"{match['folder'].decode('utf-8', 'replace').strip()}/{name.strip()}".strip("/") if match["folder"] else name.strip()
        for match in _PARTS.finditer(content)
        for name in (match["names"] or match["word"]).decode("utf-8", "replace").split(",")
    ]
    return [f"{name}{suffix}" for name in names if name for suffix in ("", ".tex", ".bib", ".sty", ".bbl")]
