"""The arguments of a verb, whichever way its clause is built."""

from collections.abc import Iterator

from spacy.tokens import Token

from paperatlas.graph.extract.relations.arguments import antecedent, conjuncts

__all__ = ["agents", "is_passive", "meant", "objects_of", "prepositional", "subjects", "themes"]

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_OBJECTS = frozenset({"dobj", "obj"})
_GIVES_OBJECT = frozenset("allow enable let cause require force permit lead".split())
"""Verbs whose object does what follows: "allows BERT to use X"."""


def is_passive(verb: Token) -> bool:
    """Whether the subject of a verb has it done to it: "is trained", "trained on X, …", "a model trained on"."""
    if any(child.dep_ in {"auxpass", "nsubjpass"} for child in verb.children):
        return True
    if verb.tag_ == "VBN" and verb.dep_ == "acomp":
        return True
    if verb.tag_ not in {"VBN", "VBD"} or any(child.dep_ in {"aux", "nsubj"} for child in verb.children):
        return False
    if verb.dep_ == "conj" and verb.head.pos_ in {"VERB", "AUX"}:
        return is_passive(verb.head) and not objects_of(verb)
    return verb.tag_ == "VBN" and verb.dep_ in {"acl", "advcl", "relcl", "prep", "amod", "ROOT", "appos"} and not objects_of(verb)


def objects_of(verb: Token) -> list[Token]:
    """Direct objects. A name that the parser joins to the verb itself ("evaluate X and Y": Y) goes with the object before it."""
    found = [antecedent(child) for child in verb.children if child.dep_ in _OBJECTS]
    stray = [child for child in verb.children if child.dep_ == "conj" and child.pos_ in {"PROPN", "NOUN", "ADJ"}]
    return found + [child for child in stray if found and child.i > found[-1].i and not _has_subject(child)]


def _has_subject(verb: Token) -> bool:
    return any(child.dep_ in _SUBJECTS for child in verb.children)


def subjects(verb: Token, depth: int = 0) -> list[Token]:
    """The subject of a verb: its own, or the one that its clause borrows from the clause or noun it hangs on."""
    own = [antecedent(child) for child in verb.children if child.dep_ in _SUBJECTS] or _mistaken(verb)
    if own or depth > _DEEPEST:
        return own
    head = verb.head
    if verb.dep_ == "acl" and verb.lemma_ in _MEANS and head.head.lemma_ in _MEASURED:
        return []
    if verb.dep_ in {"acl", "relcl"}:
        return [] if _is_infinitive(verb) else [head]
    if head.pos_ not in {"VERB", "AUX"}:
        return _through_preposition(verb, depth)
    if verb.dep_ == "conj":
        return [each for each in subjects(head, depth + 1) if verb.tag_ != "VBZ" or each.lower_ not in {"we", "they", "i"}]
    if verb.dep_ == "acomp":
        return subjects(head, depth + 1)
    if verb.dep_ == "xcomp" and verb.lemma_ in _MEANS and head.lemma_ in _MEASURED:
        return []
    if verb.dep_ == "xcomp":
        objects = objects_of(head)
        if objects:
            return objects if head.lemma_ in _GIVES_OBJECT else []
        return subjects(head, depth + 1)
    return _of_adverbial(verb, depth) if verb.dep_ in {"advcl", "prep"} else []


def _mistaken(verb: Token) -> list[Token]:
    """An unknown name before a verb is taken for the first half of a compound: "CISPO outperforms"."""
    if verb.tag_ not in {"VBZ", "VBD", "VBP"} or verb.dep_ not in {"ROOT", "ccomp", "conj", "relcl"}:
        return []
    before = [child for child in verb.children if child.dep_ in {"compound", "nmod"} and child.i < verb.i]
    return before[-1:]


def _through_preposition(verb: Token, depth: int) -> list[Token]:
    """By using X: whoever does what that is said of."""
    if verb.dep_ != "pcomp" or verb.head.head.pos_ not in {"VERB", "AUX"}:
        return []
    return _of_adverbial(verb, depth, of=verb.head.head)


def _of_adverbial(verb: Token, depth: int, of: Token | None = None) -> list[Token]:
    """Of "using X" the subject is what is built with it: "We train BERT using X" says it of BERT."""
    main = of if of is not None else verb.head
    if any(child.dep_ == "mark" for child in verb.children):
        return []  # "as used in X"
    if verb.tag_ == "VBG" and verb.lemma_ in _MEANS:
        done = [] if main.lemma_ in _MEASURED else themes(main)
        if done or main.lemma_ in _MEASURED:
            return done  # what BERT is evaluated with is no part of it
    return subjects(main, depth + 1) if verb.tag_ in {"VBG", "VBN"} else []


_MEANS = frozenset("use employ utilize utilise leverage adopt exploit".split())
_MEASURED = frozenset("evaluate assess measure test compare validate compute calculate analyze analyse".split())
_DEEPEST = 3
"""Clauses one within another through which a subject is sought."""


def meant(token: Token) -> list[Token]:
    """What a describing noun is said of: "X is a model trained on Y", "X, a model that uses Y" say it of X."""
    described = any(child.dep_ == "det" and child.lower_ in {"a", "an", "the"} for child in token.children)
    if token.dep_ == "attr" and token.head.lemma_ == "be":
        return subjects(token.head)
    if token.dep_ == "appos" and described and token.head.pos_ in {"PROPN", "NOUN"}:
        return [token.head]
    return []


def _is_infinitive(verb: Token) -> bool:
    return any(child.dep_ == "aux" and child.lower_ == "to" for child in verb.children)


def agents(verb: Token) -> list[Token]:
    """Who or what does it."""
    if not is_passive(verb):
        return subjects(verb)
    return [
        part for child in verb.children if child.dep_ in {"agent", "prep"} and child.lower_ == "by" for part in _objects(child)
    ]


def themes(verb: Token) -> list[Token]:
    """What it is done to."""
    return subjects(verb) if is_passive(verb) else objects_of(verb)


def prepositional(verb: Token, preposition: str) -> Iterator[tuple[Token, float]]:
    """What follows a preposition of a verb, with how sure it is the verb's.

    Parsers hang "on Y" of "evaluate X on Y" on X as often as on the verb; so those of its object and of its other
    prepositions are taken as well.
    """
    direct = [child for child in verb.children if child.dep_ in {"prep", "dative"}]
    chained = [
        each for child in direct for part in _objects(child) for joined in conjuncts(part) for each in _prepositions(joined)
    ]
    behind = [
        each for part in objects_of(verb) for joined in conjuncts(part) if joined.i > verb.i for each in _prepositions(joined)
    ]
    for sure, group in ((1.0, direct), (0.9, behind), (0.85, chained)):
        for each in group:
            if each.lower_ == preposition:
                yield from ((part, sure) for part in _objects(each))


_WANDERING = frozenset({"on", "over", "with", "against", "from", "than", "to"})
"""Prepositions that are the verb's wherever the parser hangs them; "X in Y" and "X for Y" may well be one thing."""


def _prepositions(token: Token) -> list[Token]:
    return [child for child in token.children if child.dep_ == "prep" and child.lower_ != "of"]


def _objects(preposition: Token) -> list[Token]:
    found = [child for child in preposition.children if child.dep_ == "pobj"]
    for child in preposition.children:
        if child.dep_ == "prep":  # "as well as on Y"; "on both X and on Y"
            found += [part for part in child.children if part.dep_ == "pobj"]
        if child.dep_ == "conj" and child.pos_ == "ADP":
            found += _objects(child)
    return found
