"""Word lists of the checks: opposites, words of one meaning, denials, hedges, quantities; of English and the prose of papers."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from paperatlas.agents.verify.words import Word, stem

__all__ = [
    "ABSOLUTES",
    "BETTER",
    "COMPARED_WITH",
    "DENIALS",
    "FUNCTION_WORDS",
    "GENERIC_SUBJECTS",
    "HEDGES",
    "PARTIAL",
    "PRONOUNS",
    "WEAK_NEGATIVES",
    "Side",
    "kin_of",
    "sides_of",
]

FUNCTION_WORDS = frozenset(
    "the a an of in on at to for and or is are was were be been being am by with from that this these those it its as than"
    " which who whom whose has have had having do does did can may might could would should will shall must into over under"
    " between among during via per not no nor we our us they their them he she his her i you your there here so such also"
    " very both each 's ’s n't if then thus hence while when where whether but however about up out off own other only just"
    " any all some much many what how one number amount".split()
)
DENIALS = frozenset("not n't n’t no never none neither nor without nobody nothing nowhere cannot unable".split())
WEAK_NEGATIVES = frozenset(
    "fail lack hardly barely scarcely rarely seldom absence absent avoid refuse lose omit little dispense forgo".split()
)
"""Lemmas that deny what depends on them."""
PRONOUNS = frozenset("it we they this these he she which that our its their i".split())
GENERIC_SUBJECTS = frozenset(
    stem(word)
    for word in "model method approach system network framework architecture paper work study author algorithm technique tool"
    " dataset corpus task experiment result researcher team company".split()
)
"""Nouns with which a text or a claim points at what was named before."""
COMPARED_WITH = frozenset("than over against versus vs above below".split())

PARTIAL = frozenset(
    "some most many several often usually sometimes partly partially mainly mostly largely generally typically frequently"
    " certain few nearly almost half majority occasionally commonly primarily selected".split()
)
ABSOLUTES = frozenset(
    "all every always entirely completely fully only any everywhere everyone universally solely exclusively purely totally"
    " invariably certainly definitely proven proves prove proved guarantees guarantee guaranteed whole entire never perfectly"
    " everything anywhere regardless sole".split()
)
HEDGES = frozenset(
    "may might suggest suggests suggested suspect suspects think thinks planned seem seems likely possibly"
    " potentially perhaps probably believe hypothesize hypothesise expect expects expected plan plans planned intend"
    " hope tend tends indicate indicates assume assumed presumably conjecture speculate appear appears future potential"
    " possible".split()
)


class Side(NamedTuple):
    """Where a word stands on an axis of opposites."""

    axis: int
    sign: int


_UP = (
    "increase increasing raise rise rose risen rising elevate enhance promote upregulate higher high highest greater greatest"
    " more improve improvement activate activation accelerate stimulate gain induce boost facilitate amplify strengthen"
    " exacerbate worsen prolong extend grow grew grown growth augment upregulation exceed surpass top maximum maximal maximize"
    " peak most increment up expand larger largest longer longest bigger"
)
_DOWN = (
    "decrease decreasing reduce reduction lower low lowest lowering decline diminish inhibit inhibition suppress suppression"
    " downregulate less fewer impair attenuate block prevent protect protection shrink shrank drop fall fell fallen minimum"
    " minimal minimize least weaken abolish abrogate reverse deplete delay inactivate alleviate ameliorate limit curb down"
    " mitigate lessen downregulation repress repression silence dampen"
    " smaller smallest shorter shortest fewest cut below under beneath"
)
_PAIRS = (
    (_UP, _DOWN),
    (
        (
            "better best outperform outperforms superior beat beats win wins good improve improves improved improvement gain"
            " surpass surpasses exceed exceeds excel strong stronger strongest preferred"
        ),
        (
            "worse worst inferior lose loses lost bad underperform underperforms poor poorer poorest degrade degrades degraded"
            " hurt hurts deteriorate weak weaker weakest trail trails lag lags behind"
        ),
    ),
    ("fast faster fastest quick quicker rapid speed accelerate", "slow slower slowest slowly sluggish"),
    ("cheap cheaper cheapest inexpensive affordable", "expensive costly pricey dear"),
    ("with including using", "without excluding lacking"),
    ("before prior preceding precede precedes earlier", "after following follow follows later subsequent"),
    ("first initial early earliest begin start", "last final late latest end"),
    ("inside indoor indoors within", "outside outdoor outdoors"),
    ("same identical equal similar alike comparable consistent", "different differ differs distinct dissimilar unequal opposite"),
    (
        "include includes included contain keep keeps kept retain add adds added",
        "exclude excludes excluded remove removes removed discard drop omit omitted",
    ),
    ("large larger largest big bigger biggest huge", "small smaller smallest little tiny"),
    ("long longer longest", "short shorter shortest"),
    ("deep deeper deepest", "shallow shallower"),
    ("wide wider widest broad", "narrow narrower"),
    ("bright brighter light", "dark darker dim"),
    ("easy easier easiest easily simple simpler simplest", "hard harder hardest difficult complex complicated complicate"),
    ("many multiple several", "few single"),
    ("common frequent frequently often common widespread", "rare rarely infrequent seldom uncommon"),
    ("helpful help helps helped beneficial benefit useful", "harmful harm harms hurt hurts detrimental useless"),
    ("succeed succeeds success successful successfully", "fail fails failed failure unsuccessful"),
    ("positive positively", "negative negatively"),
    ("true correct correctly right accurate", "false incorrect wrong incorrectly inaccurate"),
    ("known", "unknown unclear"),
    ("present presence", "absent absence"),
    ("public publicly open", "private proprietary closed"),
    ("fixed constant static frozen", "variable varying dynamic changing"),
    ("agree agrees agreed agreement confirm confirms confirmed", "disagree disagrees contradict contradicts refute refutes"),
    (
        "accept accepted allow allows allowed permit enable enables",
        "reject rejected forbid forbids disallow prevent prevents disable",
    ),
    ("supervised", "unsupervised self-supervised"),
    ("linear", "nonlinear non-linear quadratic"),
    ("sparse", "dense"),
    ("local", "global"),
    ("forward", "backward"),
    ("encoder", "decoder"),
    ("maximize maximizes maximise maximises maximum", "minimize minimizes minimise minimises minimum"),
    ("automatic automatically", "manual manually"),
    ("robust insensitive stable", "sensitive fragile unstable brittle"),
    ("sufficient enough adequate suffice suffices", "insufficient inadequate"),
    ("necessary required needed need needs require requires", "unnecessary optional needless"),
    ("noisy loud", "quiet silent"),
    ("always", "never"),
    ("everything all every each", "none nothing nobody"),
    ("wet wetter humid", "dry drier"),
    ("hot warm warmer", "cold cool colder"),
    ("old older", "new newer newest young younger"),
    ("upper", "lower"),
    ("left", "right"),
    ("male", "female"),
    ("internal", "external"),
    ("monolingual", "multilingual cross-lingual"),
    ("independent independently unrelated", "dependent jointly related"),
    ("bidirectional", "unidirectional"),
    ("symmetric", "asymmetric"),
    ("discrete", "continuous"),
    ("online on-line", "offline off-line"),
    ("introduce insert inject bring", "remove eliminate extract withdraw"),
    ("create found establish form", "dissolve destroy abolish disband"),
    ("stochastic random randomly probabilistic", "deterministic deterministically"),
    ("exact exactly precise precisely", "approximate approximately inexact rough roughly"),
    ("autonomous autonomously automatic automatically", "manual manually"),
    ("natural naturally real genuine", "synthetic synthetically artificial artificially simulated"),
    ("jointly together simultaneously combined", "separately individually apart alone"),
    ("essential indispensable crucial vital", "dispensable unnecessary irrelevant"),
    ("powerful strong robust", "weak feeble powerless"),
    ("free freely", "fixed rigid"),
    ("soft", "stiff hard"),
    ("rich", "poor"),
    ("lean thin slim", "obese obesity fat overweight"),
    ("clean", "noisy dirty"),
    ("stabilize stabilise", "destabilize destabilise"),
    ("relevant related", "irrelevant unrelated"),
    ("similar close closest near nearest", "dissimilar distant far farthest"),
    ("widely commonly", "rarely seldom hardly"),
    ("early", "late"),
    ("increasingly", "decreasingly"),
    ("encourage foster", "hinder discourage undermine impede hamper"),
    ("homogeneous uniform", "heterogeneous diverse varied"),
    ("supervised", "unsupervised"),
    ("balanced", "imbalanced unbalanced skewed"),
    ("single one", "multiple several many"),
    ("labelled labeled annotated", "unlabelled unlabeled unannotated raw"),
    ("top", "bottom"),
    ("trainable learned learnt", "frozen fixed"),
    ("strength advantage", "weakness limitation disadvantage drawback"),
    ("major majority", "minor minority"),
    ("overestimate", "underestimate"),
    ("benefit", "suffer"),
)
BETTER = 1
"""The axis of better and worse, by its place in the list."""
_KIN = (
    "use used using utilise utilize employ employs employed apply applied adopt adopted leverage",
    "show shows showed shown demonstrate demonstrates demonstrated reveal reveals find finds found observe observed indicate",
    "report reports reported state states stated",
    "propose proposes proposed introduce introduces introduced present presents presented",
    "achieve achieves achieved reach reaches reached obtain obtains obtained attain attains get gets got yield yields give gave",
    "method approach technique procedure algorithm",
    "model network system architecture",
    "paper work study article",
    "author researcher",
    "result finding outcome performance",
    "large big huge",
    "several multiple many",
    "important crucial key significant essential vital",
    "fast quick rapid",
    "evaluate evaluated assess assessed test tested measure measured",
    "compare compared relative",
    "build built construct constructed create created make made develop developed form",
    "contain contains include includes comprise comprises consist consists hold holds have has",
    "need needs require requires required necessary",
    "allow allows enable enables permit permits let",
    "begin begins start starts commence",
    "choose chosen select selected pick",
    "error mistake",
    "total sum overall",
    "effect impact influence affect affected",
    "patient individual person people subject participant",
    "associated linked correlated related",
    "cause causes caused lead leads led result results",
    "because since as due",
    "remove removes removed drop delete discard exclude excluded omit",
    "outperform outperforms beat beats surpass surpasses exceed exceeds better superior",
    "part portion share fraction",
    "about around approximately roughly nearly",
    "cheap inexpensive",
    "collect collected gather gathered",
    "data dataset datasets corpus",
    "each every all",
    "parameter weight",
    "help helps aid aids assist",
    "pre-train pretrain pretrained pre-trained pretraining",
    "sentence utterance",
    "fine-tune finetune finetuned fine-tuned finetuning",
    "lower reduce decrease",
    "increase raise rise grow",
    "cost price",
    "train trained training",
    "whole entire complete full",
    "try tried attempt test tested",
    "base based build built rely relies",
    "combine combined combines merge merged join",
    "improve improves improved improvement enhance enhances enhanced boost",
    "task problem",
    "word token",
    "language tongue",
    "feature characteristic property attribute",
    "additional extra further",
    "separate separated apart split",
    "replace replaced substitute substituted",
    "provide provides provided supply supplies offer offers",
    "ask asked query question",
    "annotator annotators rater raters labeller labeler",
    "human person people man",
    "suggest suggests propose",
    "keep keeps kept retain retained",
    "stop stops halt end ends",
    "second seconds s sec",
    "percent %",
    "also too additionally",
    "release released publish published available",
)


def sides_of(word: Word) -> frozenset[Side]:
    """Where a word stands on its axes; by its form, else by its lemma: stems would mix "relative" with "related"."""
    return _sides().get(word.lower) or _sides().get(word.lemma, frozenset())


def kin_of(word: Word) -> frozenset[int]:
    """The groups of one meaning that a word is in."""
    return _kin().get(word.lower) or _kin().get(word.lemma, frozenset())


@cache
def _sides() -> Mapping[str, frozenset[Side]]:
    found: dict[str, set[Side]] = {}
    for axis, pair in enumerate(_PAIRS):
        for sign, words in zip((1, -1), pair, strict=True):
            for word in words.split():
                found.setdefault(word, set()).add(Side(axis, sign))
    return {word: frozenset(places) for word, places in found.items()}


@cache
def _kin() -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for group, words in enumerate(_KIN):
        for word in words.split():
            found.setdefault(word, set()).add(group)
    return {word: frozenset(groups) for word, groups in found.items()}
