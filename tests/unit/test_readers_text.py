"""Plain text and Markdown."""

from pathlib import Path

from paperatlas.core.types import BlockKind as K
from paperatlas.pipeline.readers.markdown import MarkdownReader
from paperatlas.pipeline.readers.text import TextReader
from tests.fakes.reading import grids, outline_of, read


def test_plain_text_has_a_title_authors_headings_and_mended_paragraphs(tmp_path: Path) -> None:
    text = (
        "On Things\r\n\r\nBy Ada Lovelace and Bo Li\r\n\r\nABSTRACT\r\n\r\n"
        "This paragraph was wrapped by an editor at some column so that"
        "\r\nits lines are to be joined to one para-\r\ngraph again.\r\n\r\n1. Introduction\r\n\r\nShort.\r\n\r\n"
        "1.1 Data\r\n\r\n- one\r\n- two\r\n"
    )
    document = read(TextReader(), tmp_path, text)
    assert document.metadata.title == "On Things"
    assert document.metadata.authors == ("Ada Lovelace", "Bo Li")
    assert outline_of(document) == [
        (K.TITLE, "", "On Things"),
        (K.AUTHOR, "", "By Ada Lovelace and Bo Li"),
        (K.HEADING, "ABSTRACT", "ABSTRACT"),
        (
            K.ABSTRACT,
            "ABSTRACT",
            "This paragraph was wrapped by an editor at some column so that its lines are to be joined to one paragraph again.",
        ),
        (K.HEADING, "1 Introduction", "1. Introduction"),
        (K.PARAGRAPH, "1 Introduction", "Short."),
        (K.HEADING, "1 Introduction > 1.1 Data", "1.1 Data"),
        (K.LIST, "1 Introduction > 1.1 Data", "- one"),
        (K.LIST, "1 Introduction > 1.1 Data", "- two"),
    ]
    assert [(heading.number, heading.text, heading.level) for heading in document.headings][1:] == [
        ("1", "Introduction", 1),
        ("1.1", "Data", 2),
    ]


def test_numbered_lines_among_their_like_are_a_list(tmp_path: Path) -> None:
    document = read(TextReader(), tmp_path, "We need two things here.\n\n1. Eggs\n\n2. Milk\n\nThat is all.")
    assert not document.headings


def test_short_lines_stay_apart_and_underlined_ones_are_headings(tmp_path: Path) -> None:
    document = read(TextReader(), tmp_path, "Notes\n=====\n\nroses are red\nviolets are blue\n\nMore\n----\n\nText.")
    assert [text for _, _, text in outline_of(document)] == ["Notes", "roses are red", "violets are blue", "More", "Text."]


MARKDOWN = """---
title: "Gated Recall"
author:
  - Ada Lovelace
  - name: Bo Li
date: 2024-03-01
tags: [recall, gates]
---

# Gated Recall

## Abstract

We do `x` and **y** with a [link](http://x.y) over
two lines.[^1]

## 1. Introduction

- one
  1. inner

![Figure 1: A graph.](g.png)

Table 2: Accuracy.

| M | Acc |
|---|-----|
| A | **1.5** |

```python
def f():
    return 1
```

[^1]: A note.

## References

1. A. Smith and B. Jones. 2019. A fine title. In Proceedings of X.
"""


def test_markdown_is_read_by_its_structure(tmp_path: Path) -> None:
    document = read(MarkdownReader(), tmp_path, MARKDOWN)
    assert outline_of(document) == [
        (K.TITLE, "", "Gated Recall"),
        (K.HEADING, "Abstract", "Abstract"),
        (K.ABSTRACT, "Abstract", "We do x and y with a link over two lines."),
        (K.HEADING, "1 Introduction", "1. Introduction"),
        (K.LIST, "1 Introduction", "• one"),
        (K.LIST, "1 Introduction", "1. inner"),
        (K.CAPTION, "1 Introduction", "Figure 1: A graph."),
        (K.CAPTION, "1 Introduction", "Table 2: Accuracy."),
        (K.PARAGRAPH, "1 Introduction", "def f():\n    return 1"),
        (K.FOOTNOTE, "1 Introduction", "A note."),
        (K.HEADING, "References", "References"),
        (K.REFERENCE, "References", "1. A. Smith and B. Jones. 2019. A fine title. In Proceedings of X."),
    ]
    assert grids(document) == [[["M", "Acc"], ["A", "1.5"]]]
    assert (document.tables[0].label, document.tables[0].header_rows, document.tables[0].section) == (
        "Table 2",
        1,
        "1 Introduction",
    )
    assert [figure.label for figure in document.figures] == ["Figure 1"]
    assert (document.references[0].year, document.references[0].number) == (2019, 1)
    metadata = document.metadata
    assert (metadata.title, metadata.authors, metadata.year) == ("Gated Recall", ("Ada Lovelace", "Bo Li"), 2024)
    assert metadata.fields == (("tags", "recall, gates"),)
    assert metadata.abstract == "We do x and y with a link over two lines."


def test_front_matter_that_is_no_yaml_is_text(tmp_path: Path) -> None:
    document = read(MarkdownReader(), tmp_path, "---\na: [b\n---\n\nText here.")
    assert [warning.code for warning in document.warnings] == ["bad_front_matter"]
    assert "Text here." in document.pages[0].text


def test_a_sentence_about_a_table_is_no_caption(tmp_path: Path) -> None:
    document = read(MarkdownReader(), tmp_path, "Table 1 shows that it works.\n\n| M | A |\n|---|---|\n| x | 1 |\n")
    assert document.tables[0].caption == ""


def test_html_in_markdown_is_reduced_to_its_text(tmp_path: Path) -> None:
    document = read(MarkdownReader(), tmp_path, "<div>Hello <b>there</b><!-- secret --></div>\n")
    assert document.pages[0].text == "Hello there"
