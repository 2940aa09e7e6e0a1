"""paper-qa by its library: `Docs` over all files, retrieval by maximal marginal relevance, evidence summaries, answer.

Its agent needs a model that calls tools, so its three steps are run in their order, as its README does by hand. Off are what
needs a network (metadata of documents) or a model that sees (descriptions of pictures).
"""

import asyncio
import pickle
import re

from paperqa import Docs, Settings
from paperqa.prompts import CANNOT_ANSWER_PHRASE
from paperqa.settings import AnswerSettings, ParsingSettings
from protocol import CHAT_MODEL, EMBEDDING_MODEL, Cited, Given, Piece, Reply, Retrieved, given

PAGES = re.compile(r" pages (\d+)-(\d+)$")
KEY = re.compile(r"pqac-\w+")


def settings(given_: Given) -> Settings:
    model = f"openai/{CHAT_MODEL}"
    served = {"api_base": f"{given_.url}/v1", "api_key": "none"}
    config = {"model_list": [{"model_name": model, "litellm_params": {"model": model, **served, "timeout": 600}}]}
    return Settings(
        llm=model,
        llm_config=config,
        summary_llm=model,
        summary_llm_config=config,
        embedding=f"openai/{EMBEDDING_MODEL}",
        embedding_config={"kwargs": {**served, "encoding_format": "float"}},
        parsing=ParsingSettings(use_doc_details=False, multimodal=False),
        answer=AnswerSettings(),
    )


async def ingest(given_: Given) -> None:
    docs, chosen = Docs(), settings(given_)
    for file in given_.files():
        # A citation is given, as from a reference manager: without one the model is asked to make it up from the first page.
        await docs.aadd(file, citation=file.name, docname=file.name, settings=chosen)
    given_.store.mkdir(parents=True, exist_ok=True)
    (given_.store / "docs.pickle").write_bytes(pickle.dumps(docs))


def opened(given_: Given) -> Docs:
    docs: Docs = pickle.loads((given_.store / "docs.pickle").read_bytes())
    return docs


async def search(given_: Given) -> None:
    docs, chosen = opened(given_), settings(given_)

    async def find(question: str) -> Retrieved:
        found = await docs.retrieve_texts(question, chosen.answer.evidence_k, chosen)
        return Retrieved(retrieved=[Piece(doc=text.doc.docname, text=text.text) for text in found])

    await given_.each_async(find)


async def ask(given_: Given) -> None:
    docs, chosen = opened(given_), settings(given_)

    async def answer(question: str) -> Reply:
        session = await docs.aget_evidence(question, settings=chosen)
        session = await docs.aquery(session, settings=chosen)
        used = set(KEY.findall(session.raw_answer))
        return Reply(
            answer=re.sub(r"\s*\(pqac-[\w, -]+\)", "", session.raw_answer),
            refused=CANNOT_ANSWER_PHRASE.lower() in session.raw_answer.lower(),
            citations=[cite for context in session.contexts if context.id in used for cite in places(context.text.name)],
        )

    await given_.each_async(answer)


def places(name: str) -> list[Cited]:
    """It cites ranges of pages: each page of one is named."""
    pages = PAGES.search(name)
    if pages is None:  # HTML has chunks
        return [Cited(doc=re.sub(r" chunk \d+$", "", name))]
    return [Cited(doc=name[: pages.start()], page=page) for page in range(int(pages[1]), int(pages[2]) + 1)]


if __name__ == "__main__":
    asyncio.run({"ingest": ingest, "ask": ask, "search": search}[given().command](given()))
