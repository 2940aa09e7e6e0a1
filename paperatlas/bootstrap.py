"""The composition root: the one place that names adapters and decides which of them serve."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperatlas.agents.state import QuestionLimits
from paperatlas.catalog import Evaluations, evaluations_in
from paperatlas.catalog.schema import CATALOG_TABLES
from paperatlas.choose_catalog import chosen_catalog
from paperatlas.choose_engines import drop_other_indexes, index_folders, open_engines
from paperatlas.choose_graph import chosen_graph
from paperatlas.choose_llm import budgeted, chosen_llm, question_limits
from paperatlas.choose_models import (
    bundled,
    chosen_embedder,
    chosen_reranker,
    embedder_source,
    is_local,
    kept_vectors,
)
from paperatlas.choose_online import chosen_online
from paperatlas.choose_originals import chosen_originals
from paperatlas.choose_readers import annotated_of, page_renderer, reading_pool, reading_recipe
from paperatlas.choose_tracing import chosen_tracing
from paperatlas.core.reports import OnProgress, Restored
from paperatlas.library import AsyncLibrary, Library, restore
from paperatlas.library.parts import Parts
from paperatlas.pipeline.ingest.workers import Limits
from paperatlas.settings import Settings, load_settings

if TYPE_CHECKING:
    from paperatlas.agents.verify import Verifier

__all__ = [
    "bundled_verifier",
    "describe_models",
    "kept_evaluations",
    "open_library",
    "open_library_async",
    "question_router",
    "restore_library",
]


WEIGHED = "weighed.sqlite3"
"""Of a library's folder: vectors of sentences that questions were weighed against. May be deleted at any time."""
_PATIENCE = 4.0
"""Times a page's limit until the process that waits for it is ended too: a page may take twice its processor time by the
clock, and the next process a while to start."""


def open_library(path: str | os.PathLike[str] | None = None, *, settings: Settings | None = None, **overrides: Any) -> Library:
    """Open a library: the one at `path`, else at the place of the settings; it is made when there is none.

    Args:
        path: The library's folder.
        settings: Settings in force; read from the environment and files when left out.
        overrides: Fields of `library.parts.Parts` to put in place of what the settings choose.

    Raises:
        ConfigError: a setting is wrong, or a model is missing.
        StoreError: the library is of a newer version, or damaged.
    """
    chosen = settings or load_settings()
    folder = Path(path) if path is not None else chosen.library
    return Library(Parts(**{**_parts(folder, chosen), **overrides}))


def open_library_async(
    path: str | os.PathLike[str] | None = None, *, settings: Settings | None = None, **overrides: Any
) -> AsyncLibrary:
    """The same for asynchronous code, to be entered with `async with`."""
    return AsyncLibrary(partial(open_library, path, settings=settings, **overrides))


def restore_library(
    source: str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    replace: bool = False,
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    **overrides: Any,
) -> Restored:
    """Make the library at `path`, else at the place of the settings, what it was when a copy was taken; others may have it open.

    Args:
        source: The folder of a backup, or an exported file.
        path: The library's folder.
        replace: Whether documents that it holds may go.
        settings: Settings in force; read from the environment and files when left out.
        on_progress: Is told of the repair that takes long, embedding.
        overrides: Fields of `library.parts.Parts` to put in place of what the settings choose.

    Raises:
        UnreadableBackup: the copy is not whole; nothing was changed.
        InputError: the library holds documents, and `replace` does not say that they may go.
        StoreError: the library cannot be written, is locked, or the copy is of a newer version.
    """
    chosen = settings or load_settings()
    folder = Path(path) if path is not None else chosen.library
    parts = Parts(**{**_parts(folder, chosen), **overrides})
    return restore(Path(source).expanduser().absolute(), parts, replace=replace, on_progress=on_progress)


@contextmanager
def kept_evaluations(settings: Settings) -> Iterator[Evaluations]:
    """The runs over question files that the library keeps; it is not opened for them.

    Raises:
        ConfigError: a setting is wrong.
    """
    folder = settings.library.expanduser()
    engine = chosen_catalog(settings, folder)
    with evaluations_in(folder, engine and engine(CATALOG_TABLES)) as runs:
        yield runs


