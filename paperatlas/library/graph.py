"""The knowledge graph of a library, for people and programs."""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING

from anyio.from_thread import start_blocking_portal

from paperatlas.core.answers import Usage
from paperatlas.core.deciding import Decision
from paperatlas.core.errors import ConfigError, UnknownEntity
from paperatlas.core.graph_answers import EntityCard, GraphAnswer, GraphPath, GraphStats, PathStep
from paperatlas.core.graph_ports import Backend, Stated
from paperatlas.core.ids import DocumentId, text_key
from paperatlas.core.knowledge import Entity, EntityId, LocalEntity
from paperatlas.core.naming import name_key
from paperatlas.core.ports import LLM
from paperatlas.core.reports import ModelEstimate, ModelReading, OnProgress
from paperatlas.core.summaries import NodeId, Summary, SummaryNode
from paperatlas.core.types import Box
from paperatlas.graph.cypher.ask import ask_graph
from paperatlas.graph.cypher.evidence import run
from paperatlas.graph.cypher.linking import link
from paperatlas.graph.resolve.arbitrate import arbitrate
from paperatlas.graph.resolve.blocks import block_keys, decision_keys, tied_blocks
from paperatlas.graph.resolve.decided import decide
from paperatlas.graph.resolve.doubts import Doubt
from paperatlas.graph.resolve.resolve import resolve
from paperatlas.library.knowing import follow_changes, know
from paperatlas.library.knowing_by_model import estimate, read_by_model
from paperatlas.library.mapping import LibraryMap
from paperatlas.library.opened import Opened, graph_is_off
from paperatlas.library.parts import GraphParts
from paperatlas.library.placing import printed
from paperatlas.library.summaries import cited

if TYPE_CHECKING:
    import networkx as nx

    from paperatlas.graph.communities import Community
    from paperatlas.graph.walk import paths as walked

__all__ = ["LibraryGraph"]

ROWS = 200
"""Rows of a query unless more are asked for: what a person reads, and a model's context bears."""
SECONDS = 10.0
"""For one query; a graph of a million edges answers within one."""


