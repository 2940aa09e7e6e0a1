"""What is said to a library but not asked of it: greetings, sums, general knowledge; and turns that need what was said before."""

import re
from collections.abc import Sequence

__all__ = ["is_off_topic", "needs_history"]

_GREETINGS = re.compile(
    r"^(?:(?:hi|hello|hey|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening|day|night)|guten (?:morgen"
    r"|tag|abend)|buen(?:os|as) (?:d[ií]as|tardes|noches)|bon(?:soir|ne nuit)|bye|goodbye|see you(?: later)?"
    r"|cheers|thanks?(?: you)?(?: so much| very much| a lot| again)?|many thanks|thx|ty|welcome|what is up|sup"
    r"|that (?:was|is) (?:very |really |so )?(?:helpful|great|useful|nice|good|all)|you(?:'re| are) (?:great"
    r"|awesome|the best|helpful|welcome)"
    r"|ok(?:ay)?|cool|great|nice|awesome|perfect|well done|good (?:job|bot)|lol|haha+|test(?:ing)?"
    r"|ping)\b[\s,.!]*)+(?:there|everyone|all|friend|paperatlas|assistant|bot|for (?:the|your) (?:help|answer"
    r"|time))?[\s.!?:)]*$",
    re.IGNORECASE,
)
_CHAT = re.compile(
    r"\bhow are you\b|\bhow(?:'s| is) the (?:weather|day)\b|\bhow are (?:things|you doing)\b"
    r"|\bwhere can i (?:buy|get|rent|eat|park)\b|^convert \d|\btell me something (?:funny|interesting|nice)"
    r"|\bhow(?:'s| is) it going\b|\bhow do you (?:do|feel)\b|\bwho (?:are|made|created|built|trained) you\b"
    r"|\bwho is your (?:creator|maker|boss|owner)\b|^are you (?:a |an )?(?:chat ?gpt|claude|siri|alexa|gpt"
    r"|human|robot|bot|real|ai\b|alive|ok)|\bwhat (?:are you\b(?! looking)|is your (?:name|favou?rite|purpose)"
    r"|can you do|do you (?:do|think|like|want))|\b(?:order|buy|bring|get|make|pour) me (?:a|an|some)\b|^(?:do"
    r"|are|can|will|would|could) you (?:have (?:feelings|emotions|a name|friends|hobbies)|like|love|a |an "
    r"|human|alive|real|feel|sleep|dream|sing|speak|help me(?:\??$)|hear me|there)"
    r"|\bi (?:love|like|hate|miss) you\b|\btell me (?:a|another|some) (?:joke|story|fun fact|riddle)"
    r"|\bjoke about\b|^(?:write|compose|sing|make up|create|draft|generate)(?: me)? (?:a|an|some"
    r"|another) (?:\w+ )?(?:poem|song|story|joke|essay|haiku|limerick|rap|tweet|letter|e-?mail|cover letter"
    r"|birthday|cv|resume|python|program|script|function|sql|code)"
    r"|\bhappy birthday\b|\bwhat should i (?:eat|wear|cook|watch|buy|do (?:today|tonight|this))|\bi(?:'m"
    r"| am) (?:bored|hungry|tired|sad|happy)\b|\bmeaning of life\b",
    re.IGNORECASE,
)
_WORLD = re.compile(
    r"天气|\b(?:wetter|clima|météo)\b|^(?:what|which"
    r"|tell me)\b.{0,15}\bcapital (?:city )?of (?:the )?[a-z]+(?: [a-z]+)?\??$|\b(?:weather|forecast|rain"
    r"|snow)(?: \w+)? (?:like )?(?:in|for|today|tomorrow|outside|this weekend)\b|^(?:what is"
    r"|how high is) the temperature (?:in (?-i:[A-Z])\w+|outside|today|tomorrow)\b|\bwill it (?:rain|snow)\b"
    r"|\brecipes?\b|\bhow (?:do|to|can|should)(?: i| you| we)? (?:cook|bake|boil|make (?:a |an "
    r"|some )?(?:pancake|pizza|cake|coffee|tea|bread|pasta|omelet)|reset|unclog|lose weight|tie a|fix my"
    r"|install|change a tire|get to|invest)"
    r"|^(?:who|when|where|which (?:team|country|player|movie|film|actor))\b.*\b(?:won|win|wins|next|host|hosts"
    r"|hosted|is)\b.*\b(?:world cup|super bowl|olympics|champions league|premier league|nba|nfl|oscars?"
    r"|grammys?|eurovision|bundesliga|wimbledon)\b|\bwho won the\b.*\b(?:cup|election|match|game|war"
    r"|championship|league|medal|race|prize in|title)\b"
    r"|^(?:who is|who's|name) (?:the )?(?:current |present )?(?:president|prime minister|king|queen|chancellor"
    r"|mayor|governor|ceo|pope)\b|\bstock (?:price|market)\b|\bshare price\b|\b(?:bitcoin|exchange rate"
    r"|lottery|horoscope|zodiac)\b|\b(?:restaurant|hotel|flight|train ticket|vacation|holiday|nearest|nearby"
    r"|movie|film|netflix|playlist|video game)s?\b.*(?:\brecommend|\bbook\b|\bnear|\bto watch)|\b(?:recommend"
    r"|suggest|book)\b.*\b(?:restaurant|hotel|flight|movie|film|holiday|vacation|book to read|taxi|table for)"
    r"|\bwhat (?:time|day) is it\b|\bwhat is (?:the (?:current )?(?:time|date)|today's date)\b"
    r"|\bwhat day (?:of the week )?is (?:it|today|tomorrow)|\bhow (?:tall|high|old|far|deep|big) (?:is|was"
    r"|are) (?:the )?(?:mount|mt|eiffel|moon|sun|earth|everest|statue|burj|president|pope|barack|donald|taylor"
    r"|mars|great wall)|\b(?:tallest|highest|longest|largest|biggest|smallest|deepest|richest|fastest"
    r"|oldest) (?:mountain|river|country|ocean|lake|city|desert|island|continent|building|animal|man|woman"
    r"|person|planet|bird)\b(?: (?:in the world|on earth|alive|in (?:europe|africa|asia|america))|\s*\??$)"
    r"|^which country has the (?:largest|biggest|highest|smallest) (?:population|area|gdp)\b|^(?:who|when"
    r"|where) (?:was|were|is) (?:napoleon|einstein|shakespeare|mozart|beethoven|cleopatra|taylor swift|elvis"
    r"|gandhi|caesar|obama|trump|madonna)\b|^when is (?:christmas|easter|thanksgiving|halloween|ramadan"
    r"|new year)|\b(?:distance|far) (?:between|from|is)? ?(?:the )?(?:earth|moon|sun)\b"
    r"|\bpopulation of (?:the )?(?:world|(?-i:[A-Z])[a-z]+)\??$|\bwho (?:wrote|painted|composed|directed|sang"
    r"|played|discovered|invented) (?:the )?(?:romeo|hamlet|macbeth|harry potter|mona lisa|sistine|star wars"
    r"|titanic|beethoven|moonlight|lord of the rings|don quixote|war and peace|penicillin|america|telephone"
    r"|light ?bulb|bohemian|odyssey|starry night|1984|faust)|\b(?:next|last) (?:train|bus|flight|metro|ferry"
    r"|holiday|eclipse|bank holiday|full moon)\b|\b(?:pizza|burger|sushi|beer|wine|coffee|ice cream|museum"
    r"|beach|pub|cafe|nightclub|gym)s? (?:in|near|around|for)\b|\bon the moon\b|\bfirst (?:man|woman|person"
    r"|human|president) (?:on|in|to|of)\b|\bset (?:an alarm|a timer|a reminder)|\bremind me to\b|\bturn (?:on"
    r"|off) the (?:light|tv|music)|\bplay (?:some |a )?(?:music|song)|\bboiling point of water\b"
    r"|^what is the speed of light\b|\bhow many (?:days|hours|minutes|seconds"
    r"|weeks) (?:are )?(?:there )?in (?:a|an|one)\b|\bhow many (?:continents|planets|oceans|countries"
    r"|us states|states)\b(?: are| exist|\?)",
    re.IGNORECASE,
)
_OPERAND = r"(?>[-()\d.x](?:[-()\d.x]+(?:(?<=[-x])\s+[-()\d.x]+)*)?)"
"""Signs of a number on end, read in one way only, since a dash and an "x" may be a sign between numbers too: with space behind
it, one at the end goes on with the next number."""
_SUM = re.compile(
    (
        r"^(?:what is|what are|calculate|compute|how much is|solve|evaluate)?[\s:]*(?:the (?:square root|sum"
        r"|product|factorial) of [\d\s.,and]+|[-(\d.]+\s*(?:%|percent)?\s*(?:(?:[-+*/x×÷^=]|plus|minus|times"
        rf"|divided by|multiplied by|to the power of|of|mod)\s*{_OPERAND}\s*)+)[\s?=.]*$"
    ),
    re.IGNORECASE,
)
_TRANSLATE = re.compile(
    (
        r"^(?:how do you say|translate)(?! (?:your|that|this|it|the|them|my)\b)"
        r" [\"'\w\s]{1,40} (?:in|to|into) (?:french|german|spanish|english|chinese"
        r"|italian|japanese)\b|^(?:what is the )?(?:french|german|spanish|italian|japanese) (?:word )?for\b"
    ),
    re.IGNORECASE,
)


