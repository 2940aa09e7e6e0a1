"""The schemas of the catalog and of what is kept beside it, as numbered steps; each file knows how many it has taken.

A step that has been released is never edited: the next change is the next step. Steps are SQLite's; for PostgreSQL the types
are put into its own.
"""

from dataclasses import dataclass

from paperatlas.core.errors import SchemaMismatch

__all__ = ["CATALOG_TABLES", "CONVERSATIONS_TABLES", "SCHEMA_VERSION", "Tables"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Tables that belong together, and how they came about."""

    name: str
    """What they are, for people to read."""
    lock: str
    """Name of the lock that a writer of them holds."""
    steps: tuple[str, ...]
    unusable: str
    """What to do when they cannot be used."""
    damaged: str
    """What to do when they are damaged."""

    @property
    def version(self) -> int:
        """The number of steps."""
        return len(self.steps)

    def script(self, version: int) -> str:
        """What makes tables that have taken so many steps."""
        return "".join(self.steps[:version])

    def known(self, version: int, place: str) -> int:
        """The version, if it is one of these.

        Raises:
            SchemaMismatch: it is a later one.
        """
        if version > self.version:
            raise SchemaMismatch(
                f"The {self.name} in {place!r} has schema {version}; this PaperAtlas knows schemas up to {self.version}.",
                hint="Upgrade PaperAtlas, or name another library with --library.",
            )
        return version


_FIRST = """
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', '0');

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    base TEXT NOT NULL,
    folder TEXT NOT NULL,
    source TEXT NOT NULL,
    metadata TEXT NOT NULL,
    year INTEGER,
    pages INTEGER NOT NULL,
    words INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    tables INTEGER NOT NULL,
    figures INTEGER NOT NULL,
    reference_count INTEGER NOT NULL,
    skipped_pages INTEGER NOT NULL,
    original TEXT NOT NULL,
    reader TEXT NOT NULL,
    chunking TEXT NOT NULL,
    added_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_base ON documents (base);

CREATE TABLE sources (
    source TEXT PRIMARY KEY,
    folder TEXT NOT NULL,
    base TEXT NOT NULL,
    document TEXT REFERENCES documents (id) DEFERRABLE INITIALLY DEFERRED,
    content TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    code TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT '',
    hint TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_document ON sources (document);
CREATE INDEX sources_folder ON sources (folder);

CREATE TABLE fields (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (document, name, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX fields_value ON fields (name, value);

CREATE TABLE pages (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    label TEXT NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    text TEXT NOT NULL,
    blocks BLOB NOT NULL,
    pieces BLOB NOT NULL,
    PRIMARY KEY (document, number)
) STRICT;

CREATE TABLE parts (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('heading', 'table', 'figure', 'equation', 'reference', 'warning')),
    ordinal INTEGER NOT NULL,
    page INTEGER,
    label TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (document, kind, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE chunks (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    context TEXT NOT NULL,
    section TEXT NOT NULL,
    section_key TEXT NOT NULL,
    spans TEXT NOT NULL,
    page INTEGER NOT NULL,
    first_page INTEGER NOT NULL,
    last_page INTEGER NOT NULL,
    boxes TEXT NOT NULL,
    table_index INTEGER,
    table_row INTEGER,
    text_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX chunks_document ON chunks (document, ordinal);
CREATE INDEX chunks_text_key ON chunks (text_key);

CREATE TABLE embeddings (
    text_key TEXT NOT NULL,
    embedder TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (text_key, embedder)
) STRICT;

CREATE TABLE pending (
    chunk TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
"""
"""Worth knowing:

- `documents.name` is `base` (the file's name or the record's id) made unique by parts of `folder`.
- `sources.document` is what the source gave when it was last read with success, `content` the hash of its bytes when it
  was last looked at, `code` why that look failed. The two hashes differ while a changed file cannot be read.
- `chunks.text_key` is the hash of what is embedded, so equal texts share a vector.
- `pending` are the chunks that differ between catalog and indexes: one that is still in `chunks` has to be put into
  the indexes, one that is gone has to be taken out. That is all a replay needs, whatever was interrupted.
"""

_READING = """
ALTER TABLE pages ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN source TEXT NOT NULL DEFAULT 'text';
ALTER TABLE documents ADD COLUMN report TEXT NOT NULL DEFAULT '';
"""
"""How pages were read, and what was doubtful. `report` is empty for what an earlier version read, until it is read again."""

_SUMMARIES = """
CREATE TABLE summaries (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    rules TEXT NOT NULL,
    node TEXT NOT NULL,
    PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE written_summaries (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    sentences TEXT NOT NULL,
    PRIMARY KEY (document, key)
) STRICT, WITHOUT ROWID;
"""
"""Summaries go with their document, so that none is left of one that is gone or was read anew. `rules` is the version of the
rules that made them; `key` the hash of all that a model was given and of which model it was.
"""

_COLLECTIONS = """
CREATE TABLE collections (
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (name, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX collections_source ON collections (source);
"""
"""A collection is of sources, not of documents: a file that changes becomes another document and stays where it was put."""

_KNOWLEDGE = """
CREATE TABLE extractions (
    document TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    rules TEXT NOT NULL,
    model TEXT NOT NULL,
    failure TEXT NOT NULL,
    mentions BLOB NOT NULL
) STRICT;

CREATE TABLE local_entities (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    entity TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (document, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX local_entities_entity ON local_entities (entity);

CREATE TABLE entity_names (
    key TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (key, document, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_names_document ON entity_names (document);

CREATE TABLE entity_blocks (
    key TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (key, document, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_blocks_member ON entity_blocks (document, number);

CREATE TABLE chunk_entities (
    chunk TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (chunk, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX chunk_entities_member ON chunk_entities (document, number);

CREATE TABLE relations (
    document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    head INTEGER NOT NULL,
    predicate TEXT NOT NULL,
    tail INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    standing TEXT NOT NULL,
    extractor TEXT NOT NULL,
    confidence REAL NOT NULL,
    metric TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_head ON relations (document, head);
CREATE INDEX relations_tail ON relations (document, tail);

CREATE TABLE entities (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    aliases TEXT NOT NULL,
    mentions INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    document TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX entities_rank ON entities (mentions DESC, name);

CREATE TABLE entity_decisions (
    ordinal INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE touched_blocks (
    key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_documents (
    document TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_entities (
    entity TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
"""
"""What documents say goes with them; `entities` and `local_entities.entity` follow from it.

- `extractions.model` is the language model that has read the document too, empty for none.
- `extractions.failure` says why nothing could be extracted, and is empty where it could.
- `entity_names.key` is how a name is looked up, `entity_blocks.key` what two entities must share to be made one.
- `touched_blocks` are the keys under which members came or went since entities were last resolved: what has to be resolved
  anew is what can be reached from them.
- `pending_documents` and `pending_entities` are those in which the graph store may differ from the catalog, as `pending` is
  for the indexes.
"""

_CORRECTIONS = """
ALTER TABLE documents ADD COLUMN stated TEXT NOT NULL DEFAULT '';

CREATE TABLE corrections (
    source TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""What people set in place of what documents state. `documents.metadata` is what holds; `stated` is what the document itself
says, and empty where that is the same. A correction is of sources, as a collection is.
"""

_EVALUATIONS = """
CREATE TABLE evaluations (
    name TEXT PRIMARY KEY,
    started TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE INDEX evaluations_started ON evaluations (started, name);
"""
"""Runs over question files, as JSON that is compressed. They tell of the papers as they were, so none goes with a document."""

_REGISTERED = """
CREATE TABLE registered (
    source TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""What registries such as Crossref say of documents. It is of sources, as a correction is."""

_STEPS = (_FIRST, _READING, _SUMMARIES, _COLLECTIONS, _KNOWLEDGE, _CORRECTIONS, _EVALUATIONS, _REGISTERED)
SCHEMA_VERSION = len(_STEPS)

_TURNS = """
CREATE TABLE turns (
    thread TEXT NOT NULL,
    number INTEGER NOT NULL,
    asked_at TEXT NOT NULL,
    question TEXT NOT NULL,
    condensed TEXT NOT NULL,
    documents TEXT NOT NULL,
    answer TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX turns_thread ON turns (thread, number, asked_at);
"""
"""`answer` is the answer as JSON, with the names that documents had: it can be read when they are gone."""

CATALOG_TABLES = Tables(
    name="catalog",
    lock="writer",
    steps=_STEPS,
    unusable="See that the disk has room, the folder can be written and no other program holds the file.",
    damaged="`paperatlas restore --replace BACKUP` puts it back; else move the folder away and ingest the papers again.",
)
"""Of papers."""
CONVERSATIONS_TABLES = Tables(
    name="conversations",
    lock="conversations",
    steps=(_TURNS,),
    unusable="See that the disk has room and the folder can be written. Questions without a thread are not affected.",
    damaged="`paperatlas doctor --fix` puts the file aside; no paper is touched by that.",
)
"""Of people."""
