"""`graph`: entities, relations and where they are said."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import EXIT_FAILED
from paperatlas.core.errors import ConfigError, InputError

__all__ = ["app"]

app = typer.Typer(help="Entities of the library, how they are related, and where that is said.", no_args_is_help=True)

Limit = Annotated[int, typer.Option(min=1, max=10_000, help="Most rows.")]
Seconds = Annotated[float, typer.Option(min=0.1, max=600, help="Longest time for one query.")]
Name = Annotated[str, typer.Argument(help="An entity, by one of its names.")]
Kind = Annotated[str, typer.Option(help="Only entities of this kind.")]
_ROWS, _SECONDS = 200, 10.0


@app.command()
def stats(context: typer.Context, *, as_json: AsJson = False) -> None:
    """How many entities and relations there are, by kind and by document."""
    from paperatlas.cli.graph_text import stats_text
    from paperatlas.core.wire_graph import stats_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found, names = library.graph.stats(), library.names()
    ctx.output.result(stats_json(found, names), as_json=as_json, text=lambda: stats_text(found, names))


@app.command()
def build(
    context: typer.Context,
    *,
    anew: Annotated[bool, typer.Option("--anew", help="Read everything again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring the graph up to date; an ingest does that too. Run again after an interruption to finish."""
    from paperatlas.cli.graph_text import stats_text
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.core.wire_graph import stats_json

    ctx: Context = context.obj
    with ctx.open() as library, ingest_progress() as on_progress:
        found, names = library.graph.build(anew=anew, on_progress=on_progress), library.names()
    ctx.output.result(stats_json(found, names), as_json=as_json, text=lambda: stats_text(found, names))


@app.command()
def read(
    context: typer.Context,
    *,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what it would take.")] = False,
    most_tokens: Annotated[int | None, typer.Option(min=1, help="Stop before more tokens than this are spent.")] = None,
    most_usd: Annotated[float | None, typer.Option(min=0, help="Stop when this is spent, by the prices that are set.")] = None,
    as_json: AsJson = False,
) -> None:
    """Have the language model read the papers for the graph too. Run again to go on where it stopped."""
    from dataclasses import asdict

    from paperatlas.cli.graph_text import estimate_text, reading_text
    from paperatlas.cli.progress import ingest_progress

    ctx: Context = context.obj
    if estimate:
        with ctx.open() as library:
            expected = library.graph.model_estimate()
        settings = ctx.settings()
        prices = settings.llm_price_input, settings.llm_price_output
        usd = (expected.input_tokens * prices[0] + expected.output_tokens * prices[1]) / 1e6
        ctx.output.result(
            {**asdict(expected), "usd": usd if any(prices) else None},
            as_json=as_json,
            text=lambda: estimate_text(expected, usd if any(prices) else None),
        )
        return
    with ctx.open() as library, ingest_progress() as on_progress:
        done = library.graph.read_by_model(most_tokens=most_tokens, most_usd=most_usd, on_progress=on_progress)
    ctx.output.result(asdict(done), as_json=as_json, text=lambda: reading_text(done))
    if done.stopped or done.failed:
        ctx.output.exit_code = EXIT_FAILED


@app.command()
def query(
    context: typer.Context,
    cypher: Annotated[str, typer.Argument(help="A query that only reads.")],
    *,
    param: Annotated[list[str] | None, typer.Option(help="A parameter, name=value; JSON or text; repeatable.")] = None,
    limit: Limit = _ROWS,
    seconds: Seconds = _SECONDS,
    as_json: AsJson = False,
) -> None:
    """Run Cypher. What it could change is refused before it reaches the graph."""
    from paperatlas.cli.graph_text import graph_answer_text
    from paperatlas.core.wire_graph import graph_answer_json

    ctx: Context = context.obj
    parameters = _parameters(param or ())
    with ctx.open() as library:
        found, names = library.graph.query(cypher, parameters, limit=limit, seconds=seconds), library.names()
        backend = library.graph.backend
    ctx.output.result(graph_answer_json(found, names, backend), as_json=as_json, text=lambda: graph_answer_text(found, names))


@app.command()
def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="A question about entities and relations.")],
    *,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Only the templates, also where a model is configured.")] = False,
    limit: Limit = _ROWS,
    seconds: Seconds = _SECONDS,
    as_json: AsJson = False,
) -> None:
    """Ask in English: shows the Cypher, the rows, and the page of every edge."""
    from paperatlas.cli.graph_text import graph_answer_text
    from paperatlas.core.wire_graph import graph_answer_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.graph.ask(question, use_llm=not no_llm, limit=limit, seconds=seconds)
        names, backend = library.names(), library.graph.backend
    ctx.output.result(graph_answer_json(found, names, backend), as_json=as_json, text=lambda: graph_answer_text(found, names))


@app.command()
def entity(context: typer.Context, name: Name, *, as_json: AsJson = False) -> None:
    """All that is said of an entity, and what documents call it."""
    from paperatlas.cli.graph_text import card_text
    from paperatlas.core.wire_graph import card_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found, names = library.graph.entity(name), library.names()
    ctx.output.result(card_json(found, names), as_json=as_json, text=lambda: card_text(found, names))


