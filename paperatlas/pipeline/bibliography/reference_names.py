"""The author lists of references, whatever way round they are printed, as names are spoken: "Y. Bengio"."""

import re

__all__ = ["and_others", "inverted_names", "names_in", "reads_as_names", "spoken_initials"]

_PARTICLE = r"(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|el|al|bin|ibn|st\.)[ ]"
_PART = r"[A-ZÀ-ÖØ-ÞĀ-Ž](?=[^\s,;]{0,30}[a-zß-ÿā-ž])[\w'’‐-]{1,30}"
_SURNAME = rf"(?:{_PARTICLE}){{0,3}}{_PART}(?:[ ]{_PART}){{0,2}}"
_LETTER = r"[A-ZÀ-ÖØ-ÞĀ-Ž]"
_COMMA_NAME = re.compile(
    rf"({_SURNAME}),[ ]({_LETTER}[a-z]?\.(?:[ -]{{0,2}}{_LETTER}[a-z]?\.){{0,4}}(?:[a-z]\.)?)(?:,? (?:Jr|Sr|II|III|IV)\b\.?)?"
)
"""Surname, comma, initials with stops: MDPI, APA, ICML."""
_VANCOUVER_NAME = re.compile(rf"({_SURNAME})[ ]({_LETTER}{{1,4}})(?!\w|\.\w)(?:,?[ ](?:Jr|Sr|2nd|3rd)\b)?")
"""Surname and bare initials: Vancouver."""
_INITIALS_NAME = rf"(?:{_LETTER}[a-z]?\.[ -]?){{1,4}}[ ]?{_SURNAME}"
_INITIALS_LIST = re.compile(
    rf"({_INITIALS_NAME}(?:(?:,[ ]and[ ]|,[ ]|[ ]and[ ]|[ ]&[ ]){_INITIALS_NAME}){{0,40}})(?:,[ ]et[ ]al\.)?,[ ]"
)
_BETWEEN = re.compile(r",?[ ](?:and|&)[ ]|[;,][ ](?:and[ ]|&[ ])?")
_ET_AL = re.compile(r"(?:,?[ ](?:et\.?[ ]al|and[ ]others)\.?)?[.,:]?(?:[ ]|$)")
_GAP = r"(?:,\s*+|(?<![\s,])\s*+)"
"""A comma, white space or both, from where they begin: tried once for a run of blanks, not at each of them."""
_AND_OTHERS = re.compile(rf"{_GAP}(?:\bet\.? al|\band others)\b\.?[,:]?\s+(?=[\"“A-Z0-9])")
_GIVEN = re.compile(rf"(?:{_PART}(?:[ ]{_PART})?(?:[ ]{_LETTER}\.?){{0,2}}|{_LETTER}\.?(?:[ ]?{_LETTER}\.?){{0,3}})")
_GIVEN_LIST = re.compile(
    rf"{_SURNAME},[ ]{_GIVEN.pattern}(?:;[ ](?:and[ ])?{_SURNAME},[ ](?:{_GIVEN.pattern}))+(?:;?[ ]et[ ]al)?[.,:]?[ ]"
)
"""Surnames with full given names, parted by semicolons."""
_SPOKEN = re.compile(rf"(?:{_PART}|{_LETTER}{{1,2}}\.?)(?:[ -](?:{_PARTICLE})?(?:{_PART}|{_LETTER}{{1,2}}\.?)){{1,4}}")


def inverted_names(text: str) -> tuple[int, int] | None:
    """Where a list of names with their initials behind them ends, and where the text after it begins; None without one."""
    if given := _GIVEN_LIST.match(text):
        return len(given[0].rstrip()), given.end()
    for pattern in (_COMMA_NAME, _VANCOUVER_NAME):
        names, end = _name_list(pattern, text)
        stop = _ET_AL.match(text, end)
        if names and stop and (pattern is _COMMA_NAME or stop[0].strip()):
            return end, stop.end()
    return None


def spoken_initials(text: str) -> tuple[int, int] | None:
    """Where a list of names with their initials before them ends that a comma follows, and where the text begins."""
    match = _INITIALS_LIST.match(text)
    return (match.end(1), match.end()) if match else None


def and_others(text: str) -> re.Match[str] | None:
    """The "et al." that ends a list of names."""
    return _AND_OTHERS.search(text)


def reads_as_names(text: str) -> bool:
    """Whether a text is two names or more as they are spoken: "Carlos E. Jimenez, John Yang, and Ofir Press"."""
    parts = _spoken_parts(text)
    return len(parts) > 1 and all(_SPOKEN.fullmatch(part) for part in parts)


def names_in(text: str) -> list[str]:
    """The names of a list as they are spoken, whatever way round they are printed."""
    text = re.sub(rf"{_GAP}(?:\bet\.? al\b|\band others\b)\.?\s*$", "", text.strip(" ,;"))
    text = re.sub(rf"{_GAP}\(?\b(?:[Ee]ds?|[Ee]ditors?)\b\.?\)?$", "", text)
    for pattern in (_COMMA_NAME, _VANCOUVER_NAME):
        dotted = text if text.endswith(".") or pattern is _VANCOUVER_NAME else f"{text}."
        names, end = _name_list(pattern, dotted.removesuffix(".") if pattern is _VANCOUVER_NAME else dotted)
        if names and end >= len(dotted.rstrip(".")):
            return [f"{_dotted(initials)} {surname}" for surname, initials in names]
    return _turned(text.rstrip(".")) or _first_turned(_spoken_parts(text))


def _spoken_parts(text: str) -> list[str]:
    parts = re.split(r",\s+(?:and|&)\s+|\s+(?:and|&)\s+|[;,]\s+", text.strip("."))
    return [part.strip(" ,;") for part in parts if part.strip(" ,;.")]


def _turned(text: str) -> list[str]:
    """Names of the form "Surname, Given" that semicolons or "and" part; empty where they are of another form."""
    parts = re.split(r"\s*;\s*(?:and\s+)?", text) if ";" in text else re.split(r"\s+(?:and|&)\s+", text)
    pairs = [part.strip(" ,").split(", ") for part in parts if part.strip(" ,")]
    if (len(pairs) < 2 and ";" not in text) or not all(len(pair) == 2 and _GIVEN.fullmatch(pair[1]) for pair in pairs):
        return []
    return [f"{given} {surname}" for surname, given in pairs]


def _first_turned(parts: list[str]) -> list[str]:
    """Parts of a list of which only the first name is printed with the surname first, as it is sorted: Chicago."""
    if len(parts) < 2 or " " in parts[0] or not _GIVEN.fullmatch(parts[1]) or not all(" " in part for part in parts[2:]):
        return parts
    single = len(parts) == 2 and " " in parts[1] and "." not in parts[1]
    return parts if single else [f"{parts[1]} {parts[0]}", *parts[2:]]


def _name_list(pattern: re.Pattern[str], text: str) -> tuple[list[tuple[str, str]], int]:
    """Surnames and initials of the names from the start on, one after the other, and where they end."""
    names: list[tuple[str, str]] = []
    end = at = 0
    while match := pattern.match(text, at):
        names.append((match[1], match[2]))
        end = match.end()
        between = _BETWEEN.match(text, end)
        if between is None:
            break
        at = between.end()
    return names, end


def _dotted(initials: str) -> str:
    return initials if "." in initials else " ".join(f"{letter}." for letter in initials)
