"""Languages by their codes, since tables print codes and people ask by names."""

__all__ = ["LANGUAGES"]

_CODES = (
    "af:afrikaans am:amharic ar:arabic az:azerbaijani be:belarusian bg:bulgarian bn:bengali bs:bosnian ca:catalan"
    " cs:czech cy:welsh da:danish de:german el:greek en:english eo:esperanto es:spanish et:estonian eu:basque fa:persian"
    " fi:finnish fr:french ga:irish gl:galician gu:gujarati ha:hausa he:hebrew hi:hindi hr:croatian hu:hungarian"
    " hy:armenian id:indonesian ig:igbo is:icelandic it:italian ja:japanese jv:javanese ka:georgian kk:kazakh km:khmer"
    " kn:kannada ko:korean ku:kurdish ky:kyrgyz la:latin lo:lao lt:lithuanian lv:latvian mk:macedonian ml:malayalam"
    " mn:mongolian mr:marathi ms:malay mt:maltese my:burmese ne:nepali nl:dutch no:norwegian pa:punjabi pl:polish"
    " ps:pashto pt:portuguese ro:romanian ru:russian si:sinhala sk:slovak sl:slovenian so:somali sq:albanian sr:serbian"
    " sv:swedish sw:swahili ta:tamil te:telugu th:thai tl:tagalog tr:turkish uk:ukrainian ur:urdu uz:uzbek vi:vietnamese"
    " xh:xhosa yo:yoruba zh:chinese zu:zulu"
)
LANGUAGES: dict[str, str] = {pair[:2]: pair[3:] for pair in _CODES.split()}
"""ISO 639-1. As in "EN-DE" for English to German."""
