"""Whether a clause says that something holds, does not, may, or is what others say."""

import re
from collections.abc import Iterator

from spacy.tokens import Span, Token

from paperatlas.core.knowledge import Standing

__all__ = ["standing_of"]

_NEGATIVE = frozenset("not n't n’t never no neither nor without cannot hardly barely".split())
_MERELY = frozenset({"only", "just", "merely", "necessarily"})
"""After "not": "not only X but Y" denies nothing."""
_FAILS = frozenset("fail lack refuse avoid cease decline stop omit unable prevent".split())
_MODALS = frozenset("may might could would should".split())
_INTENDS = frozenset("plan hope intend wish hypothesize hypothesise conjecture speculate suppose assume expect".split())
_ATTEMPTS = frozenset("aim want try seek attempt".split())
"""Of us they tell of what is not done yet; a method that aims to do a thing does it."""
_SUPPOSES = frozenset("if whether unless suppose supposing".split())
_REPORTS = frozenset(
    "report show claim find argue state suggest note observe demonstrate say believe write conclude think hold describe".split()
)
_OWN = frozenset("we i our us table figure fig section result results experiment experiments analysis this it these".split())
_FUTURE = re.compile(r"\b(?:future (?:work|research|studies)|as future|in (?:the )?future|next steps?)\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:according to|reportedly|allegedly|(?:prior|previous|earlier|recent) (?:work|studies|research|papers) (?:has |have )?"
    r"(?:show|report|claim|found|find|suggest|argue|demonstrat)\w*)\b",
    re.IGNORECASE,
)
_SAYS = "|".join(sorted(_REPORTS))
_OTHERS_SAY = re.compile(
    rf"^\W*(?:\[\d[\d,;\s–-]*\]|[A-Z][\w’'-]+ (?:et al\.?|and [A-Z][\w’'-]+))(?: ?\(\d{{4}}[a-z]?\)| ?\[\d+\])?,?"
    rf" (?:have |has |had |also |\w+ly )*(?:{_SAYS}|wrote|thought|held|said|found)(?:e?s|e?d)?\b"
)
"""A citation that is the subject: the parser sees no name in it, as references are blank to it."""


def standing_of(clause: Token, sentence: Span, printed: str) -> Standing:
    """How a clause stands, told by its verb (or noun), those it hangs on, and its sentence. `printed` has the references.

    What is denied is negated even where others deny it; what may be is hypothetical even where they say so.
    """
    chain = list(_governing(clause))
    if any(_is_negated(each) for each in chain[:2]) or _governed_by_failing(clause):
        return Standing.NEGATED
    if any(_is_hypothetical(each) for each in chain) or _FUTURE.search(sentence.text):
        return Standing.HYPOTHETICAL
    said = printed[sentence.start_char : sentence.end_char]
    if _OTHERS.search(said) or _OTHERS_SAY.match(said.lstrip()) or any(map(_is_reported, chain)):
        return Standing.ATTRIBUTED
    return Standing.ASSERTED


def _governing(clause: Token) -> Iterator[Token]:
    """A clause's verb and those of the clauses around it that bear on whether it holds."""
    here = clause
    yield here
    while here.dep_ in {"xcomp", "ccomp", "advcl", "conj", "pcomp", "attr", "acomp", "prep", "auxpass"} and here.head is not here:
        previous, here = here, here.head
        if previous.dep_ in {"conj", "advcl"} and _has_own_subject(previous):
            return
        yield here


def _has_own_subject(verb: Token) -> bool:
    return any(child.dep_ in {"nsubj", "nsubjpass"} for child in verb.children)


def _is_negated(word: Token) -> bool:
    if word.lower_ == "without" or (word.lower_ == "of" and any(each.lower_ == "instead" for each in word.children)):
        return True
    denials = (child for child in word.children if child.dep_ in {"neg", "advmod", "preconj"} and child.lower_ in _NEGATIVE)
    return any(child.i + 1 == len(child.doc) or child.nbor().lower_ not in _MERELY for child in denials)


def _governed_by_failing(clause: Token) -> bool:
    governor = clause.head if clause.dep_ in {"xcomp", "pcomp", "prep"} else None
    while governor is not None and governor.pos_ == "ADP" and governor.head is not governor:
        if governor.lower_ == "without" or (governor.lower_ == "than" and any(c.lower_ == "rather" for c in governor.children)):
            return True
        governor = governor.head
    return governor is not None and (governor.lemma_ in _FAILS or governor.lower_ in _FAILS)


def _is_hypothetical(word: Token) -> bool:
    if word.pos_ == "ADJ" and word.dep_ == "conj" and any(child.lower_ == "or" for child in word.head.children):
        return True  # "comparable or superior to"
    ours = any(child.dep_ == "nsubj" and child.lower_ in {"we", "i"} for child in word.children)
    if word.pos_ == "VERB" and (word.lemma_ in _INTENDS or (ours and word.lemma_ in _ATTEMPTS)):
        return any(child.dep_ in {"xcomp", "ccomp"} for child in word.children)
    return any(
        (child.dep_ == "aux" and child.lower_ in _MODALS) or (child.dep_ == "mark" and child.lower_ in _SUPPOSES)
        for child in word.children
    )


def _is_reported(word: Token) -> bool:
    """Others are said to say so: "the authors argue that"."""
    if word.lemma_ not in _REPORTS or not any(child.dep_ == "ccomp" for child in word.children):
        return False
    subjects = [child for child in word.children if child.dep_ in {"nsubj", "nsubjpass"}]
    return bool(subjects) and not any(part.lower_ in _OWN for subject in subjects for part in subject.subtree)
