"""Changes to what the catalog knows of entities and relations.

What documents say is put and dropped with them; the library's entities follow by `unresolved` and `put_entities`, the graph
store by `pending`. Each can be interrupted and done again: what is still to be done is kept in the same transaction as what
made it so.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence

from paperatlas.catalog.connection import Connection, Rows, upsert
from paperatlas.catalog.knowledge_rows import chunk_rows, pack_mentions, relation_row
from paperatlas.catalog.packing import to_json
from paperatlas.catalog.reach import reached
from paperatlas.core.deciding import Decision
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Extraction, LocalEntity, Member
from paperatlas.core.naming import name_key

__all__ = ["KnowledgeWriter"]

_COUNTED = """
UPDATE entities SET
  documents = (SELECT count(DISTINCT l.document) FROM local_entities l WHERE l.entity = entities.id),
  mentions = (SELECT coalesce(sum(c.mentions), 0) FROM local_entities l
    JOIN chunk_entities c ON c.document = l.document AND c.number = l.number WHERE l.entity = entities.id)
WHERE id IN (SELECT entity FROM pending_entities)
"""
_PUT_ENTITY = upsert("entities", ("id",), ("name", "kind", "aliases", "mentions", "documents", "document"))
_PUT_META = upsert("meta", ("name",), ("value",))
_MARK_DOCUMENT = "INSERT INTO pending_documents VALUES (?) ON CONFLICT DO NOTHING"
_MARK_ENTITY = "INSERT INTO pending_entities VALUES (?) ON CONFLICT DO NOTHING"


class KnowledgeWriter:
    """Part of a catalog's writer, inside its transactions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # What documents say

    def unextracted(self, rules: str) -> Sequence[DocumentId]:
        """Documents that were not read by those rules."""
        rows = self._run(
            "SELECT id FROM documents WHERE id NOT IN (SELECT document FROM extractions WHERE rules = ?) ORDER BY id", rules
        )
        return [row[0] for row in rows]

    def unread_by(self, model: str) -> Sequence[DocumentId]:
        """Documents that the rules have read and this model has not."""
        rows = self._run("SELECT document FROM extractions WHERE model != ? AND failure = '' ORDER BY document", model)
        return [row[0] for row in rows]

    def put(
        self, extraction: Extraction, blocks: Sequence[Collection[str]], *, rules: str, model: str = "", failure: str = ""
    ) -> None:
        """In place of what was known of the document. `blocks` are the block keys of each of its entities."""
        document = extraction.document
        self.drop(document)
        self._run(
            "INSERT INTO extractions VALUES (?, ?, ?, ?, ?)", document, rules, model, failure, pack_mentions(extraction.mentions)
        )
        many = self._connection.executemany
        many(
            "INSERT INTO local_entities (document, number, body) VALUES (?, ?, ?)",
            [(document, number, to_json(local, LocalEntity)) for number, local in enumerate(extraction.entities)],
        )
        many("INSERT INTO entity_names VALUES (?, ?, ?)", _keys(document, map(_name_keys, extraction.entities)))
        many("INSERT INTO entity_blocks VALUES (?, ?, ?)", _keys(document, blocks))
        many("INSERT INTO chunk_entities VALUES (?, ?, ?, ?, ?)", chunk_rows(document, extraction.mentions))
        many(
            "INSERT INTO relations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(document, ordinal, *relation_row(relation)) for ordinal, relation in enumerate(extraction.relations)],
        )
        self._touch(document)

    def drop(self, document: DocumentId) -> None:
        """Forget what a document says. Called before the document itself goes."""
        self._touch(document)
        for table in ("extractions", "local_entities", "entity_names", "entity_blocks", "chunk_entities", "relations"):
            self._run(f"DELETE FROM {table} WHERE document = ?", document)  # noqa: S608 - names of ours

    def _touch(self, document: DocumentId) -> None:
        if not self._run("SELECT 1 FROM extractions WHERE document = ?", document).fetchone():
            return
        self._run("INSERT INTO touched_blocks SELECT key FROM entity_blocks WHERE document = ? ON CONFLICT DO NOTHING", document)
        self._run(
            "INSERT INTO pending_entities SELECT entity FROM local_entities WHERE document = ? AND entity != ''"
            " ON CONFLICT DO NOTHING",
            document,
        )
        self._run(_MARK_DOCUMENT, document)

    def forget_all(self) -> None:
        """Have every document read anew. What is known stays until it is."""
        self._run("UPDATE extractions SET rules = ''")
        self.mark_all()

    # Entities of the library

    def is_unresolved(self) -> bool:
        """Whether members came or went, or something was decided, since entities were last resolved."""
        return self._run("SELECT 1 FROM touched_blocks LIMIT 1").fetchone() is not None

    def unresolved(self, ties: Sequence[frozenset[str]] = ()) -> Mapping[Member, LocalEntity]:
        """All members that may be resolved another way than before. The keys of each of `ties` are as good as one."""
        keys = {row[0] for row in self._run("SELECT key FROM touched_blocks")}
        return reached(lambda statement, seed: self._run(statement, seed).fetchall(), keys, ties)

    def put_entities(self, entity_of: Mapping[Member, EntityId], entities: Iterable[Entity]) -> None:
        """The members resolved, all that `unresolved` gave. Counts are the catalog's own."""
        self._mark_moved(entity_of)
        self._connection.executemany(
            "UPDATE local_entities SET entity = ?1 WHERE document = ?2 AND number = ?3 AND entity != ?1",
            [(entity, *member) for member, entity in entity_of.items()],
        )
        self._connection.executemany(
            _PUT_ENTITY,
            [
                (entity.id, entity.name, entity.kind, to_json(entity.aliases, tuple[str, ...]), 0, 0, entity.document)
                for entity in entities
            ],
        )
        self._connection.executemany(_MARK_ENTITY, [(entity,) for entity in sorted(set(entity_of.values()))])
        self._run(_COUNTED)
        self._run(
            "DELETE FROM entities WHERE id IN (SELECT entity FROM pending_entities)"
            " AND id NOT IN (SELECT entity FROM local_entities)"
        )
        self._run("DELETE FROM touched_blocks")

    def _mark_moved(self, entity_of: Mapping[Member, EntityId]) -> None:
        """The documents with members that change their entity, and the entities they leave."""
        documents = _json(member.document for member in entity_of)
        before = self._run(
            "SELECT document, number, entity FROM local_entities WHERE entity != ''"
            " AND document IN (SELECT value FROM json_each(?))",
            documents,
        ).fetchall()
        moved = [row for row in before if entity_of.get(Member(row[0], row[1]), row[2]) != row[2]]
        self._connection.executemany(_MARK_DOCUMENT, [(row[0],) for row in moved])
        self._connection.executemany(_MARK_ENTITY, [(row[2],) for row in moved])

    def put_decisions(self, decisions: Sequence[Decision], keys: Collection[str]) -> None:
        """All decisions there are from now on; `keys` are the block keys of the names on which something has changed."""
        self._run("DELETE FROM entity_decisions")
        self._connection.executemany(
            "INSERT INTO entity_decisions VALUES (?, ?)",
            [(ordinal, to_json(decision, Decision)) for ordinal, decision in enumerate(decisions, start=1)],
        )
        self.touch_blocks(keys)

    def touch_blocks(self, keys: Collection[str]) -> None:
        """Have the members under these keys resolved anew."""
        self._run("INSERT INTO touched_blocks SELECT value FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING", _json(keys))

    def resolved_by(self) -> str:
        """The rules by which entities were last resolved; empty before the first time."""
        row = self._run("SELECT value FROM meta WHERE name = 'resolution'").fetchone()
        return str(row[0]) if row else ""

    def touch_all(self, rules: str) -> None:
        """Have everything resolved anew, by these rules from now on."""
        self._run(_PUT_META, "resolution", rules)
        self._run("INSERT INTO touched_blocks SELECT DISTINCT key FROM entity_blocks WHERE TRUE ON CONFLICT DO NOTHING")

    # The graph store

    def pending_documents(self, limit: int, *, after: str = "") -> Sequence[DocumentId]:
        """Documents in which the graph store may differ from the catalog, in order of id."""
        rows = self._run("SELECT document FROM pending_documents WHERE document > ? ORDER BY document LIMIT ?", after, limit)
        return [row[0] for row in rows]

    def pending_entities(self) -> Sequence[EntityId]:
        """Entities in which it may differ."""
        return [row[0] for row in self._run("SELECT entity FROM pending_entities ORDER BY entity")]

    def mark_all(self) -> None:
        """The store may differ in everything: it is made anew."""
        self._run("INSERT INTO pending_documents SELECT document FROM extractions WHERE TRUE ON CONFLICT DO NOTHING")
        self._run("INSERT INTO pending_entities SELECT id FROM entities WHERE TRUE ON CONFLICT DO NOTHING")

    def settle(self) -> None:
        """The store holds what the catalog holds."""
        self._run("DELETE FROM pending_documents")
        self._run("DELETE FROM pending_entities")

    def _run(self, statement: str, *values: object) -> Rows:
        return self._connection.execute(statement, values)


def _name_keys(local: LocalEntity) -> frozenset[str]:
    return frozenset(map(name_key, local.forms)) - {""}


def _keys(document: DocumentId, keys: Iterable[Collection[str]]) -> list[tuple[str, DocumentId, int]]:
    return [(key, document, number) for number, of_member in enumerate(keys) for key in sorted(of_member)]


def _json(values: Iterable[str]) -> str:
    return json.dumps(sorted(set(values)))
