"""PaperAtlas itself, as installed in the environment that runs the harness.

Ingest is the command; questions go to the library. With a `--url` that is empty it answers without a language model.
"""

import os
import subprocess
import sys
from typing import Any

from protocol import CHAT_MODEL, Cited, Given, Piece, Reply, Retrieved, given

from paperatlas import open_library
from paperatlas.library import Library
from paperatlas.settings import load_settings


def ingest(given_: Given) -> None:
    command = [sys.executable, "-m", "paperatlas", "--library", str(given_.store), "ingest", *map(str, given_.files())]
    # Every page is read: a page cache from an earlier run would measure nothing.
    subprocess.run(command, check=True, env=os.environ | {"PAPERATLAS_PAGE_CACHE_MEBIBYTES": "0"})


def opened(given_: Given) -> Library:
    model: dict[str, Any] = {"llm_base_url": f"{given_.url}/v1", "llm_api_key": "none", "llm_model": CHAT_MODEL}
    return open_library(settings=load_settings(library=given_.store, llm_cache="off", **(model if given_.url else {})))


def search(given_: Given) -> None:
    with opened(given_) as library:
        names = {document.id: document.name for document in library.documents()}

        def find(question: str) -> Retrieved:
            hits = library.search(question).hits
            return Retrieved(retrieved=[Piece(doc=names[hit.chunk.document], text=hit.chunk.text) for hit in hits])

        given_.each(find)


def ask(given_: Given) -> None:
    with opened(given_) as library:

        def answer(question: str) -> Reply:
            answer = library.ask(question)
            return Reply(
                answer=answer.text,
                refused=answer.status == "abstained",
                citations=[Cited(doc=cited.doc, page=cited.page, quote=cited.quote, row=cited.row) for cited in answer.citations],
                computed=answer.computed and [Cited(doc=place.doc, page=place.page) for place in answer.computed.occurrences],
            )

        given_.each(answer)


if __name__ == "__main__":
    {"ingest": ingest, "ask": ask, "search": search}[given().command](given())
