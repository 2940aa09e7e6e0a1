"""Question shapes and the Cypher they mean."""

from collections.abc import Callable, Collection, Iterator

from paperatlas.graph.cypher.asked import Asked
from paperatlas.graph.cypher.query import Composed
from paperatlas.graph.cypher.templates.about import all_of_kind, described, other_names, related_kind
from paperatlas.graph.cypher.templates.pairs import comparison, connection, shared
from paperatlas.graph.cypher.templates.papers import co_authors, mentioned, mentioned_most, papers_by
from paperatlas.graph.cypher.templates.relations import related, said_of_both, superlatives
from paperatlas.graph.cypher.templates.results import best, results

__all__ = ["OWN_WORDS", "compose"]

OWN_WORDS = (
    r"co-?authors?|collaborat\w*|together|papers?|path|chain|route|connect\w*|link\w*|relat\w*|associat\w*|common|shar\w+|similar\w*"
    r"|alike|compar\w*|differ\w*|better|worse|instead|result\w*|scor\w+|perform\w*|achiev\w*|obtain\w*|reach\w*|gets?|report\w*"
    r"|well|good|accura\w*|f-?1|f-?score|f-?measure|bleu|rouge|meteor|precision|recall|auc|auroc|exact|match|em|ndcg|mrr|map|iou"
    r"|dice|psnr|ssim|rates?|success|win|throughput|perplexity|ppl|errors?|wer|cer|ter|loss|rmse|mae|mse|fid|latency|smallest"
    r"|largest|strongest|leads?|wins?|state|art|sota|stands?|short|abbreviat\w*|acronyms?|full|form|alias\w*|names?|known|called"
    r"|synonyms?|spelled|expan\w+|neighbou?rs?|tell|know|said|facts?|describe|explain|define|kinds?|types?|sorts?|mention\w*"
    r"|discuss\w*|cover\w*|describ\w*|address\w*|regarding|concerning|popular|often|frequent\w*|prominent|important|widely"
    r"|commonly|times|library|collection|available|exist|according|say|says|state|states|claim|claims"
)
"""What the templates look for beside entities, kinds and relations: further words of a question are not taken into account."""

_TEMPLATES: tuple[Callable[[Asked, Collection[str]], Iterator[Composed]], ...] = (
    other_names,
    co_authors,
    best,
    results,
    connection,
    shared,
    said_of_both,
    comparison,
    papers_by,
    mentioned,
    mentioned_most,
    related,
    superlatives,
    described,
    related_kind,
    all_of_kind,
)
"""In this order: what is more particular goes first."""


def compose(asked: Asked, types: Collection[str]) -> list[Composed]:
    """The queries that a question may mean, likeliest first, for a graph with these types of relationships.

    They are readings of one shape: where a shape fits and its queries give nothing, nothing is what the graph says, and the
    next shape would answer another question.
    """
    return next((found for template in _TEMPLATES if (found := list(template(asked, types)))), [])
