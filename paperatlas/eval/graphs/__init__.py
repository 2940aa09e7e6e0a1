"""How good a graph is, and the questions that are put to it: by triples, queries, names and passages that are known."""
