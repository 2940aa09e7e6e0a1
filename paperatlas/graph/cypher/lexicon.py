"""The English of questions about a graph, as data: verbs and nouns and the relations they mean."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import Stemmer

from paperatlas.graph.shape import STRUCTURE

__all__ = [
    "ANY",
    "KIND_NOUNS",
    "METRICS",
    "Lexicon",
    "Sense",
    "is_kind_noun",
    "is_participle",
    "kinds_of_noun",
    "lexicon_for",
    "phrase_of",
    "reserved_words",
    "stem",
]

Role: TypeAlias = Literal["subject", "object"]

ANY: tuple[str, ...] = ()
"""All relations between entities."""


class Sense(NamedTuple):
    """What a verb (with its preposition) or a noun says of the graph."""

    predicates: tuple[str, ...]
    """Relationship types, any of which will do; ANY for all."""
    head: Role = "subject"
    """Which side of the verb is the edge's source; of a noun ("the authors of X") X is its object."""
    symmetric: bool = False


# Verbs: words (base forms), prepositions that may follow ("" for none), sense. The first that fits in a line's order wins.
_VERBS: tuple[tuple[str, str, Sense], ...] = (
    ("use apply employ", "for to", Sense(("USED_FOR",))),
    ("use utilise utilize employ adopt leverage exploit incorporate apply", "", Sense(("USES",))),
    ("rely depend", "on upon", Sense(("USES", "BASED_ON"))),
    ("extend generalise generalize augment enhance", "", Sense(("EXTENDS",))),
    ("improve", "on upon", Sense(("EXTENDS", "OUTPERFORMS"))),
    ("build", "on upon", Sense(("BASED_ON", "EXTENDS"))),
    ("base", "on upon", Sense(("BASED_ON", "EXTENDS"))),
    ("derive adapt initialise initialize stem", "from", Sense(("BASED_ON", "EXTENDS"))),
    ("inspire", "by", Sense(("BASED_ON", "EXTENDS"))),
    ("outperform beat surpass exceed defeat outdo", "", Sense(("OUTPERFORMS",))),
    ("compare", "with to against", Sense(("COMPARED_WITH",), symmetric=True)),
    ("evaluate test benchmark validate assess experiment", "on in against with using", Sense(("EVALUATED_ON",))),
    ("evaluate test benchmark validate assess", "", Sense(("EVALUATED_ON",), head="object")),
    ("train pretrain pre-train finetune fine-tune learn", "on with using from", Sense(("TRAINED_ON",))),
    ("train pretrain pre-train finetune fine-tune", "", Sense(("TRAINED_ON",), head="object")),
    ("belong", "to", Sense(("PART_OF",))),
    ("contain include comprise", "", Sense(("PART_OF",), head="object")),
    ("consist compose", "of", Sense(("PART_OF",), head="object")),
    ("propose introduce present develop invent create design", "", Sense(("PROPOSES",))),
    ("cause induce trigger provoke", "", Sense(("CAUSES",))),
    ("lead", "to", Sense(("CAUSES",))),
    ("result", "in", Sense(("CAUSES",))),
    ("inhibit suppress block downregulate", "", Sense(("INHIBITS",))),
    ("associate correlate", "with to", Sense(("ASSOCIATED_WITH",), symmetric=True)),
    ("affiliate", "with to", Sense(("AFFILIATED_WITH",))),
    ("work", "at for", Sense(("AFFILIATED_WITH",))),
    ("publish appear", "in at by", Sense(("PUBLISHED_IN", "PUBLISHED_BY"))),
    ("write author publish", "", Sense(("AUTHORED_BY", "WRITTEN_BY"), head="object")),
    ("cite reference", "", Sense(("CITES",))),
    ("refer", "to", Sense(("CITES",))),
    ("mention discuss study investigate examine cover describe name address", "", Sense(("MENTIONS",))),
    ("talk write", "about", Sense(("MENTIONS",))),
    ("deal", "with", Sense(("MENTIONS",))),
    ("relate connect link", "to with", Sense(ANY, symmetric=True)),
)

_IRREGULAR: Mapping[str, str] = {
    "wrote": "write",
    "written": "write",
    "built": "build",
    "beaten": "beat",
    "led": "lead",
    "learnt": "learn",
    "underlying": "base",
}
"""Forms that a stemmer does not bring together."""

_PARTICIPLES = frozenset("written built beaten led learnt beat".split())
"""Irregular past participles; the others end in -ed."""

