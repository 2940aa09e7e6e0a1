"""LaTeX as its author wrote it to LaTeX as a parser wants it: one text without comments, parts, conditionals or own macros.

TeX decides all this while it runs. Here it is done on the text, in the order in which TeX would see it, with limits on
depth and size, since a few lines can be made to expand without end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from paperatlas.core.errors import InputError
from paperatlas.core.types import ParseWarning
from paperatlas.pipeline.readers.latex_bundle import Bundle
from paperatlas.pipeline.readers.latex_macros import Macros

__all__ = ["Source", "source_of"]

_OPAQUE = re.compile(
    r"\\begin\s*\{(?P<env>verbatim\*?|Verbatim|lstlisting|minted|alltt|filecontents\*?|comment)\}"
    r"|\\(?:verb|lstinline)\*?(?:\[[^\]\n]{0,2000}\])?(?P<mark>[^\sa-zA-Z*{\[])(?P<verb>[^\n]*?)(?P=mark)"
    r"|\\lstinline(?:\[[^\]\n]{0,2000}\])?\{(?P<listing>[^{}\n]*)\}"
    r"|\\(?:url|path|nolinkurl)\s*\{(?P<url>[^{}\n]*)\}"
    r"|\\href\s*(?:\[[^\]]{0,2000}\])?\{(?P<href>[^{}\n]*)\}"
    r"|\\[\\%]"
    r"|(?P<comment>%[^\n]*(?:\n[ \t]*)?)",
    re.DOTALL,
)
"""Options in square brackets are of bounded length, here and below: what does not close them is read once for each of them."""
_INPUT = re.compile(
    r"\\(?:(?:input|include|subfile|subfileinclude)(?:\s*\{(?P<name>[^{}]*)\}|\s+(?P<word>[\w./-]+))"
    r"|(?:sub)?import\s*\{(?P<folder>[^{}]*)\}\s*\{(?P<file>[^{}]*)\}"
    r"|(?P<bibliography>bibliography\s*\{[^{}]*\}|printbibliography(?![a-zA-Z])))"
)
_DOCUMENT = re.compile(r"\\begin\s*\{document\}")
_END = re.compile(r"\\end\s*\{document\}")
_CONDITIONAL = re.compile(
    r"\\newif\s*\\if[a-zA-Z@]+|\\(?P<word>if[a-zA-Z@]*|else|fi|(?P<flag>[a-zA-Z@]+?)(?P<value>true|false))(?![a-zA-Z@])"
)
_NO_CONDITIONALS = re.compile(
    r"iff|ifthenelse|if(?:str|def|cs|dim|num|blank|toggle|bool|und|end|list|keys|pack|file|class|other|current|in|rm|then)\w*"
)
_NUMERIC = ("ifnum", "ifdim", "ifdefined", "ifcsname", "ifinner")
"""Conditionals of TeX whose names begin like macros that take their branches as arguments."""
_EMPTY_LINE = re.compile(r"[ \t]*\n[ \t]*\n")
_PARTIAL_RULE = re.compile(r"\\(?:cmidrule|cline)\s*+(?:\([^()]*\)\s*+)?(?:\[[^\]]{0,2000}\]\s*+)?\{[^{}]*\}")
"""Says nothing of the grid, and its argument in round brackets is no argument to a parser."""
_PACKAGES = re.compile(r"\\usepackage\s*+(?:\[[^\]]{0,2000}\]\s*+)?\{([^{}]*)\}")
_DEEPEST_INPUT = 20
_MOST_TEXT = 32 << 20
"""Characters after all parts are put in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What there is to parse."""

    preamble: str
    body: str
    verbatim: tuple[str, ...]
    """Listings, `\\verb` and addresses, by the number that stands for each in the text as `\\paverb{3}`."""
    theorems: dict[str, str]
    """The printed name of each environment made by `\\newtheorem`."""
    warnings: tuple[ParseWarning, ...]


def source_of(bundle: Bundle) -> Source:
    """The whole text of a bundle's document.

    Raises:
        UnreadableFile: its main file is not text.
    """
    gathering = _Gathering(bundle)
    text, warnings = bundle.text(bundle.main)
    gathering.warnings.extend(warnings)
    text = _decided(gathering.put_together(text, bundle.main, 0))
    macros = Macros()
    for style in gathering.styles(text):
        macros.learn(style)
    text = _PARTIAL_RULE.sub("", macros.expanded(text))
    if macros.exhausted:
        gathering.warn("macros_unexpanded", "Macros of the document expand without end; some were left as they are.")
    begin = _DOCUMENT.search(text)
    end = _END.search(text, begin.end() if begin else 0)
    return Source(
        preamble=text[: begin.start()] if begin else "",
        body=text[begin.end() if begin else 0 : end.start() if end else len(text)],
        verbatim=tuple(gathering.verbatim),
        theorems=macros.theorems,
        warnings=tuple(gathering.warnings),
    )


@dataclass(slots=True)
class _Gathering:
    """Puts the parts of a document where they belong."""

    _bundle: Bundle
    verbatim: list[str] = field(default_factory=list)
    warnings: list[ParseWarning] = field(default_factory=list)
    _size: int = 0

    def warn(self, code: str, message: str) -> None:
        warning = ParseWarning(code=code, message=message)
        if warning not in self.warnings:
            self.warnings.append(warning)

    def put_together(self, text: str, name: str, depth: int) -> str:
        """A file with its parts in it."""
        text = self._set_aside(text)
        self._size += len(text)
        found = []
        at = 0
        for match in _INPUT.finditer(text):
            found += [text[at : match.start()], self._part(match, name, depth)]
            at = match.end()
        return "".join([*found, text[at:]])

    def _part(self, match: re.Match[str], name: str, depth: int) -> str:
        if match["bibliography"]:
            return self._bibliography(depth)
        wanted = match["name"] or match["word"] or f"{match['folder'] or ''}/{match['file'] or ''}"
        path = self._bundle.find(wanted, ".tex", ".ltx", folder=name.rpartition("/")[0])
        if not path or path == name:
            self.warn("missing_part", f"{wanted.strip()!r} is not in the bundle.")
            return ""
        part = self._file(path, depth)
        # The end of a file is a space, and not an empty line together with the end of the line it is asked for in.
        apart = match[0].startswith("\\inc")
        before = "\n\n" if apart or _EMPTY_LINE.match(part) else ""
        after = "\n\n" if apart or _EMPTY_LINE.match(part[::-1]) else " "
        return f"{before}{part.strip()}{after}"

    def _bibliography(self, depth: int) -> str:
        """What BibTeX made for the document and LaTeX would read here; else a mark of the place."""
        for path in self._bundle.ending(".bbl"):
            if b"\\bibitem" in self._bundle.files[path]:
                return self._file(path, depth)
        return "\n\n\\printbibliography\n\n"

    def _file(self, path: str, depth: int) -> str:
        if depth >= _DEEPEST_INPUT or self._size > _MOST_TEXT:
            self.warn("text_lost", f"Parts are put into each other too often; {path!r} was left out.")
            return ""
        try:
            text, warnings = self._bundle.text(path)
        except InputError as error:
            self.warn("part_unreadable", error.message)
            return ""
        for warning in warnings:
            self.warn(warning.code, warning.message)
        begin = _DOCUMENT.search(text)
        if begin and not path.endswith(".bbl"):  # a part that can also be a document by itself
            text = _END.split(text[begin.end() :])[0]
        return self.put_together(text, path, depth + 1)

    def _set_aside(self, text: str) -> str:
        """The text without comments, and with a number for what TeX does not look into."""
        found: list[str] = []
        unclosed: set[str] = set()
        at = 0
        while match := _OPAQUE.search(text, at):
            found.append(text[at : match.start()])
            at = match.end()
            if (name := match["env"]) is None:
                found.append(self._opaque(match))
                continue
            end = -1 if name in unclosed else text.find(f"\\end{{{name}}}", at)
            if end < 0:
                unclosed.add(name)
                found.append(match[0])
                continue
            hidden = name.startswith(("filecontents", "comment"))
            found.append("" if hidden else f"\n\n\\pacode{{{self._keep(text[at:end].strip(chr(10)))}}}\n\n")
            at = end + len(f"\\end{{{name}}}")
        return "".join([*found, text[at:]])

    def _opaque(self, match: re.Match[str]) -> str:
        """A comment is dropped with the line's end, as TeX does."""
        if match["comment"] is not None:
            return "\n" if match.string[match.end() : match.end() + 1] == "\n" else ""
        if match["href"] is not None:
            return ""  # its text follows in braces
        for kind in ("verb", "listing", "url"):
            if match[kind] is not None:
                return f"\\paverb{{{self._keep(match[kind])}}}"
        return match[0]

    def _keep(self, text: str) -> int:
        self.verbatim.append(text)
        return len(self.verbatim) - 1

    def styles(self, text: str) -> Iterator[str]:
        """The style files that come with the document: authors keep their macros there."""
        for match in _PACKAGES.finditer(text):
            for package in match[1].split(","):
                if path := self._bundle.find(package, ".sty"):
                    try:
                        yield _decided(self._set_aside(self._bundle.text(path)[0]))
                    except InputError as error:
                        self.warn("part_unreadable", error.message)


