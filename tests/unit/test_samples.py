"""The sample library is what its sources and its questions say it is."""

import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pymupdf
import pytest

KINDS = {
    "fact", "table", "superlative", "comparison", "count", "metadata", "position", "list", "summary", "relation", "figure",
    "near-topic", "off-topic", "false-premise",
}  # fmt: skip


@pytest.fixture(scope="module")
def samples(root: Path) -> Path:
    return root / "data" / "samples"


@pytest.fixture(scope="module")
def questions(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def pages(samples: Path) -> dict[str, list[str]]:
    """The folded text of each page of each document."""
    found = {path.name: [folded(page.get_text()) for page in pymupdf.open(path)] for path in samples.glob("*.pdf")}
    return found | {path.name: [folded(visible(path))] for path in samples.glob("*.html")}


def folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("−", "-")
    return re.sub(r"\s+", " ", re.sub(r"(?<=[a-zß])-\n(?=[a-z])", "", text)).lower()


def visible(path: Path) -> str:
    class Body(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.text: list[str] = []
            self.hidden = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.hidden += tag in {"ix:header", "style"}
            self.text += [" "] * (tag in {"td", "p", "br"})

        def handle_endtag(self, tag: str) -> None:
            self.hidden -= tag in {"ix:header", "style"}

        def handle_data(self, data: str) -> None:
            if not self.hidden:
                self.text.append(data)

    body = Body()
    body.feed(path.read_text(encoding="utf-8"))
    return "".join(body.text)


def printed(key: str, text: str) -> bool:
    """Numbers stand whole; a name may be followed by its raised mark."""
    end = r"(?![^\W\d])" if key[-1].isalpha() else r"(?!\w|\.\d)"
    return re.search(rf"(?<![\w.]){re.escape(folded(key))}{end}", text) is not None


def test_building_the_papers_again_gives_the_committed_bytes(root: Path, samples: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, str(root / "data" / "build_samples.py"), "--out", str(tmp_path)], check=True, capture_output=True
    )
    built = {path.name: path.read_bytes() for path in tmp_path.glob("*.pdf")}
    assert built == {path.name: path.read_bytes() for path in samples.glob("*.pdf")}
    assert len(built) >= 6


def test_the_samples_are_small_and_say_that_they_are_fictional(samples: Path, pages: dict[str, list[str]]) -> None:
    assert sum(path.stat().st_size for path in samples.glob("*.pdf")) < 1_000_000
    assert [name for name, texts in pages.items() if "is fictional" not in texts[0]] == []


def test_the_questions_are_of_every_kind_and_refer_to_the_samples(
    questions: list[dict[str, Any]], pages: dict[str, list[str]]
) -> None:
    assert len(questions) >= 48
    assert {question["kind"] for question in questions} == KINDS
    assert max(Counter(question["id"] for question in questions).values()) == 1
    assert {question["doc"] for question in questions if question["doc"]} == set(pages)


def test_a_question_is_either_answerable_or_to_be_refused(questions: list[dict[str, Any]]) -> None:
    for question in questions:
        refused = question.get("unanswerable", False)
        assert refused == (question["set"] == "unanswerable") == ("accept" not in question), question["id"]


def test_each_accepted_key_is_printed_on_a_gold_page(questions: list[dict[str, Any]], pages: dict[str, list[str]]) -> None:
    missing = [
        (question["id"], key)
        for question in questions
        if question.get("gold_pages")
        for key in question["accept"][0]
        if not any(printed(key, pages[question["doc"]][page - 1]) for page in question["gold_pages"])
    ]
    assert missing == []


def test_papers_cite_only_earlier_papers_of_the_library(samples: Path) -> None:
    sources = {path.stem: path.read_text(encoding="utf-8") for path in (samples.parent / "sources").glob("*.md")}
    titles = {stem: re.search(r"^title: ([^:]+)", text, re.MULTILINE).group(1).lower() for stem, text in sources.items()}
    years = {stem: int(re.search(r"\d{4}", stem).group()) for stem in sources}
    cited = {
        stem: {other for other in sources if other != stem and titles[other] in text.split("# References")[1].lower()}
        for stem, text in sources.items()
    }
    assert all(years[other] <= years[stem] for stem, others in cited.items() for other in others)
    assert sum(map(len, cited.values())) >= 10
