"""The words with which people ask about a document itself, field by field."""

from typing import Literal, TypeAlias

from paperatlas.agents.forms.wording import DOCUMENT

__all__ = ["FIELDS", "ORDINAL", "ORDINALS", "PART", "Field"]

Field: TypeAlias = Literal[
    "title",
    "authors",
    "author_count",
    "is_author",
    "affiliations",
    "same_affiliation",
    "emails",
    "venue",
    "year",
    "doi",
    "arxiv_id",
    "pages",
    "words",
    "references",
    "tables",
    "figures",
    "equations",
    "sections",
    "language",
    "abstract",
    "keywords",
    "page_of",
    "citation",
]

_DOC = rf"(?:{DOCUMENT}|it|they)"
_SAYS = (
    r"(?:propos|us|claim|argu|say|said|mention|report|conclud|find|found|show|suggest|appl|train|test|evaluat"
    r"|choos|chose|defin|describ|discuss"
    r"|introduc|mak|made|mean|collect|consider|compar|achiev|provid|present|recommend|obtain|handl|measur"
    r"|address|explain|believ|think|observ"
    r"|state|want|need|hav|had|did|do|does|plan|expect|assum|employ|adopt|select|write (?!th|it)|hyperpartisan)\w*"
)
"""What authors do in a question about a paper's content: "the authors use" is not about the authors."""
_AUTHORS = rf"(?:co-?)?authors?(?!['\w])(?! (?:also |then |first |actually |not )?{_SAYS})"
_AUX_AUTHORS = (
    r"\b(?:do|does|did|have|has|can|could|would|will|should) (?:the |its |these |all "
    r"|most )*(?:\w+ )?(?:co-?)?authors?\b"
)
_INSTITUTION = (
    r"(?:universit|institut|organi[sz]ation|compan|affiliation|lab(?:s|oratory)?\b|department|school|employer"
    r"|countr|place)"
)
ORDINALS = {
    "first": 0,
    "lead": 0,
    "main": 0,
    "primary": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "sixth": 5,
    "1st": 0,
    "2nd": 1,
    "3rd": 2,
    "4th": 3,
    "5th": 4,
}
ORDINAL = r"(?:first|lead|main|primary|second|third|fourth|fifth|sixth|\d(?:st|nd|rd|th)|last|final|senior|corresponding)"
_LABELLED = (
    r"(?:tables?|tab\.|figures?|fig\.|sections?|equations?|eq\.|appendix|algorithm|references|bibliography"
    r"|conclusions?|introduction|abstract|acknowledg\w+|related work|theorem|footnote)"
)
_APPEARED = r"(?:publish\w*|appear\w*|present\w*|come out|came out|released|accepted|written|printed|submitted)"

PART = (
    r"\b(?:section (?P<number>[\d.]+\d|\d)|(?P<name>abstract|introduction|conclusions?|discussion|related work"
    r"|methods?|results))\b"
)

