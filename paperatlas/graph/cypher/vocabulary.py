"""The words of Cypher that a reading query may use, and what those do that it may not."""

from collections.abc import Mapping

__all__ = ["FUNCTIONS", "KEYWORDS", "OPENING", "PROCEDURES", "WRITING"]

OPENING = ("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL")
"""What a query begins with. EXPLAIN, PROFILE and CYPHER are settings of an engine, so none of these."""

KEYWORDS = frozenset(
    """
    MATCH OPTIONAL WHERE RETURN WITH UNWIND CALL YIELD UNION ALL DISTINCT AS ORDER BY ASC ASCENDING DESC DESCENDING SKIP OFFSET
    LIMIT AND OR XOR NOT IN IS NULL TRUE FALSE STARTS ENDS CONTAINS CASE WHEN THEN ELSE END EXISTS COUNT COLLECT ANY NONE SINGLE
    """.split()
)
"""Those that read. Hints to a planner, path selectors (SHORTEST 1) and FINISH are left out: the embedded engine has none."""

_CHANGES = "it changes the graph, and only reading is allowed"
_SCHEMA = "it changes the database, and only reading is allowed"
_RIGHTS = "it is about the server and its users, and only reading the graph is allowed"
_OUTSIDE = "it reads files and addresses outside the graph"
WRITING: Mapping[str, str] = {
    **dict.fromkeys("CREATE MERGE SET DELETE DETACH NODETACH REMOVE FOREACH INSERT".split(), _CHANGES),
    **dict.fromkeys("DROP ALTER RENAME TRANSACTIONS PERIODIC".split(), _SCHEMA),
    **dict.fromkeys("GRANT DENY REVOKE START STOP TERMINATE ENABLE DRYRUN DEALLOCATE REALLOCATE SHOW".split(), _RIGHTS),
    "LOAD": _OUTSIDE,
    "USE": "a query is run in the library's own graph only",
    "PROFILE": "it is a setting of the engine",
    "EXPLAIN": "it is a setting of the engine",
    "FORMAT": "it is a setting of the engine",
}
"""Clauses that do more than read, each with what it does. The proof does not rest on this list being whole: it says why."""

PROCEDURES: Mapping[str, str] = {name.lower(): f"{name}()" for name in ("db.labels", "db.relationshipTypes", "db.propertyKeys")}
"""In lower case, as they are compared, with how they are written."""

FUNCTIONS = frozenset(
    """
    count collect sum avg min max stdev stdevp percentilecont percentiledisc
    coalesce size length type id elementid labels keys properties nodes relationships startnode endnode head last tail reverse
    range reduce all any none single exists isempty nullif shortestpath allshortestpaths
    tolower toupper lower upper trim ltrim rtrim btrim left right substring replace split char_length character_length normalize
    tostring tointeger tofloat toboolean tostringornull tointegerornull tofloatornull tobooleanornull
    tostringlist tointegerlist tofloatlist tobooleanlist valuetype
    abs ceil floor round sign sqrt exp log log10 sin cos tan cot asin acos atan atan2 degrees radians pi e isnan haversin
    date datetime time localtime localdatetime duration timestamp date.truncate datetime.truncate duration.between
    duration.indays duration.inmonths duration.inseconds
    """.split()
)
"""In lower case. They compute from what they are given and nothing else: none reads a file, sleeps, or runs Cypher in a string.
`rand` and `randomUUID` are left out, since an answer has to be the same when it is checked."""
