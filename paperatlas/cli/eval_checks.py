"""`eval parse` and `eval graph`: what is read, and what is known, against labels."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import EXIT_FAILED, save
from paperatlas.core.errors import BadSetting

if TYPE_CHECKING:
    from paperatlas.eval.checked import Checked
    from paperatlas.eval.graphs.gold import Gold
    from paperatlas.eval.graphs.queries import Graph
    from paperatlas.eval.graphs.triples import Edge
    from paperatlas.eval.parsing.labels import LabelFile
    from paperatlas.library import Library

__all__ = ["app"]

app = typer.Typer()

Out = Annotated[Path | None, typer.Option(help="A file for all of it as JSON.")]
_ROWS, _SECONDS = 10_000, 10.0
"""Of a query: all rows that a person could have meant."""


@app.command()
def parse(
    context: typer.Context,
    labels: Annotated[Path, typer.Argument(help="A JSON file of labels, a folder of them, or .conll; see formats.md.")],
    *,
    files: Annotated[Path | None, typer.Option(help="Where the labelled files lie, if not beside the labels.")] = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """How well files are read: text, order, headings, tables, figures, references, metadata. Works without a library."""
    from paperatlas.choose_readers import read_file
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.core.reports import Progress
    from paperatlas.core.types import ParsedDocument
    from paperatlas.eval.parsing.labels import read_labels
    from paperatlas.eval.parsing.measures import MEANINGS
    from paperatlas.eval.parsing.mentions import ENDINGS
    from paperatlas.eval.parsing.scoring import check_files

    ctx: Context = context.obj
    if labels.suffix in ENDINGS:
        _mentions(ctx, labels, out, as_json=as_json)
        return
    labelled, settings = read_labels(labels, files), ctx.settings()
    with ingest_progress() as show:

        def read(file: Path) -> ParsedDocument:
            return read_file(file, settings=settings)

        items = []
        for item in check_files(labelled, read):
            items.append(item)
            show(Progress(done=len(items), total=len(labelled), source=item.id))
    for name, fields in _unread(labelled):
        ctx.output.say(f"{name}: these labels mean nothing here: {', '.join(fields)}.")
    _tell(ctx, items, MEANINGS, "files", out=out, as_json=as_json)


def _mentions(ctx: Context, file: Path, out: Path | None, *, as_json: bool) -> None:
    from paperatlas.choose_graph import mention_finder
    from paperatlas.eval.parsing.mentions import MEANINGS, check_mentions, read_marked

    items = list(check_mentions(read_marked(file), mention_finder(ctx.settings())))
    _tell(ctx, items, MEANINGS, "texts", out=out, as_json=as_json)


def _unread(labelled: "Sequence[LabelFile]") -> Iterator[tuple[str, Sequence[str]]]:
    return ((each.id, each.labels.unread) for each in labelled if each.labels.unread)


@app.command()
def graph(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="JSONL: triples, questions with Cypher, names or documents; see formats.md.")],
    *,
    script: Annotated[Path | None, typer.Option(help="A Cypher script that makes the graph, in place of the library's.")] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Questions by rules alone, also where a model is configured.")] = False,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """How good the graph is: its triples, queries made of questions, and questions that take several documents."""
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.core.reports import Progress
    from paperatlas.eval.graphs.gold import read_gold
    from paperatlas.eval.graphs.measures import MEANINGS

    ctx: Context = context.obj
    gold, items = read_gold(file), []
    with ingest_progress() as show:
        for item in _of_script(ctx, gold, script, use_llm=not no_llm) if script else _of_library(ctx, gold, use_llm=not no_llm):
            items.append(item)
            show(Progress(done=len(items), total=max(len(gold), len(items)), source=item.kind))
    _tell(ctx, items, MEANINGS, "pairs and questions", out=out, as_json=as_json)


def _of_script(ctx: Context, gold: "Gold", script: Path, *, use_llm: bool) -> "Iterator[Checked]":
    from paperatlas.choose_graph import script_asker
    from paperatlas.choose_llm import chosen_llm
    from paperatlas.eval.graphs.queries import Graph, check_queries
    from paperatlas.eval.graphs.rows import Rows

    if gold.triples or gold.named or gold.hops:
        raise BadSetting("A script's graph can only be asked queries.", hint="Leave --script out to measure the library's graph.")
    settings = ctx.settings()
    llm = chosen_llm(settings, settings.library) if use_llm else None
    store, asker = script_asker(script, llm=llm, limit=_ROWS, seconds=_SECONDS)

    def run(cypher: str) -> Rows:
        return store.query(cypher, {}, limit=_ROWS, seconds=_SECONDS).rows

    return check_queries(gold.queries, Graph(ask=asker.ask, run=run))


def _of_library(ctx: Context, gold: "Gold", *, use_llm: bool) -> "Iterator[Checked]":
    from paperatlas.eval.graphs.hops import check_hops
    from paperatlas.eval.graphs.queries import check_named, check_queries
    from paperatlas.eval.graphs.triples import check_triples

    with ctx.open() as library:
        if not library.documents():
            raise BadSetting("The library is empty, so there is no graph to measure.", hint="`paperatlas ingest` adds papers.")
        asked = _library_graph(library, use_llm=use_llm)
        if gold.triples:
            yield from check_triples(gold, _edges(library))
        yield from check_queries(gold.queries, asked)
        yield from check_named(gold, asked)
        names = library.names()

        def search(question: str) -> list[str]:
            return [names[hit.chunk.document] for hit in library.search(question, mode="graph", limit=_HITS).hits]

        yield from check_hops(gold.hops, search)


_HITS = 40
"""Passages searched for: a document may have several among the best, and ten documents are looked at."""


def _library_graph(library: "Library", *, use_llm: bool) -> "Graph":
    from paperatlas.core.graph_answers import GraphAnswer
    from paperatlas.eval.graphs.queries import Graph
    from paperatlas.eval.graphs.rows import Rows

    def ask(question: str) -> GraphAnswer:
        return library.graph.ask(question, use_llm=use_llm, limit=_ROWS, seconds=_SECONDS)

    def run(cypher: str) -> Rows:
        return library.graph.query(cypher, limit=_ROWS, seconds=_SECONDS).rows

    return Graph(ask=ask, run=run)


def _edges(library: "Library") -> "Iterator[Edge]":
    """What the papers say, and not what they deny."""
    from paperatlas.core.knowledge import Standing
    from paperatlas.eval.graphs.triples import Edge, forms_of

    called = {entity.id: forms_of(entity) for entity in library.graph.entities()}
    for each in library.graph.relations():
        if each.standing is not Standing.NEGATED:
            yield Edge(heads=called[each.head], predicate=each.predicate, tails=called[each.tail])


def _tell(
    ctx: Context, items: "Sequence[Checked]", meanings: dict[str, str], things: str, *, out: Path | None, as_json: bool
) -> None:
    import json

    from paperatlas.eval.checked import checked_json, checked_markdown

    told = checked_json(items, meanings)
    if out is not None:
        save(out, json.dumps(told, ensure_ascii=False, indent=1).encode())
    if told["failed"]:
        ctx.output.exit_code = EXIT_FAILED
    ctx.output.result(told, as_json=as_json, text=lambda: checked_markdown(items, meanings, things=things))