def is_off_topic(text: str) -> bool:
    """Small talk, a sum, or a request that no library of papers answers; about a paper it never is."""
    if re.search(
        r"\b(?:paper|article|authors?|section|table|figure|document|dataset|corpus|experiment|model|library)s?\b",
        text,
        re.IGNORECASE,
    ):
        return False
    return any(pattern.search(text) for pattern in (_GREETINGS, _CHAT, _WORLD, _SUM, _TRANSLATE))


_ELLIPTIC = re.compile(
    r"^(?:(?:ok(?:ay)?|well|hm+|alright|great|thanks|right)[,.!]? )?(?:and|but|so|also|or|then)\b(?!.{80})"
    r"|^(?:what|how) about\b|^what if (?:it|they|that)\b|^(?:and )?why(?: (?:not|so|is that|that"
    r"|then))?\s*\??$|^(?:really|seriously|how so|how come|since when|in what way|like what|such as"
    r"|for example|says who|meaning|which ones?|who else|where else|what else|anything else|any others?"
    r"|what then)\s*\??$"
    r"|^(?:can|could|would|please)?\s*(?:you )?(?:please )?(?:tell me|say|give me|show me|explain|i want"
    r"|i need)?\s*(?:a bit |some |any )?\bmore(?: (?:detail|details|information|info|examples?|about (?:it"
    r"|that|this|them)|on (?:that|this|it)|please))*\s*[?.!]*$|^(?:go on|continue|elaborate|expand|proceed"
    r"|keep going|rephrase|repeat|again|shorter|longer|simpler|in (?:german|english|french|spanish|other words"
    r"|more detail|short))\b[^?]{0,25}[?.!]*$|\b(?:elaborate|expand|explain|clarify|rephrase"
    r"|repeat)(?: (?:a bit|more|further))? (?:on )?(?:that|this|it|them|those)\b(?! (?:\w+ )?(?:paper|article"
    r"|work|study|document|report|section|table|figure))"
    r"|^(?:can|could) you (?:please )?give (?:me )?(?:an|some|another|one) examples?\b|^(?:for|in|on|at|from"
    r"|by|to) (?:which|what|whom) ?\w*\s*\?*$|^(?:please )?explain (?:further|again|more|why"
    r"|in more)\b[^?]{0,20}[?.!]*$|\b(?:reasons?|evidence|examples?|explanation) (?:for|of) (?:that|this|it)\b"
    r"|^(?:now |and )?(?:the )?same\b.*\b(?:for|with|in|on)\b|^make (?:it|that|this) (?:shorter|longer|simpler"
    r"|clearer|more)\b|^(?:same|the same)\b.*\b(?:for|with|in|on)\b|^(?:are|is) (?:you|that|this|it) (?:sure"
    r"|correct|right|true|really)|^(?:for|in|on|with|from|without) (?!which|what|whom"
    r"|how)(?:the )?[\w -]{1,40}\?$|^(?:the )?(?:other|second|third|first|last|next|previous|former"
    r"|latter) (?:one|two|model|method|paper)?\s*\?*$|^(?:which|what|who) (?:one|ones|of them|of (?:these"
    r"|those)(?! (?:\w+ )?(?:papers|articles|documents|studies|works))|of the two|of the (?:latter|former))\b"
    r"|\b(?:you (?:just )?(?:said|mentioned|listed|told)|your (?:last|previous) (?:answer|reply|response)"
    r"|(?:previous|last) (?:question|answer)|above[- ]mentioned|mentioned above|as before)\b|^(?:what"
    r"|how) (?:is|was|are|were) (?:that|those)\s*\?*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    (
        r"\b(?:it|its|they|them|their|theirs|he|she|his|her|him|this|these|the (?:former|latter)(?! (?-i:[A-Z]))"
        r"|the other (?:one|two|model|method|paper|papers|models|methods))\b|\b(?:about|of|for|with|on|from|by|to"
        r"|does|did|do|is|was|than|like|measure|measured|why|how) (?:that|those)\b(?=\s*[?.!,]|\s*$|\s+(?:mean"
        r"|model|method|paper|result|one|approach|table|figure|work|score|value|number|dataset|happen|help|matter"
        r"|hold|apply|change|affect)s?\b)"
    ),
    re.IGNORECASE,
)
_OPENERS = frozenset(
    "what which who whom whose where when why how is are was were do does did has have had can could will"
    " would should may might much many in on of for with by to at from and or the a an long often far big"
    " large old good well fast kind type sort then also please tell me about explain describe show give us"
    " list compare between".split()
)
_OWN = re.compile(
    (
        r"\b(?:this|these|those|that)\s+(?:\w+\s+)?(?:paper|article|work|study|document|report|library|collection"
        r"|research|publication|manuscript|pdf|book|thesis)s?\b"
    ),
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    (
        r"\bthat\b(?=\s+(?:the|a|an|is|are|was|were|do|does|did|has|have|had|can|could|will|would|use[sd]?"
        r"|[a-z]+s\b|[a-z]+ed\b|(?-i:[A-Z])))|\bit (?:is|was|seems?) (?:possible|important|necessary|clear|known"
        r"|shown|claimed|true)\b|\b(?:use|made|make|makes) it\b(?= (?:possible|easier|hard))|\bit\b(?= (?:take"
        r"|takes|took|to|essential|necessary)\b)|\bit mean\b(?= (?:when|that|to|if)\b)"
    ),
    re.IGNORECASE,
)
_DEPENDENT = re.compile(
    (
        r"^(?:does|do|is|are|did|was|were|why (?:is|was|does|do)|how (?:does|do|is|was)) (?:that|this|these"
        r"|those)\b"
    ),
    re.IGNORECASE,
)


