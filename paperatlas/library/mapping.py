"""The map of a library's graph, made once for each state of the library and kept beside it: it looks the same at each visit."""

import json
import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import UnknownEntity
from paperatlas.core.knowledge import Entity, EntityId
from paperatlas.core.naming import name_key
from paperatlas.graph.shape import entity_node, stated_edge
from paperatlas.library.opened import Opened

if TYPE_CHECKING:
    from paperatlas.graph.view.map import GraphMap
    from paperatlas.graph.view.page import Place

__all__ = ["LibraryMap"]

_NEIGHBOURS = 60
"""Of one entity that come in at once, the most mentioned: more would hide what is there already."""
_FILE = "graph-map.json"


class LibraryMap:
    """Asked for by `LibraryGraph.map`. Data are JSON values for the script of `graph.view`. Safe to use from many threads."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._lock = threading.Lock()
        self._made: tuple[int, GraphMap] | None = None

    def first(self, most: int | None = None) -> dict[str, object]:
        """The best connected entities and what relates them.

        Raises:
            BadSetting: the graph is switched off.
            StoreError, ProviderError: its store cannot be read.
        """
        from paperatlas.graph.view.map import FIRST  # noqa: PLC0415 - numpy and scipy

        return self._map().first(FIRST if most is None else most)

    def around(self, entity: str) -> dict[str, object]:
        """An entity with its neighbours, the most mentioned where there are many. Raises UnknownEntity, and as `first`."""
        with self._opened.catalog.snapshot():
            (centre,) = self._named([entity])
            relations = self._opened.knowledge.relations(entities=[centre])
            ends = {end for each in relations for end in (each.head, each.tail)} - {centre}
            near = sorted(self._opened.knowledge.entities(ends).values(), key=_most_mentioned)[:_NEIGHBOURS]
        return self._part([centre, *(each.id for each in near)])

    def of(self, entities: Collection[str]) -> dict[str, object]:
        """These entities, by id or name, and what relates them. Those that there are not are left out.

        Raises:
            UnknownEntity: there is none of them.

        And as `first`.
        """
        return self._part(self._named(entities))

    def _named(self, entities: Collection[str]) -> Sequence[EntityId]:
        """At least one. Of several that bear a name the most mentioned."""
        knowledge = self._opened.knowledge
        ids = knowledge.entities([EntityId(each) for each in entities])
        named = knowledge.named({name_key(each) for each in entities if each not in ids})
        found = (EntityId(each) if each in ids else next(iter(named.get(name_key(each), ())), None) for each in entities)
        if known := tuple(dict.fromkeys(each for each in found if each)):
            return known
        raise UnknownEntity("The graph has none of these entities.", hint="It may have changed: load the map again.")

    def _part(self, entities: Sequence[EntityId]) -> dict[str, object]:
        with self._opened.catalog.snapshot():
            found = self._opened.knowledge.entities(entities)
            stated = self._opened.knowledge.relations(entities=list(found))
        return self._map().part([entity_node(each) for each in found.values()], map(stated_edge, stated))

    def _map(self) -> "GraphMap":
        """Whoever asks first makes it; others wait for it."""
        store, generation = self._opened.graph(), self._opened.catalog.generation()
        with self._lock:
            if self._made is None or self._made[0] != generation:
                from paperatlas.graph.view.map import GraphMap  # noqa: PLC0415

                documents = self._opened.catalog.documents()
                known = self._read()
                made = GraphMap.of(
                    store.nodes(),
                    store.edges(),
                    title=self._opened.folder.name,
                    names={each.id: each.title or each.name for each in documents},
                    years={each.id: each.metadata.year for each in documents if each.metadata.year},
                    known=known,
                )
                if made.places != known:
                    self._keep(made.places)
                self._made = (generation, made)
            return self._made[1]

    @property
    def _file(self) -> Path:
        return self._opened.folder / _FILE

    def _read(self) -> "Mapping[str, Place]":
        """The places of the last visit; none where there was none, or where the file is no longer what it was."""
        with suppress(OSError, ValueError, TypeError):
            return {str(id_): (float(x), float(y)) for id_, (x, y) in json.loads(self._file.read_bytes()).items()}
        return {}

    def _keep(self, places: "Mapping[str, Place]") -> None:
        """Where the library's folder cannot be written the map is made anew at each start, and is the same."""
        aside = self._file.with_name(f"{_FILE}.part")
        with suppress(OSError):
            aside.write_text(json.dumps(dict(places), separators=(",", ":")), encoding="utf-8")
            aside.replace(self._file)


def _most_mentioned(entity: Entity) -> tuple[int, str, EntityId]:
    return -entity.mentions, entity.name, entity.id
