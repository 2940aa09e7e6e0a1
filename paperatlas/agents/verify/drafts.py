"""One's own text, sentence by sentence, for its claims to be verified."""

import re

from markdown_it import MarkdownIt

from paperatlas.core.text import sentences

__all__ = ["claims_of"]

_FEWEST = 4
"""Words of a sentence that claims something; what is shorter is a heading or a caption's label."""
_NOTHING_SAID = re.compile(
    r"^(?:in this (?:section|chapter|paper)|we (?:now|next|first) (?:turn|describe|review)|see )", re.IGNORECASE
)


def claims_of(markdown: str) -> tuple[str, ...]:
    """The sentences of a draft's paragraphs and list items, in order, without marks and links. Headings, code, tables and
    questions claim nothing.
    """
    found = []
    for text in _paragraphs(markdown):
        for start, end in sentences(text):
            sentence = text[start:end]
            if len(sentence.split()) >= _FEWEST and not sentence.endswith("?") and not _NOTHING_SAID.match(sentence):
                found.append(sentence)
    return tuple(found)


def _paragraphs(markdown: str) -> list[str]:
    found, kind = [], ""
    for token in MarkdownIt().parse(markdown):
        if token.type in {"paragraph_open", "heading_open"}:
            kind = token.type
        elif token.type == "inline" and kind == "paragraph_open" and not token.content.startswith("|"):
            plain = "".join(
                " " if part.type in {"softbreak", "hardbreak"} else part.content if part.type in {"text", "code_inline"} else ""
                for part in token.children or ()
            )
            found.append(plain.strip())
    return found
