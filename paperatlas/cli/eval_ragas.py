"""`eval ragas`: what ragas, in its own environment, says of our answers and passages."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.eval_answers import Asked, Config, cases_of, save_runs
from paperatlas.cli.output import EXIT_FAILED
from paperatlas.core.errors import BadSetting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperatlas.eval.cases import Case
    from paperatlas.eval.ragas import RagasScorer
    from paperatlas.eval.record import Record
    from paperatlas.library import Library

__all__ = ["app"]

app = typer.Typer()

_MOST_PASSAGES = 20
"""Each is read by the judge for itself, one after the other."""
_JUDGED = "+ragas"


@app.command()
def ragas(
    context: typer.Context,
    questions: Annotated[Path, typer.Argument(help="JSONL: id, question, references or accept; see docs/howto/evaluate.md.")],
    *,
    run: Annotated[Path | None, typer.Option(help="Judge the answers of this run instead of asking anew.")] = None,
    config: Annotated[str, typer.Option(help="default, no-llm, no-STAGE, or a .toml file.")] = "default",
    scoped: Annotated[bool, typer.Option("--scoped/--whole", help="Put each question to its own papers, or to all.")] = False,
    kind: Annotated[list[str] | None, typer.Option(help="Only questions of this kind; repeatable.")] = None,
    passages: Annotated[int, typer.Option(min=1, max=_MOST_PASSAGES, help="Passages of the search that are judged.")] = 8,
    judge_model: Annotated[str, typer.Option(help="The judge, if not the model that answers.")] = "",
    judge_url: Annotated[str, typer.Option(help="Where the judge is, if not where the model that answers is.")] = "",
    out: Annotated[Path | None, typer.Option(help="A file for the run with ragas's scores.")] = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the run for `eval history`.")] = True,
    as_json: AsJson = False,
) -> None:
    """Have ragas judge answers: faithfulness, context recall and precision, answer relevancy (`make setup-eval` first)."""
    from paperatlas.bootstrap import kept_evaluations, open_library
    from paperatlas.choose_llm import chosen_ragas
    from paperatlas.choose_models import bundled
    from paperatlas.eval import history
    from paperatlas.eval.markdown import run_markdown
    from paperatlas.eval.summing import run_json

    ctx: Context = context.obj
    cases, way = cases_of(questions, kind), Config.named(config)
    asked = Asked(ctx=ctx, questions=questions.stem, scoped=scoped, keep=keep)
    settings, judging = asked.settings(way), asked.judging(way, judge_model, judge_url)
    with kept_evaluations(settings) as runs:
        earlier = None if run is None else _answers_of(history.named_run(run, runs), cases)
    with closing(chosen_ragas(judging, bundled(judging))) as scorer:
        # Before anything is asked: hours of answers are not lost to an environment that is not there.
        scorer.start()
        with open_library(settings=settings) as library:
            record = _judged(earlier or asked.answered(way, cases, library), cases, scorer, library, passages)
    if keep:
        with kept_evaluations(settings) as runs:
            history.keep(runs, record)
    save_runs(out, [record])
    if record.failed or any(item.ragas_failed for item in record.scored):
        ctx.output.exit_code = EXIT_FAILED
    ctx.output.result(run_json(record), as_json=as_json, text=lambda: run_markdown(record))


def _answers_of(record: "Record", cases: "Sequence[Case]") -> "Record":
    """The part of a run that answers these questions, by a name of its own beside the run that it is of."""
    from dataclasses import replace

    asked = {case.id: case.question for case in cases}
    items = tuple(item for item in record.items if item.id in asked)
    if wrong := [item.id for item in items if item.question != asked[item.id]]:
        raise BadSetting(
            f"Question {wrong[0]!r} of the run is another one than in the file.", hint="Name the file it was made of."
        )
    if not items:
        raise BadSetting("The run answers no question of the file.", hint="Name the file that it was made of.")
    name = record.made.config.removesuffix(_JUDGED) + _JUDGED
    return replace(record, items=items, made=replace(record.made, config=name))


def _judged(record: "Record", cases: "Sequence[Case]", scorer: "RagasScorer", library: "Library", limit: int) -> "Record":
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.core.reports import Progress
    from paperatlas.eval.ragas import ragas as judged
    from paperatlas.library.eval_passages import LibraryPassages

    with ingest_progress() as show:
        return judged(
            record,
            cases,
            scorer,
            LibraryPassages(library, limit=limit),
            on_item=lambda done: show(Progress(done=done, total=len(record.items), source="ragas")),
        )
