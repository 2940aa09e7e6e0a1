"""Questions in eight other languages, with their words of asking put in English.

No translation: only the words that tell a kind of question are replaced, in place, and names stay as they are. The
rules for English then read them all.
"""

import re

from paperatlas.agents.forms.gloss_japanese import JAPANESE
from paperatlas.agents.forms.gloss_russian import RUSSIAN

__all__ = ["glossed"]

_SURE = re.compile(
    r"[¿¡]|\b(?:wie|welche[rsmn]?|wer|worum|warum|wann|ist|sind|fasse|fass|vergleiche|liste alle|hallo|danke"
    r"|unterschied|wie|dame|darme|welchen|cuéntame|erkläre|puedes|gib mir|worin|steht|und|der|das|eine[nr]?"
    r"|auf|gibt es|und f[üu]r"
    r"|qué|cuál(?:es)?|cuánt[oa]s?|quién(?:es)?|dónde|cuándo|cómo|compara|hola|artículos?|gracias"
    r"|quel(?:le)?s?|combien|qu['’]est|qui (?:est|sont|a)|où|résume[rz]?|bonjour|merci|et pour|pourquoi|est-ce|quoi"
    r"|quais|qual|quant[oa]s|quem|onde|resuma|olá|obrigad[oa]|artigos?|quali|quanti|quante|chi (?:sono|è|ha)"
    r"|dove|riassumi|confronta|ciao|articol[oi])\b",
    re.IGNORECASE,
)
"""Words that no English question holds."""
_KANA = re.compile(r"[\u3040-\u30ff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_CJK = re.compile(r"[\u3400-\u9fff]")

_LATIN: tuple[tuple[str, str], ...] = (
    (r"^\s*(?:hallo|hola|bonjour|olá|ciao)\b", "hello"),
    (
        (
            r"\b(?:wie geht(?:'s| es dir| es ihnen)|cómo est[áa]s|comment (?:ça va|vas-tu|allez-vous)|come stai"
            r"|como vai)\b"
        ),
        "how are you",
    ),
    (r"^\s*(?:danke(?: schön)?|gracias|merci|obrigad[oa]|grazie)(?: beaucoup| mille| molto| viel)?\b", "thanks"),
    (r"^\s*¿?\s*(?:und|y|et|e)\s+(?:für|para|pour|per|auf|bei|en|con|mit|avec|le|la|el|der|die|das)\b", "and for"),
    (r"\b(?:hauptstadt von|capital de|capitale (?:de|della|di))\b", "capital of"),
    (
        (
            r"\b(?:wie oft|wie häufig|wie viele male?|con qué frecuencia|à quelle fréquence|com que frequência"
            r"|con quale frequenza|cuántas veces|combien de fois|quantas vezes|quante volte)\b"
        ),
        "how many times",
    ),
    (r"\b(?:wie viele|cuántos|cuántas|combien d['’e]|quantos|quantas|quanti|quante)\s*", "how many "),
    (r"\b(how many )(?:wörter|palabras|mots|palavras|parole)\b", r"\1words"),
    (r"\b(how many )(?:abbildungen|figuras|figure)\b", r"\1figures"),
    (r"\b(how many )(?:tabellen|tablas|tabelas|tableaux|tabelle)\b", r"\1tables"),
    (r"\b(?:em que|in che|en qué)\b", "in which"),
    (
        r"\b(?:worum geht es in|de qué trata|de quoi parle|sobre o que (?:é|trata)|di cosa (?:parla|tratta))\b",
        "what is the paper about:",
    ),
    (
        (
            r"\b(?:haupt(?:beiträge|ergebnisse)|principales (?:contribuciones|resultados|contributions|résultats)"
            r"|principaux (?:apports|résultats)|contribuciones principales)\b"
        ),
        "main contributions",
    ),
    (r"\b(?:fasse?|fassen sie)\b(.*)\bzusammen\b", r"summarize \1"),
    (r"\b(?:zusammenfassung|resumen|résumé|resumo|riassunto)\b", "summary"),
    (r"(?:^\s*|puedes |pouvez-vous |peux-tu |pode )\b(?:resume|resumir|résume[rz]?|resuma|riassumi)\b", "summarize"),
    (r"^\s*(?:vergleiche?|vergleichen sie|compara|compare[rz]?|confronta|comparar)\b", "compare"),
    (r"\b(?:überblick|panorama|aperçu|visão geral|panoramica)\b", "overview"),
    (r"\b(?:unterscheide[nt]|unterscheidet|diferencian?|se distinguen|diffèrent|diffère|differiscono|diferem)\b", "differ"),
    (r"\bwie (?:endet|schließt) (?:das |der |die )?(.*)", r"how does the \1 end"),
    (r"\bwie beginnt (?:das |der |die )?(.*)", r"how does the \1 begin"),
    (r"\b(?:erkläre?|explica|explique[rz]?)\b", "explain"),
    (r"\bin einfachen worten\b", "in plain language"),
    (r"\b(?:chiste|witz|blague|piada|barzelletta)\b", "joke"),
    (r"\b(?:cuéntame|erzähl(?:e)? mir|raconte-moi|me conte|raccontami) (?:un|einen|une|uma)\b", "tell me a"),
    (r"\bwas steht (?:in|auf|im)\b", "what is in"),
    (
        (
            r"\b(?:qué|que) dicen? (?:la |el |l['’])?([^?]*)|\bque dit (?:la |le |l['’])?([^?]*)|\bcosa dice (?:la "
            r"|il |l['’])?([^?]*)"
        ),
        r"what does \1\2\3 say",
    ),
    (r"\b(?:unterschiede?|diferencias?|différences?|diferenças?|differenz[ae]|differenze)\b", "difference"),
    (r"\b(?:zwischen|entre|tra|fra)\b", "between"),
    (r"\b(?:beziehung|zusammenhang|verhältnis|relación|relation|lien|relação|relazione|rapporto)\b", "relationship"),
    (r"\bwie (?:hängen|hängt)\b(.*)\bzusammen\b", r"how are \1 related"),
    (r"\b(?:werden|wird|wurden?)\b", "is"),
    (r"\b(?:erwähnt|genannt)\b", "mentioned"),
    (r"\bse mencionan?\b|\bé mencionad[oa]\b", "is mentioned"),
    (r"\b(?:est|sont)(?:-(?:il|elle|ils|elles))? mentionnée?s?\b|\b(?:viene|è) menzionat[oa]\b", "is mentioned"),
    (
        (
            r"\b(?:apparaît|apparaissent|apparait)(?:-t)?(?:-(?:il|elle|ils|elles))?\b|\baparecen?\b|\bappare\b"
            r"|\b(?:kommt|taucht)\b"
        ),
        "appears",
    ),
    (r"\b(?:(?:das|dem|des) )?(?:wort|wörter|palabras?|mots?|palavras?|parol[ae])\b", "word"),
    (r"\b(?:(?:der|die|des) )?(?:erste[rnsm]?)\b|\b(?:primer[oa]?|primeira|première|premier|prima)\b", "first"),
    (r"\b(?:besser|mejor que|meilleur que|melhor que)\b", "better"),
    (r"\b(?:oder|ou)\b", "or"),
    (r"\bwelches? is(?:t)?\b", "which is"),
    (r"\b(?:letzte[rnsm]?|últim[oa]|dernière|dernier|ultim[oa])\b", "last"),
    (r"\b(?:zweite[rnsm]?|segund[oa]|deuxième|second[oa])\b", "second"),
    (r"\b(?:satz|sätze|frases?|oración|phrase|frasi)\b", "sentence"),
    (r"\b(?:absatz|párrafo|paragraphe|parágrafo|paragrafo)\b", "paragraph"),
    (r"\b(?:abschnitt|kapitel|sección|seção|sezione)\b", "section"),
    (r"\b(?:einleitung|introducción|introdução|introduzione)\b", "introduction"),
    (r"\b(?:auf (?:der )?seite|(?:de|en) la página|à la page|de la page|na página|da página|(?:a|della) pagina)\b", "on page"),
    (r"\b(?:seite|página|pagina)\b", "page"),
    (r"\b(?:der|des|de la|de l['’]|du|della|dell['’]|da|do)\s*(?=introduction|conclusion|abstract|section)", "of the "),
    (r"\b(?:seiten|páginas|pagine)\b", "pages"),
    (r"\b(?:autor(?:en|in|es|as)?|autrice|auteure?s?|autore|autori)\b", "authors"),
    (r"\bwer (?:sind|ist)\b|\bquién(?:es)? (?:son|es)\b|\bqui (?:sont|est)\b|\bquem (?:são|é)\b|\bchi (?:sono|è)\b", "who are"),
    (r"\bwer hat\b(.*)\bgeschrieben\b", r"who wrote \1"),
    (r"\bquién(?:es)? escribi(?:ó|eron)\b|\bqui a écrit\b|\bquem escreveu\b|\bchi ha scritto\b", "who wrote"),
    (
        (
            r"\b(?:which|quel|welcher|cuál|qual) (?:ist|est|es|é|è) (?:der |le |el |o |il )?(?:titel|título|titre"
            r"|titolo)\b"
        ),
        "what is the title",
    ),
    (r"\bwelchen (?:titel|namen) has\b", "what is the title of"),
    (r"\b(?:titel|título|titre|titolo)\b", "title"),
    (r"\b(?:konferenz|conferencia|conférence|conferência|conferenza)\b", "conference"),
    (r"\b(?:zeitschrift|revista|revue|rivista)\b", "journal"),
    (
        (
            r"\bse public[óo]\b|\b(?:a |est |fue |foi |è )?(?:été )?(?:veröffentlicht|publiziert|erschienen"
            r"|publicad[oa]|publiée?|pubblicat[oa])\b"
        ),
        "published",
    ),
    (r"\b(?:wann|cuándo|quand|quando)\b", "when was"),
    (r"\b(?:wo|dónde|où|onde|dove)\b", "where was"),
    (r"\b(?:jahr|año|année|ano|anno)\b", "year"),
    (r"\b(?:zugehörigkeit|institution(?:en)?|afiliaci[óo]n(?:es)?|affiliations?|instituci[óo]n(?:es)?)\b", "affiliation"),
    (r"\b(?:referenzen|literaturangaben|referencias|références|referências|riferimenti)\b", "references"),
    (r"\b(?:alle (?:papers?|artikel|aufsätze|arbeiten))\b", "all papers"),
    (r"\bwelche papers?\b|\bwelche (?:artikel|aufsätze)\b", "which papers"),
    (r"\b(?:papers?|artikels?|aufsatz|aufsatzes|artículo|article|artigo|articolo|arbeit)\b", "paper"),
    (r"\b(?:artículos|articles|artigos|articoli|aufsätze)\b", "papers"),
    (r"^\s*(?:liste|lista|enumera|énumère|elenca|nenne)\b", "list"),
    (r"\b(?:behandeln|besprechen|tratan sobre|parlent d[e'’]|traitent d[e'’]|tratam de|parlano di|trattano)\b", "discuss"),
    (r"\b(?:tabelle|tabla|tableau|tabela|tabella)\b", "table"),
    (
        (
            r"\b(?:höchste[nrs]?|la mayor|el mayor|más alt[oa]|la plus (?:haute|élevée)|le plus (?:haut|élevé)|maior"
            r"|più alt[oa])\b"
        ),
        "highest",
    ),
    (
        (
            r"\b(?:niedrigste[nrs]?|la menor|el menor|más baj[oa]|la plus (?:basse|faible)|le plus (?:bas|faible)"
            r"|menor|più bass[oa])\b"
        ),
        "lowest",
    ),
    (r"\b(?:beste[nrs]?|mejor|meilleure?|melhor|migliore?)\b", "best"),
    (r"\b(?:genauigkeit|precisión|précision|exactitud|accuratezza)\b", "accuracy"),
    (r"\b(?:welche[rsmn]?|cuál(?:es)?|quel(?:le)?s?|qual|quais|quali?)\b", "which"),
    (r"\b(?:was|qué|que|quoi|cosa|o que) (?:ist|es|est|é|è)\b|\bqu['’]est-ce que?\b", "what is"),
    (r"\b(?:hat|tiene|contient|compte|comporte|enthält|umfasst|contiene|contém|tem)\b", "has"),
    (r"\b(?:warum|por qué|pourquoi|por que|perché)\b", "why"),
    (r"\bqué\b", "which"),
)

_CHINESE: tuple[tuple[str, str], ...] = (
    (r"^\s*(?:你好|您好|嗨)", " hello "),
    (r"谢谢", " thanks "),
    (r"^\s*那(.*)呢", r" and for \1 "),
    (r"多少次|几次", " how many times "),
    (r"(?:出现|提到|提及|提到了|使用了?这个词)了?", " mentioned "),
    (r"多少页|几页", " how many pages does the paper have "),
    (r"多少(?:个)?(?:词|字|单词)", " how many words in the paper "),
    (r"多少(?:篇)?(?:参考文献|文献)", " how many references "),
    (r"参考文献", " references "),
    (r"多少(?:位|名|个)作者", " how many authors "),
    (r"第一作者", " first author "),
    (r"(?:谁|哪些人)(?:写|撰写)了?", " who wrote "),
    (r"作者(?:是|有|都)?(?:谁|哪些|哪几位)", " who are the authors "),
    (r"作者来自哪[个所]?", " authors affiliation "),
    (r"(?:单位|机构|隶属)", " affiliation "),
    (r"(?:讲|说|谈)了?什么", " what is the paper about: "),
    (r"标题|题目", " what is the title of the paper "),
    (r"(?:发表|出版)(?:在|于)?(?:哪里|哪个(?:会议|期刊))|(?:在)?哪个(?:会议|期刊)(?:上)?发表", " where was the paper published "),
    (r"(?:哪一?年|什么时候)(?:发表|出版)|(?:发表|出版)(?:于|在)?(?:哪一?年|什么时候)", " when was the paper published "),
    (r"第\s*(\d+)\s*页", r" page \1 "),
    (r"第\s*([\d.]+)\s*节", r" section \1 "),
    (r"第一(?:句话|句|个句子)", " what is the first sentence "),
    (r"最后(?:一句话|一句|一个句子)", " what is the last sentence "),
    (r"第一段", " what is the first paragraph "),
    (r"总结|概括|概述", " summarize "),
    (r"主要(?:贡献|内容|观点)", " main contributions "),
    (r"(?:比较|对比)", " compare "),
    (r"区别|不同|差异", " difference "),
    (r"关系|联系", " relationship between "),
    (r"表\s*(\d+)", r" table \1 "),
    (r"最高", " highest "),
    (r"最低", " lowest "),
    (r"最好", " best "),
    (r"列出|列举", " list "),
    (r"所有(?:的)?(?:论文|文章|文献)", " all papers "),
    (r"哪些(?:论文|文章)", " which papers "),
    (r"(?:讨论|涉及|介绍)了?", " discuss "),
    (r"(?:这篇|该|本)?(?:论文|文章)", " paper "),
    (r"哪(?:个|种|些)", " which "),
    (r"什么是|是什么", " what is "),
    (r"的", " "),
)

_PUNCTUATION = str.maketrans("¿¡？。，！", "  ?.,!")


def glossed(text: str) -> str | None:
    """The question with its words of asking in English; None when it is English already, as far as can be told."""
    if _KANA.search(text):
        return _replaced(text, JAPANESE)
    if _CJK.search(text):
        return _replaced(text, _CHINESE)
    if _CYRILLIC.search(text):
        return _replaced(text, RUSSIAN)
    return _replaced(text, _LATIN) if _SURE.search(text) else None


def _replaced(text: str, table: tuple[tuple[str, str], ...]) -> str:
    for pattern, english in table:
        text = re.sub(pattern, english, text, flags=re.IGNORECASE)
    text = text.translate(_PUNCTUATION)
    return re.sub(r"\s+", " ", text).strip()
