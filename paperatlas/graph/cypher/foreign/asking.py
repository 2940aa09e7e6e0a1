"""Questions put to a graph that is not a library's: all that is known of it is its schema."""

from functools import partial

from anyio.from_thread import start_blocking_portal

from paperatlas.core.graph_answers import GraphAnswer
from paperatlas.core.graph_ports import GraphReader
from paperatlas.core.ports import LLM
from paperatlas.graph.cypher.foreign.compose import ask_schema
from paperatlas.graph.cypher.foreign.vocabulary import read_vocabulary
from paperatlas.graph.cypher.schema import read_schema
from paperatlas.graph.cypher.writing import Asking, write

__all__ = ["ForeignAsker"]


class ForeignAsker:
    """By the language model where there is one, else by the words of the schema alone."""

    def __init__(self, store: GraphReader, *, llm: LLM | None, limit: int, seconds: float) -> None:
        """The schema is read now, once for all questions."""
        self._store, self._llm, self._limit, self._seconds = store, llm, limit, seconds
        self._schema = read_schema(store, seconds=seconds)
        self._words = read_vocabulary(store, self._schema, seconds=seconds)

    def ask(self, question: str) -> GraphAnswer:
        """`how` is "none" where no query could be made.

        Raises:
            InputError: the engine refuses the query.
            TimedOut: it took too long.
            ProviderError: the model cannot be reached.
        """
        if self._llm is not None:
            asking = Asking(
                store=self._store, schema=self._schema, knowledge=None, examples=(), limit=self._limit, seconds=self._seconds
            )
            with start_blocking_portal() as portal:
                return portal.call(partial(write, question, (), self._llm, asking))
        query = ask_schema(question, self._words)
        if query is None:
            return GraphAnswer(question=question, how="none")
        found = self._store.query(query.cypher, query.parameters, limit=self._limit, seconds=self._seconds)
        return GraphAnswer(
            question=question,
            how="template:schema",
            cypher=query.cypher,
            parameters=query.parameters,
            columns=found.columns,
            rows=found.rows,
            truncated=found.truncated,
            warnings=found.warnings,
        )
