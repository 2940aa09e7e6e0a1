"""The knowledge graph: read-only Cypher, questions in English, entities, and ways between them."""

from typing import Annotated, Any

from pydantic import Field

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import HALF, Reply, clipped, listed_from
from paperatlas.mcp_server.schema import FLAG, INTEGER, TEXT, listed, record
from paperatlas.mcp_server.text import rows_text
from paperatlas.mcp_server.tool import Arguments, Short, Tool, Words

__all__ = ["GRAPHING"]

Rows = Annotated[int, Field(ge=1, le=200, description="Most rows")]
Entity = Annotated[str, Field(min_length=1, max_length=300, description="Name or id of an entity")]
_RELATIONS = 40
"""Of one entity: what fills half a reply with their quotes."""


class GraphQuery(Arguments):
    cypher: Annotated[str, Field(min_length=1, max_length=4000)]
    parameters: Annotated[
        dict[str, str | int | float | bool], Field(description="Values of $names in the query", default_factory=dict)
    ]
    limit: Rows = 50


def _query(desk: Desk, asked: GraphQuery, _work: Work) -> Reply:
    from paperatlas.core.wire_graph import graph_answer_json  # noqa: PLC0415 - here and below: start-up time

    library = desk.library
    answer = library.graph.query(asked.cypher, asked.parameters, limit=asked.limit)
    data = graph_answer_json(answer, library.names(), library.graph.backend)
    return Reply(data=data, text=rows_text(data))


class GraphAsk(Arguments):
    question: Words
    use_llm: Annotated[bool, Field(description="False: by templates only")] = True
    limit: Rows = 50


def _ask(desk: Desk, asked: GraphAsk, _work: Work) -> Reply:
    from paperatlas.core.wire_graph import graph_answer_json  # noqa: PLC0415

    library = desk.library
    answer = library.graph.ask(asked.question, use_llm=asked.use_llm, limit=asked.limit)
    data = graph_answer_json(answer, library.names(), library.graph.backend)
    return Reply(data=data, text=rows_text(data))


class GraphEntity(Arguments):
    name: Entity


def _entity(desk: Desk, asked: GraphEntity, _work: Work) -> Reply:
    from paperatlas.core.wire_graph import card_json  # noqa: PLC0415

    library = desk.library
    card = card_json(library.graph.entity(asked.name), library.names())
    relations = card["relations"]
    data = {**card, "relations": relations[:_RELATIONS], "relations_in_all": len(relations)}
    lines = [
        f"{card['name']} ({card['type']}, id {card['id']}): {card['mentions']} mentions in {card['documents']} documents",
        f"Also called: {', '.join(card['aliases'])}" if card["aliases"] else "",
        *(f"One because {reason}" for reason in card["merged_because"][:10]),
        *(
            f"- {r['head']} —{r['relation']}→ {r['tail']} ({r['standing']}; {r['doc']}, p. {r['page']}: "
            f"“{clipped(' '.join(r['quote'].split()), 300)}”)"
            for r in data["relations"]
        ),
        f"({len(relations) - _RELATIONS} relations more: ask for them with graph_query)" if len(relations) > _RELATIONS else "",
    ]
    return Reply(data=data, text="\n".join(line for line in lines if line))


class FindPath(Arguments):
    source: Entity
    target: Entity
    max_hops: Annotated[int, Field(ge=1, le=5)] = 3
    most: Annotated[int, Field(ge=1, le=10, description="Most paths")] = 3


def _path(desk: Desk, asked: FindPath, _work: Work) -> Reply:
    from paperatlas.core.wire_graph import path_json  # noqa: PLC0415

    library = desk.library
    found = library.graph.paths(asked.source, asked.target, max_hops=asked.max_hops, most=asked.most)
    paths = [path_json(path, library.names()) for path in found]
    parts = []
    for path in paths:
        lines = [" – ".join(entity["name"] for entity in path["entities"])]
        for step in path["steps"]:
            lines += [
                f"- {r['head']} —{r['relation']}→ {r['tail']} ({r['doc']}, p. {r['page']}: “{' '.join(r['quote'].split())}”)"
                for r in step["relations"][:2]
            ]
            if not step["relations"]:
                lines += [
                    f"- {step['source']} and {step['target']} are named together in {p['doc']}, p. {p['page']}"
                    for p in step["passages"][:2]
                ]
        parts.append("\n".join(lines))
    text = "\n\n".join(parts) or f"There is no path of at most {asked.max_hops} steps. Allow more with max_hops."
    return Reply(data={"paths": paths}, text=text)


