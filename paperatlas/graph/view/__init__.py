"""The graph as a page to look at and as files for other tools."""
