"""Every setting, read once at the edge of the process and handed down as values.

A value comes from, first match wins: an argument of the command, an environment variable `PAPERATLAS_<NAME>`, a `.env`
file in the working directory, `paperatlas.toml` (named by `--config`, else in the working directory, else in the user's
configuration folder), the default below.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import platformdirs
from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from paperatlas.core.errors import BadSetting
from paperatlas.core.masking import MASK, masked_address

__all__ = ["Settings", "Shown", "load_settings", "show_settings"]

PREFIX = "PAPERATLAS_"
CONFIG_NAME = "paperatlas.toml"
HONOURED = {"OPENAI_BASE_URL": "llm_base_url", "OPENAI_API_KEY": "llm_api_key"}
"""Variables of the field that count where ours are not set."""
EMBEDDERS = ("bge-small", "minilm", "e5", "bge-m3", "openai")
READ_ELSEWHERE = frozenset({"PAPERATLAS_SHARED"})
"""Variables of the test suite, not settings."""


def _cores(most: int) -> int:
    return max(1, min(most, os.cpu_count() or 1))


def _default_library() -> Path:
    return Path(platformdirs.user_data_dir("paperatlas", appauthor=False)) / "library"


class Settings(BaseModel):
    """Values with their bounds; what each does is its description."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    library: Path = Field(default_factory=_default_library, description="Folder of the library.")
    store: Literal["copy", "link"] = Field(
        "copy", description="Keep a copy of every original in the library, or only a link to where it lies."
    )
    originals_url: SecretStr | None = Field(
        None,
        description="An object store that keeps the originals instead of the library's folder, as fsspec names it: s3://bucket/papers,"
        " gs://bucket/papers, sftp://user@host/papers. Its package is installed beside PaperAtlas.",
    )
    originals_mebibytes: int = Field(
        2048, ge=1, description="How much of what is in the object store lies on this machine too, what was used last."
    )
    embedder: str = Field(
        "bge-small",
        description="What makes vectors of texts: bge-small, minilm, e5, bge-m3, openai, or a folder with model.onnx,"
        " tokenizer.json and config.json. `paperatlas reembed` brings a library to another one.",
    )
    embedder_path: Path | None = Field(None, description="A folder, as for `embedder`, and instead of it.")
    embed_base_url: str | None = Field(
        None, description="For embedder openai: where its API begins, else the language model's endpoint, else OpenAI's."
    )
    embed_api_key: SecretStr | None = Field(None, description="Its key.")
    embed_model: str = Field("text-embedding-3-small", description="The model to ask for.")
    embed_dimensions: int | None = Field(
        None, ge=1, le=16384, description="Dimensions to ask for, of models that can shorten their vectors."
    )
    embed_query_prefix: str = Field("", description='Put before a query, where the model wants it, such as "query: ".')
    embed_passage_prefix: str = Field("", description="Put before a passage.")
    embed_batch: int = Field(64, ge=1, le=2048, description="Most texts of one request.")
    embed_seconds: float = Field(120, ge=1, le=3600, description="Longest wait for one request with its retries.")
    reranker: Literal["off", "minilm", "bge-reranker-v2-m3", "bge-m3-sparse", "bge-m3-colbert", "api", "llm"] = Field(
        "off", description="What reads query and passages together to reorder the first hits."
    )
    rerank_base_url: str | None = Field(None, description="For reranker api: where an API with /rerank begins.")
    rerank_api_key: SecretStr | None = Field(None, description="Its key.")
    rerank_model: str = Field("", description="The model to ask for.")
    rerank_seconds: float = Field(30, ge=1, le=3600, description="Longest wait for one request with its retries.")
    bge_m3_path: Path | None = Field(None, description="Folder of bge-m3, for the embedder and the rerankers of that name.")
    bge_reranker_v2_m3_path: Path | None = Field(None, description="Folder of bge-reranker-v2-m3.")
    bge_python: Path | None = Field(
        None, description="Python with FlagEmbedding, else that of .venv-bge in the checkout, which `make setup-bge` makes."
    )
    eval_python: Path | None = Field(
        None, description="Python with ragas, else that of .venv-eval in the checkout, which `make setup-eval` makes."
    )
    catalog_url: SecretStr | None = Field(
        None,
        description="A PostgreSQL database, such as postgresql://user@host/papers, that holds the catalog and the conversations"
        " instead of files of the library: for a library that several machines write to.",
    )
    catalog_schema: str = Field("paperatlas", description="The schema in it, one for each library.")
    chroma_url: str | None = Field(
        None, description="A Chroma server, such as http://127.0.0.1:8000, instead of the embedded one."
    )
    graph: Literal["auto", "off"] = Field(
        "auto", description="Whether a knowledge graph is built of what is ingested, and searched along."
    )
    graph_schema: Path | None = Field(
        None, description="A TOML file of further kinds of entities and the words that they are known by."
    )
    neo4j_uri: str | None = Field(
        None, description="A Neo4j server, such as neo4j://127.0.0.1:7687, that holds the graph instead of the embedded store."
    )
    neo4j_user: str = Field("neo4j", description="Its user.")
    neo4j_password: SecretStr | None = Field(None, description="Its password.")
    neo4j_database: str = Field("neo4j", description="The database on it.")
    pdf_engine: Literal["pymupdf", "pdfium"] = Field(
        "pymupdf", description="What opens PDF files. pdfium is free of the AGPL and reads a little worse; it needs the extra."
    )
    page_cache_mebibytes: int = Field(
        512,
        ge=0,
        le=1 << 20,
        description="Most room in the user's cache folder for pages read before; 0 keeps none. Never those of encrypted files.",
    )
    workers: int = Field(default_factory=lambda: _cores(8), ge=1, le=64, description="Processes that read files.")
    ray_address: str = Field(
        "",
        description="A Ray cluster on whose nodes files are read, as 10.0.0.5:6379, auto or local; empty reads on this machine.",
    )
    threads: int = Field(default_factory=lambda: _cores(16), ge=1, le=64, description="Threads that compute embeddings.")
    page_seconds: float = Field(
        30,
        ge=1,
        le=3600,
        description="A page that takes more processor time to read, or twice as long by the clock, is left out, with a warning.",
    )
    page_mebibytes: int = Field(
        1280, ge=256, le=65536, description="Most memory for reading a page; one that needs more is left out. On Linux."
    )
    file_seconds: float = Field(1800, ge=1, le=86400, description="A file that takes longer to read fails.")
    ocr: Literal["auto", "off", "tesseract", "rapidocr", "vision"] = Field(
        "auto",
        description="What reads pages that are pictures or garbled: Tesseract or RapidOCR, or whichever is installed. "
        "vision asks a model at the LLM endpoint first.",
    )
    vision_model: str | None = Field(
        None,
        description="The model at the LLM endpoint that takes pictures, which may be llm_model: pages for ocr vision, what is"
        " hard to read, figures that a question needs. Without it only ocr vision sends pictures, to llm_model.",
    )
    pdf_password: SecretStr | None = Field(None, description="Opens encrypted PDFs. Never stored.")
    route_seconds: float = Field(
        20,
        ge=0.1,
        le=600,
        description="Longest wait for one route of a search: vectors, words, graph, summaries. What is late is done without.",
    )
    chunk_words: int = Field(350, ge=80, le=1000, description="Most words of a passage.")
    llm_base_url: str | None = Field(
        None, description="An OpenAI-compatible endpoint. Answers are extractive without a key or an endpoint."
    )
    llm_api_key: SecretStr | None = Field(None, description="Its key.")
    llm_model: str = Field("gpt-5-mini", description="The model to ask for.")
    llm_context_tokens: int | None = Field(
        None, ge=512, description="How much the model can read at once, where it is known: more is refused before it is sent."
    )
    llm_output_tokens: int | None = Field(
        None, ge=16, description="Most tokens of a reply, thoughts included; without it the endpoint's own limit holds."
    )
    llm_azure_api_version: str | None = Field(
        None,
        description="For the older API of Azure OpenAI, such as 2024-10-21: llm_base_url is then the resource"
        " (https://NAME.openai.azure.com) and llm_model the deployment. Its newer API (/openai/v1) needs none.",
    )
    llm_price_input: float = Field(0, ge=0, description="US dollars per million tokens read, to count what answers cost.")
    llm_price_output: float = Field(0, ge=0, description="US dollars per million tokens written.")
    llm_question_tokens: int | None = Field(None, ge=1, description="Most tokens for one question.")
    llm_question_usd: float | None = Field(None, ge=0, description="Most US dollars for one question.")
    llm_question_calls: int = Field(12, ge=1, le=1000, description="Most calls of the model for one question.")
    llm_question_seconds: float = Field(
        240, ge=1, le=3600, description="How long one question may wait for the model, all calls together."
    )
    llm_samples: int = Field(
        1, ge=1, le=8, description="Answers that the model writes to one question, of which the most faithful is kept."
    )
    llm_day_tokens: int | None = Field(None, ge=1, description="Most tokens a day (UTC) on this library, by all processes.")
    llm_day_usd: float | None = Field(None, ge=0, description="Most US dollars a day (UTC) on this library.")
    llm_cache: Literal["on", "off"] = Field(
        "on", description="Keep the model's answers in the library, so that the same question in the same words is paid once."
    )
    rewriting: Literal["auto", "off"] = Field(
        "auto", description="Where a model is configured, also search for its other wordings of a query: one call a query."
    )
    llm_seconds: float = Field(120, ge=1, le=3600, description="Longest wait for one reply.")
    online: Literal["off", "on"] = Field(
        "off", description="Whether papers may be fetched by address and arXiv and the web be searched. Nothing else goes online."
    )
    fetch_private: Literal["off", "on"] = Field(
        "off", description="Whether papers may also be fetched from addresses of this machine and its network."
    )
    fetch_mebibytes: int = Field(200, ge=1, le=4096, description="Most of one file that is fetched.")
    contact: str | None = Field(
        None,
        max_length=200,
        pattern=r"^[ -~]+@[ -~]+$",
        description="Name and e-mail address, as in `Ada Sato ada@example.org`, told to SEC EDGAR, which answers nobody else, and"
        " to Crossref, which serves those better whom it could write to. Sent to no other service.",
    )
    arxiv_url: str = Field("https://export.arxiv.org", description="Where arXiv is asked.")
    arxiv_files: Literal["pdf", "source", "both"] = Field(
        "pdf", description="What is taken of a paper on arXiv where the address does not say: its PDF, its LaTeX source, or both."
    )
    edgar_url: str = Field("https://www.sec.gov", description="Where SEC EDGAR gives out filings.")
    edgar_data_url: str = Field("https://data.sec.gov", description="Where SEC EDGAR lists the filings of a company.")
    crossref_url: str = Field("https://api.crossref.org", description="Where Crossref is asked of papers and retractions.")
    doi_url: str = Field("https://doi.org", description="Where DOIs are asked of that Crossref has not registered.")
    zotero_url: str = Field("http://127.0.0.1:23119", description="Where the Zotero desktop application listens.")
    web_search: Literal["off", "searxng", "brave", "tavily"] = Field("off", description="The service that searches the web.")
    web_search_url: str | None = Field(None, description="Where it is; needed for searxng.")
    web_search_key: SecretStr | None = Field(None, description="Its key; needed for brave and tavily.")
    runs: int = Field(
        200, ge=0, le=100_000, description="Newest questions whose course is kept in the library's folder `runs`; 0 keeps none."
    )
    web_token: SecretStr | None = Field(
        None, description="What people and programs have to show to use `paperatlas serve`. Needed beyond this machine."
    )
    tracing: Literal["auto", "on", "off"] = Field(
        "auto",
        description="OpenTelemetry spans of questions. auto: where the standard OTEL_ variables name a collector or the program"
        " around us traces; on needs the extra otel.",
    )
    mcp_token: SecretStr | None = Field(
        None, description="What clients of `paperatlas mcp --http` have to show as a bearer token. Needed beyond this machine."
    )
    mcp_url: str | None = Field(None, description="The address that MCP clients know the server by: tokens are made for it.")
    mcp_issuer: str | None = Field(None, description="An OAuth authorization server whose tokens count instead of mcp_token.")
    mcp_introspection_url: str | None = Field(None, description="Where it says whether a token is good (RFC 7662).")
    mcp_client_id: str | None = Field(None, description="As whom it is asked.")
    mcp_client_secret: SecretStr | None = Field(None, description="The secret of that client.")

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """As pydantic prints it, which masks secrets, and without the logins that addresses hold."""
        for name, value in super().__repr_args__():
            yield name, masked_address(value) if isinstance(value, str) else value

    @field_validator("embedder")
    @classmethod
    def _is_known(cls, value: str) -> str:
        if value not in EMBEDDERS and not Path(value).expanduser().is_dir():
            raise ValueError(f"{value!r} is none of {', '.join(EMBEDDERS)}, and no folder")
        return value

    @property
    def embedder_folder(self) -> Path | None:
        """The folder of a model of the user's own, where one is named."""
        if self.embedder_path is not None:
            return self.embedder_path
        return None if self.embedder in EMBEDDERS else Path(self.embedder).expanduser()

    @property
    def has_llm(self) -> bool:
        """Whether a model can be asked: an endpoint or a key is set."""
        return self.llm_base_url is not None or self.llm_api_key is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One setting as `config show` prints it; a secret is masked."""

    name: str
    value: str
    origin: str
    description: str


def load_settings(config: Path | None = None, **arguments: Any) -> Settings:
    """The settings in force. Arguments that are None do not count.

    Raises:
        BadSetting: a value is unknown, of the wrong kind or out of its bounds, or `config` cannot be read.
    """
    merged: dict[str, Any] = {}
    for _, values in reversed(list(_sources(config, arguments))):
        merged.update(values)
    try:
        return Settings(**merged)
    except ValidationError as error:
        problems = (f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in error.errors())
        raise BadSetting(
            "Bad setting: " + "; ".join(problems) + ".", hint="`paperatlas config show` lists every setting with its meaning."
        ) from error


def show_settings(config: Path | None = None, **arguments: Any) -> tuple[Shown, ...]:
    """Every setting in force, with where it came from."""
    settings = load_settings(config, **arguments)
    sources = list(_sources(config, arguments))
    return tuple(
        Shown(
            name=name,
            value=_shown(getattr(settings, name)),
            origin=next((origin for origin, values in sources if name in values), "default"),
            description=field.description or "",
        )
        for name, field in Settings.model_fields.items()
    )


def _shown(value: object) -> str:
    if value is None:
        return ""
    return MASK if isinstance(value, SecretStr) else masked_address(str(value))


def _sources(config: Path | None, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Where values come from, the strongest first."""
    yield "argument", {name: value for name, value in arguments.items() if value is not None}
    yield "environment", _from_variables(os.environ)
    yield ".env", _from_variables(dotenv_values(".env"))
    if file := _config_file(config):
        yield str(file), _from_toml(file)


def _from_variables(variables: Mapping[str, str | None]) -> dict[str, str]:
    """An empty variable counts as not set; a misspelt one of ours reaches validation, which refuses it by name."""
    set_ = {name: value for name, value in variables.items() if value}
    honoured = {field: set_[name] for name, field in HONOURED.items() if name in set_}
    ours = {name.removeprefix(PREFIX).lower(): value for name, value in set_.items() if name.startswith(PREFIX)}
    read_elsewhere = {name.removeprefix(PREFIX).lower() for name in READ_ELSEWHERE}
    return {**honoured, **{name: value for name, value in ours.items() if name not in read_elsewhere}}


def _config_file(named: Path | None) -> Path | None:
    if named is not None:
        return named
    places = (Path(CONFIG_NAME), Path(platformdirs.user_config_dir("paperatlas", appauthor=False)) / CONFIG_NAME)
    return next((place for place in places if place.is_file()), None)


def _from_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(
            f"The configuration file {str(file)!r} cannot be read: {error}.", hint="Name a readable TOML file with --config."
        ) from error
