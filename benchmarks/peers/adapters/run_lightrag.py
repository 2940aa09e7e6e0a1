"""LightRAG by its library, with its defaults: its stores in files, mode "mix" (graph and vectors), no reranker.

Files are read as its server reads them by default, by pypdf and as a whole: it keeps no pages.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

import numpy as np
from lightrag import LightRAG, QueryParam
from lightrag.llm.openai import openai_complete_if_cache, openai_embed
from lightrag.utils import EmbeddingFunc
from protocol import CHAT_MODEL, DIMENSION, EMBEDDING_MODEL, QUERY_MODEL, Cited, Given, Piece, Reply, Retrieved, given, html_text
from pypdf import PdfReader

HOW = QueryParam(mode="mix", enable_rerank=False)
REFUSALS = ("[no-context]", "not enough information")
REFERENCE = re.compile(r"^\s*[-*] \[\d+\] (.+)$", re.MULTILINE)


def text_of(file: Path) -> str:
    if file.suffix == ".html":
        return html_text(file)
    return "\n".join(page.extract_text() for page in PdfReader(file).pages)


async def opened(given_: Given) -> LightRAG:
    served = {"base_url": f"{given_.url}/v1", "api_key": "none"}

    async def complete(prompt: str, **options: Any) -> str:
        return await openai_complete_if_cache(CHAT_MODEL, prompt, **served, **options)

    async def embed(texts: list[str], context: str = "document") -> np.ndarray:
        model = QUERY_MODEL if context == "query" else EMBEDDING_MODEL
        return await openai_embed.func(texts, model=model, max_token_size=0, **served)

    given_.store.mkdir(parents=True, exist_ok=True)
    rag = LightRAG(
        working_dir=str(given_.store),
        llm_model_func=complete,
        llm_model_name=CHAT_MODEL,
        embedding_func=EmbeddingFunc(embedding_dim=DIMENSION, max_token_size=8192, func=embed),
    )
    await rag.initialize_storages()
    return rag


async def ingest(given_: Given) -> None:
    rag = await opened(given_)
    files = given_.files()
    await rag.ainsert([text_of(file) for file in files], file_paths=[file.name for file in files])
    states = await rag.get_processing_status()
    print(states)
    await rag.finalize_storages()
    if states.get("failed"):
        raise SystemExit(f"{states['failed']} documents failed")


async def search(given_: Given) -> None:
    rag = await opened(given_)

    async def find(question: str) -> Retrieved:
        found = await rag.aquery_data(question, HOW)
        chunks = found.get("data", {}).get("chunks", [])
        return Retrieved(retrieved=[Piece(doc=Path(chunk["file_path"]).name, text=chunk["content"]) for chunk in chunks])

    await given_.each_async(find)
    await rag.finalize_storages()


async def ask(given_: Given) -> None:
    rag = await opened(given_)

    async def answer(question: str) -> Reply:
        found = await rag.aquery_llm(question, HOW)
        said = found["llm_response"]["content"] or ""
        body, _, references = said.partition("### References")
        return Reply(
            answer=body.strip(),
            refused=any(refusal in said for refusal in REFUSALS),
            citations=[Cited(doc=Path(name.strip()).name) for name in dict.fromkeys(REFERENCE.findall(references))],
        )

    await given_.each_async(answer)
    await rag.finalize_storages()


if __name__ == "__main__":
    asyncio.run({"ingest": ingest, "ask": ask, "search": search}[given().command](given()))