# Nouns with "of": "the authors of X". X is the object.
_NOUNS: tuple[tuple[str, Sense], ...] = (
    ("author writer", Sense(("AUTHORED_BY", "WRITTEN_BY"), head="object")),
    ("user", Sense(("USES",))),
    ("part component module ingredient element", Sense(("PART_OF",))),
    ("type kind example instance variant sort subclass", Sense(("IS_A",))),
    ("extension", Sense(("EXTENDS", "BASED_ON"))),
    ("basis foundation", Sense(("BASED_ON", "EXTENDS"), head="object")),
    ("affiliation employer", Sense(("AFFILIATED_WITH",), head="object")),
    ("venue journal conference", Sense(("PUBLISHED_IN",), head="object")),
    ("reference bibliography", Sense(("CITES",), head="object")),
    ("citation", Sense(("CITES",))),
    ("baseline competitor", Sense(("COMPARED_WITH", "OUTPERFORMS"), symmetric=True)),
    ("cause", Sense(("CAUSES",))),
    ("effect consequence", Sense(("CAUSES",), head="object")),
    ("inhibitor", Sense(("INHIBITS",))),
    ("inventor proposer", Sense(("PROPOSES",))),
    ("member", Sense(("MEMBER_OF", "AFFILIATED_WITH"))),
    ("director", Sense(("DIRECTED_BY",), head="object")),
    ("founder", Sense(("FOUNDED_BY",), head="object")),
    ("producer manufacturer", Sense(("PRODUCED_BY",), head="object")),
    ("creator", Sense(("CREATED_BY",), head="object")),
    ("composer", Sense(("COMPOSED_BY",), head="object")),
    ("president leader head chairman ceo", Sense(("LED_BY",), head="object")),
    ("spouse wife husband", Sense(("SPOUSE",), symmetric=True)),
    ("sibling brother sister", Sense(("SIBLING_OF",), symmetric=True)),
    ("child children son daughter", Sense(("CHILD_OF",))),
    ("parent father mother", Sense(("PARENT_OF",))),
    ("capital", Sense(("CAPITAL_OF",))),
    ("use application purpose", Sense(("USED_FOR",), head="object")),
)

KIND_NOUNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("paper article publication study work document manuscript", ("work",)),
    ("method technique algorithm approach procedure", ("method", "model")),
    ("model system architecture network", ("model", "method")),
    ("dataset corpus corpora benchmark data collection", ("dataset",)),
    ("task problem", ("task",)),
    ("metric measure", ("metric",)),
    ("material drug chemical compound substance instrument", ("material",)),
    ("organism species gene protein cell", ("organism",)),
    ("disease illness condition disorder", ("disease",)),
    ("person people author researcher scientist writer", ("person",)),
    ("organisation organization university universities institution institute company lab laboratory", ("organisation",)),
    ("place country countries city cities", ("place",)),
    ("event conference", ("event",)),
    ("concept", ("concept",)),
    ("entity entities thing term", ()),
)
"""Nouns and the kinds of entity they ask for. A method and a model are often hard to tell apart in a text, so each word for
one takes in the other."""

METRICS: tuple[tuple[str, bool], ...] = (
    ("accuracy", True),
    ("acc", True),
    ("f1", True),
    ("f-score", True),
    ("f-measure", True),
    ("bleu", True),
    ("rouge", True),
    ("meteor", True),
    ("precision", True),
    ("recall", True),
    ("auc", True),
    ("auroc", True),
    ("exact match", True),
    ("em", True),
    ("ndcg", True),
    ("mrr", True),
    ("map", True),
    ("correlation", True),
    ("iou", True),
    ("dice", True),
    ("psnr", True),
    ("ssim", True),
    ("success rate", True),
    ("win rate", True),
    ("throughput", True),
    ("perplexity", False),
    ("ppl", False),
    ("error rate", False),
    ("error", False),
    ("wer", False),
    ("cer", False),
    ("ter", False),
    ("loss", False),
    ("rmse", False),
    ("mae", False),
    ("mse", False),
    ("fid", False),
    ("latency", False),
)
"""Names of measures and whether more is better; tried in this order, so "error rate" stands before "error"."""

_FUNCTION_WORDS = (
    "a an the this that these those it its their his her our your my i we you they he she who whom whose what which when where "
    "why how is are was were be been being am do does did done has have had having can could may might will would shall should "
    "must not no nor and or but if than then as at by for from in into of off on onto over to up with within without about "
    "above across after against all also among any around because before behind below between both during each either else "
    "every few first give given gives go got last least less let list made make many me mine more most much name named neither "
    "next none number often once one only other others out own per please same second show so some such tell there third three "
    "through titled top two under until us using very via vs versus find many different common best worst highest lowest score "
    "result results performance path connection relation relations relationship difference compare compared comparison called "
    "stand stands short used uses use linked related connected share shared works work"
)


