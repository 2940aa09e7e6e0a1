"""What the model is asked for."""

from typing import Literal

from pydantic import BaseModel, Field

__all__ = ["Named", "Related", "Reply"]


class Named(BaseModel):
    """A thing that the passage names."""

    name: str = Field(description="As it stands in the passage.")
    kind: str = Field(description="One of the kinds listed.")


class Related(BaseModel):
    """That the passage relates two things."""

    head: str = Field(description="The name of the one that the relation is said of.")
    relation: str = Field(description="What it does or is to the other.")
    tail: str = Field(description="The name of the other.")
    quote: str = Field(description="The sentence that says so, letter for letter.")
    standing: Literal["asserted", "negated", "hypothetical", "attributed"] = "asserted"


class Reply(BaseModel):
    """All that was found in a passage."""

    entities: list[Named] = Field(description="The things named.")
    relations: list[Related] = Field(description="How they are related.")
