"""Cells of a spreadsheet whose text comes from papers."""

__all__ = ["FORMULA_SIGNS", "harmless"]

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A spreadsheet runs a cell that begins with one of these (OWASP, "CSV Injection"), and the text is whoever wrote the paper's."""


def harmless(text: str) -> str:
    """A leading apostrophe makes a spreadsheet show the cell as text."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