class LibraryGraph:
    """Asked for by `Library.graph`. Raises BadSetting everywhere where the graph is switched off."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._knowledge = opened.knowledge

    @property
    def backend(self) -> Backend:
        """Which store holds it."""
        return self._opened.graph().backend

    def stats(self) -> GraphStats:
        with self._opened.catalog.snapshot():
            counts = self._knowledge.counts()
            kinds, predicates = self._knowledge.kinds(), self._knowledge.predicates()
            return GraphStats(
                backend=self.backend,
                entities=sum(kinds.values()),
                relations=sum(predicates.values()),
                kinds=kinds,
                predicates=predicates,
                documents=counts,
                unread=tuple(each.id for each in self._opened.catalog.documents() if each.id not in counts),
                failures=self._knowledge.failures(),
            )

    def query(
        self,
        cypher: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = ROWS,
        seconds: float = SECONDS,
    ) -> GraphAnswer:
        """The rows of a read-only query, and the evidence of the edges they were made from.

        Raises:
            CypherRejected: it is no query that only reads.
            InputError: the engine refuses it; the message says why.
            TimedOut: it took longer than `seconds`.
            ProviderError: the graph's service is down or refuses.
        """
        found = run(self._opened.graph(), cypher, parameters or {}, limit=limit, seconds=seconds)
        return GraphAnswer(
            question="",
            how="cypher",
            cypher=cypher,
            parameters=parameters or {},
            columns=found.rows.columns,
            rows=found.rows.rows,
            truncated=found.rows.truncated,
            evidence=found.evidence,
            evidence_of=found.evidence_of,
            warnings=found.rows.warnings,
        )

    def ask(self, question: str, *, use_llm: bool = True, limit: int = ROWS, seconds: float = SECONDS) -> GraphAnswer:
        """A question in English as a query: by a template, or by the language model where there is one.

        Raises as `query`.
        """
        parts = self._opened.parts
        asking = partial(
            ask_graph,
            question,
            store=self._opened.graph(),
            knowledge=self._knowledge,
            llm=parts.limited(parts.llm) if use_llm and parts.llm else None,
            embedder=parts.embedder,
            limit=limit,
            seconds=seconds,
        )
        with start_blocking_portal() as portal:  # also where an event loop runs already, as in a notebook
            return portal.call(asking)

    def entity(self, name: str) -> EntityCard:
        """What the library says of the entity of that name, or id; of several the one that is mentioned most.

        Raises:
            UnknownEntity: there is none; the hint has the nearest names.
        """
        with self._opened.catalog.snapshot():
            first, *others = self._named(name)
            relations = tuple(self._knowledge.relations(entities=[first.id]))
            ends = {end for each in relations for end in (each.head, each.tail)}
            members = self._knowledge.members(first.id)
            return EntityCard(
                entity=first,
                members=members,
                merges=self._merges(first.id, members.values()),
                relations=relations,
                names={id_: entity.name for id_, entity in self._knowledge.entities(ends).items()},
                others=tuple(others),
            )

    def entities(self, *, kind: str = "", document: DocumentId | None = None) -> Sequence[Entity]:
        """Those of a kind, or that a document names; most mentioned first, then by name."""
        return self._knowledge.all_entities(kind=kind, document=document)

    def relations(self, *, document: DocumentId | None = None) -> Sequence[Stated]:
        """What the papers say of entities, or one of them does, as each states it; denied relations are among them."""
        return self._knowledge.relations(document=document)

    def _merges(self, entity: EntityId, members: Iterable[LocalEntity]) -> tuple[str, ...]:
        decisions = self._knowledge.decisions()
        keys = frozenset[str]().union(*map(block_keys, members))
        resolution = resolve(self._knowledge.reached(keys, tied_blocks(decisions)), decisions)
        reasons = (f"{' = '.join(link.names)}: {link.reason}" for link in resolution.explain(entity))
        return tuple(dict.fromkeys(reasons))

    def _named(self, name: str) -> Sequence[Entity]:
        """At least one, the most mentioned first."""
        ids = self._knowledge.named([name_key(name)]).get(name_key(name), ())
        found = self._knowledge.entities([*ids, EntityId(name)])
        if found:
            return sorted(found.values(), key=lambda entity: (-entity.mentions, entity.id))
        near = [candidate.entity.name for one in link(name, self._knowledge) for candidate in one.candidates]
        raise UnknownEntity(
            f"The graph has no entity called {name!r}.",
            hint=f"Nearest: {', '.join(near[:3])}." if near else "`paperatlas graph stats` says what it holds.",
        )

    def paths(self, source: str, target: str, *, max_hops: int = 3, most: int = 5) -> tuple[GraphPath, ...]:
        """The shortest ways from one entity to another, each step with what shows it; none where there is none so short.

        Raises:
            UnknownEntity: one of them is none.
        """
        from paperatlas.graph.walk.passages import PassageGraph  # noqa: PLC0415 - scipy
        from paperatlas.graph.walk.paths import paths  # noqa: PLC0415

        with self._opened.catalog.snapshot():
            one, other = self._named(source)[0], self._named(target)[0]
            graph = PassageGraph.of(self._knowledge.incidence())
            return tuple(
                self._path(found) for found in paths(one.id, other.id, self._knowledge, graph, max_hops=max_hops, most=most)
            )

    def _path(self, found: "walked.Path") -> GraphPath:
        entities = self._knowledge.entities(found.entities)
        chunks = self._opened.catalog.chunks([chunk for step in found.steps for chunk in step.passages])
        return GraphPath(
            entities=tuple(entities[each] for each in found.entities),
            steps=tuple(
                PathStep(
                    source=entities[step.source],
                    target=entities[step.target],
                    relations=step.relations,
                    passages=tuple(chunks[chunk] for chunk in step.passages),
                )
                for step in found.steps
            ),
        )

    def networkx(self) -> "nx.MultiDiGraph[str]":
        """All of it, for algorithms: nodes by id with `label` and their properties, edges by id with `type` and theirs."""
        from paperatlas.graph.view.networks import as_networkx  # noqa: PLC0415 - networkx

        store = self._opened.graph()
        return as_networkx(store.nodes(), store.edges())

    @cached_property
    def map(self) -> LibraryMap:
        """What of it is drawn where, for a page that shows it live."""
        return LibraryMap(self._opened)

    def communities(self) -> tuple[Summary, ...]:
        """What the library is about as a whole: groups of entities that it names together, the largest first, each with sentences
        of the papers that say so.
        """
        return tuple(summary for summary, _ in self.subjects())

    def subjects(self) -> tuple[tuple[Summary, tuple[EntityId, ...]], ...]:
        """As `communities`, each with its entities, the most central first."""
        from paperatlas.graph.communities import communities  # noqa: PLC0415 - networkx and scipy
        from paperatlas.graph.walk.passages import PassageGraph  # noqa: PLC0415

        catalog = self._opened.catalog
        with catalog.snapshot():
            documents = {document.id: document for document in catalog.documents()}
            found = communities(PassageGraph.of(self._knowledge.incidence()), self._knowledge, catalog)
            return tuple((cited(_as_topic(each), catalog, documents), each.entities) for each in found)

    def place(self, document: DocumentId, page: int, quote: str) -> tuple[Box, ...]:
        """Where a page has the words of a relation, or other words, to be marked; empty where they are not printed as such.

        Raises:
            UnknownDocument: there is none of that id.
        """
        with self._opened.catalog.snapshot():
            read = self._opened.catalog.parsed(document)
            stated = self._knowledge.relations(document=document)
        same = (each.evidence for each in stated if each.evidence.page == page and each.evidence.quote == quote)
        return printed(read, page, quote, next(same, None))

    def export(self, file: str | os.PathLike[str], *, title: str = "") -> tuple[Path, ...]:
        """Write it for other tools, in the format that the file's suffix names; the files written.

        Raises:
            InputError: there is no format of that name, or the file cannot be written; the hint has those there are.
        """
        from paperatlas.graph.view.export import export  # noqa: PLC0415 - numpy and scipy

        store = self._opened.graph()
        names = {document.id: document.name for document in self._opened.catalog.documents()}
        return export(store.nodes(), store.edges(), Path(file), title=title or self._opened.folder.name, names=names)

    def page(self, *, title: str = "", most: int | None = None) -> str:
        """One HTML page to look at it, with nothing to be fetched from anywhere.

        Args:
            title: What stands above it.
            most: Entities shown, the best connected first.
        """
        from paperatlas.graph.view.page import MOST, graph_page  # noqa: PLC0415 - numpy and scipy

        store = self._opened.graph()
        documents = self._opened.catalog.documents()
        return graph_page(
            store.nodes(),
            store.edges(),
            title=title or self._opened.folder.name,
            names={document.id: document.name for document in documents},
            years={document.id: document.metadata.year for document in documents if document.metadata.year},
            most=MOST if most is None else most,
        )

    def merge(self, *names: str, kind: str = "") -> Entity:
        """From now on these names are one entity, whatever the rules say; what they are now.

        Raises:
            UnknownEntity: one of them is none.
            LibraryLocked: another process is writing.
        """
        for name in names:
            self._named(name)
        self._decide(Decision(verdict="merge", names=names, kind=kind))
        return self._named(names[0])[0]

    def split(self, *names: str, kind: str = "") -> Sequence[Entity]:
        """Of one name: undo what made it one with other names. Of two: they are apart, whatever the rules say.

        Raises as `merge`.
        """
        for name in names:
            self._named(name)
        self._decide(Decision(verdict="split", names=names, kind=kind))
        return [entity for name in names for entity in self._named(name)]

    def doubts(self) -> tuple[Doubt, ...]:
        """Names that the rules leave open: they may be one, and are kept apart."""
        with self._opened.catalog.snapshot():
            return resolve(self._knowledge.all_members(), self._knowledge.decisions()).doubts

    def ask_about_doubts(self, *, most: int = 100) -> tuple[tuple[Decision, ...], Usage]:
        """Have the language model decide on up to `most` doubts; what it decided, and what that cost. Decisions by hand go first.

        Raises:
            ConfigError: no model is configured.
            LibraryLocked: another process is writing.
            ProviderError: the model failed; nothing was decided.
        """
        _, llm = self._modelled()
        with start_blocking_portal() as portal:
            decisions, usage = portal.call(arbitrate, self.doubts()[:most], llm)
        self._decide(*decisions)
        return decisions, usage

    def _decide(self, *decisions: Decision) -> None:
        with self._opened.writing() as writer:
            before = self._knowledge.decisions()
            after = reduce(decide, decisions, before)
            keys = frozenset[str]().union(*map(decision_keys, {*before} ^ {*after}))
            with writer.transaction():
                writer.knowledge.put_decisions(after, keys)
            follow_changes(self._opened, writer)

    def model_estimate(self) -> ModelEstimate:
        """What it would take to have the language model read all that it has not read.

        Raises:
            ConfigError: no model is configured.
            LibraryLocked: another process is writing.
        """
        parts, llm = self._modelled()
        with self._opened.writing() as writer:
            return estimate(self._opened, writer, parts, llm.model)

    def read_by_model(
        self, *, most_tokens: int | None = None, most_usd: float | None = None, on_progress: OnProgress | None = None
    ) -> ModelReading:
        """Have the language model read what the rules have read, within a budget; what it finds is added where the text bears
        it out. Run again to go on.

        Raises as `model_estimate`; what the model's endpoint does wrong is in the report.
        """
        parts, llm = self._modelled()
        with self._opened.writing() as writer:
            within = self._opened.parts.budgeted(llm, most_tokens, most_usd)
            return read_by_model(self._opened, writer, parts, within, on_progress=on_progress)

    def _modelled(self) -> tuple[GraphParts, LLM]:
        parts = self._opened.parts
        if parts.graph is None:
            raise graph_is_off()
        if parts.llm is None:
            raise ConfigError("No language model is configured.", hint="Set PAPERATLAS_LLM_BASE_URL or PAPERATLAS_LLM_API_KEY.")
        return parts.graph, parts.llm

    def build(self, *, anew: bool = False, on_progress: OnProgress | None = None) -> GraphStats:
        """Read what was not read yet, and bring the store up to date; with `anew` everything is read and stored again.

        Raises:
            LibraryLocked: another process is writing.
            StoreError, ProviderError: the store cannot be written.
        """
        with self._opened.writing() as writer:
            if anew:
                with writer.transaction():
                    writer.knowledge.forget_all()
            know(self._opened, writer, on_progress=on_progress)
        return self.stats()


def _as_topic(community: "Community") -> SummaryNode:
    return SummaryNode(
        id=NodeId(f"topic:{text_key(' '.join(community.entities))[:16]}"),
        level="topic",
        documents=community.documents,
        title=", ".join(community.title),
        sentences=community.sentences,
    )
