"""Tools for a model to call."""

from typing import Any

from pydantic import BaseModel, Field

from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ports import Tool


class Between(BaseModel):
    """Two towns."""

    start: str
    end: str = Field(description="Where to.")
    stops: int = 0


class Atlas:
    """Knows distances, and keeps what it was asked."""

    def __init__(self, distance: str = "165 km") -> None:
        self.distance = distance
        self.asked: list[Between] = []

    async def _measure(self, arguments: BaseModel) -> str:
        assert isinstance(arguments, Between)
        self.asked.append(arguments)
        if arguments.end == "Atlantis":
            raise UnknownDocument("There is no Atlantis.", hint="Try Oulu.")
        return self.distance

    def tool(self, **changes: Any) -> Tool:
        described = {"name": "distance", "description": "How far it is from one town to another."}
        return Tool(**{**described, "arguments": Between, "run": self._measure, **changes})
