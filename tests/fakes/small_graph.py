"""A small graph of papers, in the embedded engine, and what the catalog would know of it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import kglite

from paperatlas.core.errors import InputError
from paperatlas.core.graph_ports import Backend, Incidence, Stated
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Extraction, GraphChange, GraphEdge, GraphNode, GraphRows
from paperatlas.core.naming import name_key

__all__ = ["SmallKnowledge", "SmallStore", "small_graph"]


class SmallStore:
    """The read side of a `GraphStore`, over the embedded engine in memory."""

    backend: Backend = "embedded"

    def __init__(self, graph: kglite.KnowledgeGraph) -> None:
        self._frozen = graph.freeze()
        self.asked: list[str] = []
        """All queries that reached the engine."""

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        self.asked.append(cypher)
        try:
            found = self._frozen.cypher(cypher, params=dict(parameters), timeout_ms=int(seconds * 1000), row_limit=limit)
        except (ValueError, RuntimeError, kglite.CypherSyntaxError) as fault:
            raise InputError(f"The query was refused: {fault}") from fault
        records = [dict(row) for row in found]
        columns = tuple(found.columns)
        rows = tuple(tuple(record[column] for column in columns) for record in records)
        return GraphRows(columns=columns, rows=rows, warnings=tuple(map(str, found.warnings)))

    def apply(self, change: GraphChange) -> None:
        raise NotImplementedError

    def commit(self) -> None:
        raise NotImplementedError

    def refresh(self) -> None: ...

    def nodes(self) -> Iterator[GraphNode]:
        raise NotImplementedError

    def edges(self) -> Iterator[GraphEdge]:
        raise NotImplementedError

    def close(self) -> None: ...


@dataclass
class SmallKnowledge:
    """Entities by name."""

    known: Sequence[Entity]
    reads: list[str] = field(default_factory=list)
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

    def mentioned_in(self, chunks: Collection[ChunkId]) -> Mapping[ChunkId, Mapping[EntityId, float]]:
        return {}

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
d2 c2 2 BERT Transformer SQuAD|Bidirectional Encoder Representations from Transformers (BERT) use the Transformer. It is tested on SQuAD.
d3 c3 3 RoBERTa BERT SQuAD GLUE|RoBERTa goes beyond BERT on SQuAD. It may do so on GLUE.
d3 c4 6 GPT-3 SQuAD|GPT-3 does not use SQuAD.
"""


def small_graph() -> tuple[SmallStore, SmallKnowledge]:
    """Three papers on language models: 21 entities and what is said of them."""
    kglite.set_query_warning_policy("silent")
    graph = kglite.KnowledgeGraph()
    entities = [_entity(line) for line in _ENTITIES.strip().splitlines()]
    by_name = {entity.name: entity for entity in reversed(entities)}
    rows = [
        {
            "id": one.id,
            "name": one.name,
            "kind": one.kind,
            "aliases": list(one.aliases),
            "mentions": one.mentions,
        }
        for one in entities
    ]
    graph.cypher(
        "UNWIND $rows AS r CREATE (e:Entity {id: r.id, name: r.name, title: r.name, type: r.kind, aliases: r.aliases, "
        "mentions: r.mentions})",
        params={"rows": rows},
    )
    graph.cypher(
        "UNWIND $rows AS r CREATE (d:Document {id: r.id, name: r.id, title: r.title, type: 'document', year: r.year})",
        params={"rows": [{"id": key, "title": title, "year": year} for key, (title, year) in _DOCUMENTS.items()]},
    )
    for key, (title, _) in _DOCUMENTS.items():
        graph.cypher(
            "MATCH (d:Document {id: $d}), (e:Entity {id: $e}) CREATE (d)-[:IS {id: $i, doc_id: $d}]->(e)",
            params={"d": key, "e": by_name[title].id, "i": f"is-{key}"},
        )
    for number, line in enumerate(_RELATIONS.strip().splitlines()):
        _relate(graph, number, line, by_name)
    for line in _MENTIONS.strip().splitlines():
        _mention(graph, line, by_name)
    return SmallStore(graph), SmallKnowledge(entities)


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


def _relate(graph: kglite.KnowledgeGraph, number: int, line: str, by_name: Mapping[str, Entity]) -> None:
    head, predicate, tail, document, page, *more = line.split()
    head, tail = head.replace("_", " "), tail.replace("_", " ")
    properties: dict[str, object] = {
        "id": f"r{number:02}",
        "doc_id": document,
        "page": int(page),
        "chunk_id": f"chunk-{document}",
        "quote": f"{head} … {tail}",
        "standing": more[0] if more else "asserted",
        "confidence": 0.9,
    }
    if len(more) > 1:
        properties |= {"metric": more[1], "value": more[2]}
    fields = ", ".join(f"{name}: $p.{name}" for name in properties)
    graph.cypher(
        f"MATCH (a:Entity {{id: $a}}), (b:Entity {{id: $b}}) CREATE (a)-[:{predicate} {{{fields}}}]->(b)",
        params={"a": by_name[head].id, "b": by_name[tail].id, "p": properties},
    )


def _mention(graph: kglite.KnowledgeGraph, line: str, by_name: Mapping[str, Entity]) -> None:
    place, text = line.split("|")
    document, chunk, page, *names = place.split()
    graph.cypher(
        "MATCH (d:Document {id: $d}) CREATE (d)-[:HAS_CHUNK {id: $h, doc_id: $d}]->(:Chunk {id: $c, name: $c, title: $t, "
        "type: 'chunk', doc_id: $d, page: $page, section: 'Body', text: $text})",
        params={
            "d": document,
            "c": chunk,
            "h": f"h-{chunk}",
            "t": _DOCUMENTS[document][0],
            "page": int(page),
            "text": text,
        },
    )
    for name in names:
        entity = by_name[name.replace("_", " ")]
        graph.cypher(
            "MATCH (c:Chunk {id: $c}), (e:Entity {id: $e}) "
            "CREATE (c)-[:MENTIONS {id: $i, doc_id: $d, page: $page, count: 1, weight: 1.0}]->(e)",
            params={"c": chunk, "e": entity.id, "i": f"m-{chunk}-{entity.id}", "d": document, "page": int(page)},
        )
