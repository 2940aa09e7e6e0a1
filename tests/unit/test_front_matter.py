"""Front matter is read from where things stand on the page and how they are set."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.types import Block, BlockKind, Box, Metadata
from paperatlas.pipeline.front.abstract import abstract_lead, find_abstract
from paperatlas.pipeline.front.front_matter import read_front_matter
from paperatlas.pipeline.front.identifiers import arxiv_id_in, arxiv_year, doi_in, emails_in
from paperatlas.pipeline.front.language import language_of
from paperatlas.pipeline.front.names import is_name
from paperatlas.pipeline.front.venue import find_venue, find_year
from paperatlas.pipeline.layout import Line, RawPage, Region, Word

WIDTH, HEIGHT = 600.0, 800.0
PROSE = (
    "We describe a method that reads the pages of a paper and we show that it finds what is printed on each of them with care."
)


def put(text: str, x: float, y: float, *, size: float = 10, bold: bool = False, font: str = "Roman") -> Line:
    """A line of half-em characters; a word that begins with ^ is raised, set small, and clings to the word before it."""
    words, left = [], x
    for printed in text.split(" "):
        raised, token = printed.startswith("^"), printed.removeprefix("^")
        scale = 0.7 * size if raised else size
        width = 0.5 * scale * len(token)
        left -= 0.3 * size if raised and words else 0
        words.append(Word(token, left, y - 2 * raised, left + width, y + scale, scale, font, bold, False, raised))
        left += width + 0.3 * size
    return Line(tuple(words), (x, min(w.y0 for w in words), words[-1].x1, y + size))


def join(lines: Sequence[str]) -> str:
    return " ".join(lines)


def block(
    text: str, y: float, *, kind: BlockKind = BlockKind.PARAGRAPH, page: int = 1, height: float = 30, x: float = 60
) -> Block:
    return Block(kind=kind, text=text, box=Box(page, x, y, 540, y + height))


def paper(
    *lines: Line, blocks: Sequence[Block] | None = None, info: dict[str, str] | None = None, regions: Sequence[Region] = ()
) -> Metadata:
    """The front matter of a page with the title "A Study of Pages" over these lines, and an abstract at 300."""
    title = put("A Study of Pages", 200, 60, size=18, bold=True)
    lead = put("Abstract", 280, 300, size=12, bold=True)
    page = RawPage(1, "", WIDTH, HEIGHT, (title, *lines, lead, put(PROSE[:80], 60, 320)), tuple(regions))
    default = [block("Abstract", 300, kind=BlockKind.HEADING, height=12), block(PROSE, 320)]
    return read_front_matter([page], blocks if blocks is not None else default, tuple((info or {}).items()), join)


BYLINES = {
    "commas and 'and'": ("Ana Silva, Bo J. Chen and Carla de la Cruz", ("Ana Silva", "Bo J. Chen", "Carla de la Cruz")),
    "marks after commas": ("Ana Silva, ^1,2 Bo Chen, ^1 and Dov Levi ^2,*", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "marks before commas": ("Ana Silva ^1,2 , Bo Chen ^∗ , Dov Levi ^2", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "marks glued to names": ("Ana Silva1,2, Bo Chen1* and Dov Levi2", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "degrees": ("Ana Silva, MD, PhD, ^1 Bo Chen, MSc, ^2 Dov Levi, M.D. ^1", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "ranks of a society": ("Ana Silva, Senior Member, IEEE, and Bo Chen, Member, IEEE", ("Ana Silva", "Bo Chen")),
    "dots between": ("Ana Silva ^1 · Bo Chen ^2 · Dov Levi ^1", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "ampersand": ("Ana Silva ^1 , Bo Chen ^2 & Dov Levi ^1", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "only marks between": ("Ana Silva ^♣ Bo Chen ^♠† Dov Levi ^♣", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "identifiers": ("Ana Silva[0000-0002-1825-0097] and Bo Chen[0000-0001-5109-3700]", ("Ana Silva", "Bo Chen")),
    "unusual marks": ("Ana Silva ^1☯ , Bo Chen ^1,2(B) , Dov Levi ^2◎", ("Ana Silva", "Bo Chen", "Dov Levi")),
    "letters as marks": ("Ana Silva ^a,* , Bo Chen ^a,b", ("Ana Silva", "Bo Chen")),
    "generations": ("Robert L. Moss IV ^∗ and Bo Chen, Jr. ^1", ("Robert L. Moss IV", "Bo Chen Jr.")),
    "capitals": ("ANA SILVA AND YO-YO MA", ("ANA SILVA", "YO-YO MA")),
    "particles": ("Ivo H. M. van Stokkum, Manuela García-de la Hera", ("Ivo H. M. van Stokkum", "Manuela García-de la Hera")),
    "a lead": ("by Ana Silva and Bo Chen", ("Ana Silva", "Bo Chen")),
}  # fmt: skip


@pytest.mark.parametrize(("printed", "names"), BYLINES.values(), ids=BYLINES.keys())
def test_names_are_read_without_what_is_printed_around_them(printed: str, names: tuple[str, ...]) -> None:
    found = paper(put(printed, 100, 100, size=12, bold=True), put("University of Somewhere", 200, 120))
    assert found.authors == names


given_names = st.sampled_from(["Ana", "Bo", "José", "Łukasz", "Günter", "Wen-tau", "J. R.", "Noah A."])
surnames = st.sampled_from(["Silva", "O'Hara", "van der Berg", "Núñez", "Smith-Jones", "Ng", "de Souza", "McKay"])
full_names = st.builds("{} {}".format, given_names, surnames)


@given(st.lists(st.tuples(full_names, st.integers(1, 4)), min_size=1, max_size=9, unique_by=lambda pair: pair[0]))
def test_any_list_of_marked_names_comes_back_in_order(people: list[tuple[str, int]]) -> None:
    rows = [people[start : start + 3] for start in range(0, len(people), 3)]
    lines = [
        put(" , ".join(f"{name} ^{mark}" for name, mark in row), 60, 100 + 14 * number, size=12, bold=True)
        for number, row in enumerate(rows)
    ]
    addresses = [put(f"^{mark} Institute of Number {mark}", 60, 160 + 12 * mark) for mark in range(1, 5)]
    found = paper(*lines, *addresses)
    assert found.authors == tuple(name for name, _ in people)
    assert [found.affiliations[own] for (own,) in found.author_affiliations] == [
        f"Institute of Number {mark}" for _, mark in people
    ]


def test_a_grid_ties_each_author_to_the_address_below() -> None:
    found = paper(
        put("Ana Silva", 80, 100, bold=True),
        put("Bo Chen", 380, 100, bold=True),
        put("Northern University", 60, 114),
        put("Southern Institute", 360, 114),
        put("Porto, Portugal", 70, 128),
        put("Hamar, Norway", 365, 128),
        put("ana@north.example.org", 60, 142),
        put("bo@south.example.org", 360, 142),
        put("Dov Levi", 230, 170, bold=True),
        put("Northern University", 200, 184),
        put("Porto, Portugal", 210, 198),
    )
    assert found.authors == ("Ana Silva", "Bo Chen", "Dov Levi")
    assert found.affiliations == ("Northern University, Porto, Portugal", "Southern Institute, Hamar, Norway")
    assert found.author_affiliations == ((0,), (1,), (0,))
    assert found.emails == ("ana@north.example.org", "bo@south.example.org")


def test_a_town_under_an_address_in_the_same_type_is_no_author() -> None:
    found = paper(
        put("Ana Silva", 80, 100),
        put("Bo Chen", 380, 100),
        put("Northern University", 60, 112),
        put("Southern University", 360, 112),
        put("Mountain View", 75, 124),
        put("Palo Alto", 380, 124),
    )
    assert found.authors == ("Ana Silva", "Bo Chen")


def test_one_address_is_that_of_all_authors() -> None:
    found = paper(put("Ana Silva, Bo Chen", 200, 100, size=12, bold=True), put("Northern University", 220, 120))
    assert found.author_affiliations == ((0,), (0,))


def test_an_address_without_a_mark_belongs_to_the_authors_without_one() -> None:
    found = paper(
        put("Ana Silva, Bo Chen ^† , Dov Levi", 200, 100, size=12, bold=True),
        put("Facts Laboratory", 150, 120, size=12),
        put("^† Southern University", 320, 120, size=12),
    )
    assert found.affiliations == ("Facts Laboratory", "Southern University")
    assert found.author_affiliations == ((0,), (1,), (0,))


def test_a_name_cut_by_the_lines_end_is_one_name() -> None:
    found = paper(
        put("Ana Silva, Bo Chen, Laura", 60, 100, size=12, bold=True),
        put("Novak, and Dov Levi", 60, 114, size=12, bold=True),
        put("Northern University", 60, 140),
    )
    assert found.authors == ("Ana Silva", "Bo Chen", "Laura Novak", "Dov Levi")


def test_addresses_in_the_footnotes_are_found_by_their_marks() -> None:
    found = paper(
        put("Ana Silva ^1 and Bo Chen ^2", 200, 100, size=12, bold=True),
        put("^1 Northern University, Porto", 60, 730, size=8),
        put("^2 Southern Institute, Hamar", 60, 740, size=8),
    )
    assert found.affiliations == ("Northern University, Porto", "Southern Institute, Hamar")
    assert found.author_affiliations == ((0,), (1,))


def test_words_in_a_chart_above_the_abstract_are_no_authors() -> None:
    chart = Region("picture", (50, 90, 550, 200))
    found = paper(put("Ana Silva", 80, 220, bold=True), put("Total Sales", 80, 100, bold=True), regions=[chart])
    assert found.authors == ("Ana Silva",)


def test_the_title_of_the_properties_counts_only_when_the_page_prints_it() -> None:
    assert paper(info={"title": "A study of pages"}).title == "A study of pages"
    assert paper(info={"title": "Microsoft Word - draft7.doc"}).title == "A Study of Pages"
    assert paper(info={"title": "Something Else Entirely"}).title == "A Study of Pages"


def test_a_journals_name_in_larger_type_is_not_the_title() -> None:
    assert paper(put("Journal of Invented Results", 60, 20, size=26)).title == "A Study of Pages"


def test_the_title_loses_its_footnote_mark_and_keeps_its_second_line() -> None:
    page = RawPage(
        1,
        "",
        WIDTH,
        HEIGHT,
        (put("Reading Pages", 100, 50, size=18), put("With Care ^∗", 100, 70, size=18), put(PROSE, 20, 300)),
        (),
    )
    assert read_front_matter([page], [], (), join).title == "Reading Pages With Care"


def test_authors_of_the_properties_serve_when_the_page_has_no_byline() -> None:
    found = paper(
        put("silva & chen", 60, 700),
        put("by the Silva and Chen team of this office", 60, 120),
        info={"author": "Ana Silva; Bo Chen; Eve Stranger"},
    )
    assert found.authors == ("Ana Silva", "Bo Chen")


def test_the_stamps_date_is_never_the_year() -> None:
    stamp = put("arXiv:1512.03385v7 [cs.CV] 2 Aug 2023", 10, 200, size=20)
    found = paper(Line(stamp.words, (10, 200, 30, 560), horizontal=False), info={"creationDate": "D:20240410211143Z"})
    assert (found.arxiv_id, found.year, found.venue) == ("1512.03385", 2015, "arXiv")


def test_an_empty_document_has_empty_front_matter() -> None:
    assert read_front_matter([], [], (), join) == Metadata()
    assert read_front_matter([RawPage(1, "", WIDTH, HEIGHT, (), ())], [], (), join) == Metadata()


@pytest.mark.parametrize(
    ("line", "venue", "year"),
    [
        (
            "Proceedings of the 57th Annual Meeting of Maps, pages 1995–2004 Florence, Italy, July 28, 2019. c⃝2019 Society",
            "Proceedings of the 57th Annual Meeting of Maps",
            2019,
        ),
        ("31st Conference on Stones (STONES 2017), Long Beach, CA, USA.", "31st Conference on Stones (STONES 2017)", 2017),
        ("Published as a conference paper at ICXR 2021", "ICXR 2021", 2021),
        ("Nutrients 2021, 13, 1241. https://doi.org/10.3390/nu13041241", "Nutrients", 2021),
        ("Harbour Journal 23:152–158, 2023", "Harbour Journal", 2023),
        ("Z. Steinforsch. 54 a, 272-273 (1999);", "Z. Steinforsch.", 1999),
        ("Journal of Stones 12 (2004) 101–115", "Journal of Stones", 2004),
        ("Stone Control 2004;13:447–453. doi: 10.1136/tc.2003.006676", "Stone Control", 2004),
        ("IEEE TRANSACTIONS ON STONES, VOL. 3, NO. 4, APRIL 1999", "IEEE TRANSACTIONS ON STONES", 1999),
        ("© 2018 The Authors. All rights reserved.", "", 2018),
        ("Received: 5 March 2020 / Accepted: 7 January 2021", "", 2021),
        ("The stones of 1998 were heavier.", "", None),
    ],
)  # fmt: skip
def test_venue_and_year_come_from_the_citation_line(line: str, venue: str, year: int | None) -> None:
    assert find_venue([line], [line]) == venue
    assert find_year([line], [line]) == year


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.3390/nu13041241", "10.3390/nu13041241"),
        ("(doi:10.1016/S0140-6736(05)12345-6).", "10.1016/S0140-6736(05)12345-6"),
        ("see 10.1000/xyz, and more", "10.1000/xyz"),
        ("version 10.2 of 2019/20", ""),
    ],
)
def test_a_doi_ends_before_the_sentences_punctuation(text: str, doi: str) -> None:
    assert doi_in(text) == doi


def test_arxiv_ids_of_both_kinds_name_their_year() -> None:
    assert arxiv_id_in("arXiv:hep-th/9901001v3 1 Jan 2000") == "hep-th/9901001"
    assert arxiv_year("hep-th/9901001") == 1999
    assert arxiv_year(arxiv_id_in("https://arxiv.org/abs/2402.03216")) == 2024
    assert arxiv_year("2499.00001") is None


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("{ana, bo.chen}@x.example.org", ("ana@x.example.org", "bo.chen@x.example.org")),
        ("ana@a.org, {bo|dov}@b.edu; ana@a.org.", ("ana@a.org", "bo@b.edu", "dov@b.edu")),
        ("write to a.b-c@mail.uni.de.", ("a.b-c@mail.uni.de",)),
        ("no address @ here", ()),
    ],
)
def test_addresses_in_braces_are_expanded(text: str, addresses: tuple[str, ...]) -> None:
    assert emails_in(text) == addresses


def test_an_abstract_ends_at_the_keywords() -> None:
    blocks = [block(f"Abstract— {PROSE}", 100), block("Keywords: pages, care", 135), block("More text.", 170)]
    assert find_abstract(blocks, 50) == PROSE
    assert find_abstract([block(f"Abstract: {PROSE} Keywords: pages, care", 100)], 50) == PROSE


def test_an_abstract_of_two_paragraphs_stops_where_the_measure_changes() -> None:
    blocks = [
        block("Abstract", 80, kind=BlockKind.HEADING, height=12, x=100),
        block(PROSE, 100, x=100),
        block("A second part.", 135, x=100),
        block("∗Equal contribution.", 185),
    ]
    assert find_abstract(blocks, 50) == f"{PROSE} A second part."


def test_an_abstract_goes_on_in_the_next_column_when_its_sentence_does() -> None:
    blocks = [block("Abstract", 700, kind=BlockKind.HEADING, height=12), block("We describe a method that", 715)]
    going_on = [block("reads pages.", 60, x=310), block("1 Introduction", 100, kind=BlockKind.HEADING, x=310)]
    assert find_abstract([*blocks, *going_on], 50) == "We describe a method that reads pages."


def test_a_structured_abstract_keeps_its_labels() -> None:
    parts = ["Background: Stones lie.", "Methods: We looked.", "Results: They lay.", "Conclusion: They lie still."]
    run_in = [block(f"Abstract {parts[0]}", 100)] + [block(part, 100 + 32 * n) for n, part in enumerate(parts) if n]
    assert find_abstract([*run_in, block("Keywords: stones", 240)], 50) == " ".join(parts)
    own_lines = [block("Abstract", 60, kind=BlockKind.HEADING, height=12)]
    for number, part in enumerate(parts):
        label, text = part.split(": ")
        own_lines += [block(label, 80 + 50 * number, kind=BlockKind.HEADING, height=12), block(text, 95 + 50 * number)]
    own_lines.append(block("1 Introduction", 400, kind=BlockKind.HEADING))
    assert (
        find_abstract(own_lines, 50) == "Background Stones lie. Methods We looked. Results They lay. Conclusion They lie still."
    )


def test_prose_under_the_byline_is_the_abstract_when_no_heading_says_so() -> None:
    blocks = [
        block("Northern University, Porto", 100),
        block(PROSE, 140),
        block("I. INTRODUCTION", 200, kind=BlockKind.HEADING),
        block("Text.", 230),
    ]
    assert find_abstract(blocks, 90) == PROSE
    assert find_abstract(blocks, None) == ""


@pytest.mark.parametrize("mark", [" 1", "¹", "∗"])
def test_the_footnote_mark_at_the_abstracts_end_is_left_out(mark: str) -> None:
    assert find_abstract([block(f"Abstract. {PROSE}{mark}", 100)], 50) == PROSE


def test_a_sentence_that_begins_with_the_word_abstract_is_no_lead() -> None:
    assert abstract_lead("A B S T R A C T")
    assert abstract_lead("Abstract We show")
    assert not abstract_lead("Abstract reasoning is hard")
    assert not abstract_lead("Summary statistics of all sites")


@pytest.mark.parametrize(
    "text",
    [
        "Mountain View, CA",
        "Google Research",
        "January 2007",
        "Equal Contribution",
        "of the",
        "Department",
        "x y",
        "University of Porto",
    ],
)
def test_places_and_remarks_do_not_look_like_names(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (PROSE, "en"),
        ("Wir beschreiben ein Verfahren, das die Seiten einer Arbeit liest und zeigt, was auf ihnen steht.", "de"),
        ("Nous décrivons une méthode qui lit les pages d'un article et nous montrons ce que l'on y trouve.", "fr"),
        ("Describimos un método que lee las páginas de un artículo y mostramos lo que se encuentra en ellas.", "es"),
        ("Мы описываем метод, который читает страницы статьи, и показываем, что на них напечатано.", "ru"),
        ("本文描述了一种阅读论文页面的方法，并展示了每页上印刷的内容以及我们的结果。", "zh"),
        ("この論文では、論文のページを読む方法について述べ、各ページに印刷された内容を示します。", "ja"),
        ("12 34 56", ""),
        ("Qwxz plmk vbnh tgrf wsxq plokm ijnuh bygvt fcrdx", ""),
    ],
)  # fmt: skip
def test_the_language_is_told_from_script_and_common_words(text: str, language: str) -> None:
    assert language_of(text) == language


@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    emails_in(text)
    doi_in(text)
    language_of(text)
    find_venue([text], [text])
    find_year([text], [text])
    find_abstract([block(text, 10)], 0)
    assert isinstance(is_name(text), bool)
