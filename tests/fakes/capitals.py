"""Extraction for tests: quick, and willing to crash, hang or fail where a document says so."""

import os
import re
import signal
import time
from collections.abc import Sequence

from paperatlas.core.knowledge import Evidence, Extraction, LocalEntity, Mention, Relation
from paperatlas.core.types import Chunk, ParsedDocument

_NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)*\b")


def capitalised(document: ParsedDocument, chunks: Sequence[Chunk]) -> Extraction:
    """Capitalised words are names, and each is near to the next one of its passage."""
    _misbehave(" ".join(page.text for page in document.pages))
    numbers: dict[str, int] = {}
    mentions, relations = [], []
    for chunk in chunks:
        before = None
        for found in _NAME.finditer(chunk.text):
            number = numbers.setdefault(found.group(), len(numbers) + 1)
            [span] = chunk.locate(*found.span())[:1]
            place = Evidence(page=span.page, quote=found.group(), span=span, chunk=chunk.id)
            mentions.append(Mention(entity=number, text=found.group(), evidence=place, extractor="test", confidence=1.0))
            if before is not None and before != number:
                relations.append(
                    Relation(head=before, predicate="near", tail=number, evidence=place, extractor="test", confidence=1.0)
                )
            before = number
    work = LocalEntity(name=document.name, kind="work", forms=(document.name,))
    entities = (work, *(LocalEntity(name=name, kind="concept", forms=(name,)) for name in numbers))
    return Extraction(document=document.id, entities=entities, mentions=tuple(mentions), relations=tuple(relations))


def _misbehave(text: str) -> None:
    if "!lost" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "!stuck" in text:
        time.sleep(3600)
    if "!wrong" in text:
        raise ValueError("that cannot be read")
