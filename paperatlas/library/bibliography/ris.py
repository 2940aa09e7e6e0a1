"""A document as a RIS record, which nearly every reference manager reads, from what is known of it."""

from paperatlas.core.types import Document
from paperatlas.library.bibliography.csl import csl_item

__all__ = ["ris"]

_TYPES = {"article-journal": "JOUR", "paper-conference": "CONF", "article": "UNPB", "document": "GEN"}


def ris(document: Document) -> str:
    item, said = csl_item(document), document.metadata
    kind = _TYPES[item["type"]]
    pairs = [
        ("TY", kind),
        ("ID", document.id[:12]),
        ("TI", item["title"]),
        *(("AU", _name(each)) for each in item.get("author", ())),
        ("PY", str(said.year or "")),
        ("JO" if kind == "JOUR" else "T2", said.venue),
        ("DO", said.doi),
        ("UR", document.url),
        # Where the address is another's, the id would be lost.
        ("UR", f"https://arxiv.org/abs/{said.arxiv_id}" if said.arxiv_id and said.arxiv_id not in document.url else ""),
        ("AB", said.abstract),
        ("LA", said.language),
        ("N1", item.get("note", "")),
    ]
    lines = [f"{tag}  - {' '.join(value.split())}" for tag, value in pairs if value.strip()]
    return "\n".join([*lines, "ER  - ", ""])


def _name(name: dict[str, str]) -> str:
    if "literal" in name:
        return name["literal"]
    family = f"{name.get('non-dropping-particle', '')} {name['family']}".strip()
    return f"{family}, {name['given']}"