FIELDS: tuple[tuple[Field, tuple[str, ...], str], ...] = (
    (
        "page_of",
        (
            (
                r"\b(?:which|what) pages?(?:\??$| number| (?:is|are|do|does|did|was|were|can|has|have|contain|show"
                r"|introduc|list|describ|mention|present|start|begin|discuss|defin|report|include)\w*\b)"
            ),
            r"\bpage numbers? (?:of|for|where|on which)\b|\bwhat is the page of\b",
            (
                r"\bwhere (?:is|are|can (?:i|one|we) (?:find|see)|do (?:i|we) find"
                rf"|to find)\b(?: the)?(?: \w+)? {_LABELLED}(?: [\w.]+)?(?: (?:located|placed|printed|shown"
                r"|found))?(?: (?:in|of) .+)?\??$"
            ),
        ),
        r"\bpage ?rank|web ?pages?\b|^what page \d",
    ),
    (
        "same_affiliation",
        (
            rf"\bauthors?\b.*\b(?:same|share|common|different|single|one)\b.*\b{_INSTITUTION}",
            rf"\b(?:same|shared?|common)\b.*{_INSTITUTION}.*\bauthors?\b",
        ),
        "",
    ),
    (
        "affiliations",
        (
            r"\baffiliat\w*",
            rf"\b(?:which|what) {_INSTITUTION}\w*(?: or \w+)? [^?]*\bauthors?\b(?! {_SAYS})",
            (
                rf"\bwhat is the {_INSTITUTION}\w* of\b|\b(?:is|are) (?:all|any"
                r"|both)(?: of)?(?: the)?(?: \w+)? authors? (?:at|from|with)\b"
            ),
            (
                rf"\b(?:which|what) {_INSTITUTION}\w* (?:is|are|was|were) behind\b|\b{_INSTITUTION}\w* (?:of"
                r"|that) the (?:\w+ )?authors?\b"
            ),
            (
                r"\bwhere (?:do|does|did|are|is|were|was) (?:\w+ ){0,4}authors? (?:work|from|based"
                r"|located|come|employed)"
            ),
            (
                r"\bauthors? (?:all )?(?:work (?:for|at)|belong to|come from|employed|based|from (?:the same|which|what))"
                r"|\bwhere do(?:es)? (?:they|he|she) work\b"
            ),
            r"\b(?:paper|article|work) (?:written|authored) by (?:people|researchers|someone|scientists|authors) (?:at|from)\b",
            (
                rf"\b(?:{ORDINAL}|the) authors? (?:(?:is|are|was|were) )?(?:working|employed|based|from)\b"
                rf"|\bfrom which {_INSTITUTION}"
            ),
        ),
        r"\bauthors? (?:collect|recruit)|^how many\b(?!.*\baffiliations\b)",
    ),
    (
        "emails",
        (
            (
                r"\be-?mails?(?: address(?:es)?)?\b.*\b(?:author|contact|correspond|of the|paper)|\b(?:author|contact"
                r"|correspond)\w*\b.*\be-?mail"
            ),
            r"\be-?mail address",
            r"\b(?:what|which) (?:is|are) the e-?mails?\b",
            (
                r"\bcontact (?:details|information|address|the (?:corresponding |first |main )?authors?)"
                r"|\bhow can i (?:contact|reach)\b"
            ),
        ),
        r"\bhow many e-?mails\b(?! address)|\be-?mails? (?:corpus|corpora|dataset|data|classification|thread|spam)",
    ),
    (
        "author_count",
        (
            (
                r"\bhow many (?:different |distinct )?(?:co-?)?(?:authors|people|researchers|persons|writers)\b(?! (?:are"
                r"|were|did|have) (?:annotat|surveyed|interview|recruit|speak))(?:[^?]*\b(?:wrote|write|author|paper"
                r"|article|it|there|contribut)\w*|\??$)"
            ),
            r"\bnumber of (?:co-?)?authors\b",
        ),
        (
            r"\bper (?:paper|article)|\b(?:corpus|dataset|annotat)"
            r"|\b(?:work\w*|affiliated|employed|based|come|are|is|were) (?:at|for|in|with|from)\b|\b(?:who|whose|with|without)\b"
        ),
    ),
    (
        "is_author",
        (
            (
                r"^does (?!the\b|it\b)(?P<person>.+?) (?:appear|figure|show up|feature) (?:among|in|as|on) (?:the "
                r"|one of the )?(?:list of )?authors?"
            ),
            (
                r"^(?:is|was|are|were) (?!the\b|there\b|it\b|all\b|both\b|any\b)(?P<name>.+?) (?:also )?(?:an?|the"
                r"|one of the|among the) (?:first |last |second |main |lead |corresponding )?(?:co-?)?authors?\b"
            ),
            r"^did (?!the\b|it\b|they\b|any\b)(?P<name>.+?) (?:co-?)?(?:write|author) (?:the|this|that)\b",
        ),
        "",
    ),
    (
        "authors",
        (
            (
                r"\bwho (?:has |have )?(?:actually )?(?:wrote|written|authored|co-?authored"
                r"|penned)\b(?! (?:an? (?!\w* ?(?:paper|article))|the \w* ?(?:opera|songs?|books?|novels?|plays?|poems?"
                r"|pamphlets?|letters?|code|software|script|symphony|essay|speech|anthem|law|music|lyrics)\b))"
            ),
            (
                r"\bwho(?:'s| is| are| was| were)?(?: listed as)? (?:the |all |its |this "
                rf"|that )*(?:[\w'.-]+ ){{0,4}}(?:{_AUTHORS}|writers?)"
            ),
            (
                r"\b(?:names?|list|give|tell|show|what|which|state|provide|identify|enumerate|find|get|print"
                rf"|display)\b[^?.]{{0,40}}?\b{_AUTHORS}"
            ),
            (
                r"\bauthors?'s? names?\b|\bnames? of (?:\w+ ){0,3}authors?\b|\bby whom\b.*\b(?:written|authored)\b"
                r"|\bwho\b.*\b(?:written|authored) by\b"
            ),
            rf"^(?:(?:the|full|\w+ and) )*{_AUTHORS}(?: (?:of|for|and|in|list)\b|\??$)",
            rf"\b{ORDINAL} (?:listed |and last )?{_AUTHORS}",
        ),
        (
            rf"{_AUX_AUTHORS}|\b(?:kind|type|sort)s? of authors?\b|\baccording to the authors?\b"
            r"|\bauthorship attribution\b|\bauthor (?:profil|identif|verif|disambig)"
        ),
    ),
    (
        "title",
        (
            (
                r"\b(?:what|give|tell|show|state|name|provide|print|get|full|exact)\b[^?]*\btitles?\b|\b(?:titled"
                r"|entitled)\b|^titles?\b"
            ),
            rf"\bwhat is (?:the |this )?{DOCUMENT} called\b|\bname of (?:the|this) {DOCUMENT}\b",
        ),
        (
            r"\btitles? of (?:the |its )?(?:\w+ )?(?:section|table|figure|chapter|column|song|book|movie|page|dataset"
            r"|product|job)|\bjob titles?|\bwhat title was\b|\bentitled to\b|\btitle (?:generat|page|words?|field)"
        ),
    ),
    (
        "venue",
        (
            r"\bwhere (?:was|is|were|has|had|did|does|do|are|can)\b[^?]*\bpublish\w*",
            rf"\bwhere (?:was|is|were|has|had|did|does|do|are)\b[^?]*\b{_DOC}\b[^?]*\b{_APPEARED}",
            (
                r"\b(?:which|what) (?:\w+ )?(?:conferences?|journals?|proceedings|workshops?|magazine|symposium"
                rf"|publisher)\b(?:[^?]*\b(?:publish\w*|appear\w*|present\w*|accepted|submitted|{_DOC})\b|\??$)"
            ),
            (
                r"^(?:has|was|is|were|have)\b[^?]{0,40}\bpublished(?: yet| anywhere| in (?:a|any) (?:journal|conference"
                r"|venue)\w*)?\s*\??$|\bvenues?\b|\bpublication outlet|\bname of the (?:conference|journal|workshop)\b"
                r"|\bpublished (?:in|at|by) (?:which|what)\b"
            ),
            (
                rf"\b(?:conference|journal) (?:of|for) (?:the|this) {DOCUMENT}\b|\bwho published\b|\bwho is the publisher\b"
                r"|\bwhat is the (?:journal|conference|publisher)\b"
            ),
        ),
        (
            r"\b(?:tables?|figures?|sections?|page|text|sentences?|equation)\b|\bhome venue\b|\bvenue (?:recommend"
            r"|predict|classif)|\bconference (?:talks?|calls?|rooms?)\b"
        ),
    ),
    (
        "year",
        (
            r"\bpublication (?:year|date)\b|\b(?:year|date) of publication\b|\bhow old is (?:the|this)\b[^?]*\b" + DOCUMENT,
            r"\bwhen (?:was|were|is|did|has|had)\b[^?]*\bpublish\w*",
            rf"\bwhen (?:was|were|is|did|has|had)\b[^?]*\b{_DOC}\b[^?]*\b{_APPEARED}",
            r"\b(?:what|which) (?:year|date|month)\b[^?]*\bpublish\w*",
            r"\b(?:what|which) year (?:did|was|is) [a-z]*\d[\w-]*\d\b[^?]*\b(?:come out|appear|from|written|out)\b",
            (
                rf"\b(?:what|which) (?:year|date|month)\b[^?]*\b{_DOC}\b[^?]*\b(?:{_APPEARED}|from)\b|\byear (?:of"
                rf"|is) (?:the|this) {DOCUMENT}"
            ),
            r"\bauthors? and (?:the )?year\b|^year\b|\band (?:the )?year\??$|\band when\??$",
        ),
        r"\bauthors? (?:collect|train|gather)|\b(?:dataset|corpus|corpora|treebank|tweets|news|data)\b",
    ),
    ("doi", (r"\bdois?\b|\bdigital object identifier\b",), r"\bdoi (?:stand|mean)"),
    (
        "arxiv_id",
        (
            (
                r"\barxiv\b[^?]{0,20}\b(?:ids?|identifier|number|link|url|version|preprint)\b|\b(?:ids?|identifier|number"
                r"|link|url)\b[^?]{0,15}\barxiv\b|^arxiv"
            ),
        ),
        "",
    ),
    (
        "pages",
        (
            (
                r"\bhow many pages\b(?:\??$| (?:does|do|has|have|is|are|in|long|the|this|did|of the|there)\b)"
                r"|\bnumber of pages\b|\bpage count\b|\bpages? long\b"
            ),
            (
                rf"\bhow long (?:is|are|was)\b[^?]*\b{DOCUMENT}\??$|\blength of (?:the"
                rf"|this)[^?]*{DOCUMENT}(?: in pages)?\??$|\bhow long is it\??$"
            ),
        ),
        r"\bper (?:day|page|document)|wikipedia|\bweb\b|crawl|\bcorpus|\bdataset|\bannotat|\bindex(?:ed)?\b",
    ),
    (
        "words",
        (
            (
                rf"\bhow many (?:\w+ )?words\b[^?]*\b(?:{_DOC}|in total|abstract|text|sections?|introduction"
                r"|conclusions?)\b|\bhow many words\??$"
            ),
            rf"\bhow (?:big|long|large) is (?:the|this) {DOCUMENT} in words\b",
            (
                rf"\b(?:word count|number of words|total words)\b(?:[^?]*\b(?:{_DOC}|abstract|sections?|introduction"
                r"|conclusions?)\b|\??$)"
            ),
        ),
        (
            r"\bper\b|\b(?:dataset|corpus|corpora|vocabular|dictionar|sentences?|utterance|response|generat|produc"
            r"|question|caption|tokens?|lexicon|reviews?|prompts?|model)"
        ),
    ),
    (
        "references",
        (
            (
                r"\bhow many (?:\w+ )?(?:references|citations|bibliograph\w+)\b(?:\??$| (?:does|do|is|are|has|have|in|the"
                r"|were|listed|cited|there|appear)\b)"
            ),
            (
                r"\bhow many (?:other )?(?:papers|works|articles|publications|sources|studies)\b[^?]*\b(?:cite|cites|cited"
                r"|reference|references|referenced)\b"
            ),
            (
                r"^total references\b|\bnumber of (?:references|citations|cited works|bibliograph\w+)\b"
                r"|\breference (?:list|count)\b|\b(?:list|show|give)\b[^?]*\b(?:references|bibliography)\b"
                r"|\bbibliography\b|^references\b|\bwhat references\b"
            ),
        ),
        r"\bcitation (?:graph|network|data)|\bgraph\b|\breference (?:translation|summar|answer)|\bdataset",
    ),
    (
        "tables",
        (
            (
                rf"\b(?:how many|number of) (?:\w+ )?tables\b(?:[^?]*\b{_DOC}\b|\??$| are there)"
                r"|\bhow many figures and tables\b"
            ),
        ),
        r"\bdatabase|\bdataset",
    ),
    (
        "figures",
        (
            (
                rf"\b(?:how many|number of) (?:\w+ )?figures\b(?:[^?]*\b{_DOC}\b|\??$| are there|(?: and tables))"
                r"|\bhow many tables and figures\b"
            ),
        ),
        "",
    ),
    ("equations", (rf"\b(?:how many|number of) (?:\w+ )?(?:equations|formulas)\b(?:[^?]*\b{_DOC}\b|\??$| are there)",), ""),
    ("sections", (rf"\b(?:how many|number of) (?:\w+ )?(?:sections|chapters)\b(?:[^?]*\b{_DOC}\b|\??$| are there)",), ""),
    (
        "citation",
        (
            (
                r"\bbibliographic (?:details|data|information|record|entry)\b|\bbib ?tex\b|\bhow (?:do|should|can|would"
                r"|must|to)(?: i| you| we| one)? (?:cite|reference) (?:the|this|it)\b|\bcitation (?:for|of) (?:the|this)\b"
                r"|\bfull (?:citation|reference)\b"
            ),
        ),
        "",
    ),
    (
        "language",
        (
            r"\b(?:what|which) language\b[^?]*\bwritten\b",
            rf"\b(?:what|which) (?:is the )?language (?:is|of) (?:the|this) {DOCUMENT}\b",
        ),
        r"\bcode\b|\bimplement",
    ),
    (
        "abstract",
        (
            (
                r"(?:\bwhat is|\bgive|\bshow|\bread|\bprint|\bdisplay|\bprovide|\bquote|\breturn"
                r"|\bget)\b[^?]{0,20}\babstract\b(?! (?:meaning|syntax|say|mention|claim|about))"
            ),
            r"^abstract(?: of\b|\??$)",
        ),
        r"\b(?:sentences?|words?|paragraphs?|lines?)\b|summari|\babstract (?:representation|concept|scene)",
    ),
    (
        "keywords",
        (r"(?:\bwhat|\blist|\bgive|\bshow|\bwhich)\b[^?]*\b(?:key ?words|index terms)\b|^key ?words\b",),
        r"\bkey ?words? (?:match|search|spot|extract|generat)|\bused (?:to|for)\b",
    ),
)
"""Each field: what asks for it, and what shows that something else is meant."""
