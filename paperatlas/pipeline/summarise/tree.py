"""The tree of summaries of one document, built from the passages up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from paperatlas.core.concepts import concepts
from paperatlas.core.ids import ChunkId
from paperatlas.core.summaries import NodeId, SummaryNode, SummarySentence, SummaryTree
from paperatlas.core.types import Chunk, ChunkKind, Heading, ParsedDocument
from paperatlas.pipeline.summarise.candidates import Candidate, candidates
from paperatlas.pipeline.summarise.coverage import Budget, choose
from paperatlas.pipeline.summarise.parts import is_aside, is_boilerplate

__all__ = ["RULES", "is_extract", "summarise"]

RULES = "extractive-1"
"""Version of the rules by which summaries are made: a change of them makes every summary anew."""

MOST_SENTENCES = 6
MOST_CHARACTERS = 1150
"""What fits a paragraph that is read in one go, marks not counted."""
_WORDS_A_SENTENCE = 70
"""Words of a section for each sentence of its summary: a tenth to a quarter of it, up to the most."""
_SECTION_SENTENCES = 5
_SECTION_CHARACTERS = 900
_PATH = " > "


@dataclass(slots=True)
class _Section:
    """A section while its tree is built."""

    path: str
    page: int
    passages: list[ChunkId] = field(default_factory=list)
    words: int = 0
    children: list["_Section"] = field(default_factory=list)

    def beneath(self) -> Iterator["_Section"]:
        yield self
        for child in self.children:
            yield from child.beneath()


def summarise(document: ParsedDocument, chunks: Sequence[Chunk]) -> SummaryTree:
    """The document, its sections and their subsections, each in a few of its own sentences. The same input, the same tree."""
    ordered = sorted(chunks, key=lambda chunk: chunk.ordinal)
    found = candidates(document, ordered)
    top = _sections(ordered)
    headings = {heading.label: heading for heading in reversed(document.headings)}
    return SummaryTree(nodes=tuple(_Builder(document, found, headings).nodes(top)))


def is_extract(sentence: SummarySentence, texts: Mapping[int, str]) -> bool:
    """Whether an extracted sentence is what stands at its sources, given the text of each page of its document."""
    spans = [source.span for source in sentence.sources]
    return bool(spans) and sentence.text == " ".join(texts.get(page, "")[start:end] for page, start, end in spans)


def _sections(chunks: Sequence[Chunk]) -> _Section:
    """The sections as the chunks name them, beneath a root that holds what stands before the first heading."""
    root = _Section(path="", page=1)
    known = {"": root}
    for chunk in chunks:
        section = _at(chunk.section, chunk.page, known)
        section.passages.append(chunk.id)
        section.words += len(chunk.text.split()) if chunk.kind is ChunkKind.TEXT else 0
    return root


def _at(path: str, page: int, known: dict[str, _Section]) -> _Section:
    if path not in known:
        parent = _at(path.rpartition(_PATH)[0], page, known)
        known[path] = _Section(path=path, page=page)
        parent.children.append(known[path])
    return known[path]


class _Builder:
    """Makes the nodes of one document."""

    def __init__(self, document: ParsedDocument, found: Sequence[Candidate], headings: dict[str, Heading]) -> None:
        self._document = document
        self._found = found
        self._headings = headings
        self._number = 0

    def nodes(self, root: _Section) -> list[SummaryNode]:
        id_ = self._next()
        sections: list[SummaryNode] = []
        said: list[Candidate] = []
        children = []
        for child in root.children:
            of_child, chosen = self._section(child)
            children.append(of_child[0].id)
            sections += of_child
            said += chosen
        title = self._document.metadata.title or self._document.name
        document = SummaryNode(
            id=id_,
            level="document",
            documents=(self._document.id,),
            title=title,
            sentences=_sentences(_lead(choose(self._pool(said), _whole(title), of=self._found))),
            children=tuple(children),
            passages=tuple(root.passages),
        )
        return [document, *sections]

    def _pool(self, said: Sequence[Candidate]) -> list[Candidate]:
        """Abstract and conclusion whole, and of the other sections what their summaries say; where a document has no abstract,
        its introduction whole too. Work of others and appendices speak only where nothing else does.
        """
        has_abstract = any(candidate.part == "abstract" for candidate in self._found)
        whole = {"abstract", "closing"} if has_abstract else {"closing", "opening"}
        loose = [candidate for candidate in self._found if not candidate.section]
        pool = [candidate for candidate in self._found if candidate.part in whole]
        pool += [candidate for candidate in (*loose, *said) if candidate not in pool]
        return [candidate for candidate in pool if not is_aside(candidate.section)] or pool

    def _section(self, section: _Section) -> tuple[list[SummaryNode], list[Candidate]]:
        """The nodes of a section and its subsections, and the sentences that were chosen in any of them."""
        id_ = self._next()
        below: list[SummaryNode] = []
        said: list[Candidate] = []
        children = []
        for child in section.children:
            of_child, chosen = self._section(child)
            children.append(of_child[0].id)
            below += of_child
            said += chosen
        own = [candidate for candidate in self._found if candidate.section == section.path]
        name = section.path.rpartition(_PATH)[2]
        heading = self._headings.get(name)
        words = sum(each.words for each in section.beneath() if not is_boilerplate(each.path))
        chosen = choose([*own, *said], _part(name, words))
        node = SummaryNode(
            id=id_,
            level="section",
            documents=(self._document.id,),
            title=heading.text if heading else name,
            number=heading.number if heading else "",
            section=section.path,
            page=heading.page if heading else section.page,
            sentences=_sentences(chosen),
            children=tuple(children),
            passages=tuple(section.passages),
        )
        return [node, *below], [*said, *(candidate for candidate in chosen if candidate not in said)]

    def _next(self) -> NodeId:
        self._number += 1
        return NodeId(f"{self._document.id}:{self._number - 1}")


def _whole(title: str) -> Budget:
    return Budget(sentences=MOST_SENTENCES, characters=MOST_CHARACTERS, level="document", subject=concepts(title))


def _part(name: str, words: int) -> Budget:
    least = 2 if words > _WORDS_A_SENTENCE / 2 else 1
    sentences = max(least, min(_SECTION_SENTENCES, round(words / _WORDS_A_SENTENCE)))
    return Budget(sentences=sentences, characters=_SECTION_CHARACTERS, subject=concepts(name))


def _lead(chosen: Sequence[Candidate]) -> list[Candidate]:
    """The contribution first, where the abstract states it, then the abstract in its own order, then the rest in theirs."""
    ordered = sorted(chosen, key=lambda candidate: (candidate.part != "abstract", candidate.order))
    stated = [candidate for candidate in ordered if candidate.part == ordered[0].part]
    first = next((candidate for candidate in stated if "contribution" in candidate.roles), None)
    return sorted(ordered, key=lambda candidate: candidate is not first)


def _sentences(chosen: Sequence[Candidate]) -> tuple[SummarySentence, ...]:
    return tuple(candidate.sentence for candidate in chosen)
