"""`eval make-questions` and `eval import`: question files from one's own papers, and from published sets."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paperatlas.cli.context import AsJson, Context, Docs
from paperatlas.cli.output import EXIT_FAILED, save
from paperatlas.core.errors import BadSetting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperatlas.core.ports import LLM
    from paperatlas.core.types import ParsedDocument
    from paperatlas.eval.cases import Case
    from paperatlas.eval.importers.imported import Imported
    from paperatlas.eval.makers.written import Written
    from paperatlas.library import Library

__all__ = ["app"]

app = typer.Typer()

_SHOWN = 20
"""Parts of a set that could not be read, or failures of a model, of which a person is told."""
_TRIED = 8
"""Passages that a question which should have no answer is tried on."""


@app.command("make-questions")
def make(
    context: typer.Context,
    *,
    out: Annotated[Path, typer.Option(help="The JSONL file to write.")],
    doc: Docs = None,
    each: Annotated[int, typer.Option(min=1, help="Answerable questions a paper at most, and as many unanswerable ones.")] = 10,
    seed: Annotated[int, typer.Option(help="Another number draws other questions.")] = 0,
    llm: Annotated[bool, typer.Option("--llm", help="Have the language model write as many more, each with evidence.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make questions from the library's tables, metadata, counts, definitions and positions, to be reviewed by a person."""
    from paperatlas.eval.cases import write_cases
    from paperatlas.eval.makers.making import make_questions

    ctx: Context = context.obj
    model = _writer(ctx) if llm else None
    with ctx.open() as library:
        named = [library.document(name) for name in doc] if doc else list(library.documents())
        papers = [library.catalog.parsed(document.id) for document in named]
        cases = make_questions(papers, each=each, seed=seed)
        written = _written(papers, model, library, each=each, seed=seed) if model else None
    if written is not None:
        cases += written.cases
        if written.failed:
            ctx.output.exit_code = EXIT_FAILED
    save(out, write_cases(cases).encode())
    result = {"file": str(out), **_counted(cases)}
    if written is not None:
        failed = [{"place": place, "why": why} for place, why in written.failed]
        result["written"] = {**_counted(written.cases), "dropped": dict(written.dropped), "failed": failed}
    ctx.output.result(result, as_json=as_json, text=lambda: _made_text(cases, written, out))


def _counted(cases: "Sequence[Case]") -> dict[str, Any]:
    from collections import Counter

    kinds = Counter(case.kind for case in cases)
    return {"n": len(cases), "unanswerable": sum(case.unanswerable for case in cases), "kinds": dict(sorted(kinds.items()))}


def _writer(ctx: Context) -> "LLM":
    from paperatlas.choose_llm import chosen_llm

    settings = ctx.settings()
    if (llm := chosen_llm(settings, settings.library)) is None:
        raise BadSetting(
            "There is no language model to write questions.", hint="Set PAPERATLAS_LLM_BASE_URL, or leave --llm out."
        )
    return llm


def _written(papers: "Sequence[ParsedDocument]", llm: "LLM", library: "Library", *, each: int, seed: int) -> "Written":
    from paperatlas.eval.makers.written import written_questions
    from paperatlas.library.eval_passages import LibraryPassages

    passages = LibraryPassages(library, limit=_TRIED)
    return written_questions(papers, llm, lambda question, name: passages.found(question, [name]), each=each, seed=seed)


def _made_text(cases: "Sequence[Case]", written: "Written | None", out: Path) -> str:
    unanswerable = sum(case.unanswerable for case in cases)
    told = [f"{len(cases)} questions, {unanswerable} of them unanswerable, in {out}. Look them through before use."]
    if written is not None:
        reasons = "".join(f"\n- {count}: {why}" for why, count in sorted(written.dropped.items()))
        dropped = sum(written.dropped.values())
        told.append(f"{len(written.cases)} were written by the model; {dropped} more were not borne out{reasons}")
        told.append(f"{len(written.failed)} times the model failed" + _listed(written.failed))
    return "\n".join(told)


def _listed(places: "Sequence[tuple[str, str]]") -> str:
    shown = "".join(f"\n- {place}: {why}" for place, why in places[:_SHOWN])
    return shown + (f"\n- and {len(places) - _SHOWN} more; --json lists all" if len(places) > _SHOWN else "")


@app.command("import")
def import_(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="squad2, hotpotqa, 2wiki, musique, qasper, litqa2, docbench, financebench, …")],
    place: Annotated[Path, typer.Argument(help="The set's file; of docbench and beir its folder.")],
    *,
    out: Annotated[Path, typer.Option(help="The JSONL file of questions to write.")],
    documents: Annotated[Path | None, typer.Option(help="Write the texts that the set brings as JSONL for `ingest`.")] = None,
    as_json: AsJson = False,
) -> None:
    """Bring a published question set into our form."""
    import json
    from dataclasses import asdict

    from paperatlas.eval.cases import write_cases
    from paperatlas.eval.importers.reading import read_set

    ctx: Context = context.obj
    found = read_set(name, place)
    save(out, write_cases(found.cases).encode())
    if documents is not None:
        save(documents, "".join(json.dumps(asdict(text), ensure_ascii=False) + "\n" for text in found.documents).encode())
    if found.skipped:
        ctx.output.exit_code = EXIT_FAILED
    counts = {
        "n": len(found.cases),
        "unanswerable": sum(case.unanswerable for case in found.cases),
        "documents": len(found.documents),
        "skipped": [{"place": place_, "why": why} for place_, why in found.skipped],
    }
    ctx.output.result({"file": str(out), **counts}, as_json=as_json, text=lambda: _imported_text(found, out))


def _imported_text(found: "Imported", out: Path) -> str:
    unanswerable = sum(case.unanswerable for case in found.cases)
    told = f"{len(found.cases)} questions, {unanswerable} of them unanswerable, in {out}; {len(found.documents)} texts."
    if not found.skipped:
        return told
    return f"{told}\n{len(found.skipped)} parts of the set could not be read, and are in no question:" + _listed(found.skipped)
