"""The macros that a LaTeX document defines for itself: learnt, and put in place where they are used."""

import re
from dataclasses import dataclass, field

__all__ = ["Macros", "argument"]

_COMMAND = re.compile(r"\\([a-zA-Z@]+|.)", re.DOTALL)
_TOKEN = re.compile(r"\s*(\\[a-zA-Z@]+|\\.|[^\s{}])")
_BARE_NAME = re.compile(r"\s*\\([a-zA-Z@]+)")
_DEF_HEAD = re.compile(r"\s*\\([a-zA-Z@]++|.)(?P<parameters>[^{}\\]*+)(?=\{)")
_LET_NAMES = re.compile(r"\s*\\([a-zA-Z@]+)\s*+(?:=\s*+)?\\([a-zA-Z@]+)")
_BRACES = re.compile(r"\\.|[{}\[\]]", re.DOTALL)
_BLANKS = re.compile(r"[ \t]*")
_DEFINING = frozenset("newcommand renewcommand providecommand DeclareRobustCommand".split())
_DEFINERS = _DEFINING | frozenset("def gdef edef xdef newenvironment renewenvironment DeclareMathOperator newtheorem let".split())
_MOST_BROKEN = 100
_KEPT = frozenset(
    "title author date maketitle abstract thanks affil affiliation address institute email section subsection subsubsection"
    " paragraph subparagraph chapter part appendix caption label ref eqref autoref cref Cref cite citep citet footnote begin end"
    " item bibitem bibliography includegraphics documentclass usepackage input and And AND textbf textit emph text frac sqrt"
    " multicolumn multirow hline toprule midrule bottomrule newblock document thesection thefootnote theequation thetable"
    " thefigure baselinestretch arraystretch contentsname refname bibname figurename tablename".split()
)
"""What the structure is read from keeps its usual meaning, whatever a document makes it look like."""
_DEEPEST = 40
_MOST_USES = 50_000
"""Uses of macros in all: a book of formulas has some ten thousand."""
_MOST_EXPANDED = 4 << 20
"""Characters that macros may add in all."""


@dataclass(frozen=True, slots=True)
class _Macro:
    body: str
    arguments: int = 0
    default: str | None = None
    """Of the first argument, where it may be left out."""
    final: bool = False
    """The body is what another name meant when this one was made, not to be looked at again."""


def argument(text: str, at: int, opening: str = "{", closing: str = "}") -> tuple[str, int] | None:
    """The group that begins at `at` or after the white space there, and where it ends; None when there is none."""
    start = at
    while start < len(text) and text[start].isspace():
        start += 1
    if start >= len(text) or text[start] != opening:
        return None
    depth = 0
    for match in _BRACES.finditer(text, start):
        sign = match[0]
        if sign == "{" or (sign == opening and depth == 0):
            depth += 1
        elif sign == "}" or (sign == closing and depth == 1):
            depth -= 1
            if depth == 0:
                return text[start + 1 : match.start()], match.end()
            if depth < 0:
                return None
    return None


