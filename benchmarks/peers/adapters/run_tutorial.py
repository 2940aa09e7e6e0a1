"""What tutorials build: pages by pypdf, chunks of a thousand characters, Chroma and rank-bm25, fused by reciprocal rank."""

import json
import pickle
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chromadb
from protocol import CHAT_MODEL, EMBEDDING_MODEL, QUERY_MODEL, Cited, Given, Piece, Reply, Retrieved, given, html_text
from pypdf import PdfReader
from rank_bm25 import BM25Okapi

CHUNK, OVERLAP = 1000, 200
"""Characters: the defaults of most tutorials' text splitters."""
CANDIDATES, SHOWN = 20, 5
RANK_CONSTANT = 60
"""Of reciprocal rank fusion, as in its paper."""
PROMPT = (
    'Answer the question from the numbered passages, and cite them like [1]. If they do not hold the answer, say "I don\'t know."'
)
UNKNOWN = "I don't know"


def pages(file: Path) -> list[str]:
    return [html_text(file)] if file.suffix == ".html" else [page.extract_text() for page in PdfReader(file).pages]


def chunks(file: Path) -> list[tuple[int, str]]:
    return [
        (number, text[start : start + CHUNK])
        for number, text in enumerate(pages(file), 1)
        for start in range(0, max(len(text) - OVERLAP, 1), CHUNK - OVERLAP)
        if text.strip()
    ]


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as reply:
        return json.load(reply)


def embed(given_: Given, texts: list[str], model: str) -> list[list[float]]:
    found = post(f"{given_.url}/v1/embeddings", {"model": model, "input": texts})
    return [row["embedding"] for row in found["data"]]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def ingest(given_: Given) -> None:
    rows = [(file.name, page, text) for file in given_.files() for page, text in chunks(file)]
    texts = [text for _, _, text in rows]
    collection = chromadb.PersistentClient(str(given_.store)).create_collection("papers", metadata={"hnsw:space": "cosine"})
    for start in range(0, len(rows), 64):
        part = texts[start : start + 64]
        ids = [str(number) for number in range(start, start + len(part))]
        collection.add(ids=ids, documents=part, embeddings=embed(given_, part, EMBEDDING_MODEL))
    (given_.store / "bm25.pickle").write_bytes(pickle.dumps((rows, BM25Okapi([words(text) for text in texts]))))


def searcher(given_: Given) -> Callable[[str], list[tuple[str, int, str]]]:
    rows, bm25 = pickle.loads((given_.store / "bm25.pickle").read_bytes())
    collection = chromadb.PersistentClient(str(given_.store)).get_collection("papers")

    def search(question: str) -> list[tuple[str, int, str]]:
        near = collection.query(query_embeddings=embed(given_, [question], QUERY_MODEL), n_results=min(CANDIDATES, len(rows)))
        scores = bm25.get_scores(words(question))
        lexical = sorted(range(len(rows)), key=lambda number: -scores[number])[:CANDIDATES]
        fused: dict[int, float] = {}
        for ranking in ([int(id_) for id_ in near["ids"][0]], lexical):
            for place, number in enumerate(ranking, 1):
                fused[number] = fused.get(number, 0) + 1 / (RANK_CONSTANT + place)
        return [rows[number] for number in sorted(fused, key=lambda number: -fused[number])[:SHOWN]]

    return search


def search(given_: Given) -> None:
    find = searcher(given_)
    given_.each(lambda question: Retrieved(retrieved=[Piece(doc=doc, text=text) for doc, _, text in find(question)]))


def ask(given_: Given) -> None:
    find = searcher(given_)

    def answer(question: str) -> Reply:
        found = find(question)
        shown = "\n\n".join(f"[{n}] {doc}, page {page}\n{text}" for n, (doc, page, text) in enumerate(found, 1))
        messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": f"{shown}\n\nQuestion: {question}"}]
        reply = post(f"{given_.url}/v1/chat/completions", {"model": CHAT_MODEL, "messages": messages})
        said = reply["choices"][0]["message"]["content"]
        numbers = [int(number) for number in re.findall(r"\[(\d+)\]", said) if 0 < int(number) <= len(found)]
        return Reply(
            answer=re.sub(r"\s*\[\d+\]", "", said),
            refused=said.startswith(UNKNOWN),
            citations=[Cited(doc=found[n - 1][0], page=found[n - 1][1]) for n in dict.fromkeys(numbers)],
        )

    given_.each(answer)


if __name__ == "__main__":
    {"ingest": ingest, "ask": ask, "search": search}[given().command](given())
