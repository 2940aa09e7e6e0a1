"""Which language a text is written in: by script, and for Latin and Cyrillic script by its commonest words."""

import re
import unicodedata
from collections import Counter

__all__ = ["COMMON_WORDS", "language_of"]

_ENOUGH = 20
"""Letters below which any guess would be chance."""
_SHARE = 0.06
"""A language's function words make up a third of running text; below this share the text is a list or another language."""
_SCRIPTS = {
    "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "CJK": "zh", "ARABIC": "ar", "HEBREW": "he", "GREEK": "el",
    "DEVANAGARI": "hi", "BENGALI": "bn", "TAMIL": "ta", "THAI": "th", "GEORGIAN": "ka", "ARMENIAN": "hy",
}  # fmt: skip
_PERSIAN = frozenset("پچژگکی")
_LISTED = {
    "en": "the of and to in is that for with as are on by this we be from was which it at an our or has not can",
    "de": "der die und das in den von zu mit ist des im für auf dem eine ein nicht sich auch als werden wird einer wir",
    "fr": "le la les de des et en du une un est que pour dans qui par sur au avec sont nous plus ce cette aux ne pas",
    "es": "el la los las de del y en que un una es por con para se como más su al son entre este esta han fue",
    "pt": "o os as de do da dos das e em que um uma para com não por se como mais foi são ao pela pelo entre este",
    "it": "il la le di del della dei e in che un una per con è sono si non come più da al nel alla questo delle gli",
    "nl": "de het een en van in is dat op te voor met zijn niet aan er door als ook worden bij wordt deze uit",
    "sv": "och att det som en är av för på med den till ett inte har de om var vi från kan eller",
    "da": "og at det som en er af for på med den til et ikke har de om var vi fra kan eller blev",
    "fi": "ja on ei se että oli joka ovat tai kun myös mutta sen niin kuin olla voidaan tämä ovat mukaan",
    "pl": "i w na z do że się jest nie to oraz dla przez po od są jak które który tym ich być",
    "cs": "a v na je se že s z do pro jsou které který jako nebo o byl k po od při není tak",
    "tr": "ve bir bu için ile olarak da de olan en çok gibi daha ise veya kadar sonra olduğu göre",
    "ru": "и в на с что по не для из как это от к при или также были было его она они между",
    "uk": "і в на з що та не для як це від до при або також були було його вона вони між",
}
COMMON_WORDS = {language: frozenset(words.split()) for language, words in _LISTED.items()}
"""The commonest words of each language that is told by them."""


def language_of(text: str) -> str:
    """ISO 639-1 code, or "" when the text is too short or of no language known here."""
    scripts = Counter(unicodedata.name(char, "").split(" ", 1)[0] for char in text if char.isalpha())
    letters = sum(scripts.values())
    if letters < _ENOUGH:
        return ""
    # Japanese mixes kana into Han characters, and every learned text carries Latin terms: the tell-tale script decides.
    if scripts["HIRAGANA"] + scripts["KATAKANA"] > 0.1 * letters:
        return "ja"
    script, count = scripts.most_common(1)[0]
    if script == "ARABIC" and sum(char in _PERSIAN for char in text) > 0.02 * letters:
        return "fa"
    if script in _SCRIPTS and count > 0.3 * letters:
        return _SCRIPTS[script]
    tokens = re.findall(r"[^\W\d_]+", text.lower())
    shares = {language: sum(token in common for token in tokens) / len(tokens) for language, common in COMMON_WORDS.items()}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= _SHARE else ""
