"""The form in which a language model answers: sentences, and for each the quotes that prove it."""

from pydantic import BaseModel, Field

__all__ = ["Opinion", "Quoted", "Reply", "Said"]


class Quoted(BaseModel):
    """A quote and the number of the passage it was copied from."""

    passage: int = Field(description="Number of the passage.")
    quote: str = Field(description="Text copied from that passage, letter for letter.")
    translation: str = Field("", description="The quote in the question's language, where it is in another; else empty.")


class Said(BaseModel):
    """One sentence of the answer with its proof."""

    text: str = Field(description="One sentence that answers, without marks or references.")
    quotes: list[Quoted] = Field(default_factory=list, description="The quotes that prove the sentence.")
    plain: str = Field(
        "", description="The same sentence in the language of its quotes, where the question is in another; else empty."
    )
    results: list[int] = Field(default_factory=list, description="Numbers of the tool results that the sentence rests on.")


class Reply(BaseModel):
    """What the model is asked for."""

    answerable: bool = Field(description="Whether the passages hold the answer, or a part of it.")
    statements: list[Said] = Field(description="The answer, sentence by sentence.")
    missing: str = Field("", description="What was asked and is not in the passages; empty when nothing is missing.")


class Opinion(BaseModel):
    """What the model says of an answer that was found doubtful."""

    lacking: list[str] = Field(description="Details of the question that the quotes do not state; empty when they state all.")
    answered: bool = Field(description="Whether the quotes alone answer the question.")