@dataclass(slots=True)
class Macros:
    """Goes through a text once; a macro is known from its definition on."""

    theorems: dict[str, str] = field(default_factory=dict)
    exhausted: bool = False
    _macros: dict[str, _Macro] = field(default_factory=dict)
    _environments: dict[str, tuple[_Macro, str]] = field(default_factory=dict)
    _broken: int = 0
    """Definitions that have no end: each costs a look at all of the text."""
    _uses: int = 0
    _added: int = 0

    def learn(self, text: str) -> None:
        """Take the definitions of a style file, and nothing else of it."""
        for match in _COMMAND.finditer(text):
            self._define(text, match)

    def expanded(self, text: str, depth: int = 0) -> str:
        """The text with macros in place, without their definitions."""
        found: list[str] = []
        at = 0
        while match := _COMMAND.search(text, at):
            found.append(text[at : match.start()])
            name = match[1]
            defined = self._define(text, match)
            if defined is not None:
                at = defined
            elif (
                name in ("begin", "end") and (environment := argument(text, match.end())) and environment[0] in self._environments
            ):
                replaced, at = self._environment(name, environment[0], text, environment[1], depth)
                found.append(replaced)
            elif name in self._macros and depth < _DEEPEST and self._may_expand:
                replaced, at = self._replaced(self._macros[name], text, match.end(), depth)
                found.append(replaced)
            else:
                self.exhausted = self.exhausted or name in self._macros
                found.append(match[0])
                at = match.end()
        return "".join([*found, text[at:]])

    @property
    def _may_expand(self) -> bool:
        return self._uses < _MOST_USES and self._added < _MOST_EXPANDED

    def _spend(self, body: str) -> None:
        self._uses += 1
        self._added += len(body)

    def _environment(self, side: str, name: str, text: str, at: int, depth: int) -> tuple[str, int]:
        begin, end = self._environments[name]
        if depth >= _DEEPEST or not self._may_expand:
            self.exhausted = True
            return "", at
        if side == "begin":
            return self._replaced(begin, text, at, depth)
        self._spend(end)
        return self.expanded(end, depth + 1), at

    def _replaced(self, macro: _Macro, text: str, at: int, depth: int) -> tuple[str, int]:
        """What a use of a macro stands for, and where the use ends."""
        given, end = self._given(macro, text, at)
        body = re.sub(r"#([1-9])", lambda match: given[int(match[1]) - 1] if int(match[1]) <= len(given) else "", macro.body)
        after = end
        if not macro.arguments and (blanks := _BLANKS.match(text, end)):
            after = blanks.end()
        if body.endswith("\\xspace"):
            body = body.removesuffix("\\xspace") + (" " if after > end and text[after : after + 1].isalnum() else "")
        self._spend(body)
        result = body if macro.final else self.expanded(body, depth + 1)
        if re.search(r"\\[a-zA-Z@]+$", result) and text[after : after + 1].isalpha():
            result += " "
        return result, after

    def _given(self, macro: _Macro, text: str, at: int) -> tuple[list[str], int]:
        given: list[str] = []
        if macro.default is not None:
            optional = argument(text, at, "[", "]")
            given.append(optional[0] if optional else macro.default)
            at = optional[1] if optional else at
        while len(given) < macro.arguments:
            group = argument(text, at)
            if group is None:
                token = _TOKEN.match(text, at)
                group = (token[1], token.end()) if token else ("", at)
            given.append(group[0])
            at = group[1]
        return given, at

    def _define(self, text: str, match: re.Match[str]) -> int | None:
        """Where the definition that begins at `match` ends; None when there is none."""
        if match[1] not in _DEFINERS or self._broken > _MOST_BROKEN:
            return None
        end = self._definition(match[1], text, match.end() + (text[match.end() : match.end() + 1] == "*"))
        self._broken += end is None
        return end

    def _definition(self, name: str, text: str, at: int) -> int | None:
        if name in _DEFINING:
            return self._new_command(text, at)
        if name in ("def", "gdef", "edef", "xdef"):
            return self._def(text, at)
        if name in ("newenvironment", "renewenvironment"):
            return self._new_environment(text, at)
        if name == "DeclareMathOperator":
            return self._operator(text, at)
        if name == "newtheorem":
            return self._theorem(text, at)
        return self._let(text, at) if name == "let" else None

    def _new_command(self, text: str, at: int) -> int | None:
        named = argument(text, at)
        bare = _BARE_NAME.match(text, at)
        name = named[0].strip().removeprefix("\\") if named else bare[1] if bare else ""
        if not name:
            return None
        count, default, at = _signature(text, named[1] if named else bare.end() if bare else at)
        body = argument(text, at)
        if body is None:
            return None
        self._set(name, _Macro(body[0].strip("\n"), count, default))
        return body[1]

    def _def(self, text: str, at: int) -> int | None:
        head = _DEF_HEAD.match(text, at)
        body = argument(text, head.end()) if head else None
        if head is None or body is None:
            return None
        count = head["parameters"].count("#")
        plain = "".join(f"#{number}" for number in range(1, count + 1)) == head["parameters"].strip()
        if plain:
            self._set(head[1], _Macro(body[0], count))
        return body[1]

    def _new_environment(self, text: str, at: int) -> int | None:
        name = argument(text, at)
        if name is None:
            return None
        count, default, at = _signature(text, name[1])
        begin = argument(text, at)
        end = argument(text, begin[1]) if begin else None
        if begin is None or end is None:
            return None
        if name[0] not in _KEPT and "@" not in begin[0] + end[0]:
            self._environments[name[0]] = (_Macro(begin[0], count, default), end[0])
        return end[1]

    def _operator(self, text: str, at: int) -> int | None:
        name = argument(text, at)
        body = argument(text, name[1]) if name else None
        if name is None or body is None:
            return None
        self._set(name[0].strip().removeprefix("\\"), _Macro(f"\\operatorname{{{body[0]}}}"))
        return body[1]

    def _theorem(self, text: str, at: int) -> int | None:
        name = argument(text, at)
        if name is None:
            return None
        shared = argument(text, name[1], "[", "]")
        title = argument(text, shared[1] if shared else name[1])
        if title is None:
            return None
        self.theorems[name[0]] = title[0]
        within = argument(text, title[1], "[", "]")
        return within[1] if within else title[1]

    def _let(self, text: str, at: int) -> int | None:
        names = _LET_NAMES.match(text, at)
        if names is None:
            return None
        self._set(names[1], self._macros.get(names[2]) or _Macro(f"\\{names[2]}", final=True))
        return names.end()

    def _set(self, name: str, macro: _Macro) -> None:
        """What works with TeX's own innards is not meant for text."""
        if name not in _KEPT and "@" not in name and "@" not in macro.body:
            self._macros[name] = macro


def _signature(text: str, at: int) -> tuple[int, str | None, int]:
    """The number of arguments, the default of the first, and where the definition goes on."""
    count = argument(text, at, "[", "]")
    if count is None or not count[0].strip().isdecimal():
        return 0, None, at
    default = argument(text, count[1], "[", "]")
    return min(int(count[0]), 9), default[0] if default else None, default[1] if default else count[1]
