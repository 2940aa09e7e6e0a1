"""A Neo4j server: sessions, transactions that are retried, and what its errors mean."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from paperatlas.core.errors import InputError, PaperAtlasError, ProviderError, StoreError, TimedOut

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction, Session
    from neo4j.exceptions import Neo4jError

__all__ = ["Server", "too_slow"]

CONNECT_SECONDS = 5.0
"""A server on this machine or in its network answers within milliseconds, so one that does not is down."""
RETRY_SECONDS = 15.0
"""How long a transaction is tried again: through a restart of the server's leader, not through an evening."""
WRITE_SECONDS = 300.0
"""A batch takes a second; a server that holds one for five minutes will not end it."""
_T = TypeVar("_T")


class Server:
    """Connects at its first use, and tells then whether it is there and lets us in."""

    def __init__(self, uri: str, user: str, password: str, database: str) -> None:
        self.uri = uri
        self.database = database
        self._user = user
        self._password = password
        self._is_open = False

    @cached_property
    def _driver(self) -> "Driver":
        import neo4j  # noqa: PLC0415 - 1.3 s, and only who uses a server pays them

        driver = neo4j.GraphDatabase.driver(
            self.uri,
            auth=(self._user, self._password),
            connection_timeout=CONNECT_SECONDS,
            max_transaction_retry_time=RETRY_SECONDS,
            user_agent="paperatlas",
        )
        try:
            # At once, where a transaction would try again for as long as it may.
            driver.verify_connectivity()
        except BaseException:
            driver.close()
            raise
        self._is_open = True
        return driver

    def session(self, *, writing: bool, rows: int = 1000) -> "Session":
        return self._driver.session(
            database=self.database,
            default_access_mode="WRITE" if writing else "READ",
            fetch_size=rows,
            notifications_min_severity="WARNING",
        )

    def reading(self, work: "Callable[[ManagedTransaction], _T]", *, seconds: float, rows: int) -> _T:
        import neo4j  # noqa: PLC0415

        with self.session(writing=False, rows=rows) as session:
            return session.execute_read(neo4j.unit_of_work(timeout=seconds)(work))

    def read(self, taken: Callable[[Any], _T], cypher: str, **parameters: object) -> _T:
        """What `taken` makes of the result of a query of our own."""
        return self.reading(lambda transaction: taken(transaction.run(cypher, parameters)), seconds=WRITE_SECONDS, rows=1000)

    def write(self, cypher: str, **parameters: object) -> None:
        import neo4j  # noqa: PLC0415

        work = neo4j.unit_of_work(timeout=WRITE_SECONDS)(lambda transaction: transaction.run(cypher, parameters).consume())
        with self.session(writing=True) as session:
            session.execute_write(work)

    def define(self, statement: str) -> None:
        """A statement on the schema, which takes no part in a transaction with others."""
        with self.session(writing=True) as session:
            session.run(statement).consume()

    def close(self) -> None:
        if self._is_open:
            self._driver.close()
            del self._driver
            self._is_open = False

    @contextmanager
    def errors(self, *, writing: bool, seconds: float = WRITE_SECONDS) -> Iterator[None]:
        """Says in our words what the driver raises."""
        import neo4j.exceptions  # noqa: PLC0415

        try:
            yield
        except neo4j.exceptions.AuthError as error:
            raise ProviderError(
                f"Neo4j at {self.uri} refuses the user {self._user!r}.",
                hint="Set PAPERATLAS_NEO4J_USER and PAPERATLAS_NEO4J_PASSWORD to those of the server.",
            ) from error
        except neo4j.exceptions.Neo4jError as error:
            raise self._told(error, writing=writing, seconds=seconds) from error
        except (neo4j.exceptions.DriverError, OSError) as error:
            raise self._unreachable(error) from error

    def _told(self, error: "Neo4jError", *, writing: bool, seconds: float) -> PaperAtlasError:
        """What the server said."""
        code, message = error.code or "", error.message or str(error)
        if "TransactionTimedOut" in code:
            return too_slow(seconds)
        if ".Database." in code:
            return ProviderError(
                f"Neo4j at {self.uri} has no database {self.database!r}: {message}", hint="Set PAPERATLAS_NEO4J_DATABASE."
            )
        if code.startswith("Neo.ClientError"):
            if writing:
                return StoreError(
                    f"Neo4j at {self.uri} cannot write the graph: {message}",
                    hint="Give the user the right to write and to define indexes.",
                )
            return InputError(
                f"The graph store cannot run the query: {message}", hint="`paperatlas graph stats` lists labels and types."
            )
        return ProviderError(
            f"Neo4j at {self.uri} failed ({code}): {message}", hint="See the server's log, and run the command again."
        )

    def _unreachable(self, error: Exception) -> ProviderError:
        said, _, _ = str(error).splitlines()[0].partition(" (resolved to")  # the same address once more
        return ProviderError(
            f"Neo4j at {self.uri} cannot be reached: {said}",
            hint="Start it with `docker compose --profile graph up -d`, or set PAPERATLAS_NEO4J_URI to where it is.",
        )


def too_slow(seconds: float) -> TimedOut:
    return TimedOut(
        f"The graph query took longer than {seconds:g} seconds.",
        hint="Start at a named entity, follow fewer hops, or raise the time limit.",
    )
