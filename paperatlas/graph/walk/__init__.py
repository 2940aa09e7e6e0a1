"""Finding passages along the graph."""
