"""How the stand-in reads the prompts of each system, and the form in which each wants its reply.

A form is recognised by words of the system's own prompt. What no form recognises is an error that the system sees, never a
guess: a new version of a system that asks differently has to show up as a failure.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from benchmarks.peers.closest import Excerpt, Found, Reader, content_words, flat, sentences

__all__ = ["UNKNOWN_FORM", "Call", "reply"]

UNKNOWN_FORM = "the stand-in does not know this form of prompt"
SUMMARY = 3
"""Sentences of what is to be summed up: of an excerpt the closest to the question."""
MOST_ENTITIES = 40
"""Rows of entities for a chunk of text."""
TUPLE, COMPLETE = "<|#|>", "<|COMPLETE|>"
"""LightRAG's marks between fields, and at the end."""

Messages = Sequence[Mapping[str, Any]]


class Call(NamedTuple):
    """A call of one of the tools that a system offers."""

    name: str
    arguments: Mapping[str, Any]


Form = Callable[[Reader, str, str], str | None]

_NAME = re.compile(r"\b[A-Z][\w-]*[A-Za-z0-9](?:\s+[A-Z][\w-]*[A-Za-z0-9])*")


def reply(reader: Reader, messages: Messages) -> str | Call | None:
    """What the stand-in says; None to a prompt that it cannot read."""
    told = "\n\n".join(_text(message) for message in messages if message["role"] in ("system", "developer"))
    asked = [_text(message) for message in messages if message["role"] == "user"]
    if "# RAG" in told and "### cite" in told:
        return _haiku(reader, messages, asked)
    for form in _FORMS:
        if (said := form(reader, told, asked[-1] if asked else "")) is not None:
            return said
    return None


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


# The tutorial


def _tutorial(reader: Reader, told: str, asked: str) -> str | None:
    if "numbered passages" not in told:
        return None
    body, question = asked.rsplit("Question: ", 1)
    parts = re.split(r"^\[(\d+)\] ", body, flags=re.MULTILINE)[1:]
    excerpts = [Excerpt(mark, text.partition("\n")[2]) for mark, text in zip(parts[::2], parts[1::2], strict=True)]
    return _cited(reader.answer(question, excerpts), "[{}]") or "I don't know."


# paper-qa


def _paperqa_summary(reader: Reader, told: str, asked: str) -> str | None:
    if "relevance_score" not in told or not asked.startswith("Excerpt from"):
        return None
    _, _, rest = asked.partition("\n\n---\n\n")
    text, _, question = rest.rpartition("\n\n---\n\nQuestion: ")
    found = reader.closest(question, [Excerpt("", text)], count=SUMMARY)
    summary = " ".join(flat(each.sentence) for each in found)
    wanted = content_words(question)
    share = len(wanted & content_words(summary)) / len(wanted) if wanted else 0.0
    return json.dumps({"summary": summary, "relevance_score": round(10 * share)})


def _paperqa_answer(reader: Reader, _told: str, asked: str) -> str | None:
    if not asked.startswith("Answer the question below with the context."):
        return None
    context, _, rest = asked.partition("\n\n---\n\nQuestion: ")
    question = rest.partition("\n\nWrite an answer")[0]
    parts = re.split(r"^(pqac-\w+): ", context.partition("\n\nValid Keys: ")[0], flags=re.MULTILINE)[1:]
    excerpts = [Excerpt(mark, text.rpartition("\nFrom ")[0]) for mark, text in zip(parts[::2], parts[1::2], strict=True)]
    return _cited(reader.answer(question, excerpts), "({})") or "I cannot answer."


# LightRAG


def _lightrag_entities(_reader: Reader, told: str, asked: str) -> str | None:
    if "Knowledge Graph Specialist responsible for extracting" not in told:
        return None
    if "---Input Text---" not in asked:  # what was missed in the last turn
        return COMPLETE
    text = asked.partition("---Input Text---\n```\n")[2].rpartition("\n```\n\n---Output---")[0]
    rows: dict[str, str] = {}
    links: dict[tuple[str, str], str] = {}
    for sentence in sentences(text):
        names = list(dict.fromkeys(name for name in _names(sentence) if name in rows or len(rows) < MOST_ENTITIES))
        for name in names:
            rows.setdefault(name, _row("entity", name, "Concept", sentence))
        for pair in list(combinations(names, 2))[:3]:
            links.setdefault(pair, _row("relation", *pair, "mentioned together", sentence))
    return "\n".join([*rows.values(), *list(links.values())[:MOST_ENTITIES], COMPLETE])


def _row(*fields: str) -> str:
    return TUPLE.join(flat(field.replace(TUPLE, " ")) for field in fields)


def _names(sentence: str) -> list[str]:
    """Capitalised words in a row, but for a lone one at the sentence's beginning, which any word may be."""
    found = [match for match in _NAME.finditer(sentence) if match.start() or " " in match[0] or not match[0].istitle()]
    return [flat(match[0]) for match in found]


def _lightrag_descriptions(_reader: Reader, told: str, asked: str) -> str | None:
    prompt = f"{told}\n{asked}"
    if "synthesize a list of descriptions" not in prompt:
        return None
    listed = prompt.partition("Description List:\n\n```\n")[2].partition("\n```\n")[0]
    return " ".join(json.loads(line)["Description"] for line in listed.splitlines()[:SUMMARY])


