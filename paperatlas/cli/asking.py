"""`ask`, `search`, `route` and `section`: questions to a library."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, get_args

import typer

from paperatlas.cli.context import AsJson, Batch, Collections, Context, Docs
from paperatlas.cli.stages import with_stages
from paperatlas.core.asking import LONGEST, MOST_PASSAGES, SHORTEST, How
from paperatlas.core.errors import BadSetting, ConfigError
from paperatlas.core.searching import Mode, SearchOptions, SearchResult, Stages
from paperatlas.core.types import ChunkKind

__all__ = ["app"]

app = typer.Typer()

Text = Annotated[str | None, typer.Argument(help="The question or query; left out with --batch.")]
NoLLM = Annotated[bool, typer.Option("--no-llm", help="Extractive, even where a model is configured.")]


@app.command()
@with_stages
def ask(
    context: typer.Context,
    question: Text = None,
    *,
    doc: Docs = None,
    collection: Collections = None,
    batch: Batch = None,
    thread: Annotated[
        str, typer.Option(help="The conversation that it belongs to: it may lean on what was said there, and is added to it.")
    ] = "",
    no_llm: NoLLM = False,
    top_k: Annotated[
        int | None, typer.Option(min=1, max=MOST_PASSAGES, help="Passages read for it; as many as usual, where left out.")
    ] = None,
    min_confidence: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Refuse it below this confidence, instead of the library's own.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=SHORTEST, max=LONGEST, help="The time that it has: then what was found by then is the answer."),
    ] = None,
    stream: Annotated[bool, typer.Option("--stream", help="Print what happens as it does, one JSON object a line.")] = False,
    as_json: AsJson = False,
    stages: Stages,
) -> None:
    """Answer a question from the papers, every sentence proven to the page."""
    from paperatlas.cli.text import answer_text
    from paperatlas.core.wire import answer_json
    from paperatlas.core.wire_events import event_json

    ctx: Context = context.obj

    def how(documents: Iterable[str]) -> How:
        return {
            "documents": documents,
            "collections": collection or (),
            "use_llm": not no_llm,
            "thread": thread,
            "stages": stages,
            "top_k": top_k,
            "min_confidence": min_confidence,
            "seconds": seconds,
        }

    with ctx.open() as library:
        names = library.names()
        if batch:
            ctx.output.batch(
                batch,
                lambda row: answer_json(library.ask(_wanted(row, "question"), **how(_docs(row) or doc or ())), names),
            )
            return
        asked = _one(question)
        if stream:
            told: How = {**how(doc or ()), "drafts": True}
            for event in library.events(asked, **told):
                ctx.output.line(event_json(event, names))
            return
        answer = library.ask(asked, **how(doc or ()))
        ctx.output.result(answer_json(answer, names), as_json=as_json, text=lambda: answer_text(answer))


@app.command()
@with_stages
def search(
    context: typer.Context,
    query: Text = None,
    *,
    mode: Annotated[str, typer.Option(help="auto, hybrid, vector, lexical, graph or summary.")] = "auto",
    limit: Annotated[int, typer.Option("--limit", "--top-k", min=1, max=1000, help="Most passages.")] = 10,
    doc: Docs = None,
    collection: Collections = None,
    page: Annotated[int | None, typer.Option(min=1, help="Only this page.")] = None,
    section: Annotated[str, typer.Option(help="Only sections whose path holds this.")] = "",
    year: Annotated[str, typer.Option(help="A year, or 2019..2021.")] = "",
    where: Annotated[list[str] | None, typer.Option(help="field=value of the metadata; repeatable.")] = None,
    author: Annotated[str, typer.Option(help="Only papers with this in an author's name.")] = "",
    kind: Annotated[list[ChunkKind] | None, typer.Option(help="Only passages of this kind; repeatable.")] = None,
    by_document: Annotated[bool, typer.Option("--by-document", help="The best passage of each document.")] = False,
    batch: Batch = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each passage was found, and why it was moved.")] = False,
    as_json: AsJson = False,
    stages: Stages,
) -> None:
    """Find passages. A "quoted phrase" or a prefix* is a condition."""
    from paperatlas.cli.text import search_text
    from paperatlas.core.wire import search_json

    ctx: Context = context.obj
    years, fields, chosen = _years(year), _fields(where or ()), _mode(mode)
    options = SearchOptions(stages=stages, syntax=True, by_document=by_document, explain=explain)
    with ctx.open() as library:

        def found(text: str, documents: Iterable[str]) -> SearchResult:
            return library.search(
                text,
                mode=chosen,
                limit=limit,
                documents=documents,
                page=page,
                section=section,
                years=years,
                where=fields,
                collections=collection or (),
                kinds=kind or (),
                author=author,
                options=options,
            )

        known = library.documents()
        names, urls = {each.id: each.name for each in known}, {each.id: each.url for each in known}
        if batch:
            ctx.output.batch(batch, lambda row: search_json(found(_wanted(row, "query"), _docs(row) or doc or ()), names, urls))
            return
        result = found(_one(query), doc or ())
        ctx.output.result(
            search_json(result, names, urls), as_json=as_json, text=lambda: search_text(result, names, explain=explain)
        )


@app.command()
def route(
    context: typer.Context,
    question: Text = None,
    *,
    batch: Batch = None,
    no_llm: NoLLM = False,
    as_json: AsJson = False,
) -> None:
    """What the router makes of a question. Works without a library."""
    from paperatlas.bootstrap import question_router

    ctx: Context = context.obj
    router = question_router(ctx.settings(), use_llm=not no_llm)
    if batch:
        ctx.output.batch(batch, lambda row: router(_wanted(row, "question"), _earlier(row)))
        return
    routed = router(_one(question), ())
    ctx.output.result(routed, as_json=as_json, text=lambda: f"{routed['kind']} ({', '.join(routed['tools'])})")


@app.command()
def section(
    context: typer.Context,
    doc: Annotated[str, typer.Argument(help="The document, by name, title or id.")],
    name: Annotated[str, typer.Argument(help="Number, name or usual synonym of the section.")],
    *,
    as_json: AsJson = False,
) -> None:
    """The text of one section, from its heading to the next of its level."""
    from paperatlas.core.wire import section_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.section(doc, name)
        ctx.output.result(section_json(found), as_json=as_json, text=lambda: f"{found.heading}\n\n{found.text}")


def _one(text: str | None) -> str:
    if text is None or not text.strip():
        raise ConfigError("There is no question.", hint="Give it as an argument, or a file of them with --batch.")
    return text


def _wanted(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadSetting(f"The line has no {name!r}.", hint=f'Each line is an object such as {{"id": "1", "{name}": "…"}}.')
    return value


def _earlier(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The questions before a line's own: texts, or turns as chat clients keep them, of which the user's count."""
    turns = row.get("history") or ()
    if isinstance(turns, str):
        return (turns,)
    asked = [turn for turn in turns if isinstance(turn, str) or turn.get("role", "user") == "user"]
    texts = [turn if isinstance(turn, str) else turn.get("content") or turn.get("question") or "" for turn in asked]
    return tuple(text for text in texts if isinstance(text, str) and text.strip())


def _docs(row: Mapping[str, Any]) -> tuple[str, ...]:
    named = row.get("doc") or ()
    return (named,) if isinstance(named, str) else tuple(named)


def _mode(text: str) -> Mode:
    modes: tuple[Mode, ...] = get_args(Mode)
    for mode in modes:
        if mode == text:
            return mode
    raise BadSetting(f"There is no search mode {text!r}.", hint=f"These are: {', '.join(modes)}.")


def _years(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    first, _, last = text.partition("..")
    try:
        return int(first), int(last or first)
    except ValueError:
        raise BadSetting(f"{text!r} is not a year or a range of years.", hint="Write 2020 or 2019..2021.") from None


def _fields(pairs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    fields = []
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadSetting(f"{pair!r} is not a condition.", hint="Write --where field=value.")
        fields.append((name, value))
    return tuple(fields)
