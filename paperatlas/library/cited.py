"""Which papers of the library a paper cites: its references are looked up as a bibliography's entries are."""

from collections.abc import Mapping, Sequence

from paperatlas.core.listings import Listing, match_listings
from paperatlas.core.types import Document, Metadata, Reference

__all__ = ["cited_documents"]


def cited_documents(references: Sequence[Reference], documents: Sequence[Document]) -> Mapping[int, Document]:
    """The document of each reference, by its index (0-based), where the library has it."""
    listings = [
        Listing(key=str(index), metadata=Metadata(title=each.title, doi=each.doi, arxiv_id=each.arxiv_id))
        for index, each in enumerate(references)
    ]
    found, _ = match_listings(listings, documents)
    by_id = {document.id: document for document in documents}
    return {int(listing.key): by_id[document] for document, listing in found.items()}