class ListEntities(Arguments):
    type: Annotated[
        Short, Field(description="method, model, dataset, task, metric, material, organism, person, …; empty: all")
    ] = ""
    doc: Annotated[Short, Field(description="Only those that this document names")] = ""
    query: Annotated[Short, Field(description="Only names with these words")] = ""
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str, Field(max_length=20, pattern=r"^\d*$", description="next_cursor of the call before")] = ""


def _list(desk: Desk, asked: ListEntities, _work: Work) -> Reply:
    from paperatlas.core.wire_graph import entity_json  # noqa: PLC0415

    library = desk.library
    document = library.document(asked.doc).id if asked.doc else None
    wanted = asked.query.casefold().split()
    entities = [
        each
        for each in library.graph.entities(kind=asked.type, document=document)
        if all(word in " ".join([each.name, *each.aliases]).casefold() for word in wanted)
    ]
    part = listed_from(entities, entity_json, cursor=asked.cursor, limit=asked.limit, most_bytes=HALF - 1000)
    stats = library.graph.stats()
    data = {
        "entities": part.rows,
        "total": len(entities),
        "types": dict(stats.kinds),
        "relation_types": dict(stats.predicates),
        "next_cursor": part.next_cursor,
    }
    lines = [f"- {row['name']} ({row['type']}): {row['mentions']} mentions in {row['documents']} documents" for row in part.rows]
    lines += [f"{part.left} more: call again with cursor {part.next_cursor!r}."] if part.left else []
    kinds = ", ".join(f"{kind} {count}" for kind, count in stats.kinds.items())
    return Reply(data=data, text="\n".join(lines) or f"There are none. Types in this library: {kinds or 'none yet'}.")


_EVIDENCE = record(doc=TEXT, page=INTEGER, quote=TEXT, head=TEXT, relation=TEXT, tail=TEXT)
_ENTITY = record(id=TEXT, name=TEXT, type=TEXT, mentions=INTEGER, documents=INTEGER)
_STATED = record(head=TEXT, relation=TEXT, tail=TEXT, standing=TEXT, doc=TEXT, page=INTEGER, quote=TEXT)
_ANSWER = record(
    columns=listed(TEXT),
    rows=listed({"type": "array"}),
    cypher=TEXT,
    text=TEXT,
    truncated=FLAG,
    evidence=listed(_EVIDENCE),
)

GRAPHING: tuple[Tool[Any], ...] = (
    Tool(
        name="graph_ask",
        title="Ask the graph",
        description=(
            "A question about how methods, data, people or papers are related. Gives rows, the Cypher they come from, and the "
            "quote behind every edge."
        ),
        toolset="graph",
        arguments=GraphAsk,
        output=_ANSWER,
        run=_ask,
        slow=True,
    ),
    Tool(
        name="graph_query",
        title="Query the graph",
        description=(
            "Read-only Cypher, ended after ten seconds. (:Document {id, title, year})-[:HAS_CHUNK]->(:Chunk {page, section})"
            "-[:MENTIONS]->(:Entity {id, name, type, mentions}); (:Entity)-[:USES|EVALUATED_ON|… {page, quote, standing}]->"
            "(:Entity). list_entities has the types of entities and relations."
        ),
        toolset="graph",
        arguments=GraphQuery,
        output=_ANSWER,
        run=_query,
        slow=True,
    ),
    Tool(
        name="graph_entity",
        title="An entity",
        description="All that the library says of an entity: its names, why they are one, and its relations with their quotes.",
        toolset="graph",
        arguments=GraphEntity,
        output=record(id=TEXT, name=TEXT, type=TEXT, aliases=listed(TEXT), relations=listed(_STATED)),
        run=_entity,
    ),
    Tool(
        name="find_path",
        title="How two entities hang together",
        description="The shortest ways from one entity to another, each step with the statement or the passages that show it.",
        toolset="graph",
        arguments=FindPath,
        output=record(
            paths=listed(
                record(entities=listed(_ENTITY), steps=listed(record(source=TEXT, target=TEXT, relations=listed(_STATED))))
            ),
        ),
        run=_path,
        slow=True,
    ),
    Tool(
        name="list_entities",
        title="List entities",
        description="Entities by type, document or name, the most mentioned first; and the types of entities and relations.",
        toolset="graph",
        arguments=ListEntities,
        output=record(entities=listed(_ENTITY), total=INTEGER, types={"type": "object"}, next_cursor=TEXT),
        run=_list,
    ),
)
