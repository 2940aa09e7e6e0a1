"""Summaries of sections, documents and groups of documents, in the papers' own sentences."""
