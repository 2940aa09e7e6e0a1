"""Exact questions get exact answers, each proven on its page or computed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.forms.counts import counted_term
from paperatlas.agents.forms.lists import ANY_LENGTH, Listing, read_listing
from paperatlas.agents.forms.positions import Position, read_position
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.operators import counts, lists, metadata, positions
from paperatlas.agents.operators.occurrences import pattern_of
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.route import route
from paperatlas.agents.state import Draft, Question
from paperatlas.core.ids import document_id
from paperatlas.core.searching import Scope
from paperatlas.core.types import Block, BlockKind, Box, Figure, Heading, Metadata, ParsedDocument
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf

GATES = "1 Gates"
KEEPERS = "2 Keepers"


def gates() -> ParsedDocument:
    first = page(
        1,
        [
            (BlockKind.TITLE, "", "On the Closing of Gates"),
            (BlockKind.AUTHOR, "", "Mira Aaltonen, Jo Brandt and Li Wei"),
            (BlockKind.AUTHOR, "", "University of Northern Harbours"),
            (BlockKind.ABSTRACT, "Abstract", "Gates close. We measure when gate-keepers sleep."),
            (BlockKind.HEADING, GATES, GATES),
            (BlockKind.PARAGRAPH, GATES, "A gate is a door in a wall. Gates are old. Their keepers are"),
        ],
    )
    second = page(
        2,
        [
            (BlockKind.PARAGRAPH, GATES, "often asleep at noon. Nobody knows why."),
            (BlockKind.CAPTION, GATES, "Table 1: Sleep statistics of the keepers."),
            (BlockKind.HEADING, KEEPERS, KEEPERS),
            (BlockKind.PARAGRAPH, KEEPERS, "Gatekeepers sleep for nine hours. A second gatekeeper wakes them."),
            (BlockKind.REFERENCE, "References", "Wei, L. 2001. The gate keeper. Journal of Doors."),
        ],
    )
    parsed = document(
        first,
        second,
        tables=[replace(table([["Keeper", "Hours"], ["Gate keeper A", "9"]], section=GATES), page=2)],
    )
    headings = tuple(
        Heading(number=block.text[0], text=block.text[2:], level=1, page=each.number, span=block.span)
        for each in (first, second)
        for block in each.blocks
        if block.kind is BlockKind.HEADING
    )
    return replace(
        parsed,
        name="gates.pdf",
        words=61,
        headings=headings,
        tables=tuple(replace(t, caption="Table 1: Sleep statistics of the keepers.") for t in parsed.tables),
        figures=(Figure(label="Figure 3", caption="", page=2, box=Box(2, 0, 0, 1, 1)),),
        metadata=Metadata(
            title="On the Closing of Gates",
            authors=("Mira Aaltonen", "Jo Brandt", "Li Wei"),
            year=2021,
            venue="Proceedings of the Conference on Doors",
            abstract="Gates close. We measure when gate-keepers sleep.",
            language="en",
            affiliations=("University of Northern Harbours",),
            emails=("aaltonen@north.example", "brandt@north.example"),
        ),
    )


def lanterns() -> ParsedDocument:
    parsed = document(
        page(1, [(BlockKind.TITLE, "", "LANTERN: Light at Night"), (BlockKind.PARAGRAPH, "", "A lantern lights the harbour.")])
    )
    return replace(
        parsed,
        id=document_id(b"lanterns"),
        name="lanterns.pdf",
        words=9,
        metadata=Metadata(title="LANTERN: Light at Night", authors=("Odd Brandt",), year=2019),
    )


Ask = Callable[[str], Draft | None]


def asking(operator: Callable[..., Draft | None], *papers: ParsedDocument, scope: bool = False) -> Ask:
    shelf = Shelf(*(papers or (gates(), lanterns())))
    only = Scope(documents=(gates().id,)) if scope else Scope()

    def ask(text: str) -> Draft | None:
        question = Question(text=text, scope=only)
        draft = operator(question, route(question, shelf.documents()), shelf.deps())
        if draft is None or draft.status == "abstained":
            return draft
        checked = prove(draft, Source(shelf))
        assert len(checked.statements) == len(draft.statements), "a statement has neither a quote that holds nor a computation"
        assert all(len(a.proofs) == len(b.proofs) for a, b in zip(checked.statements, draft.statements, strict=True))
        return checked

    return ask


def said(draft: Draft | None) -> str:
    assert draft is not None
    return " ".join(statement.text for statement in draft.statements)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the title of the paper?", "On the Closing of Gates"),
        ("Who are the authors?", "Mira Aaltonen, Jo Brandt and Li Wei"),
        ("Who is the last author of the paper?", "Li Wei"),
        ("Who is the first author?", "Mira Aaltonen"),
        ("How many authors does the paper have?", "3 authors: Mira Aaltonen, Jo Brandt and Li Wei"),
        ("Is Jo Brandt an author of the paper?", "Yes. Jo Brandt is author 2 of 3"),
        ("Is Ann Other an author of the paper?", "No. The authors are Mira Aaltonen, Jo Brandt and Li Wei"),
        ("What is the affilation of the first author?", "University of Northern Harbours"),
        ("Do all authors share the same affiliation?", "Yes. All 3 authors give University of Northern Harbours"),
        ("What is the e-mail address of the second author?", "brandt@north.example"),
        ("Where was the paper published?", "Proceedings of the Conference on Doors, 2021"),
        ("When was the paper published?", "2021"),
        ("How many pages does the paper have?", "2 pages"),
        ("How many words are there in total in the paper?", "61 words in total"),
        ("How many words are in the abstract?", "7 words in the abstract"),
        ("How many tables does the paper contain?", "1 table"),
        ("How many sections does the paper have?", "2 sections: 1 Gates and 2 Keepers"),
        ("What language is the paper written in?", "English"),
        ("Give me the abstract of the paper.", "Gates close. We measure when gate-keepers sleep."),
        ("On which page is Table 1?", "Page 2"),
        ("On which page does section 2 start?", "Page 2"),
        ("On which page does the paper introduce the sleep statistics?", "Page 2"),
        ("Who wrote it and how many pages does it have?", "Authors: Mira Aaltonen, Jo Brandt and Li Wei Pages: 2 pages"),
    ],
)
def test_a_paper_says_who_wrote_it_and_how_long_it_is(question: str, answer: str) -> None:
    assert said(asking(metadata.answer, scope=True)(question)) == answer


def test_what_a_paper_does_not_print_is_refused_and_named() -> None:
    draft = asking(metadata.answer, scope=True)("What is the DOI of the paper?")
    assert draft is not None
    assert (draft.status, draft.reason) == ("abstained", "not_in_documents")
    assert "no DOI" in said(draft)


def test_half_of_what_is_asked_is_a_partial_answer() -> None:
    draft = asking(metadata.answer, scope=True)("What are the title and the DOI of the paper?")
    assert draft is not None
    assert (draft.status, draft.reason, said(draft)) == ("partial", "partly", "Title: On the Closing of Gates")


def test_when_no_paper_is_named_each_answers_for_itself() -> None:
    draft = asking(metadata.answer)("How many pages does the paper have?")
    assert said(draft) == "On the Closing of Gates: 2 pages LANTERN: Light at Night: 1 page"


def test_the_paper_that_speaks_of_a_name_is_the_one_meant() -> None:
    assert said(asking(metadata.answer)("Who are the authors of the LANTERN paper?")) == "Odd Brandt"
    draft = asking(metadata.answer)("Who wrote the AlphaFold paper?")
    assert draft is not None
    assert draft.status == "abstained"
    assert "“On the Closing of Gates”" in said(draft) or "“LANTERN: Light at Night”" in said(draft)


def test_questions_of_other_kinds_are_left_to_others() -> None:
    for operator in (metadata.answer, counts.answer, positions.answer, lists.answer):
        assert asking(operator)("Why do gates close?") is None


def test_a_term_is_counted_whatever_its_hyphens_case_and_plural() -> None:
    assert said(asking(counts.answer, scope=True)("How many times is gatekeeper mentioned?")) == "3 times: 3 in the body"
    draft = asking(counts.answer, scope=True)("How many times is the word gate keeper mentioned?")
    assert draft is not None
    assert said(draft) == "5 times: 3 in the body, 1 in tables, 1 in references"
    assert draft.computed is not None
    assert draft.computed.value == "5"
    assert len(draft.computed.occurrences) == 5
    assert {place.page for place in draft.computed.occurrences} == {1, 2}


def test_counts_over_the_library_name_each_paper() -> None:
    assert said(asking(counts.answer)("How often does the word 'harbour' appear in all papers?")).startswith(
        "2 times in 2 of 2 papers: "
    )


def test_a_term_that_does_not_occur_is_counted_as_none() -> None:
    draft = asking(counts.answer, scope=True)('How many times is "lighthouse" mentioned?')
    assert said(draft) == "0 times: “lighthouse” does not occur in “On the Closing of Gates”"
    assert draft is not None
    assert draft.computed is not None
    assert draft.computed.value == "0"


@given(st.lists(st.text("abcdefgh", min_size=2, max_size=6), min_size=1, max_size=3), st.sampled_from([" ", "-", "", "‑", "\n"]))
def test_a_term_is_found_however_its_words_are_joined(parts: list[str], joint: str) -> None:
    found = pattern_of(" ".join(parts)).findall(f"Say {joint.join(parts).upper()}, then stop.")
    assert len(found) == 1


@pytest.mark.parametrize(
    ("term", "text", "times"),
    [
        ("model", "Models and a model; modelling is none.", 2),
        ("loss", "The loss, the losses, a los.", 2),
        ("US", "Tell us about the US.", 1),
        ("GPT-4", "GPT-4, GPT4 and GPT-40.", 2),
        ("C++", "C++ and C.", 1),
        ("biases", "A bias and biases.", 1),
    ],
)
def test_a_term_is_a_whole_word(term: str, text: str, times: int) -> None:
    assert len(pattern_of(term).findall(text)) == times


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("How many times is KGLM mentioned?", "KGLM"),
        ("How often does the word attention appear in the paper?", "attention"),
        ("How many tims is BLEU score mentiond in resnet.pdf?", "BLEU score"),
        ("Count the occurrences of gender bias.", "gender bias"),
        ("How many mentions of ImageNet are there in the ResNet paper?", "ImageNet"),
        ("Wie oft wird BERT erwähnt?", "BERT"),
        ("论文中“注意力”出现了多少次？", "注意力"),
    ],
)
def test_the_term_to_count_is_read_from_the_question(question: str, term: str) -> None:
    assert counted_term(plain(question)) == term


@pytest.mark.parametrize(
    ("question", "answer", "pages"),
    [
        ("What is the first sentence on page 2?", "often asleep at noon.", [2]),
        ("What is the last sentence on page 2?", "A second gatekeeper wakes them.", [2]),
        ("What is the second sentence of the abstract?", "We measure when gate-keepers sleep.", [1]),
        ("What is the third sentence of section 1?", "Their keepers are often asleep at noon.", [1, 2]),
        ("What are the first two sentences of section 1?", "A gate is a door in a wall. Gates are old.", [1, 1]),
        ("What is the last paragraph of section 2?", "Gatekeepers sleep for nine hours. A second gatekeeper wakes them.", [2]),
        ("What is in section 2?", "Gatekeepers sleep for nine hours. A second gatekeeper wakes them.", [2, 2]),
        ("What does page 2 start with?", "often asleep at noon.", [2]),
        ("How does the paper end?", "A second gatekeeper wakes them.", [2]),
        ("How does the paper begin?", "Gates close.", [1]),
        ("What is the first word of section 2?", "Gatekeepers", [2]),
        ("What is section 2 called?", "2 Keepers (page 2)", [2]),
        ("Which section comes after Gates?", "2 Keepers (page 2)", [2]),
        ("What is the caption of Table 1?", "Table 1: Sleep statistics of the keepers.", [2]),
    ],
)
def test_what_stands_at_a_place_is_said_as_printed(question: str, answer: str, pages: list[int]) -> None:
    draft = asking(positions.answer, scope=True)(question)
    assert said(draft) == answer
    assert draft is not None
    assert [proof.page for statement in draft.statements for proof in statement.proofs] == pages


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What is the first sentence on page 9?", "has 2 pages"),
        ("What is in section 7.3?", "has no section “7.3”"),
    ],
)
def test_a_place_that_is_not_there_is_refused_with_the_reason(question: str, why: str) -> None:
    draft = asking(positions.answer, scope=True)(question)
    assert draft is not None
    assert draft.status == "abstained"
    assert why in said(draft)


def test_text_of_a_float_above_its_caption_is_not_where_a_page_begins() -> None:
    parsed = gates()
    dialogue = "Persona one likes doors."
    second = page(
        2,
        [
            (BlockKind.PARAGRAPH, GATES, dialogue),
            (BlockKind.CAPTION, GATES, "Table 7: A dialogue."),
            (BlockKind.PARAGRAPH, GATES, "Keepers win against doors. They always did, and they always will."),
        ],
    )
    shifted = tuple(replace(b, box=Box(2, 90, 0, 300, 10)) if b.text == dialogue else b for b in second.blocks)
    moved = replace(parsed, pages=(parsed.pages[0], replace(second, blocks=shifted)))
    assert (
        said(asking(positions.answer, moved, scope=True)("What is the first sentence on page 2?")) == "Keepers win against doors."
    )


def test_papers_are_listed_one_a_line() -> None:
    draft = asking(lists.answer)("List all papers.")
    assert draft is not None
    assert [statement.text for statement in draft.statements] == [
        "On the Closing of Gates (Aaltonen et al., 2021)",
        "LANTERN: Light at Night (Brandt, 2019)",
    ]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("List all papers and their venues.", "On the Closing of Gates: Proceedings of the Conference on Doors, 2021"),
        ("Which papers were published in 2019?", "LANTERN: Light at Night (Brandt, 2019)"),
        ("List the papers by Odd Brandt.", "LANTERN: Light at Night (Brandt, 2019)"),
        ("Which papers discuss keepers?", "On the Closing of Gates (6 times)"),
        ("How many papers are in the library?", "2 papers"),
        ("How many papers mention lanterns?", "1 of 2 papers"),
    ],
)
def test_a_list_holds_the_papers_that_meet_the_conditions(question: str, first: str) -> None:
    draft = asking(lists.answer)(question)
    assert draft is not None
    assert draft.statements[0].text == first


def test_no_paper_by_an_author_is_a_refusal_and_no_paper_on_a_subject_is_left_to_the_search() -> None:
    draft = asking(lists.answer)("List the papers by Ann Other.")
    assert draft is not None
    assert draft.status == "abstained"
    assert asking(lists.answer)("Which papers discuss quantum gravity?") is None


@pytest.mark.parametrize(
    "question",
    [
        "Which paper won the prize of the harbour board?",
        "Which papers were written by researchers from Tallinn?",
        "List all gates used across the papers.",
    ],
)
def test_a_condition_that_is_not_understood_does_not_list_every_paper(question: str) -> None:
    assert asking(lists.answer)(question) is None


def test_papers_are_listed_by_their_length() -> None:
    assert said(asking(lists.answer)("Which papers are shorter than 900 pages?")).startswith("On the Closing of Gates")
    assert said(asking(lists.answer)("How many papers are longer than 900 pages?")) == (
        "No paper of at least 901 pages is in this library."
    )


@pytest.mark.parametrize(
    ("question", "listing"),
    [
        ("Which papers discuss gender bias?", Listing(term="gender bias")),
        ("List the papers by Jo van Brandt from 2019", Listing(author="Jo van Brandt", years=(2019, 2019))),
        ("Show all papers published after 2018.", Listing(years=(2019, 9999))),
        ("Which of my papers are older than 2018?", Listing(years=(0, 2017))),
        ("Which documents have at least 20 pages?", Listing(pages=(20, ANY_LENGTH))),
        ("Which paper introduces residual connections?", Listing(term="residual connections")),
        ("What other papers do I have on dialogue?", Listing(term="dialogue")),
        ("What papers did Kaiming He write?", Listing(author="Kaiming He")),
        ("Which papers cite the Transformer paper?", Listing(term="Transformer", citing=True)),
        ("list all papers from EMNLP", Listing(venue="EMNLP")),
    ],
)
def test_the_conditions_of_a_list_are_read_from_the_question(question: str, listing: Listing) -> None:
    assert read_listing(plain(question)) == listing


@pytest.mark.parametrize(
    ("question", "position"),
    [
        ("What is the first sentence on page 5?", Position(unit="sentence", page=5)),
        ("Show the first 3 sentences of the introduction.", Position(unit="sentence", many=3, section="introduction")),
        ("What is the penultimate paragraph of section 3.2?", Position(unit="paragraph", nth=-2, section="3.2")),
        ("What does the third page start with?", Position(unit="sentence", page=3)),
        ("Why does the first sentence matter?", None),
        ("What accuracy is reported in section 4?", None),
        ("What is the first layer of the network?", None),
    ],
)
def test_places_are_read_from_the_question(question: str, position: Position | None) -> None:
    assert read_position(plain(question)) == position


def test_a_value_that_stands_in_a_running_foot_is_computed_with_its_place() -> None:
    parsed = gates()
    foot = Block(kind=BlockKind.FOOTER, text="Proceedings of the Conference on Doors, 2021", box=Box(1, 0, 790, 300, 800))
    first = replace(parsed.pages[0], blocks=(*parsed.pages[0].blocks, foot))
    draft = asking(metadata.answer, replace(parsed, pages=(first, parsed.pages[1])), scope=True)("Where was the paper published?")
    assert draft is not None
    assert draft.computed is not None
    assert [(place.page, place.box) for place in draft.computed.occurrences] == [(1, foot.box)]