def needs_history(text: str, history: Sequence[str] = ()) -> str:
    """Says "strong" when the turn says nothing by itself, "weak" when a pronoun stands for something said before, else empty."""
    if _ELLIPTIC.search(text) and not re.search(r"^(?:and|so|or)\b.{40,}\b(?:paper|table \d|section \d)", text, re.IGNORECASE):
        return "strong"
    rest = _OWN.sub(" paper ", text)
    if _DEPENDENT.search(rest):
        return "weak"
    rest = _CLAUSE.sub(" ", rest)
    pronoun = _PRONOUN.search(rest)
    if pronoun is None:
        return ""
    before = rest[: pronoun.start()]
    if re.search(r"\bpaper\b", before) and not history:
        return ""
    return "" if _names_something(before) else "weak"


_ENOUGH_SAID = 3
"""Words of weight before a pronoun among which its noun must be."""


def _names_something(before: str) -> bool:
    """Whether an antecedent stands before the pronoun: a name, or a noun with its article."""
    if re.search(r"\b(?:the|a|an|each|both|these|all|some)\s+[a-z]{3,}", before, re.IGNORECASE) or '"' in before:
        return True
    content = [word for word in re.findall(r"[^\W\d_]{3,}", before.lower()) if word not in _OPENERS]
    if len(content) >= _ENOUGH_SAID:
        return True
    names = re.findall(r"\b[\w-]*[A-Z\d][\w-]*", before)
    return any(name.lower() not in _OPENERS for name in names)