@app.command()
def path(
    context: typer.Context,
    source: Name,
    target: Annotated[str, typer.Argument(help="Another entity.")],
    *,
    max_hops: Annotated[int, typer.Option(min=1, max=6, help="Longest way.")] = 3,
    as_json: AsJson = False,
) -> None:
    """How two entities hang together, each step with what shows it."""
    from paperatlas.cli.graph_text import paths_text
    from paperatlas.core.wire_graph import path_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found, names = library.graph.paths(source, target, max_hops=max_hops), library.names()
    ctx.output.result(
        {"paths": [path_json(each, names) for each in found]}, as_json=as_json, text=lambda: paths_text(found, names)
    )


@app.command()
def merge(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(help="Names that are one entity.")],
    *,
    kind: Kind = "",
    as_json: AsJson = False,
) -> None:
    """Say that names are one entity. It holds for papers that are added later too."""
    from paperatlas.core.wire_graph import entity_json

    ctx: Context = context.obj
    if len(names) < 2:
        raise ConfigError("One name cannot be merged.", hint="Name two or more.")
    with ctx.open() as library:
        merged = library.graph.merge(*names, kind=kind)
    ctx.output.result(
        {"merged": entity_json(merged)},
        as_json=as_json,
        text=lambda: f"{merged.name} ({merged.kind}), also {', '.join(merged.aliases)}" if merged.aliases else merged.name,
    )


@app.command()
def split(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(help="A name, or two names, that stand for different entities.")],
    *,
    kind: Kind = "",
    as_json: AsJson = False,
) -> None:
    """Undo what made a name one with others, or keep two names apart."""
    from paperatlas.core.wire_graph import entity_json

    ctx: Context = context.obj
    with ctx.open() as library:
        apart = library.graph.split(*names, kind=kind)
    ctx.output.result(
        {"apart": [entity_json(each) for each in apart]},
        as_json=as_json,
        text=lambda: "\n".join(f"{each.name} ({each.kind})" for each in apart),
    )


@app.command()
def doubts(
    context: typer.Context,
    *,
    ask: Annotated[bool, typer.Option("--ask", help="Have the language model decide; its answers give way to yours.")] = False,
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Most pairs to list or to ask about.")] = 100,
    as_json: AsJson = False,
) -> None:
    """Names that may be one and are kept apart; `merge` and `split` decide them."""
    ctx: Context = context.obj
    with ctx.open() as library:
        decided = library.graph.ask_about_doubts(most=most)[0] if ask else ()
        left = library.graph.doubts()[:most]
    ctx.output.result(
        {
            "decided": [{"names": list(each.names), "verdict": each.verdict, "by": each.by} for each in decided],
            "doubts": [{"names": list(each.names), "types": list(each.kinds), "why": each.why} for each in left],
        },
        as_json=as_json,
        text=lambda: (
            "\n".join(
                [
                    *(f"{each.verdict}: {' / '.join(each.names)}" for each in decided),
                    *(f"{' / '.join(each.names)} ({' / '.join(each.kinds)}): {each.why}" for each in left),
                ]
            )
            or "There are none."
        ),
    )


@app.command()
def communities(context: typer.Context, *, as_json: AsJson = False) -> None:
    """What the library is about: groups of entities named together, each with sentences of the papers."""
    from paperatlas.cli.text import summaries_text
    from paperatlas.core.wire_summaries import summary_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found, names = library.graph.communities(), library.names()
    ctx.output.result(
        {"communities": [summary_json(each, names) for each in found]}, as_json=as_json, text=lambda: summaries_text(found)
    )


@app.command()
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file; its suffix is the format: .graphml .json .cypher .csv .zip .html")],
    *,
    as_json: AsJson = False,
) -> None:
    """Write the graph for other tools."""
    ctx: Context = context.obj
    with ctx.open() as library:
        written = [str(each) for each in library.graph.export(file)]
    ctx.output.result({"files": written}, as_json=as_json, text=lambda: "\n".join(written))


@app.command()
def view(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="Where to write the page; a temporary file when left out.")] = None,
    *,
    most: Annotated[int | None, typer.Option(min=1, help="Most entities shown, the best connected first.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open it in a browser.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look at the graph: one page that needs no network, to search, filter and read every piece of evidence."""
    import tempfile
    import webbrowser

    ctx: Context = context.obj
    with ctx.open() as library:
        page = library.graph.page(most=most)
    target = file or Path(tempfile.mkdtemp(prefix="paperatlas-")) / "graph.html"
    try:
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{str(target)!r} cannot be written: {error.strerror}.", hint="Name a file in a folder that exists and is yours."
        ) from error
    ctx.output.result({"file": str(target)}, as_json=as_json, text=lambda: str(target))
    if not no_open and not as_json and file is None:
        webbrowser.open(target.absolute().as_uri())


def _parameters(given: Sequence[str]) -> dict[str, object]:
    import json

    parameters: dict[str, object] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise ConfigError(f"{each!r} is no parameter.", hint="Give it as name=value.")
        try:
            parameters[name] = json.loads(value)
        except json.JSONDecodeError:
            parameters[name] = value
    return parameters
