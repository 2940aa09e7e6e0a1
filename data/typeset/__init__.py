"""Sets the sample papers: a small source format, and its pages in PDF."""