@cache
def reserved_words() -> frozenset[str]:
    """Words that a question is made of: no name begins or ends with one in lower case."""
    nouns = {form for words, _ in KIND_NOUNS for word in words.split() for form in (word, f"{word}s")}
    return frozenset(_FUNCTION_WORDS.split()) | nouns


@cache
def kinds_of_noun(noun: str) -> tuple[str, ...]:
    """The kinds of entity that a noun in either number asks for; empty when it names none."""
    return _kind_stems().get(stem(noun), ())


@cache
def _kind_stems() -> Mapping[str, tuple[str, ...]]:
    return {stem(word): kinds for words, kinds in KIND_NOUNS for word in words.split()}


def is_kind_noun(noun: str) -> bool:
    """Also for nouns such as "thing", which ask for any kind."""
    return stem(noun) in _kind_stems()


@cache
def stem(word: str) -> str:
    """What the forms of a word have in common."""
    low = word.lower()
    return str(Stemmer.Stemmer("english").stemWord(_IRREGULAR.get(low, low)))


def is_participle(word: str) -> bool:
    return word.endswith("ed") or word in _PARTICIPLES


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The verbs and nouns that mean relations which a graph has."""

    verbs: Mapping[tuple[str, str], Sense]
    """By stem and preposition."""
    nouns: Mapping[str, Sense]
    """By stem."""

    def verb(self, word: str, preposition: str) -> Sense | None:
        """What a verb means, with the preposition after it where that makes it another verb."""
        root = stem(word)
        return self.verbs.get((root, preposition)) or self.verbs.get((root, ""))

    def takes(self, word: str, preposition: str) -> bool:
        """Whether the two are one verb."""
        return bool(preposition) and (stem(word), preposition) in self.verbs

    def noun(self, word: str) -> Sense | None:
        return self.nouns.get(stem(word))


def lexicon_for(types: Collection[str]) -> Lexicon:
    """The lexicon for a graph with these relationship types: predicates that it lacks are left out, and those that the lexicon
    does not know are verbs of their own ("TREATED_WITH": "treated with").
    """
    verbs: dict[tuple[str, str], Sense] = {}
    for words, prepositions, sense in _VERBS:
        if sense.predicates and not types_in(sense, types):
            continue  # what the graph does not hold is no word of its language: the question is for the passages then
        for word in words.split():
            for preposition in prepositions.split() or [""]:
                verbs.setdefault((stem(word), preposition), sense)
    known = {name for _, _, sense in _VERBS for name in sense.predicates} | set(STRUCTURE) | {"IS_A"}
    for name in sorted(types):
        if name not in known and (spoken := re.fullmatch(r"([A-Z]+)(?:_([A-Z]+))?", name)):
            _add_type(name, spoken[1].lower(), (spoken[2] or "").lower(), verbs)
    nouns = {stem(word): sense for words, sense in _NOUNS if types_in(sense, types) for word in words.split()}
    return Lexicon(verbs, nouns)


def types_in(sense: Sense, types: Collection[str]) -> bool:
    """Whether a graph with these types holds the relation."""
    return any(name in types for name in sense.predicates)


def _add_type(name: str, verb: str, preposition: str, verbs: dict[tuple[str, str], Sense]) -> None:
    root = stem(verb)
    verbs.setdefault((root, preposition), Sense((name,)))
    # DIRECTED_BY: who directs something is at the end of the edge. BORN_IN: "where was X born".
    verbs.setdefault((root, ""), Sense((name,), head="object" if preposition == "by" else "subject"))


_PHRASES: Mapping[str, tuple[str, str]] = {
    "IS_A": ("is a", "is not a"),
    "PART_OF": ("is part of", "is not part of"),
    "CITES": ("cites", "does not cite"),
    "BASED_ON": ("is based on", "is not based on"),
    "COMPARED_WITH": ("is compared with", "is not compared with"),
    "ASSOCIATED_WITH": ("is associated with", "is not associated with"),
    "PUBLISHED_IN": ("is published in", "is not published in"),
    "AUTHORED_BY": ("is by", "is not by"),
    "AFFILIATED_WITH": ("is affiliated with", "is not affiliated with"),
    "IS": ("is", "is not"),
}


def phrase_of(predicate: str, *, negated: bool = False) -> str:
    """How a relation is said: "USES" is "uses", or "does not use"; "EVALUATED_ON" is "is evaluated on"."""
    if predicate in _PHRASES:
        return _PHRASES[predicate][negated]
    words = predicate.lower().replace("_", " ")
    first = words.split(" ", 1)[0]
    if is_participle(first):
        return f"is not {words}" if negated else f"is {words}"
    return f"does not {words.removesuffix('s')}" if negated else words
