"""`eval run`: a question file put to the library, and what the answers are worth."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import EXIT_FAILED, save
from paperatlas.core.errors import BadSetting

if TYPE_CHECKING:
    from paperatlas.core.ports import LLM
    from paperatlas.eval.cases import Case
    from paperatlas.eval.configuration import Configuration
    from paperatlas.eval.record import Record
    from paperatlas.library import Library
    from paperatlas.settings import Settings

__all__ = ["Asked", "Config", "app", "cases_of", "save_runs"]

app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A way to answer, by the settings in force or by those of a file."""

    how: "Configuration"
    file: Path | None

    @classmethod
    def named(cls, name: str) -> "Config":
        from paperatlas.eval.configuration import Configuration

        if not name.endswith(".toml"):
            return cls(how=Configuration.named(name), file=None)
        if not Path(name).is_file():
            raise BadSetting(f"There is no settings file {name!r}.", hint="--config takes names and paths, joined by commas.")
        return cls(how=Configuration(name=Path(name).stem), file=Path(name))


@app.command()
def run(
    context: typer.Context,
    questions: Annotated[Path, typer.Argument(help="JSONL: id, question, accept, gold_pages; see docs/howto/evaluate.md.")],
    *,
    config: Annotated[str, typer.Option(help="default, no-llm, no-STAGE, or .toml files; several with commas.")] = "default",
    scoped: Annotated[bool, typer.Option("--scoped/--whole", help="Put each question to its own papers, or to all.")] = False,
    both: Annotated[bool, typer.Option("--both", help="Put each question to all papers, and then to its own.")] = False,
    kind: Annotated[list[str] | None, typer.Option(help="Only questions of this kind; repeatable.")] = None,
    judge: Annotated[bool, typer.Option("--judge", help="Ask a language model for a second opinion on each answer.")] = False,
    judge_model: Annotated[str, typer.Option(help="The judge, if not the model that answers.")] = "",
    judge_url: Annotated[str, typer.Option(help="Where the judge is, if not where the model that answers is.")] = "",
    out: Annotated[Path | None, typer.Option(help="A file for the run, or a folder for several.")] = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the run for `eval history`.")] = True,
    as_json: AsJson = False,
) -> None:
    """Ask a question file and score the answers: accuracy, evidence, refusals, confidence, length, time and cost."""
    from paperatlas.eval.markdown import run_markdown
    from paperatlas.eval.summing import run_json

    ctx: Context = context.obj
    cases = cases_of(questions, kind)
    configs = [Config.named(name.strip()) for name in config.split(",")]
    ways = [Asked(ctx=ctx, questions=questions.stem, scoped=each, keep=keep) for each in ((False, True) if both else (scoped,))]
    judging = (judge_model, judge_url) if judge else None
    records = [asked.record(each, cases, judging) for each in configs for asked in ways]
    save_runs(out, records)
    if any(record.failed or any(item.judge_failed for item in record.scored) for record in records):
        ctx.output.exit_code = EXIT_FAILED
    rows = [run_json(record) for record in records]
    printed = rows[0] if len(rows) == 1 else {"runs": rows}
    ctx.output.result(printed, as_json=as_json, text=lambda: "\n\n".join(map(run_markdown, records)))


def cases_of(questions: Path, kind: list[str] | None) -> "list[Case]":
    """The questions of a file, those of some kinds only where any is named. Raises BadSetting where there is none."""
    from paperatlas.eval.cases import read_cases

    cases = [case for case in read_cases(questions) if not kind or case.kind in kind]
    if not cases:
        raise BadSetting(f"No question of {questions.name!r} is of kind {kind}.", hint="Leave --kind out to ask all.")
    return cases


def save_runs(out: Path | None, records: "Sequence[Record]") -> None:
    """Into the file that was asked for, or into files of its folder."""
    from paperatlas.eval.summing import run_json

    if out is None:
        return
    if len(records) == 1 and not out.is_dir():
        files = [out]
    else:
        out.mkdir(parents=True, exist_ok=True)
        several = len({record.made.scope for record in records}) > 1
        files = [out / f"{_run_name(record, with_scope=several)}.json" for record in records]
    for file, record in zip(files, records, strict=True):
        save(file, json.dumps(run_json(record), ensure_ascii=False, indent=1).encode())


def _run_name(record: "Record", *, with_scope: bool) -> str:
    scope = [record.made.scope.replace(" ", "-")] if with_scope else []
    return "-".join([record.made.questions, record.made.config, *scope])


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is the same for every configuration."""

    ctx: Context
    questions: str
    scoped: bool
    keep: bool

    def record(self, config: Config, cases: "Sequence[Case]", judging: tuple[str, str] | None) -> "Record":
        """Asks all questions in one configuration."""
        from paperatlas.bootstrap import kept_evaluations, open_library
        from paperatlas.eval.history import keep
        from paperatlas.eval.judging import judge

        settings = self.settings(config)
        # Before anything is asked: hours of answers are not lost to a judge that is not there.
        llm = None if judging is None else self._judge(config, judging)
        with open_library(settings=settings) as library:
            record = self.answered(config, cases, library)
        if llm is not None:
            record = judge(record, cases, llm)
        if self.keep:
            with kept_evaluations(settings) as runs:
                keep(runs, record)
        return record

    def answered(self, config: Config, cases: "Sequence[Case]", library: "Library") -> "Record":
        """Puts the questions to a library that is open."""
        from datetime import UTC, datetime

        from paperatlas.cli.progress import ingest_progress
        from paperatlas.core.reports import Progress
        from paperatlas.eval.record import Record
        from paperatlas.library.evaluating import how_made, put_questions

        started = datetime.now(UTC).isoformat(timespec="seconds")
        made = how_made(library, config.how, questions=self.questions, scoped=self.scoped, started=started)
        with ingest_progress() as show:
            items = put_questions(
                library,
                cases,
                config.how,
                scoped=self.scoped,
                on_item=lambda done: show(Progress(done=done, total=len(cases), source=made.config)),
            )
            return Record(made=made, items=tuple(items))

    def settings(self, config: Config, **arguments: str | None) -> "Settings":
        """Those that a configuration is asked by."""
        from paperatlas.settings import load_settings

        return load_settings(config.file or self.ctx.config, library=self.ctx.library, **arguments)

    def judging(self, config: Config, model: str, url: str) -> "Settings":
        """The same for the judge, who may be another model elsewhere; says so when it is the one that answers."""
        answering = self.settings(config)
        settings = self.settings(config, llm_model=model or None, llm_base_url=url or None)
        if config.how.use_llm and answering.has_llm and settings.llm_model == answering.llm_model:
            self.ctx.output.say(f"{settings.llm_model} judges its own answers; another --judge-model is fairer.")
        return settings

    def _judge(self, config: Config, judging: tuple[str, str]) -> "LLM":
        from paperatlas.choose_llm import chosen_llm

        settings = self.judging(config, *judging)
        llm = chosen_llm(settings, settings.library)
        if llm is None:
            raise BadSetting("There is no language model to judge.", hint="Set PAPERATLAS_LLM_BASE_URL, or give --judge-url.")
        return llm
