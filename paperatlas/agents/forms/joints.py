"""Where one question may end and the next begin: the words that join questions and those that open them, by language."""

import re

__all__ = ["JOINTS", "Joint"]

Joint = re.Pattern[str]


def _joint(conjunctions: str, openers: str) -> Joint:
    return re.compile(rf",?\s+(?:{conjunctions})\s+(?=(?:{openers})(?!\w))|,\s+(?=(?:{openers})(?!\w))", re.IGNORECASE)


JOINTS: dict[str, Joint] = {
    "en": _joint(
        r"and|as well as|and also|and then|also|but(?!\s+(?:which|who|whose|where)\b)|and,? if so,?",
        r"what|which|who|whose|whom|where|when|why|how|(?:in|on|at|by|to|for|from|with|under) (?:what|which|whom)"
        r"|(?:is|are|was|were|does|do|did|can|has|have) (?:it|they|there|he|she|the|this|these|that|those|any)",
    ),
    "de": _joint(
        "und|sowie|und auch",
        r"was|wer|wen|wem|wo|wann|warum|wieso|wie|woher|wofür|worum|welche[rsmn]?|(?:in|auf|an|bei|aus|mit|von) welche[rsmn]",
    ),
    "fr": _joint(
        "et|ainsi que",
        r"qui|que|qu'|quand|où|pourquoi|comment|combien|quel(?:le)?s?|(?:de|à|sur|dans|en) (?:quoi|qui|quel(?:le)?s?)",
    ),
    "es": _joint(
        "y|e|así como",
        r"qué|quién(?:es)?|cuándo|dónde|por qué|cómo|cuál(?:es)?|cuánt[oa]s?|(?:de|en|a|con|sobre) (?:qué|quién|cuál)",
    ),
    "pt": _joint(
        "e|assim como",
        r"o que|quem|quando|onde|por que|como|qua(?:l|is)|quant[oa]s?|(?:d[eo]|em|a|com|sobre) (?:que|quem|qual)",
    ),
    "it": _joint(
        "e|nonché",
        r"che cosa|cosa|chi|quando|dove|perché|come|qual[ei]?|quant[oaie]|(?:di|in|a|con|su|da) (?:cosa|che|chi|quale)",
    ),
    "nl": _joint("en|en ook", r"wat|wie|waar|wanneer|waarom|hoe|welke?|waarover|(?:in|op|aan|bij) welke?"),
    "pl": _joint(
        "i|oraz|a także",
        r"co|kto|kiedy|gdzie|dlaczego|jak|ile|ilu|jak(?:i|a|ie|ich)|któr[yae]|(?:o|w|na|z) (?:czym|jak\w+|któr\w+)",
    ),
    "ru": _joint("и|а также", r"что|кто|когда|где|почему|как|сколько|как(?:ой|ая|ие|ое|им)|(?:о|в|на|с) (?:чём|каком|какой|кем)"),
}
"""A conjunction, or a comma, before what opens a question."""
