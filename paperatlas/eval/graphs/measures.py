"""What is measured of a graph."""

__all__ = ["MEANINGS"]

MEANINGS = {
    "triples_precision": "of the relations between known entities, those that are known",
    "triples_recall": "of the known relations, those with predicate and direction",
    "triples_f1": "both in one",
    "pairs_recall": "of the pairs that are known to be related, those with any relation",
    "execution_match": "questions whose query gives the rows of the known one, in order where that is asked; none made is wrong",
    "execution_match_of_answered": "the same of the questions that got a query",
    "same_answer_of_answered": "the same rows, columns that only one side tells left aside",
    "rows_match": "the same rows in whatever order",
    "in_order": "of those asked for in order, with the same rows, those in order",
    "answered": "questions that got a query",
    "by_model": "of the queries, those that a language model wrote; where it fails, rules stand in",
    "names_precision": "of the names in an answer, those expected",
    "names_recall": "of the names expected, those in the answer",
    "names_f1": "both in one",
    "hops_all": "questions with all their documents among the first ten",
    "hops_recall_5": "of their documents, those among the first five",
    "hops_recall_10": "of their documents, those among the first ten",
}
"""By name: what each is a share of."""
