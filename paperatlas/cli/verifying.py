"""`verify`: whether a text, or the papers of a library, bear out a claim."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from paperatlas.cli.context import AsJson, Batch, Collections, Context, Docs
from paperatlas.core.errors import BadSetting, ConfigError, InputError

if TYPE_CHECKING:
    from paperatlas.core.verdicts import Verdict
    from paperatlas.library import Library

__all__ = ["app"]

app = typer.Typer()

_DRAFTS = frozenset({".md", ".markdown", ".txt"})


@app.command()
def verify(
    context: typer.Context,
    claim: Annotated[
        str | None, typer.Argument(metavar="CLAIM|DRAFT.md", help="A claim, or a draft whose claims to verify.")
    ] = None,
    *,
    document: Annotated[Path | None, typer.Option("--document", help="The file to verify it by, instead of the library.")] = None,
    doc: Docs = None,
    collection: Collections = None,
    batch: Batch = None,
    as_json: AsJson = False,
) -> None:
    """Whether the papers, or one file, bear out a claim: supported, contradicted or unverifiable, and why."""
    from paperatlas.core.wire_verdicts import judgement_json, verdict_json

    ctx: Context = context.obj
    within: dict[str, Any] = {"documents": doc or (), "collections": collection or ()}
    if batch:
        with _Desk(ctx) as desk:
            ctx.output.batch(batch, lambda row: desk.row(row, document, within))
        return
    if claim is None or not claim.strip():
        raise ConfigError("There is no claim.", hint="Give it as an argument, or a file of them with --batch.")
    if Path(claim).suffix.lower() in _DRAFTS and (draft := Path(claim)).exists():
        with ctx.open() as library:
            verdicts = _of_draft(library, draft, within)
        ctx.output.result(
            {"draft": str(draft), "claims": [verdict_json(each) for each in verdicts]},
            as_json=as_json,
            text=lambda: report(verdicts),
        )
        return
    if document is not None:
        judged = _verifier(ctx).verify(claim, _text_of(document, ctx))
        ctx.output.result(
            judgement_json(judged), as_json=as_json, text=lambda: f"{judged.label} ({judged.score:.2f}): {judged.why}"
        )
        return
    with ctx.open() as library:
        verdict = library.verify(claim, **within)
    ctx.output.result(verdict_json(verdict), as_json=as_json, text=lambda: report([verdict]))


class _Desk:
    """What a batch works with; the library is opened by the first line that names no text."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._library: Library | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._library is not None:
            self._library.close()

    def row(self, row: Mapping[str, Any], document: Path | None, within: Mapping[str, Any]) -> dict[str, Any]:
        """One line's verdict. `document` is the text itself, as the interface has it."""
        from paperatlas.core.wire_verdicts import judgement_json, verdict_json

        claim, text = row.get("claim"), row.get("document")
        if not isinstance(claim, str) or not claim.strip():
            raise BadSetting(
                "The line has no 'claim'.", hint='Each line is an object such as {"id": "1", "claim": "…", "document": "…"}.'
            )
        if text is not None or document is not None:
            given = _joined(text) if document is None or text is not None else _text_of(document, self._ctx)
            return judgement_json(_verifier(self._ctx).verify(claim, given))
        if self._library is None:
            self._library = self._ctx.open()
        named = row.get("doc") or within["documents"]
        chosen = {**within, "documents": (named,) if isinstance(named, str) else tuple(named)}
        return verdict_json(self._library.verify(claim, **chosen))


def _joined(text: object) -> str:
    """A text, which some data sets give as a list of sentences."""
    if isinstance(text, str):
        return text
    if isinstance(text, list) and all(isinstance(each, str) for each in text):
        return "\n\n".join(text)
    raise BadSetting("The line's 'document' is no text.", hint="Give a text or a list of sentences, or leave it out.")


@cache
def _verifier(ctx: Context) -> Any:
    from paperatlas.bootstrap import bundled_verifier

    return bundled_verifier(threads=ctx.settings().threads)


@cache
def _text_of(file: Path, ctx: Context) -> str:
    from paperatlas.choose_readers import read_file

    return "\n\n".join(page.text for page in read_file(file, settings=ctx.settings()).pages)


def _of_draft(library: "Library", draft: Path, within: Mapping[str, Any]) -> "list[Verdict]":
    from paperatlas.agents.verify.drafts import claims_of

    try:
        text = draft.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The draft {str(draft)!r} cannot be read: {error}.", hint="Name a UTF-8 text file.") from error
    return [library.verify(claim, **within) for claim in claims_of(text)]


_MARKS = {"supported": "✓", "contradicted": "✗", "unverifiable": "?"}


def report(verdicts: "Sequence[Verdict]") -> str:
    """The verdicts as Markdown, what is wrong with its reason, each with its evidence."""
    lines = []
    for verdict in verdicts:
        why = "" if verdict.label == "supported" else f": {verdict.why}"
        lines.append(f"- {_MARKS[verdict.label]} {verdict.claim} **{verdict.label}**{why}")
        lines += [f"    - “{each.quote}” ({each.title or each.doc}, page {each.page})" for each in verdict.citations]
    counts = {label: sum(verdict.label == label for verdict in verdicts) for label in _MARKS}
    told = ", ".join(f"{count} {label}" for label, count in counts.items() if count)
    return "\n".join([*lines, *([f"\n{len(verdicts)} claims: {told}."] if len(verdicts) > 1 else [])])
