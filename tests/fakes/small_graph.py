"""A small graph of three papers on language models, and what their catalog would know of its entities."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from paperatlas.core.graph_ports import Incidence, Stated
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Extraction, GraphChange, GraphEdge, GraphNode, GraphRows
from paperatlas.core.naming import name_key
from paperatlas.graph.stores.memory import MemoryStore

__all__ = ["KnownEntities", "LoggedStore", "small_graph"]


class LoggedStore(MemoryStore):
    """A store that remembers which queries reached it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        self.asked.append(cypher)
        return super().query(cypher, parameters, limit=limit, seconds=seconds)


class KnownEntities:
    """Implements `Knowledge` as far as entities and their names go."""

    def __init__(self, known: Sequence[Entity]) -> None:
        self.known = known
        self.reads: list[str] = []
        """The methods called."""

    def named(self, keys: Collection[str]) -> Mapping[str, tuple[EntityId, ...]]:
        self.reads.append("named")
        found: dict[str, list[Entity]] = {}
        for entity in self.known:
            for key in {name_key(form) for form in (entity.name, *entity.aliases)} & set(keys):
                found.setdefault(key, []).append(entity)
        return {key: tuple(one.id for one in sorted(ones, key=lambda one: -one.mentions)) for key, ones in found.items()}

    def entities(self, ids: Collection[EntityId]) -> Mapping[EntityId, Entity]:
        self.reads.append("entities")
        return {entity.id: entity for entity in self.known if entity.id in ids}

    def all_entities(self, *, kind: str = "", document: DocumentId | None = None) -> Sequence[Entity]:
        self.reads.append("all_entities")
        return [entity for entity in self.known if not kind or entity.kind == kind]

    def extraction(self, document: DocumentId) -> Extraction:
        return Extraction(document=document)

    def relations(self, *, entities: Collection[EntityId] | None = None, document: DocumentId | None = None) -> Sequence[Stated]:
        return ()

    def incidence(self) -> Incidence:
        raise NotImplementedError


_ENTITIES = """
BERT|model|Bidirectional Encoder Representations from Transformers|40
RoBERTa|model||20
GPT-3|model||9
GPT-4|model||4
Transformer|method|self-attention network|30
Adam|method||6
Adam|person|Adam Smith|1
SQuAD|dataset|Stanford Question Answering Dataset|15
GLUE|dataset||12
WikiText|dataset||3
question answering|task|QA|8
language model|concept||5
attention layer|method||2
Ashish Vaswani|person||3
Jacob Devlin|person||2
Noam Shazeer|person||1
Google|organisation||2
Attention Is All You Need|work||2
BERT: Pre-training of Deep Bidirectional Transformers|work||2
A Survey of Language Models|work||1
F1|metric||4
"""

_RELATIONS = """
BERT USES Transformer d2 2
BERT USES Transformer d3 4
BERT USES Adam d2 5
RoBERTa USES Adam d3 3
RoBERTa USES Transformer d3 3
GPT-3 USES Transformer d3 6
GPT-3 USES SQuAD d3 6 negated
RoBERTa BASED_ON BERT d3 2
RoBERTa OUTPERFORMS BERT d3 3
GPT-3 OUTPERFORMS BERT d3 7 negated
BERT EVALUATED_ON SQuAD d2 6 asserted F1 93.2
BERT EVALUATED_ON GLUE d2 7 asserted accuracy 80.5%
RoBERTa EVALUATED_ON SQuAD d3 4 asserted F1 94.6
RoBERTa EVALUATED_ON GLUE d3 4 hypothetical
BERT TRAINED_ON WikiText d2 4
BERT IS_A language_model d3 1
attention_layer PART_OF Transformer d1 3
Attention_Is_All_You_Need PROPOSES Transformer d1 1
BERT:_Pre-training_of_Deep_Bidirectional_Transformers PROPOSES BERT d2 1
Attention_Is_All_You_Need AUTHORED_BY Ashish_Vaswani d1 1
Attention_Is_All_You_Need AUTHORED_BY Noam_Shazeer d1 1
BERT:_Pre-training_of_Deep_Bidirectional_Transformers AUTHORED_BY Jacob_Devlin d2 1
Ashish_Vaswani AFFILIATED_WITH Google d1 1
BERT:_Pre-training_of_Deep_Bidirectional_Transformers CITES Attention_Is_All_You_Need d2 9
A_Survey_of_Language_Models CITES Attention_Is_All_You_Need d3 9
A_Survey_of_Language_Models CITES BERT:_Pre-training_of_Deep_Bidirectional_Transformers d3 9
"""