def _parts(folder: Path, settings: Settings) -> dict[str, Any]:
    embedder, llm, tracing = chosen_embedder(settings), chosen_llm(settings, folder), chosen_tracing(settings)
    llm = tracing.llm(llm) if tracing and llm else llm
    kept = kept_vectors(embedder, folder / WEIGHED)
    return {
        "folder": folder,
        "engine": chosen_catalog(settings, folder.expanduser()),
        "embedder": embedder,
        "weigher": kept,
        "keep_ahead": kept.keep if is_local(settings) else None,
        "forget_weighed": kept.forget,
        "spare_embedder": None if is_local(settings) else partial(bundled, settings),
        "likeness": partial(bundled, settings),
        "asking": QuestionLimits(
            calls=settings.llm_question_calls, seconds=settings.llm_question_seconds, samples=settings.llm_samples
        ),
        "open_engines": partial(
            open_engines,
            folder=folder,
            embedder=kept,
            chroma_url=settings.chroma_url,
            rewriting_llm=llm if settings.rewriting == "auto" else None,
            reranker=chosen_reranker(settings, partial(chosen_llm, settings, folder)),
            route_seconds=settings.route_seconds,
            local_embedder=is_local(settings),
        ),
        "renderer": partial(page_renderer, settings),
        "annotate": partial(annotated_of, settings=settings),
        "recipe": reading_recipe(settings),
        "index_folders": index_folders(folder, embedder),
        "drop_other_indexes": partial(drop_other_indexes, folder, embedder, settings.chroma_url),
        "graph": chosen_graph(settings, folder),
        "llm": llm,
        "budgeted": budgeted,
        "limited": question_limits(settings),
        "verifier": partial(bundled_verifier, threads=settings.threads),
        "online": chosen_online(settings),
        "runs": settings.runs,
        "tracing": tracing,
        "store": settings.store,
        "objects": chosen_originals(settings),
        "pool": reading_pool(settings),
        "workers": settings.workers,
        # The processes that read pages end a page themselves; this is for the other kinds of file.
        "limits": Limits(page_seconds=_PATIENCE * settings.page_seconds, file_seconds=settings.file_seconds),
    }


def question_router(settings: Settings, *, use_llm: bool) -> Callable[[str, tuple[str, ...]], dict[str, Any]]:
    """A function from a question and the questions before it to what the router makes of it, as JSON; no library is looked at.

    A language model, where one is configured and is to be used, is asked about what rules and likeness leave open.
    """
    import anyio  # noqa: PLC0415 - start-up time

    from paperatlas.agents.route import route  # noqa: PLC0415
    from paperatlas.agents.route_by_model import sure_of  # noqa: PLC0415
    from paperatlas.agents.state import Question  # noqa: PLC0415
    from paperatlas.core.wire import route_json  # noqa: PLC0415

    embedder = chosen_embedder(settings)
    llm = chosen_llm(settings, settings.library) if use_llm else None

    def routed(text: str, history: tuple[str, ...] = ()) -> dict[str, Any]:
        question = Question(text=text, history=history)
        plan = route(question, (), embedder=embedder)
        return {"question": text, **route_json(anyio.run(sure_of, plan, question, (), llm) if llm else plan, {})}

    return routed


def bundled_verifier(*, threads: int) -> "Verifier":
    """What judges claims: always by the bundled models, whatever others are configured, since it was fitted on them."""
    from paperatlas.agents.verify import Verifier  # noqa: PLC0415 - start-up time
    from paperatlas.models.bundled_embedder import bundled_embedder  # noqa: PLC0415
    from paperatlas.models.onnx_reranker import MiniLMReranker  # noqa: PLC0415

    return Verifier(bundled_embedder(threads=threads), MiniLMReranker(threads=threads))


def describe_models(settings: Settings) -> list[dict[str, str]]:
    """Which model serves each role, and where it comes from."""
    embedder = chosen_embedder(settings)
    reranker = chosen_reranker(settings, partial(chosen_llm, settings, settings.library))
    llm = settings.llm_base_url or "the default endpoint" if settings.has_llm else "none configured"
    return [
        {"role": "embedder", "id": embedder.id, "source": embedder_source(settings)},
        {
            "role": "reranker",
            "id": reranker.id if reranker else "none: hits stay in the order of the routes",
            "source": settings.reranker,
        },
        {"role": "llm", "id": settings.llm_model if settings.has_llm else "none: answers are extractive", "source": llm},
    ]
