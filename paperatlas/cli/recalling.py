"""`threads` and `runs`: what was asked before, to be looked at, taken up again or forgotten."""

from functools import partial
from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.core.answers import Answer
from paperatlas.core.conversation import TurnRecord
from paperatlas.core.runs import RunRecord

__all__ = ["runs", "threads"]

threads = typer.Typer(help="Conversations: questions that lean on the ones before them.", no_args_is_help=True)
runs = typer.Typer(help="How questions were worked on: their streams of events, as they were.", no_args_is_help=True)

Thread = Annotated[str, typer.Argument(help="The conversation's name.")]
Run = Annotated[str, typer.Argument(help="The run's id, or its beginning.")]


@threads.command("list")
def list_threads(context: typer.Context, *, as_json: AsJson = False) -> None:
    """The conversations that are kept, the one used last first."""
    from paperatlas.core.wire_runs import thread_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.threads()
    ctx.output.result(
        {"threads": [thread_json(each) for each in found]},
        as_json=as_json,
        text=lambda: (
            "\n".join(f"{each.name}: {each.turns} turns, last {each.question!r}" for each in found)
            or "No conversations yet. Begin one with `paperatlas ask QUESTION --thread NAME`."
        ),
    )


@threads.command("show")
def show_thread(context: typer.Context, thread: Thread, *, as_json: AsJson = False) -> None:
    """What was said in a conversation, oldest first. Answers stay readable when their papers are removed."""
    from paperatlas.core.wire_runs import turn_json

    ctx: Context = context.obj
    with ctx.open() as library:
        turns, names = library.turns(thread), library.names()
    ctx.output.result(
        {"thread": thread, "turns": [turn_json(kept, names) for kept in turns]},
        as_json=as_json,
        text=lambda: "\n\n".join(map(_turn_text, turns)),
    )


def _turn_text(kept: TurnRecord) -> str:
    from paperatlas.cli.text import answer_text

    turn = kept.turn
    meant = f"\n   ({turn.condensed})" if turn.condensed else ""
    answer = answer_text(turn.answer) if turn.answer else "The answer is in a form of another version."
    return f"{kept.number}. {turn.question}{meant}\n{answer}"


@threads.command("remove")
def remove_thread(context: typer.Context, thread: Thread, *, as_json: AsJson = False) -> None:
    """Forget a conversation."""
    ctx: Context = context.obj
    with ctx.open() as library:
        turns = library.forget(thread)
    ctx.output.result(
        {"thread": thread, "removed": turns}, as_json=as_json, text=lambda: f"{thread}: {turns} turns are forgotten."
    )


@runs.command("list")
def list_runs(context: typer.Context, *, as_json: AsJson = False) -> None:
    """The runs that are kept, the newest first. One that is `cut` can be resumed."""
    from paperatlas.core.wire_runs import glance_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.runs()
    ctx.output.result(
        {"runs": [glance_json(run) for run in found]},
        as_json=as_json,
        text=lambda: "\n".join(f"{run.id}  {run.state:<8}  {run.asked.question}" for run in found) or "No runs are kept.",
    )


@runs.command("show")
def show_run(context: typer.Context, run: Run, *, as_json: AsJson = False) -> None:
    """What was asked, what was done and what came of it."""
    from paperatlas.core.wire_runs import run_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.run(run)
    ctx.output.result(run_json(found), as_json=as_json, text=lambda: _run_text(found))


@runs.command()
def replay(context: typer.Context, run: Run) -> None:
    """Print the stream of a run as `ask --stream` did, one JSON object a line."""
    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.run(run)
    for event in found.events:
        ctx.output.line(event)


@runs.command()
def resume(
    context: typer.Context,
    run: Run,
    *,
    stream: Annotated[bool, typer.Option("--stream", help="Print what happens as it does, one JSON object a line.")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask again what a run that was cut off was asked. What the language model answered then is not paid for again."""
    from paperatlas.cli.text import answer_text
    from paperatlas.core.events import Answered
    from paperatlas.core.wire import answer_json
    from paperatlas.core.wire_events import event_json

    ctx: Context = context.obj
    with ctx.open() as library:
        names, answers = library.names(), list[Answer]()
        for event in library.resume(run):
            if stream:
                ctx.output.line(event_json(event, names))
            elif isinstance(event, Answered):
                answers.append(event.answer)
    for answer in answers:
        ctx.output.result(answer_json(answer, names), as_json=as_json, text=partial(answer_text, answer))


def _run_text(run: RunRecord) -> str:
    lines = [run.asked.question, f"{run.began}, {run.state}", ""]
    for event in run.events:
        match event:
            case {"event": "step", "step": step, "seconds": seconds, "detail": detail}:
                lines.append(f"{seconds:8.3f} s  {step}  {detail}".rstrip())
            case {"event": "retrieved", "route": route, "passages": passages, "failure": failure}:
                lines.append(f"            {route}: {failure or f'{passages} passages'}")
            case {"event": "failed", "message": message}:
                lines += ["", str(message)]
            case {"event": "answer", "answer": answer}:
                lines += ["", str(answer)]
    return "\n".join(lines)
