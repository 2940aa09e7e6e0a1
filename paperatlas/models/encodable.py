"""Texts as models take them."""

__all__ = ["encodable"]


def encodable(text: str) -> str:
    """The text with half surrogate pairs, which broken PDFs yield, as question marks: no tokenizer or JSON takes them."""
    return text.encode("utf-8", "replace").decode("utf-8")