def _lightrag_keywords(_reader: Reader, _told: str, asked: str) -> str | None:
    if "expert keyword extractor" not in asked:
        return None
    query = asked.rpartition("\nUser Query: ")[2].partition("\n\n---Output---")[0]
    words = [word for word in re.findall(r"[\w-]+", query) if content_words(word)]
    phrases = [f"{one} {two}" for one, two in pairwise(words) if f"{one} {two}" in query]
    return json.dumps(
        {"high_level_keywords": phrases or words, "low_level_keywords": list(dict.fromkeys([*_names(query), *words]))}
    )


def _lightrag_answer(reader: Reader, told: str, asked: str) -> str | None:
    if "Reference Document List" not in told:
        return None
    listed = told.partition("Document Chunks (Each entry")[2].partition("```json\n")[2].partition("\n```\n")[0]
    rows = [json.loads(line) for line in listed.splitlines() if line.strip()]
    titles = dict(re.findall(r"^\[(\d+)\] (.+)$", told.rpartition("Reference Document List")[2], flags=re.MULTILINE))
    found = reader.answer(asked, [Excerpt(str(row["reference_id"]), row["content"]) for row in rows])
    if not found:
        return "There is not enough information to answer."
    references = "\n".join(f"- [{mark}] {titles.get(mark, '')}" for mark in dict.fromkeys(each.mark for each in found))
    return f"{' '.join(flat(each.sentence) for each in found)}\n\n### References\n\n{references}"


# haiku.rag


def _haiku(reader: Reader, messages: Messages, asked: Sequence[str]) -> str | Call:
    """Its agent's steps in their order: search, cite, answer. The question is the first thing that the user said."""
    question, shown = asked[0], [_text(message) for message in messages if message["role"] == "tool"]
    if not shown:
        return Call("search", {"query": question})
    parts = re.split(r"^\[([\w-]{36})\] \[rank .*$", shown[0], flags=re.MULTILINE)[1:]
    excerpts = [Excerpt(mark, text.partition("Content:\n")[2]) for mark, text in zip(parts[::2], parts[1::2], strict=True)]
    found = reader.answer(question, excerpts)
    if len(shown) == 1:
        return Call("cite", {"chunk_ids": list(dict.fromkeys(each.mark for each in found))})
    return " ".join(flat(each.sentence) for each in found) or "The knowledge base does not contain this."


# PaperAtlas


def _paperatlas_answer(reader: Reader, told: str, asked: str) -> str | None:
    if not told.startswith("You answer questions from passages of scientific papers."):
        return None
    question = asked.rpartition("Question: ")[2]
    passages = re.findall(r'<passage-(\w+) number="(\d+)">\n\([^\n]*\)\n(.*?)\n</passage-\1>', asked, flags=re.DOTALL)
    is_second_call = "<draft-" in asked
    found = [] if is_second_call else reader.answer(question, [Excerpt(number, text) for _, number, text in passages])
    statements = [
        {"text": flat(each.sentence), "quotes": [{"passage": int(each.mark), "quote": each.sentence}]} for each in found
    ]
    return json.dumps({"answerable": bool(found), "statements": statements, "missing": ""})


def _paperatlas_opinion(reader: Reader, told: str, asked: str) -> str | None:
    if not told.startswith("You check whether quotes from scientific papers answer a question."):
        return None
    quotes = re.findall(r"<quote-(\w+)>\n(.*?)\n</quote-\1>", asked, flags=re.DOTALL)
    found = reader.answer(asked.rpartition("Question: ")[2], [Excerpt("", text) for _, text in quotes])
    return json.dumps({"lacking": [], "answered": bool(found)})


def _paperatlas_route(_reader: Reader, told: str, _asked: str) -> str | None:
    """It cannot sort questions, and says so."""
    if not told.startswith("You sort questions that people put to a library of scientific papers."):
        return None
    return json.dumps({"kind": "fact", "confidence": 0.0})


def _paperatlas_summary(_reader: Reader, told: str, asked: str) -> str | None:
    """The first sentences that it is given, as they are: their order is that of their weight."""
    if not told.startswith("You sum up sentences of scientific papers."):
        return None
    numbered = re.findall(r"^(\d+)\. (.+)$", asked, flags=re.MULTILINE)[:SUMMARY]
    return json.dumps({"summary": [{"text": text, "sentences": [int(number)]} for number, text in numbered]})


def _paperatlas_rewrite(_reader: Reader, told: str, _asked: str) -> str | None:
    """It knows no other wordings."""
    if not told.startswith("You help to search a library of scientific papers."):
        return None
    return json.dumps({"queries": [], "passage": ""})


def _cited(found: Sequence[Found], form: str) -> str:
    """Sentences, each with the mark of where it stands."""
    return " ".join(f"{flat(each.sentence)} {form.format(each.mark)}" for each in found)


_FORMS: tuple[Form, ...] = (
    _tutorial,
    _paperqa_summary,
    _paperqa_answer,
    _lightrag_entities,
    _lightrag_descriptions,
    _lightrag_keywords,
    _lightrag_answer,
    _paperatlas_answer,
    _paperatlas_opinion,
    _paperatlas_route,
    _paperatlas_rewrite,
    _paperatlas_summary,
)