_DOCUMENTS = {
    "d1": ("Attention Is All You Need", 2017),
    "d2": ("BERT: Pre-training of Deep Bidirectional Transformers", 2019),
    "d3": ("A Survey of Language Models", 2023),
}

_MENTIONS = """
d1 c1 1 Transformer attention_layer Ashish_Vaswani|The Transformer has attention layers only.
d2 c2 2 BERT Transformer SQuAD|Bidirectional Encoder Representations from Transformers (BERT) use it. It is tested on SQuAD.
d3 c3 3 RoBERTa BERT SQuAD GLUE|RoBERTa goes beyond BERT on SQuAD. It may do so on GLUE.
d3 c4 6 GPT-3 SQuAD|GPT-3 does not use SQuAD.
"""


def small_graph() -> tuple[LoggedStore, KnownEntities]:
    """Three papers: their entities and what is said of them."""
    entities = [_entity(line) for line in _ENTITIES.strip().splitlines()]
    by_name = {entity.name: entity for entity in reversed(entities)}
    passages = [_Passage(line) for line in _MENTIONS.strip().splitlines()]
    store = LoggedStore()
    store.apply(
        GraphChange(
            documents=tuple(map(DocumentId, _DOCUMENTS)),
            nodes=(*map(_entity_node, entities), *map(_document_node, _DOCUMENTS), *(passage.node() for passage in passages)),
            edges=(
                *(_edge(f"is-{key}", key, "IS", by_name[title].id, key) for key, (title, _) in _DOCUMENTS.items()),
                *(_relation(number, line, by_name) for number, line in enumerate(_RELATIONS.strip().splitlines())),
                *(edge for passage in passages for edge in passage.edges(by_name)),
            ),
        )
    )
    store.commit()
    return store, KnownEntities(entities)


def _entity(line: str) -> Entity:
    name, kind, aliases, mentions = line.split("|")
    return Entity(
        id=EntityId(f"{kind}-{name_key(name).replace(' ', '-')}"),
        name=name,
        kind=kind,
        aliases=tuple(filter(None, aliases.split(";"))),
        mentions=int(mentions),
        documents=1,
        document=next((DocumentId(key) for key, (title, _) in _DOCUMENTS.items() if title == name), None),
    )


def _entity_node(entity: Entity) -> GraphNode:
    properties = {"id": entity.id, "name": entity.name, "title": entity.name, "type": entity.kind, "aliases": entity.aliases}
    return GraphNode(
        id=entity.id, label="Entity", properties={**properties, "mentions": entity.mentions, "documents": entity.documents}
    )


def _document_node(key: str) -> GraphNode:
    title, year = _DOCUMENTS[key]
    properties = {"id": key, "name": f"{key}.pdf", "title": title, "type": "document", "year": year}
    return GraphNode(id=key, label="Document", properties=properties)


def _relation(number: int, line: str, by_name: Mapping[str, Entity]) -> GraphEdge:
    head, predicate, tail, document, page, *more = line.split()
    head, tail = head.replace("_", " "), tail.replace("_", " ")
    said = {"page": int(page), "chunk_id": f"c-{document}", "quote": f"{head} … {tail}", "confidence": 0.9}
    result = {"metric": more[1], "value": more[2]} if len(more) > 1 else {}
    standing = more[0] if more else "asserted"
    return _edge(f"r{number:02}", by_name[head].id, predicate, by_name[tail].id, document, standing=standing, **said, **result)


def _edge(identity: str, source: str, kind: str, target: str, document: str, **properties: str | float) -> GraphEdge:
    return GraphEdge(
        id=identity,
        source=source,
        type=kind,
        target=target,
        document=DocumentId(document),
        properties={"id": identity, "doc_id": document, **properties},
    )


class _Passage:
    """A line of _MENTIONS."""

    def __init__(self, line: str) -> None:
        place, self.text = line.split("|")
        self.document, self.id, page, *self.names = place.split()
        self.page = int(page)

    def node(self) -> GraphNode:
        properties = {"id": self.id, "name": self.id, "title": _DOCUMENTS[self.document][0], "type": "chunk"}
        place = {"doc_id": self.document, "page": self.page, "section": "Body", "text": self.text}
        return GraphNode(id=self.id, label="Chunk", properties={**properties, **place})

    def edges(self, by_name: Mapping[str, Entity]) -> Iterator[GraphEdge]:
        yield _edge(f"h-{self.id}", self.document, "HAS_CHUNK", self.id, self.document)
        for name in self.names:
            entity = by_name[name.replace("_", " ")]
            mention = {"page": self.page, "count": 1, "weight": 1.0}
            yield _edge(f"m-{self.id}-{entity.id}", self.id, "MENTIONS", entity.id, self.document, **mention)
