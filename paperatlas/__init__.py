"""PaperAtlas: answers from your own papers, every sentence proven to the page."""
