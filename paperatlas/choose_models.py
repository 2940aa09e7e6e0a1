"""Part of the composition root: which embedder, reranker and vision model serve, as the settings say. Nothing is loaded here."""

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from paperatlas.core.errors import BadSetting
from paperatlas.core.ports import LLM, Embedder, PageReader, Reranker
from paperatlas.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import BaseModel, SecretStr

    from paperatlas.models.bge_models import BgeModel
    from paperatlas.models.json_endpoint import JsonEndpoint
    from paperatlas.models.kept_vectors import KeptVectors

__all__ = ["bundled", "chosen_embedder", "chosen_reranker", "chosen_vision", "embedder_source", "is_local", "kept_vectors"]

OPENAI_URL = "https://api.openai.com/v1"


def chosen_embedder(settings: Settings) -> Embedder:
    """The embedder of the settings; there is no other in its place.

    Raises:
        MissingExtra: it needs a package that is not installed; the hint names the extra.
        ConfigError: its files are missing, or a setting that it needs.
    """
    from paperatlas.models.bundled_embedder import bundled_embedder, minilm_embedder  # noqa: PLC0415 - numpy
    from paperatlas.models.folder_embedder import folder_embedder  # noqa: PLC0415

    if folder := settings.embedder_folder:
        return folder_embedder(folder, threads=settings.threads)
    match settings.embedder:
        case "minilm":
            return minilm_embedder(threads=settings.threads)
        case "e5":
            from paperatlas.models.e5_embedder import E5Embedder  # noqa: PLC0415

            return E5Embedder(threads=settings.threads)
        case "bge-m3":
            from paperatlas.models.bge_models import BgeEmbedder  # noqa: PLC0415

            return BgeEmbedder(_bge_m3(settings))
        case "openai":
            return _openai(settings)
        case _:
            return bundled_embedder(threads=settings.threads)


def bundled(settings: Settings) -> Embedder:
    """The model that is always there."""
    from paperatlas.models.bundled_embedder import bundled_embedder  # noqa: PLC0415 - numpy

    return bundled_embedder(threads=settings.threads)


def kept_vectors(embedder: Embedder, file: Path) -> "KeptVectors":
    """The embedder with what it made for earlier questions kept in a file."""
    from paperatlas.models.kept_vectors import KeptVectors  # noqa: PLC0415 - numpy

    return KeptVectors(embedder, file)


def is_local(settings: Settings) -> bool:
    """Whether the embedder runs in this process, where it cannot hang."""
    return settings.embedder_folder is not None or settings.embedder not in {"e5", "bge-m3", "openai"}


def chosen_vision(settings: Settings) -> "Callable[..., PageReader] | None":
    """Makes the model that reads pictures, told otherwise than to transcribe where a prompt and a form are given.

    Raises:
        BadSetting: there is no endpoint to ask.
    """
    if settings.ocr != "vision":
        return None
    if not settings.has_llm:
        raise BadSetting(
            "PAPERATLAS_OCR is vision, but there is no model to ask.",
            hint="Set PAPERATLAS_LLM_BASE_URL or PAPERATLAS_LLM_API_KEY, and PAPERATLAS_VISION_MODEL.",
        )
    key = settings.llm_api_key
    return partial(
        _vision_model,
        model=settings.vision_model or settings.llm_model,
        base_url=settings.llm_base_url,
        api_key=key.get_secret_value() if key else "",
        # The page's own limit by the clock is twice its processor time; a program may have to read it after the model.
        seconds=min(settings.llm_seconds, settings.page_seconds),
    )


def _vision_model(
    prompt: str | None = None,
    form: "type[BaseModel] | None" = None,
    *,
    model: str,
    base_url: str | None,
    api_key: str,
    seconds: float,
) -> PageReader:
    from paperatlas.models.kept_transcripts import KeptTranscripts  # noqa: PLC0415 - start-up time
    from paperatlas.models.vision import VisionModel  # noqa: PLC0415

    reader = VisionModel(model=model, base_url=base_url, api_key=api_key, seconds=seconds, retries=0, prompt=prompt, form=form)
    return KeptTranscripts(reader, Path(platformdirs.user_cache_dir("paperatlas", appauthor=False)) / "transcripts")


def embedder_source(settings: Settings) -> str:
    """Where it comes from, for people."""
    if folder := settings.embedder_folder:
        return str(folder)
    if settings.embedder == "openai":
        return _embed_endpoint(settings)[0]
    return str(settings.bge_m3_path) if settings.embedder == "bge-m3" else "bundled"


