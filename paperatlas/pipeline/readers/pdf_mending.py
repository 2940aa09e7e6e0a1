"""Page trees that say a wrong number of pages, put right in memory: the engine believes what they say."""

import re
from typing import Any

import pymupdf

__all__ = ["mend_page_tree"]

_REFERENCE = re.compile(r"(\d+) \d+ R")
_MOST_NODES = 200_000
"""Nodes of a page tree that are looked at: four times the pages of the largest files there are."""


def mend_page_tree(document: Any) -> None:
    """Make every node of the page tree count the pages that are below it, and forget kids that are none.

    Branches that hold themselves, by whatever detour, are looked at once.
    """
    try:
        kind, root = document.xref_get_key(document.pdf_catalog(), "Pages")
        if kind == "xref":
            _Tree(document).count(int(root.split()[0]))
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
        return  # what cannot be looked at is left to the engine's own mending


class _Tree:
    def __init__(self, document: Any) -> None:
        self._document = document
        self._met: set[int] = set()
        self._left = _MOST_NODES

    def count(self, root: int) -> int:
        """How many pages are below a node, having put it right."""
        # Depth first without recursion: a tree may be as deep as it has nodes.
        order: list[tuple[int, list[int]]] = []
        waiting = [root]
        self._met.add(root)
        while waiting:
            node = waiting.pop()
            kids = [kid for kid in self._kids(node) if self._is_to_be_counted(kid)]
            order.append((node, kids))
            waiting += kids
        pages: dict[int, int] = {}
        for node, kids in reversed(order):
            pages[node] = sum(pages[kid] for kid in kids) if self._is_branch(node) else 1
            if self._is_branch(node):
                self._put_right(node, [kid for kid in kids if pages[kid]], pages[node])
        return pages[root]

    def _is_to_be_counted(self, kid: int) -> bool:
        """A page may be shown twice; a branch that is met again would never end."""
        exists = 0 < kid < self._document.xref_length() and bool(self._document.xref_get_keys(kid))
        if not exists or self._left == 0 or (kid in self._met and self._is_branch(kid)):
            return False
        self._left -= 1
        self._met.add(kid)
        return True

    def _is_branch(self, node: int) -> bool:
        return self._document.xref_get_key(node, "Kids")[0] != "null"

    def _kids(self, node: int) -> list[int]:
        kind, kids = self._document.xref_get_key(node, "Kids")
        if kind == "xref":
            kids = self._document.xref_object(int(kids.split()[0]), compressed=True)
        return [int(number) for number in _REFERENCE.findall(kids)] if kind in ("array", "xref") else []

    def _put_right(self, node: int, kids: list[int], pages: int) -> None:
        if self._document.xref_get_key(node, "Count") == ("int", str(pages)) and self._kids(node) == kids:
            return
        self._document.xref_set_key(node, "Count", str(pages))
        self._document.xref_set_key(node, "Kids", f"[{' '.join(f'{kid} 0 R' for kid in kids)}]")
