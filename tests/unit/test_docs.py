"""The documentation points at what exists."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from paperatlas.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_OUTSIDE = re.compile(r"[a-z]+:", re.IGNORECASE)
_COMMAND = re.compile(
    r"(?:^\$ |`)(?:\.venv/bin/)?paperatlas((?: --library \S+)?) ([a-z]+(?:-[a-z]+)*)(?: ([a-z]+(?:-[a-z]+)*))?", re.MULTILINE
)
"""A command in a console block or in backticks, with the word after it."""


def _named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def _links(page: Path) -> Iterator[Path]:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        path = target.partition("#")[0]
        if path and not _OUTSIDE.match(path):
            yield (page.parent / path).resolve()


def _commands(page: Path) -> Iterator[tuple[str, str]]:
    for _, command, following in _COMMAND.findall(page.read_text(encoding="utf-8")):
        yield command, following


def _is_whole(command: Any, following: str) -> bool:
    """Whether a command stands by itself, or the word after it is one of its own commands."""
    inner = getattr(command, "commands", None)
    return inner is None or following in inner or command.invoke_without_command


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_every_link_leads_to_a_file_of_the_repository(page: Path):
    missing = [str(target) for target in _links(page) if not target.exists() or not target.is_relative_to(ROOT)]

    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=_named)
def test_every_command_that_is_named_exists(page: Path):
    group = typer.main.get_command(app)
    commands = group.commands
    unknown = [
        f"{command} {following}".strip()
        for command, following in _commands(page)
        if command not in commands or not _is_whole(commands[command], following)
    ]

    assert not unknown


def test_the_readme_shows_commands():
    shown = {command for command, _ in _commands(ROOT / "README.md")}

    assert {"ingest", "ask", "search", "section", "documents", "doctor"} <= shown


def test_the_index_lists_every_page():
    listed = set(_links(DOCS / "README.md"))
    decisions = set(_links(DOCS / "decisions" / "README.md"))
    pages = {page for page in DOCS.rglob("*.md") if page != DOCS / "README.md"}

    assert {page for page in pages if page.parent != DOCS / "decisions"} <= listed
    assert pages <= listed | decisions


def test_a_link_and_a_command_are_recognised(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("[x](no/such.md#part) [y](https://example.org)\n`paperatlas nonsense`\n$ paperatlas config show\n", "utf-8")

    assert list(_links(page)) == [tmp_path / "no" / "such.md"]
    assert list(_commands(page)) == [("nonsense", ""), ("config", "show")]
