"""`eval`: figures for what the library finds and answers."""

from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli import eval_answers, eval_checks, eval_labels, eval_ragas, eval_reports, eval_sets
from paperatlas.cli.context import AsJson, Context
from paperatlas.core.errors import BadSetting
from paperatlas.core.searching import Mode

__all__ = ["app"]

app = typer.Typer(help="Measure what the library finds and answers.", no_args_is_help=True)
app.add_typer(eval_answers.app)
app.add_typer(eval_ragas.app)
app.add_typer(eval_reports.app)
app.add_typer(eval_sets.app)
app.add_typer(eval_labels.app)
app.add_typer(eval_checks.app)

_MODES: dict[str, Mode] = {"hybrid": "hybrid", "vector": "vector", "lexical": "lexical", "auto": "auto"}


@app.callback()
def group() -> None:
    """Measure what the library finds and answers."""


@app.command()
def retrieval(
    context: typer.Context,
    questions: Annotated[Path, typer.Argument(help="JSONL: id, question, and gold, gold_pages or evidence.")],
    *,
    chunking: Annotated[list[str] | None, typer.Option(help="structure, words-300-50 or tokens-256-32; repeatable.")] = None,
    embedder: Annotated[list[str] | None, typer.Option(help="As the setting `embedder`; repeatable.")] = None,
    mode: Annotated[list[str] | None, typer.Option(help="hybrid, vector, lexical or auto; repeatable.")] = None,
    reranker: Annotated[list[str] | None, typer.Option(help="As the setting `reranker`; repeatable.")] = None,
    part: Annotated[str, typer.Option(help="Only questions of this part: dev to choose by, test to report.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder for report.md, report.json and chart.svg.")] = None,
    work: Annotated[Path | None, typer.Option(help="Folder that keeps vectors from run to run.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare chunkings, embedders, modes and rerankers on a question file, over the library's own documents."""
    import json

    from paperatlas.eval.judged import read_judged
    from paperatlas.eval.retrieval_grid import combinations, run_grid
    from paperatlas.eval.retrieval_report import as_chart, as_markdown
    from paperatlas.eval.retrieval_report import as_json as rows_json
    from paperatlas.grid_parts import grid_opener

    ctx: Context = context.obj
    judged = [each for each in read_judged(questions) if not part or each.part == part]
    if not judged:
        raise BadSetting(f"No question of {questions.name!r} is of part {part!r}.", hint='Lines say it with "part": "dev".')
    settings = ctx.settings()
    grid = combinations(chunking or ["structure"], embedder or [settings.embedder], _modes(mode), reranker or ["off"])
    with ctx.open() as library:
        rows = list(run_grid(judged, grid, grid_opener(library, settings, work=work)))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / "report.md").write_text(as_markdown(rows) + "\n", encoding="utf-8")
        (out / "report.json").write_text(json.dumps(rows_json(rows), indent=1) + "\n", encoding="utf-8")
        (out / "chart.svg").write_text(as_chart(rows), encoding="utf-8")
    ctx.output.result({"n": len(judged), "rows": rows_json(rows)}, as_json=as_json, text=lambda: as_markdown(rows))


def _modes(named: list[str] | None) -> list[Mode]:
    if unknown := [mode for mode in named or () if mode not in _MODES]:
        raise BadSetting(f"There is no mode {unknown[0]!r} to compare.", hint=f"There are: {', '.join(_MODES)}.")
    return [_MODES[mode] for mode in named or ["hybrid"]]
