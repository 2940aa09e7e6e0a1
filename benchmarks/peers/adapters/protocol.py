"""How the harness speaks with a system: three commands, and a line of JSON for each question.

    python run_SYSTEM.py ingest --papers FOLDER --store FOLDER --url URL
    python run_SYSTEM.py ask    --questions FILE --store FOLDER --url URL --out FILE
    python run_SYSTEM.py search --questions FILE --store FOLDER --url URL --out FILE

`ask` is to answer as the system does; `search` says what it finds for a question, apart, so that neither is charged to the other.

Standard library alone: each adapter runs in its own system's environment. A question that fails gives a line with its error,
and the others go on.
"""

import argparse
import asyncio
import json
import re
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from html.parser import HTMLParser
from pathlib import Path

CHAT_MODEL = "closest-sentence"
EMBEDDING_MODEL = "bge-small-en-v1.5"
QUERY_MODEL = f"{EMBEDDING_MODEL}-query"
DIMENSION = 384
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
"""What QUERY_MODEL puts before a query, for systems that take one model and a prefix."""


@dataclass(kw_only=True)
class Cited:
    """A place that an answer names."""

    doc: str
    page: int | None = None
    """None where the system cannot name one."""
    quote: str = ""
    """Empty where the system shows no words of the page as proof."""
    row: str = ""


@dataclass(kw_only=True)
class Piece:
    """A text that was found."""

    doc: str
    text: str


@dataclass(kw_only=True)
class Reply:
    """What a system says to a question."""

    answer: str
    refused: bool
    citations: list[Cited] = field(default_factory=list)
    computed: list[Cited] | None = None
    """The places that a computed value was counted at; None where nothing was computed."""


@dataclass(kw_only=True)
class Retrieved:
    """What a system finds for a question, the best first: as much of it as it would put before its model."""

    retrieved: list[Piece]


@dataclass(frozen=True, kw_only=True)
class Given:
    """The arguments of a command."""

    command: str
    store: Path
    url: str
    """Without /v1."""
    papers: Path
    questions: Path
    out: Path

    def files(self) -> list[Path]:
        return sorted(path for path in self.papers.iterdir() if path.suffix in {".pdf", ".html"})

    def each(self, put: Callable[[str], Reply | Retrieved]) -> None:
        """Put all questions and write what comes back."""

        async def awaited(question: str) -> Reply | Retrieved:
            return put(question)

        asyncio.run(self.each_async(awaited))

    async def each_async(self, put: Callable[[str], Awaitable[Reply | Retrieved]]) -> None:
        """The same of a system that is awaited, on one loop for all questions, as such systems expect."""
        with self.out.open("w", encoding="utf-8") as out:
            for line in self.questions.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                cpu, began = time.process_time(), time.perf_counter()
                try:
                    found = asdict(await put(row["question"]))
                except Exception as error:  # noqa: BLE001 - the boundary of a question: the others go on
                    traceback.print_exc()
                    found = {"error": f"{type(error).__name__}: {error}"}
                taken = {"seconds": round(time.perf_counter() - began, 4), "cpu": round(time.process_time() - cpu, 4)}
                out.write(json.dumps({"id": row["id"], **taken, **found}, ensure_ascii=False) + "\n")
                out.flush()


def given() -> Given:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["ingest", "ask", "search"])
    for name in ("papers", "questions", "store", "out"):
        parser.add_argument(f"--{name}", type=Path, default=Path())
    parser.add_argument("--url", default="")
    return Given(**vars(parser.parse_args()))


class _Words(HTMLParser):
    """What a browser would print."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the base's form
        self._hidden += tag in {"script", "style", "head"}
        if tag in {"p", "div", "tr", "h1", "h2", "h3", "li", "table"}:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"script", "style", "head"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def html_text(file: Path) -> str:
    """For systems that bring no reader of HTML."""
    words = _Words()
    words.feed(file.read_text(encoding="utf-8"))
    return re.sub(r"\n\s*\n+", "\n\n", re.sub(r"[ \t]+", " ", "".join(words.parts))).strip()
