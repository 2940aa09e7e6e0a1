"""From a word of the parse to the names it stands for."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy.tokens import Doc, Span, Token

from paperatlas.graph.extract.found import Found
from paperatlas.graph.extract.relations.topics import Topics, introduced

__all__ = ["Argument", "Arguments", "antecedent", "conjuncts", "first_joined"]


class Argument(NamedTuple):
    """A name as an argument."""

    name: int
    """Index into the passage's names."""
    sure: float
    """1 when the argument is the name itself; less when it is meant by a phrase around it."""
    negated: bool = False
    """ "no BERT", "neither"."""


_GENERIC = frozenset(
    "model method algorithm approach system framework architecture network technique dataset corpus benchmark collection task"
    " challenge treebank language tool library toolkit suite data database mechanism objective loss function layer module"
    " encoder decoder optimizer embedding representation metric score measure baseline variant version set test split paper"
    " film movie novel book album song band company university team city town river disease virus gene protein cell drug".split()
)
"""Head nouns that only say what kind of thing their name is: "the BERT model" is BERT."""
_TRANSPARENT = frozenset(
    "set split part subset version variety number range series kind type family combination portion majority use application"
    " test training development validation dev data version pair list collection form variant output task problem".split()
)
"""Nouns whose "of" leads to what is meant: "the test set of SQuAD"."""
_OWN_WORK = frozenset("paper work study article report".split())
_OWN_THING = frozenset(
    "model method approach system framework architecture network algorithm technique models methods systems proposal".split()
)
_NAME_BESIDE = frozenset({"compound", "nmod", "amod", "appos", "poss"})


class Arguments:
    """What the words of one passage stand for."""

    def __init__(self, syntax: Doc, names: Sequence[Found], *, self_name: int | None, work: int | None) -> None:
        self._self_name, self._work = self_name, work
        self._kinds = [found.kind for found in names]
        self._texts = [found.text for found in names]
        self._topics = Topics(syntax, self.name_at, self._kinds)
        self._by_root: dict[int, int] = {}
        self._covered: dict[int, int] = {}
        self._spans: dict[int, Span] = {}
        for index in sorted(range(len(names)), key=lambda each: names[each].end - names[each].start):
            found = names[index]
            span = syntax.char_span(found.start, found.end, alignment_mode="expand") if found.end > found.start else None
            if span is None or not len(span):
                continue
            self._by_root[span.root.i] = index
            self._spans[index] = span
            self._covered.update(dict.fromkeys(range(span.start, span.end), index))

    def within(self, sentence: Span) -> list[tuple[Span, int]]:
        """The names in a sentence, outermost only, in order."""
        found: list[tuple[Span, int]] = []
        for token in sentence:
            index = self._covered.get(token.i)
            if index is not None and (not found or found[-1][1] != index):
                found.append((self._spans[index], index))
        return found

    def name_at(self, token: Token) -> int | None:
        """The name whose head this word is."""
        index = self._by_root.get(token.i)
        return index if index is not None and self._covered.get(token.i) == index else None

    def of(self, token: Token) -> list[Argument]:
        """All names that a word stands for, those joined to it by "and" included."""
        found: dict[int, Argument] = {}
        for each in conjuncts(token):
            for argument in self._single(each):
                found.setdefault(argument.name, argument)
        for argument in list(found.values())[-1:]:
            for other in self._listed_after(argument.name):
                found.setdefault(other, argument._replace(name=other, sure=argument.sure * 0.95))
        return list(found.values())

    def _listed_after(self, name: int) -> list[int]:
        """The names that go on a list which the parser lost: "A, B, and C". Without an "and" at its end it is none."""
        span = self._spans.get(name)
        if span is None:
            return []
        listed: list[int] = []
        ended = False
        for other, index in self.within(span.doc[span.end : min(span.end + _REACH, span.sent.end)]):
            joint = _JOINT.fullmatch(span.doc.text[span.end_char : other.start_char])
            if joint is None or ended or other.root.dep_ in {"nsubj", "nsubjpass"}:
                break
            ended = joint[1] is not None
            listed.append(index)
            span = other
        return listed if ended else []

    def _single(self, token: Token, depth: int = 0) -> list[Argument]:
        negated = any(child.dep_ == "det" and child.lower_ in _NO for child in token.children)
        index = self.name_at(token)
        if index is not None:
            return self._of_name(token, index, negated=negated)
        own = self._own(token)
        if own is not None:
            return [Argument(own, 0.95, negated)]
        meant = self._topics.of(token)
        if meant is not None:
            return [Argument(meant, 0.85, negated)]
        if depth > _DEEPEST:
            return []
        return [argument._replace(negated=argument.negated or negated) for argument in self._around(token, depth)]

    def _of_name(self, token: Token, index: int, *, negated: bool) -> list[Argument]:
        """A name, and the examples it is followed by. A common noun that bears or introduces a proper name stands for that."""
        if self._texts[index].islower():
            beside = [child for child in token.children if child.dep_ in {"compound", "nmod"} and self._bears(token, child)]
            proper = [*self._called(token), *(each for child in beside[-1:] if (each := self.name_at(child)) is not None)]
            proper = [each for each in proper if not self._texts[each].islower()]
            if proper:
                return [Argument(each, 0.9, negated) for each in proper[:1]]
        examples = [part for child in token.children if child.dep_ == "prep" for part in _examples(child)]
        named = [each._replace(sure=0.85) for part in examples for each in self.of(part)]
        called = [Argument(each, 0.9, negated) for each in self._called(token)]
        return [Argument(index, 1.0, negated), *called, *named]

    def _called(self, token: Token) -> list[int]:
        """The proper names that a noun introduces: "a novel algorithm, CISPO", "a model called M3"."""
        return [index for part in introduced(token) if (index := self.name_at(part)) is not None]

    def _around(self, token: Token, depth: int) -> list[Argument]:
        """The names in the phrase of a noun that is none: its examples, what its "of" leads to, the name set beside it."""
        named = [part for child in token.children for part in _examples(child)]
        examples = [argument for part in named for argument in self.of(part)]
        if examples:
            return [argument._replace(sure=argument.sure * 0.9) for argument in examples]
        if token.lemma_.lower() in _TRANSPARENT or token.pos_ in {"NUM", "DET", "PRON"}:
            through = [part for prep in token.children if prep.lower_ == "of" for part in prep.children if part.dep_ == "pobj"]
            within = [argument for part in through for each in conjuncts(part) for argument in self._single(each, depth + 1)]
            if within:
                return [argument._replace(sure=argument.sure * 0.95) for argument in within]
        beside = [child for child in token.children if child.dep_ in _NAME_BESIDE and self._bears(token, child)]
        generic = token.lemma_.lower() in _GENERIC or token.lower_ in _GENERIC
        if any(child.lower_ == "other" for child in token.children):
            return []  # "other BERT models" are not BERT
        another = any(child.lower_ in {"a", "an", "new", "novel"} for child in token.children)
        sure = 0.97 if generic and not another else 0.8
        return [Argument(index, sure) for child in beside[-1:] if (index := self.name_at(child)) is not None]

    def _bears(self, noun: Token, child: Token) -> bool:
        """Whether a noun is what the name beside it names: "the BERT model" is BERT, "the NER model" is not NER."""
        index = self.name_at(child)
        return index is not None and not (noun.lemma_.lower() in _OWN_THING and self._kinds[index] in {"task", "dataset"})

    def _own(self, token: Token) -> int | None:
        """What "we", "this paper" and "our model" stand for."""
        if token.lower_ in {"we", "us"}:
            return self._work
        if any(child.dep_ in {"amod", "compound", "nmod"} and child.lower_ not in _SAME for child in token.children):
            return None  # "our BERT model" is BERT, and "our internal model" another
        said = {child.lower_ for child in token.children if child.dep_ in {"poss", "det", "amod"}}
        if token.lower_ in _OWN_WORK and said & {"our", "this", "present", "current"}:
            return self._work
        proposed = "our" in said or {"proposed", "the"} <= said or {"present", "the"} <= said
        if self._self_name is None or self._kinds[self._self_name] in {"dataset", "task", "metric"}:
            return None  # who proposes data has another model
        return self._self_name if token.lower_ in _OWN_THING and proposed else None


