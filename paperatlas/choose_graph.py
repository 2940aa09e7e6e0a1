"""Part of the composition root: how the knowledge graph is extracted, and which store holds it. Nothing is loaded here."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import BadSetting, InputError
from paperatlas.core.graph_ports import GraphReader, GraphStore
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Extraction
from paperatlas.core.library_ids import library_id
from paperatlas.core.ports import LLM
from paperatlas.core.types import Chunk, ChunkKind, Page, ParsedDocument, Span
from paperatlas.graph.extract.rules import RULES
from paperatlas.graph.extract.schema import Schema, default_schema, read_schema
from paperatlas.library.parts import GraphParts
from paperatlas.settings import Settings

if TYPE_CHECKING:
    from paperatlas.graph.cypher.foreign.asking import ForeignAsker

__all__ = ["chosen_graph", "mention_finder", "script_asker"]

GRAPH = "graph"
"""Folder of the embedded store inside a library."""


def chosen_graph(settings: Settings, folder: Path) -> GraphParts | None:
    """None where the graph is switched off.

    Raises:
        BadSetting: the file of further kinds cannot be read.
    """
    if settings.graph == "off":
        return None
    kinds = _further_kinds(settings.graph_schema)
    _schema(kinds)  # what is wrong with it is said now, and not by every document
    key = f"-{hashlib.sha256(kinds.encode()).hexdigest()[:12]}" if kinds else ""
    return GraphParts(
        extract=partial(_extract, kinds=kinds),
        rules=f"{RULES}{key}",
        schema=partial(_schema, kinds),
        open_store=partial(_neo4j if settings.neo4j_uri else _embedded, settings, folder),
        folder=None if settings.neo4j_uri else folder / GRAPH,
    )


def _further_kinds(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"The schema {str(file)!r} cannot be read: {error}.", hint="Check PAPERATLAS_GRAPH_SCHEMA.") from error


def _extract(document: ParsedDocument, chunks: Sequence[Chunk], *, kinds: str) -> Extraction:
    """Called in a process of its own, which loads a language model for it."""
    from paperatlas.graph.extract.extract import extract  # noqa: PLC0415 - heavy

    return extract(document, chunks, _schema(kinds))


def _schema(kinds: str) -> Schema:
    return read_schema(kinds, over=default_schema()) if kinds else default_schema()


def _embedded(_settings: Settings, folder: Path) -> GraphStore:
    from paperatlas.graph.stores.embedded import EmbeddedStore  # noqa: PLC0415 - heavy

    home = folder / GRAPH
    home.mkdir(parents=True, exist_ok=True)
    return EmbeddedStore(home)


def _neo4j(settings: Settings, folder: Path) -> GraphStore:
    from paperatlas.graph.stores.neo4j import Neo4jStore  # noqa: PLC0415 - heavy

    password = settings.neo4j_password
    return Neo4jStore(
        settings.neo4j_uri or "",
        settings.neo4j_user,
        password.get_secret_value() if password else "",
        settings.neo4j_database,
        library_id(folder),
    )


def mention_finder(settings: Settings) -> Callable[[str], list[tuple[int, int]]]:
    """What finds names and terms in a text as in the passages of a paper: where they begin and end."""
    schema = _schema(_further_kinds(settings.graph_schema))

    def find(text: str) -> list[tuple[int, int]]:
        from paperatlas.graph.extract.extract import extract  # noqa: PLC0415 - heavy

        document = ParsedDocument(name="text", id=DocumentId("0" * 32), pages=(Page(number=1, text=text),))
        chunk = Chunk(
            id=ChunkId("text"),
            document=document.id,
            ordinal=0,
            kind=ChunkKind.TEXT,
            text=text,
            context="",
            section="",
            spans=(Span(1, 0, len(text)),),
        )
        spans = (mention.evidence.span for mention in extract(document, [chunk], schema).mentions)
        return [(span.start, span.end) for span in spans if span is not None]

    return find


def script_asker(script: Path, *, llm: LLM | None, limit: int, seconds: float) -> tuple[GraphReader, "ForeignAsker"]:
    """The graph that a Cypher script makes, and what puts questions to it.

    Raises:
        InputError: the script cannot be read, or the engine cannot run it.
    """
    from paperatlas.graph.cypher.foreign.asking import ForeignAsker  # noqa: PLC0415 - heavy
    from paperatlas.graph.stores.scripted import scripted_graph  # noqa: PLC0415

    try:
        text = script.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The script {str(script)!r} cannot be read: {error}.", hint="Name a file of Cypher.") from error
    store = scripted_graph(text)
    return store, ForeignAsker(store, llm=llm, limit=limit, seconds=seconds)
