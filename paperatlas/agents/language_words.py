"""Words and letters that tell the language of a question: words of asking, articles, prepositions, common verbs."""

__all__ = ["ENDINGS", "LETTERS", "WORDS"]

WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": (
            "the a an of in on for and or is are was were be been do does did has have had can could would should will"
            " may what which who whom whose where when why how many much often long this that these those it its they"
            " them their he she his her with without by from to at as than about into between not no yes any some all"
            " both each every one two there here study page table give me show list tell explain summarize summarise"
            " compare describe find you your my i we our used use using mean means said says section sentence word"
            " first last please hello thanks hi hey more less most least if then so because while during after before"
            " same other another up out only also just over paper papers article articles document documents name main"
            " key number times author authors written published year get got"
        ),
        "de": (
            "der die das den dem des ein eine einer eines einem einen und oder aber ist sind war waren wird werden"
            " wurde wurden hat haben hatte kann können soll muss was welche welcher welches welchen welchem wer wen wem"
            " wo wann warum wieso wie viele viel oft lange in im an am auf aus bei mit nach von vom zu zum zur über"
            " unter für gegen ohne zwischen durch um nicht kein keine auch noch nur sehr mehr als dass es sie er ich du"
            " wir ihr man sich mir mich dir dich uns dieser diese dieses diesem diesen gibt steht seite satz artikel"
            " arbeit studie autoren bitte danke hallo worum geht fasse zusammen erkläre vergleiche liste alle nenne"
            " zeige heißt lautet wort tabelle jahr beiden zwei erste ersten letzte letzten wofür woher womit worin"
            " unterschied verwendet machen macht tut wovon handelt hauptbeitrag unterschiede vergleich besagt kurz"
            " papers haupt basiert verbindet zeigt koche sag erzähl erzähle schreib witz wetter ergebnisse ergebnis"
            " enthält gehört mal ihn genau bedeutet behandeln behandelt anzahl autor seiten hast habe etwas alles"
        ),
        "fr": (
            "le la les l un une des du de d et ou mais est sont était étaient sera a ont avait avoir être été qui que"
            " qu quoi quel quelle quels quelles où quand pourquoi comment combien dans sur sous avec sans par pour"
            " entre vers chez au aux en ne pas plus moins très aussi ce cet cette ces il elle ils elles on nous vous je"
            " tu me te se son sa ses leur leurs mon ma mes ton ta votre vos notre nos y t fois page phrase article"
            " auteurs étude tableau année mot deux premier première dernier dernière s'il merci bonjour résume résumez"
            " compare expliquez explique donne donnez liste montre peux-tu quelqu c cela ça fait faire dit utilisé"
            " utilisée différence est-ce-que si comparer comparaison différences résumé résumer traite parle parlent"
            " lien écrit publié donne-moi montre-moi raconte blague recette meilleur meilleure auteur données méthode"
            " modèle signifie veut dire existe articles documents quelques y-a-t-il trois fais écris dis"
        ),
        "es": (
            "el la los las un una unos unas de del y pero es son fue fueron era ser está están hay ha han había tiene"
            " tienen qué que quién quiénes cuál cuáles cuánto cuánta cuántos cuántas dónde cuándo cómo por para con sin"
            " sobre entre en a al se su sus lo le les no más menos muy también este esta estos estas ese esa eso yo tú"
            " él ella nosotros ellos me te mi tu veces página frase oración artículo artículos autores estudio tabla"
            " año palabra dos primera primer última último favor gracias hola resume resuma compara explica dame lista"
            " muestra puedes hace según donde como cuando usó utilizó utiliza diferencia hasta desde si cuéntame cuenta"
            " dime escribe búscame reserva diferencias chiste vuelo haz hazme significa sigla tratan trata hablan habla"
            " relación conclusiones resultados resumen puede podrías tengo tenemos cuento método datos muestran"
            " escribió publicó aparece menciona mejor mayor menor autor idea hago tal buenos días"
        ),
        "pt": (
            "o a os as um uma uns umas de do da dos das e ou mas é são foi foram era ser está estão há tem têm tinha"
            " quê que quem qual quais quanto quanta quantos quantas onde quando como por para com sem sobre entre em no"
            " na nos nas ao à aos às se seu sua seus suas não mais menos muito também este esta estes estas esse essa"
            " isso isto eu tu ele ela nós eles elas você me te meu minha vezes página frase artigo artigos autores"
            " estudo tabela ano palavra dois duas primeira primeiro última último favor obrigado obrigada olá resuma"
            " compare explique dê liste mostre pode usado usada utilizado pelo pela pelos pelas num numa até desde"
            " diferença porque fale quer dizer sigla obtém atinge alcança acurácia resumo ideia existem temos conta"
            " conte faço significa escreveu publicado publicada aparece palavras páginas revista tratam falam fala"
            " autor melhor maior menor relação ligação conclusões resultados piada tempo amanhã hoje estudos documentos"
            " vocês descreva defina mostra método dados modelo usaram deles mencionado mencionada poderia tenho outro"
            " outra segundo segunda falha liga serve baseado faz bom dia tudo bem preparo rejeitou trata síntese"
        ),
        "it": (
            "il lo la i gli le l un uno una di del dello della dei degli delle d e ed o ma è sono era erano fu essere"
            " stato stata stati state c'è ci ha hanno aveva avere che chi cosa quale quali quanto quanta quanti quante"
            " dove quando perché come per con senza su sul sulla sui sulle tra fra in nel nello nella nei negli nelle a"
            " al allo alla ai agli alle da dal dalla dai dalle si suo sua suoi loro non più meno molto anche questo"
            " questa questi queste quello quella io tu lui lei noi voi mi ti volte pagina frase articolo articoli"
            " autori studio tabella anno parola due prima primo ultima ultimo favore grazie ciao riassumi confronta"
            " spiega dammi elenca mostra puoi usato usata viene vengono cos qual dell nell all spiegami serve deriva"
            " basa riassumere confrontare abbiamo qualcosa documenti potresti spiegare meglio seconda secondo"
            " raccontami storia barzelletta riassunto differenza differenze rapporto relazione ho significa scritto"
            " pubblicato compare appare parlano parla tratta autore metodo dati modello esistono scrivi dimmi fammi c"
            " cos'è l'ultimo risultati conclusioni contributi tempo fa farà"
        ),
        "nl": (
            "de het een en of maar is zijn was waren wordt worden werd werden heeft hebben had kan kunnen moet wat"
            " welke welk wie waar wanneer waarom hoe hoeveel veel vaak lang in op aan bij met naar van voor tegen"
            " zonder tussen door om uit over onder niet geen ook nog slechts zeer meer dan dat dit deze die er ik jij"
            " je we wij u hij zij ze zich mij me staat pagina zin artikel artikelen onderzoek auteurs tabel jaar woord"
            " twee eerste laatste alsjeblieft bedankt hallo gaat vat samen samenvatting vergelijk geef toon noem alle"
            " verschil gebruikt kun vertel waarop waarover te gebaseerd waarin verschilt sneller beter kook mop grap"
            " schrijf geschreven gepubliceerd komt voorbeeld gegeven bevindingen resultaten conclusies belangrijkste"
            " relatie verband jouw weer auteur pagina's gebruik keer resultaat"
        ),
        "pl": (
            "i w we z ze na do o od po przy przez dla za pod nad między jest są był była było były być ma mają czy co"
            " kto kogo komu czym kim jaki jaka jakie jakich jaką który która które których którym którą gdzie kiedy"
            " dlaczego jak ile ilu nie tak ten ta to te tego tej tym tych się go jej ich jego ja ty my wy on ona oni"
            " oraz lub albo ale a więcej mniej najbardziej raz razy strona stronie zdanie artykuł artykułu autor"
            " autorzy badanie tabela tabeli rok roku słowo dwa pierwsze pierwszy ostatnie ostatni proszę dziękuję cześć"
            " streść porównaj wyjaśnij wymień pokaż podaj wszystkie mi mnie opowiedz został została zostało użyto"
            " różnica różni opisz podsumuj krótko napisz list pogoda jutro dziś pokazuje streszczenie podsumowanie"
            " związek różnią porównanie znaczy oznacza główne wnioski wyniki dotyczą napisał autorem opublikowano"
            " występuje pojawia liczba tekst tekście dane wszystkich jakiej autora artykuły stron stronę tekstu"
        ),
        "tr": (
            "ve veya ama bir bu şu o ne neden niçin nasıl nerede nereye kim kimin kaç hangi hangisi mı mi mu mü mıdır"
            " midir için ile gibi kadar göre daha en çok az değil var yok olan olarak olduğu ise de da ki ben sen biz"
            " siz onlar bana sana sayfa cümle makale makalenin makaleyi makaleler yazar yazarı yazarları çalışma tablo"
            " yıl kelime kelimesi ilk son lütfen teşekkürler merhaba özetle karşılaştır açıkla listele göster ver nedir"
            " kimdir nelerdir kez kere arasındaki fark hakkında zaman yayımlandı geçiyor kullanıldı peki basit özeti"
            " arasında ilişki farklar yazıyor anlat hava bugün yarın bölümde sayfada sayfadaki cümlesi ilgili tüm bütün"
            " kısa önemli bulgular sonuç yapılır çalışır demek gelir ya"
        ),
        "sv": (
            "och eller men är var varit blir har hade kan ska skulle vad vem vems vilken vilket vilka varför hur många"
            " mycket ofta när där här i på av till från med utan för mellan om under över vid den det de en ett inte"
            " ingen också bara mer än att jag du vi ni han hon sig mig dig sidan mening artikel artikeln författare"
            " studien tabell år ord två första sista tack hej sammanfatta jämför förklara visa alla skillnad användes"
            " handlar"
        ),
    }.items()
}
"""Of languages in Latin letters."""

LETTERS: dict[str, str] = {
    "de": "ßäöü",
    "fr": "çœêèàùîôâ",
    "es": "ñ¿¡",
    "pt": "ãõç",
    "it": "ìòàèù",
    "pl": "łąęśćńźż",
    "tr": "ğışç",
    "sv": "åäö",
}
"""Letters that one of the languages has and most others have not."""

ENDINGS: dict[str, tuple[str, ...]] = {
    "en": ("ing", "tion", "ness", "ly", "ed"),
    "de": ("ung", "heit", "keit", "lich", "isch", "schaft"),
    "fr": ("eux", "euse", "ment", "aux", "ée", "ées"),
    "es": ("ción", "dad", "mente", "iento", "aron", "aje"),
    "pt": ("ção", "ções", "dade", "mento", "aram"),
    "it": ("zione", "zioni", "mente", "ità", "ato", "ano", "ono"),
    "nl": ("heid", "lijk", "ij", "aan", "isch"),
    "pl": ("ość", "ości", "ego", "ych", "nie", "ować"),
    "tr": ("lar", "ler", "dır", "dir", "yor", "lık"),
    "sv": ("ningen", "het", "arna", "erna"),
}
"""How words end in them; a weaker sign than a word."""