_SAME = frozenset("proposed new novel final full best main single entire overall whole present current".split())
"""What may stand between "our" and "model" when it is the one that the paper proposes."""
_REACH = 60
"""Words in which a list may go on."""
_JOINT = re.compile(r"\s*+(?:(?:\([^()]*\)|\[[\d, –-]+\])\s*+)?(?:,\s*+)?(and |or |as well as )?(?:the |a )?")
_NO = frozenset({"no", "neither"})
_DEEPEST = 2
"""Nouns one within another: "a number of variants of X"."""


def conjuncts(token: Token) -> Iterator[Token]:
    """A word and those joined to it by "and", "or" and commas, from left to right. "But not" ends the list."""
    yield token
    for child in token.children:
        if child.dep_ == "conj" and not any(each.dep_ == "neg" or each.lower_ == "but" for each in token.children):
            yield from conjuncts(child)


def first_joined(token: Token) -> Token:
    """The first of the words that a word is joined to by "and" or "or"."""
    while token.dep_ == "conj" and token.head is not token:
        token = token.head
    return token


def _examples(child: Token) -> Iterator[Token]:
    """The first of the examples that a noun is followed by: "such as X", "including X", "namely X", an apposition."""
    lower = child.lower_
    if child.dep_ == "prep" and lower in {"as", "including", "like"}:
        such = lower != "as" or any(each.lower_ == "such" for each in (*child.children, *child.head.children))
        if such:
            yield from (part for part in child.children if part.dep_ == "pobj")
    elif child.dep_ in {"appos", "acl"}:
        yield from introduced(child.head)


def antecedent(token: Token) -> Token:
    """The noun that a relative pronoun stands for; any other word is itself."""
    if token.tag_ not in {"WDT", "WP"} and token.lower_ != "that":
        return token
    clause = next((each for each in token.ancestors if each.dep_ == "relcl"), None)
    return clause.head if clause is not None else token
