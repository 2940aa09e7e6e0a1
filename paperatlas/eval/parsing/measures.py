"""What is measured of a file that was read; most are the field's own measures, by their names."""

__all__ = ["MEANINGS"]

MEANINGS = {
    "text_similarity": "of the text of labelled pages: one less the edit distance as a share of the longer text",
    "text_present": "labelled phrases that stand on their page",
    "text_absent": "running heads, page numbers and stamps that are kept out of the body",
    "hyphens": "words with the hyphen that is theirs, and without the one of a line's end",
    "order": "pairs of phrases on a page that are in order",
    "order_across_pages": "pairs of phrases on two pages that are in order",
    "headings_precision": "of the headings found, those that are labelled",
    "headings_recall": "of the labelled headings, those found",
    "headings_f1": "both in one",
    "headings_level": "of the headings found rightly, those of the right level",
    "run_in_f1": "headings that lead into a paragraph, precision and recall in one",
    "tables_precision": "of the tables found, those where there is one",
    "tables_recall": "of the labelled tables, those found with their caption and most of their cells",
    "table_cells": "labelled cells whose text is there letter for letter",
    "table_grits": "GriTS of contents: cells by their likeness, missing and surplus ones counted",
    "figures_precision": "of the figures found, those that are labelled",
    "figures_recall": "of the labelled figures, those found with caption and box (IoU of at least 0.6)",
    "equations_f1": "numbered formulas by page and number, precision and recall in one",
    "references_count": "reference lists with as many entries as are printed",
    "reference_entries": "labelled entries that are there with author, year and identifiers",
    "title": "titles that are right",
    "authors_exact": "lists of authors that are right and in order",
    "authors_f1": "authors, precision and recall in one",
    "year": "years that are right",
    "doi": "DOIs that are right, or rightly none",
    "arxiv_id": "arXiv identifiers that are right, without the version, or rightly none",
    "abstract": "abstracts that begin and end where they should",
}
"""By name: what each is a share of."""