def chosen_reranker(settings: Settings, make_llm: "Callable[[], LLM | None]") -> Reranker | None:
    """The reranker of the settings; None where it is off.

    Args:
        settings: The settings in force.
        make_llm: Makes a language model that nobody else asks: its connections belong to one event loop.

    Raises:
        ConfigError: what it needs is not installed or not set.
    """
    match settings.reranker:
        case "off":
            return None
        case "minilm":
            from paperatlas.models.onnx_reranker import MiniLMReranker  # noqa: PLC0415 - numpy

            return MiniLMReranker(threads=settings.threads)
        case "api":
            return _api(settings)
        case "llm":
            return _llm_reranker(make_llm())
    from paperatlas.models.bge_models import BgeReranker  # noqa: PLC0415 - numpy

    match settings.reranker:
        case "bge-m3-sparse":
            return BgeReranker(_bge_m3(settings), "sparse")
        case "bge-m3-colbert":
            return BgeReranker(_bge_m3(settings), "colbert")
        case "bge-reranker-v2-m3":
            return BgeReranker(_bge_reranker(settings), "pairs")


def _openai(settings: Settings) -> Embedder:
    from paperatlas.models.openai_embedder import EmbeddingModel, OpenAIEmbedder  # noqa: PLC0415 - httpx

    url, key = _embed_endpoint(settings)
    model = EmbeddingModel(
        name=settings.embed_model,
        dimensions=settings.embed_dimensions,
        query_prefix=settings.embed_query_prefix,
        passage_prefix=settings.embed_passage_prefix,
    )
    endpoint = _endpoint(url, key, seconds=settings.embed_seconds, prefix="PAPERATLAS_EMBED")
    return OpenAIEmbedder(model, endpoint, batch=settings.embed_batch)


def _embed_endpoint(settings: Settings) -> "tuple[str, SecretStr | None]":
    """An endpoint of its own with its own key, else the language model's with its: a key is never sent elsewhere."""
    if settings.embed_base_url:
        return settings.embed_base_url, settings.embed_api_key
    return settings.llm_base_url or OPENAI_URL, settings.embed_api_key or settings.llm_api_key


def _api(settings: Settings) -> Reranker:
    from paperatlas.models.api_reranker import ApiReranker  # noqa: PLC0415 - httpx

    if not settings.rerank_base_url or not settings.rerank_model:
        raise BadSetting(
            "The reranker 'api' needs an address and a model.",
            hint="Set PAPERATLAS_RERANK_BASE_URL (such as https://api.jina.ai/v1) and PAPERATLAS_RERANK_MODEL.",
        )
    endpoint = _endpoint(
        settings.rerank_base_url, settings.rerank_api_key, seconds=settings.rerank_seconds, prefix="PAPERATLAS_RERANK"
    )
    return ApiReranker(settings.rerank_model, endpoint)


def _endpoint(url: str, key: "SecretStr | None", *, seconds: float, prefix: str) -> "JsonEndpoint":
    from paperatlas.models.json_endpoint import JsonEndpoint  # noqa: PLC0415 - httpx

    return JsonEndpoint(url=url, key=key.get_secret_value() if key else "", seconds=seconds, prefix=prefix)


def _llm_reranker(llm: LLM | None) -> Reranker:
    from paperatlas.models.blocking_llm import BlockingLLM  # noqa: PLC0415 - pydantic models
    from paperatlas.models.llm_reranker import LLMReranker  # noqa: PLC0415

    if llm is None:
        raise BadSetting(
            "The reranker 'llm' needs a language model, and none is configured.",
            hint="Set PAPERATLAS_LLM_BASE_URL or PAPERATLAS_LLM_API_KEY.",
        )
    return LLMReranker(BlockingLLM(llm))


def _bge_m3(settings: Settings) -> "BgeModel":
    return _shared_bge("bge-m3", settings.bge_m3_path, settings.bge_python, settings.threads)


def _bge_reranker(settings: Settings) -> "BgeModel":
    return _shared_bge("bge-reranker-v2-m3", settings.bge_reranker_v2_m3_path, settings.bge_python, settings.threads)


@cache
def _shared_bge(name: str, path: Path | None, python: Path | None, threads: int) -> "BgeModel":
    """One worker for all that use a model in this process: it holds gigabytes."""
    from paperatlas.models.bge_models import bge_m3, bge_python, bge_reranker_v2_m3  # noqa: PLC0415 - numpy

    make = bge_m3 if name == "bge-m3" else bge_reranker_v2_m3
    return make(path, python=python or bge_python(), threads=threads)
