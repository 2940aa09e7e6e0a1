"""The body of a LaTeX document as a flow of headings, paragraphs, lists, floats and formulas."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.readers.latex_front import FRONT
from paperatlas.pipeline.readers.latex_nodes import Node, arguments, inside, kind, name_of, source
from paperatlas.pipeline.readers.latex_numbers import SECTIONS, Numbers
from paperatlas.pipeline.readers.latex_references import Entry
from paperatlas.pipeline.readers.latex_tables import TABULARS, read_tabular, rows_of
from paperatlas.pipeline.readers.latex_text import Printer
from paperatlas.pipeline.readers.outline import Outline

__all__ = ["Flow", "find"]

_FLOATS = {"figure": "figure", "figure*": "figure", "wrapfigure": "figure", "sidewaysfigure": "figure", "SCfigure": "figure",
           "teaserfigure": "figure", "marginfigure": "figure", "table": "table", "table*": "table", "wraptable": "table",
           "sidewaystable": "table", "margintable": "table", "longtable": "table", "algorithm": "algorithm",
           "algorithm*": "algorithm", "algorithm2e": "algorithm", "listing": "listing"}  # fmt: skip
_SUBFLOATS = frozenset("subfigure subtable".split())
_EQUATIONS = frozenset("equation align gather eqnarray multline flalign alignat dmath IEEEeqnarray displaymath math".split())
_BY_ROW = frozenset("align gather eqnarray flalign alignat IEEEeqnarray".split())
"""Environments that number each of their lines."""
_LISTS = frozenset("itemize enumerate description compactitem compactenum inparaenum".split())
_UNREAD = frozenset("tikzpicture picture axis pgfpicture forest tikzcd CCSXML comment filecontents overpic".split())
_QUIET = frozenset(("nonumber", "notag", "IEEEnonumber", "IEEEyesnumber"))
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LABEL_ONLY = re.compile(r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag|IEEEnonumber)(?![a-zA-Z])|\\tag\*?\s*\{[^{}]*\}|\\,?\s*\Z")


def find(nodes: Sequence[Node], names: frozenset[str], *, within: frozenset[str] = frozenset()) -> Iterator[Node]:
    """The macros and environments of these names, at any depth but not in each other nor in what `within` names."""
    for node in nodes:
        if name_of(node) in names:
            yield node
        elif name_of(node) not in within:
            yield from find([*inside(node), *(argument for _, argument in arguments(node))], names, within=within)


@dataclass(slots=True)
class Flow:
    r"""Goes through the nodes once. Run twice: what `\\ref` prints is known after the first time."""

    outline: Outline
    printer: Printer
    numbers: Numbers
    entries: Sequence[Entry]
    theorems: dict[str, str]
    labels: dict[str, str] = field(default_factory=dict)
    """What `\\ref` prints for each label, as found."""
    _gathered: list[Node | str] = field(default_factory=list)
    _current: str = ""
    """The number that a `\\label` would take."""
    _items: list[int | None] = field(default_factory=list)
    """The number of the last item of each open list; None where items have none."""
    _mark: str = ""
    _kind: BlockKind = BlockKind.PARAGRAPH
    _listed: bool = False

    def run(self, nodes: Sequence[Node]) -> None:
        """Everything that these nodes hold."""
        self._walk(nodes)
        self._flush()
        if self.entries and not self._listed:
            self._references()

    def _walk(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            match kind(node):
                case "chars":
                    self._chars(node.chars)
                case "group" if self._holds_blocks(node):
                    self._walk(inside(node))
                case "math" if node.displaytype == "display":
                    self._equation(inside(node), numbered=False)
                case "environment":
                    self._environment(node)
                case "macro":
                    self._macro(node)
                case _:
                    self._gathered.append(node)

    @staticmethod
    def _holds_blocks(node: Node) -> bool:
        text = node.latex_verbatim()
        return "\\begin" in text or "\n\n" in text or "\\section" in text or "\\[" in text or "\\item" in text

    def _chars(self, chars: str) -> None:
        first, *more = _PARAGRAPH.split(chars)
        self._gathered.append(first)
        for each in more:
            self._flush()
            self._gathered.append(each)

    def _flush(self) -> None:
        """Ends a paragraph; its footnotes come behind it."""
        gathered, self._gathered = self._gathered, []
        text = self.printer.line(gathered)
        if text:
            in_list = bool(self._items) and self._kind is BlockKind.PARAGRAPH
            self.outline.add(BlockKind.LIST if in_list else self._kind, f"{self._mark} {text}".strip())
            self._mark = ""
        self._notes()

    def _notes(self) -> None:
        notes, self.printer.footnotes = self.printer.footnotes, []
        for note in notes:
            self.outline.add(BlockKind.FOOTNOTE, note)

    def _macro(self, node: Node) -> None:
        name = name_of(node)
        needed = [argument for form, argument in arguments(node) if form == "{"]
        if name in SECTIONS:
            self._section(node, needed)
        elif name in ("appendix", "appendices"):
            self.numbers.begin_appendix()
        elif name == "par":
            self._flush()
        elif name == "label":
            self._label(node, self._current)
        elif name == "item":
            self._item(node)
        elif name == "pacode":
            self._flush()
            self.outline.add(BlockKind.PARAGRAPH, self.printer.kept(needed))
        elif name == "printbibliography":
            self._flush()
            self._references()
        elif name in ("acknowledgments", "acknowledgements", "ack"):
            self._flush()
            self.outline.heading("Acknowledgments", 2, number="")
        elif name == "abstract" and needed:
            self._abstract(inside(needed[-1]))
        elif name in FRONT:
            return
        elif needed and self._holds_blocks(node):
            self._walk(inside(needed[-1]) or needed[-1:])
        else:
            self._gathered.append(node)

    def _section(self, node: Node, needed: Sequence[Node]) -> None:
        self._flush()
        name = name_of(node)
        starred = any(form == "*" for form, _ in arguments(node))
        printed, self._current = ("", self._current) if starred else self.numbers.section(name)
        text = self.printer.line(needed[-1:]).rstrip(" .:") if name.endswith("paragraph") else self.printer.line(needed[-1:])
        self.outline.heading(text, SECTIONS[name], number=printed, run_in=name.endswith("paragraph"))
        self._notes()

    def _label(self, node: Node, number: str) -> None:
        for _, argument in arguments(node):
            self.labels.setdefault(source([argument]).strip("{} "), number)

    def _item(self, node: Node) -> None:
        self._flush()
        own = self.printer.line([inner for _, argument in arguments(node) for inner in inside(argument)])
        if self._items and self._items[-1] is not None and not own:
            self._items[-1] += 1
            self._current = str(self._items[-1])
        number = self._items[-1] if self._items else None
        self._mark = own or (f"{number}." if number is not None else "•")

    def _environment(self, node: Node) -> None:
        name = name_of(node)
        plain = name.rstrip("*")
        if name in _UNREAD:
            return
        if plain in _EQUATIONS:
            self._equations(node, plain, numbered=not name.endswith("*") and plain not in ("displaymath", "math"))
        elif name in _FLOATS:
            self._flush()
            self._float(node, _FLOATS[name])
        elif name in TABULARS:
            self._flush()
            self._table(node, "")
        elif name in _LISTS:
            self._list(node, name)
        elif name == "abstract":
            self._abstract(inside(node))
        elif name == "thebibliography":
            self._flush()
            self._references()
        elif name in self.theorems or name == "proof":
            self._theorem(node, name)
        else:
            self._other(node, name)

    def _other(self, node: Node, name: str) -> None:
        if name in ("appendix", "appendices"):
            self.numbers.begin_appendix()
        self._flush()
        if name in ("acks", "acknowledgments", "acknowledgements", "ack"):
            self.outline.heading("Acknowledgments", 2, number="")
        self._walk(inside(node))
        self._flush()

    def _abstract(self, nodes: Sequence[Node]) -> None:
        self._flush()
        self.outline.heading("Abstract", 2, number="")
        self._kind = BlockKind.ABSTRACT
        self._walk(nodes)
        self._flush()
        self._kind = BlockKind.PARAGRAPH

    def _list(self, node: Node, name: str) -> None:
        self._flush()
        self._items.append(0 if name.endswith(("enumerate", "enum")) else None)
        self._walk(inside(node))
        self._flush()
        self._items.pop()

    def _theorem(self, node: Node, name: str) -> None:
        self._flush()
        if name == "proof":
            self._gathered.append("Proof. ")
        else:
            self._current = self.numbers.next(name)
            self._gathered.append(f"{self.printer.line([self.theorems[name]])} {self._current}. ")
        self._walk(inside(node))
        self._flush()

    def _equations(self, node: Node, name: str, *, numbered: bool) -> None:
        rows = rows_of(inside(node)) if name in _BY_ROW else []
        nodes: list[Node] = []
        for row in rows[:-1]:
            nodes += [each for cell in row.cells for each in cell]
            if numbered and nodes and not any(name_of(each) in _QUIET for cell in row.cells for each in cell):
                self._equation(nodes, numbered=True)
                nodes = []
        last = [each for cell in rows[-1].cells for each in cell] if rows else inside(node)
        if source([*nodes, *last]).strip():
            self._equation([*nodes, *last], numbered=numbered and not any(name_of(each) in _QUIET for each in last))

    def _equation(self, nodes: Sequence[Node], *, numbered: bool) -> None:
        """One formula, as its source: what a reader sees of it is in the signs, and TeX is how they are written in text."""
        self._flush()
        tag = next(find(nodes, frozenset(("tag",))), None)
        number = self.printer.line([inner for _, argument in arguments(tag) for inner in inside(argument)]) if tag else ""
        number = number or (self.numbers.next("equation") if numbered else "")
        for label in find(nodes, frozenset(("label",))):
            self._label(label, number)
        self.outline.equation(" ".join(_LABEL_ONLY.sub("", source(nodes)).split()).rstrip("\\ "), number)

    def _float(self, node: Node, what: str) -> None:
        """A figure, table or listing. One without a caption has no number."""
        nodes = inside(node)
        captions = list(find(nodes, frozenset(("caption", "captionof")), within=_SUBFLOATS))
        number = self.numbers.next(what) if captions else ""
        self._float_labels(nodes, number)
        texts = [self.printer.line([argument for form, argument in arguments(each) if form == "{"][-1:]) for each in captions]
        caption = f"{what.capitalize()} {number}: {' '.join(texts)}" if captions else ""
        tabulars = [node] if name_of(node) == "longtable" else list(find(nodes, TABULARS))
        if what == "figure":
            self.outline.figure(caption)
            caption = ""
        elif not tabulars:
            self.outline.caption(caption)
        for tabular in tabulars:
            self._table(tabular, caption)
            caption = ""
        if what in ("algorithm", "listing"):
            self._walk([each for each in nodes if name_of(each) not in ("caption", "label")])
            self._flush()
        self._notes()

    def _float_labels(self, nodes: Sequence[Node], number: str) -> None:
        for label in find(nodes, frozenset(("label",)), within=_SUBFLOATS):
            self._label(label, number)
        for at, part in enumerate(find(nodes, _SUBFLOATS)):
            for label in find(inside(part), frozenset(("label",))):
                self._label(label, f"{number}{chr(ord('a') + at % 26)}")

    def _table(self, node: Node, caption: str) -> None:
        grid = read_tabular(node, self.printer)
        if len(grid.rows) == 1 or all(len(row) == 1 for row in grid.rows):
            # Sets lines or pictures below or beside each other.
            self.outline.caption(caption)
            for row in grid.rows:
                self.outline.add(BlockKind.PARAGRAPH, " ".join(filter(None, row)))
        else:
            self.outline.table(grid.rows, header_rows=grid.header_rows, caption=caption)

    def _references(self) -> None:
        if self._listed or not self.entries:
            return
        self._listed = True
        self.outline.heading("References", 2, number="")
        for number, entry in enumerate(self.entries, start=1):
            self.outline.reference(entry.text, number=number if self.printer.numbered else None, fields=entry.fields)