def _decided(text: str) -> str:
    """The text without the branches that TeX would not take.

    Flags are followed; of any other test the second branch is taken, since what it tests (the engine, an empty
    argument) is not known here. A conditional that is never closed is none.
    """
    tokens = list(_conditionals(text))
    openers: list[int] = []
    closed: dict[int, int] = {}
    for at, token in enumerate(tokens):
        if token["word"] and token["word"].startswith("if"):
            openers.append(at)
        elif token["word"] == "fi" and openers:
            closed[openers.pop()] = at
    flags = {"true": True, "false": False}
    kept: list[str] = []
    taken: list[bool] = []
    at = 0
    closers = set(closed.values())
    for index, token in enumerate(tokens):
        if all(taken):
            kept.append(text[at : token.start()])
        word = token["word"]
        at = token.end()
        if word is None:
            continue
        if token["value"]:
            if all(taken):
                flags[token["flag"]] = token["value"] == "true"
        elif index in closed:
            taken.append(flags.get(word[2:], False))
        elif word == "else" and taken:
            taken[-1] = not taken[-1]
        elif index in closers:
            taken.pop()
    return "".join([*kept, text[at:]])


def _conditionals(text: str) -> Iterator[re.Match[str]]:
    r"""The tokens of conditionals, in order. `\\xtrue` is one only where there is a flag of that name."""
    flags = set(re.findall(r"\\newif\s*\\if([a-zA-Z@]+)", text))
    for match in _CONDITIONAL.finditer(text):
        word = match["word"]
        if match["value"] and not word.startswith("if") and match["flag"] not in flags:
            continue
        if word and word.startswith("if") and word not in _NUMERIC and word[2:] not in flags and _NO_CONDITIONALS.fullmatch(word):
            continue
        yield match
