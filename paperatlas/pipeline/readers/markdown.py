"""Markdown, by its own parser: headings, paragraphs, lists, tables, code and the front matter."""

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.token import Token

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.readers.decoding import decoded
from paperatlas.pipeline.readers.front_matter_block import split_front_matter
from paperatlas.pipeline.readers.html_equations import tex_display
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.single_page import SinglePageReader
from paperatlas.pipeline.readers.told_orders import beside_markup

__all__ = ["MarkdownReader"]

_FOOTNOTE = re.compile(r"\[\^[^\]]{1,200}\]:\s*")
_NOTE_MARK = re.compile(r"\[\^[^\]]{1,200}\]")
_MATH = "math"
"""The info string of a block of mathematics, as GitHub has it."""
_DISPLAYED = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?(?:^(?P=fence)[`~]*[ \t]*$|\Z)|^[ \t]*\$\$(?P<source>[^$]+?)\$\$[ \t]*$", re.MULTILINE | re.DOTALL
)
"""A formula between double dollars, and code, in which they are no more than themselves."""
_REFERENCE_NOTE = re.compile(r"^ {0,3}\[[^\]\n]{1,80}\]:[^\n]{0,200}?[\"'(]([^\n]{12,2000})[\"')]\s*$", re.MULTILINE)
"""The title of a link that is defined apart; without an address it is how people write comments."""
_TAG = re.compile(r"<[^<>]*>")
_COMMENT_OR_TAG = re.compile(rf"<!--.*?-->|{_TAG.pattern}", re.DOTALL)


class MarkdownReader(SinglePageReader):
    """Reads Markdown as CommonMark with tables."""

    suffixes: ClassVar = frozenset({".md", ".markdown"})
    version: ClassVar = "markdown-3"

    def _fill(self, outline: Outline, content: bytes, name: str) -> None:
        text, warnings = decoded(content, name)
        outline.stated, body, more = split_front_matter(text)
        outline.warnings.extend((*warnings, *more))
        outline.unshown += [*beside_markup(body), *_REFERENCE_NOTE.findall(body)]
        _Walk(outline, MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(_fenced(body))).run()
        if outline.is_empty and outline.stated.title:
            outline.add(BlockKind.TITLE, outline.stated.title)


def _fenced(text: str) -> str:
    """The text with displayed formulas as blocks of their own kind, in which Markdown's marks mean nothing."""
    return _DISPLAYED.sub(lambda match: f"\n```{_MATH}\n{match['source'].strip()}\n```\n" if match["source"] else match[0], text)


class _Walk:
    """Goes through the tokens once."""

    def __init__(self, outline: Outline, tokens: Sequence[Token]) -> None:
        self._outline = outline
        self._tokens = tokens
        self._marks: list[str] = []
        """Of the open lists, innermost last: "•", or the number of the next item."""
        self._item = ""
        """The mark of an item whose first paragraph is to come."""
        self._rows: list[list[str]] = []
        self._header_rows = 0

    def run(self) -> None:
        for at, token in enumerate(self._tokens):
            match token.type:
                case "inline":
                    self._inline(token, self._tokens[at - 1])
                case "fence" if token.info.strip() == _MATH:
                    self._outline.equation(*(tex_display(f"$${token.content}$$") or (token.content, "")))
                case "fence" | "code_block":
                    self._outline.add(self._kind(), token.content.strip("\n"))
                case "html_block":
                    self._outline.add(BlockKind.PARAGRAPH, _without_tags(token.content))
                case "bullet_list_open":
                    self._marks.append("•")
                case "ordered_list_open":
                    self._marks.append(str(token.attrGet("start") or 1))
                case "bullet_list_close" | "ordered_list_close":
                    self._marks.pop()
                case "list_item_open":
                    self._begin_item(token)
                case "table_open":
                    self._rows, self._header_rows = [], 0
                case "tr_open":
                    self._rows.append([])
                case "thead_close":
                    self._header_rows = len(self._rows)
                case "table_close":
                    self._outline.table(self._rows, header_rows=self._header_rows)
                case _:
                    pass

    def _begin_item(self, token: Token) -> None:
        mark = self._marks[-1]
        self._item = mark if mark == "•" else f"{token.info or mark}."

    def _kind(self) -> BlockKind:
        return BlockKind.LIST if self._marks else BlockKind.PARAGRAPH

    def _inline(self, token: Token, opener: Token) -> None:
        text = " ".join("".join(_plain(token.children or ())).split())
        if opener.type in ("th_open", "td_open"):
            self._rows[-1].append(text)
        elif opener.type == "heading_open":
            self._outline.heading(text, int(opener.tag[1:]))
        elif _FOOTNOTE.match(text):
            self._outline.add(BlockKind.FOOTNOTE, _FOOTNOTE.sub("", text))
        elif picture := _only_picture(token):
            self._outline.figure(picture)
        else:
            text = _NOTE_MARK.sub("", text)
            self._outline.add(self._kind(), f"{self._item} {text}".strip() if text else "")
            self._item = ""


def _without_tags(markup: str) -> str:
    """The text of HTML on one line. Behind the last end of a comment none is looked for: each that begins there would be
    followed to the end of the file.
    """
    commented, end, rest = markup.rpartition("-->")
    return " ".join((_COMMENT_OR_TAG.sub(" ", commented + end) + _TAG.sub(" ", rest)).split())


def _plain(children: Sequence[Token]) -> Iterator[str]:
    """The text of inline tokens, without markup; a picture's is its description."""
    for child in children:
        match child.type:
            case "text" | "code_inline":
                yield child.content
            case "softbreak" | "hardbreak":
                yield " "
            case "image":
                yield child.content
            case _:
                pass


def _only_picture(token: Token) -> str:
    """The caption of a picture that is a paragraph of its own."""
    children = [child for child in token.children or () if child.content.strip() or child.type == "image"]
    if len(children) != 1 or children[0].type != "image":
        return ""
    return " ".join(str(children[0].attrGet("title") or children[0].content).split())
