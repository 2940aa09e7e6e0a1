"""A tool: its name, what it says of itself, the arguments it takes, the data it gives, and the function behind it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from paperatlas.core.errors import InputError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import TEXT, compact, record

__all__ = ["JOB", "MOST_PAGES", "Arguments", "BadArguments", "Doc", "Docs", "Short", "Tool", "Toolset", "Words"]

Toolset: TypeAlias = Literal["core", "graph", "admin"]

MOST_PAGES = 1_000_000
"""No document has more."""

Words = Annotated[str, Field(min_length=1, max_length=4000)]
"""A question, query or claim. Longer ones are documents."""
Short = Annotated[str, Field(max_length=300)]
"""A name or an id."""
Doc = Annotated[str, Field(min_length=1, max_length=300, description="Document: file name, title or id")]
Docs = Annotated[tuple[Doc, ...], Field(max_length=50, description="Only these documents")]


JOB = record(id=TEXT)
"""Of a call that is still at work; `job_status` says the rest. It stands in every schema, so it is short."""


class BadArguments(InputError):
    code = "bad_arguments"


class Arguments(BaseModel):
    """What a tool takes. Unknown names are refused: a misspelt filter that is ignored gives an answer to another question."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, kw_only=True)
class Tool(Generic[A]):
    """`run` is called in a thread."""

    name: str
    title: str
    description: str
    toolset: Toolset
    arguments: type[A]
    output: Mapping[str, Any]
    """JSON schema of the data; an object. `job` is added: every tool may give a job instead of a result."""
    run: Callable[[Desk, A, Work], Reply]
    slow: bool = False
    """Works for seconds, so that only some of them run at once."""
    writes: bool = False
    destroys: bool = False
    online: bool = False
    """Asks the world outside the library."""
    repeatable: bool = True
    """Calling it twice does what calling it once does."""

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        return compact(self.arguments.model_json_schema())

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        return {**self.output, "properties": {**self.output["properties"], "job": JOB}}

    def parse(self, arguments: Mapping[str, Any]) -> A:
        """Raises BadArguments, which says of each what is wrong and what the tool takes."""
        try:
            return self.arguments.model_validate(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, item['loc'])) or 'arguments'}: {item['msg']}" for item in error.errors()[:5])
            raise BadArguments(f"{self.name} does not take that: {wrong}.", hint=f"It takes: {self._signature()}.") from error

    def _signature(self) -> str:
        required = set(self.input_schema.get("required", ()))
        return (
            ", ".join(
                f"{name} ({schema.get('type', 'any')}{', required' if name in required else ''})"
                for name, schema in self.input_schema["properties"].items()
            )
            or "no arguments"
        )
