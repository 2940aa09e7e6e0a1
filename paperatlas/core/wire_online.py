"""What was found online as JSON."""

from typing import Any

from paperatlas.core.online import FoundOnline

__all__ = ["found_online_json"]


def found_online_json(found: FoundOnline) -> dict[str, Any]:
    return {
        "title": found.title,
        "url": found.url,
        "snippet": found.snippet,
        "authors": list(found.authors),
        "year": found.year,
        "source": found.source,
    }
