"""Follow-ups of a conversation put into words that stand by themselves."""

from collections.abc import Sequence

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.condense import Condensed, condense
from paperatlas.agents.condense.by_model import Standalone
from paperatlas.core.answers import Answer, Citation, Claim, Computed, Occurrence, Route
from paperatlas.core.conversation import Turn
from paperatlas.core.errors import BadOutput, TimedOut
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import LLM
from paperatlas.core.types import Document, Metadata
from paperatlas.models.scripted import ScriptedLLM

ROUTE = Route(kind="fact", tools=("vector",), hops=1, decided_by="rules", confidence=0.9)
LAMPS, TIDES = DocumentId("a" * 8), DocumentId("b" * 8)
TITLES = {LAMPS: "LampNet: Shining in the Dark", TIDES: "Tidal Graphs for Ocean Models"}


def document(id_: DocumentId) -> Document:
    return Document(
        id=id_, name=f"{id_[:1]}.pdf", metadata=Metadata(title=TITLES[id_]), pages=1, words=1, chunks=1,
        tables=0, figures=0, references=0, status="ok", added_at="",
    )  # fmt: skip


DOCUMENTS = [document(LAMPS), document(TIDES)]


def cited(n: int, id_: DocumentId) -> Citation:
    return Citation(n=n, document=id_, doc=f"{id_[:1]}.pdf", title=TITLES[id_], page=1, section="", quote="q", boxes=())


def an_answer(*claims: str, computed: Computed | None = None, citations: Sequence[DocumentId] = (LAMPS, TIDES)) -> Answer:
    return Answer(
        question="",
        status="answered",
        text=" ".join(claims),
        confidence=0.9,
        route=ROUTE,
        citations=tuple(cited(n, id_) for n, id_ in enumerate(citations, start=1)),
        claims=tuple(Claim(text=claim, label="supported", citations=(n,)) for n, claim in enumerate(claims, start=1)),
        computed=computed,
    )


STATED = an_answer("We train for 100,000 steps.")
LISTED = an_answer(
    *TITLES.values(),
    computed=Computed(
        value="2", method="", occurrences=tuple(Occurrence(document=id_, doc=id_[:1] + ".pdf", page=1) for id_ in TITLES)
    ),
)


def said(question: str, previous: str, answer: Answer | None = STATED, llm: LLM | None = None) -> Condensed:
    return anyio.run(condense, question, [Turn(question=previous, answer=answer)], DOCUMENTS, llm)


FOLLOW_UPS = [
    # A phrase in another's place
    ("What is the accuracy of BERT?", "What about RoBERTa?", "What is the accuracy of RoBERTa?"),
    ("What is the accuracy of BERT on SQuAD?", "and on MNLI?", "What is the accuracy of BERT on MNLI?"),
    ("What is the accuracy of BERT?", "and on MNLI?", "What is the accuracy of BERT on MNLI?"),
    ("What is the BLEU score of the big Transformer?", "And of the base model?", "What is the BLEU score of the base model?"),
    ("What is the BLEU score of the big Transformer?", "What about the base model?", "What is the BLEU score of the base model?"),
    ("What is the precision of BERT?", "What about recall?", "What is recall of BERT?"),
    ("Who wrote the KGLM paper?", "and BERT?", "Who wrote the BERT paper?"),
    ("What does Table 2 show?", "And what about Table 3?", "What does Table 3 show?"),
    ("What is the highest score in Table 2?", "And the lowest?", "What is the lowest score in Table 2?"),
    ("What is the first sentence on page 5?", "And the last one?", "What is the last sentence on page 5?"),
    ("What was published in 2019?", "and in 2020?", "What was published in 2020?"),
    ("Summarize the BERT paper.", "What about the limitations?", "What does the BERT paper say about the limitations?"),
    # A pronoun
    ("What is CISPO?", "How does it compare to PPO?", "How does CISPO compare to PPO?"),
    ("What is KGLM?", "and its perplexity?", "What is KGLM's perplexity?"),
    ("Which dataset is used?", "Is it public?", "Is the dataset public?"),
    ("Who are the authors of KGLM?", "Are they from Irvine?", "Are the authors of KGLM from Irvine?"),
    ("What is the batch size?", "How did they choose it?", "How did the authors choose the batch size?"),
    ("Compare KGLM and EntityNLM.", "Which performs better?", "Which of KGLM and EntityNLM performs better?"),
    ("How many layers does BERT have?", "And how many parameters?", "How many parameters for BERT?"),
    # What was said
    ("Does dropout help?", "Why?", "Why does dropout help?"),
    ("What is the batch size?", "why is that?", "What is the reason that we train for 100,000 steps?"),
    ("Summarize the BERT paper.", "Shorter please.", "Summarize the BERT paper."),
    ("Which papers are here?", "What else?", "What else (Which papers are here)?"),
]


@pytest.mark.parametrize(("before", "asked", "meant"), FOLLOW_UPS)
def test_a_follow_up_is_put_into_words_that_stand_by_themselves(before: str, asked: str, meant: str) -> None:
    condensed = said(asked, before)
    assert (condensed.question, condensed.by) == (meant, "rules")


@pytest.mark.parametrize(("before", "meant"), [(before, meant) for before, _, meant in FOLLOW_UPS if "(" not in meant])
def test_what_stands_by_itself_is_not_put_otherwise_again(before: str, meant: str) -> None:
    assert said(meant, before).question == meant


@pytest.mark.parametrize(
    ("asked", "meant", "document"),
    [
        ("What does reference [2] say about dropout?", f'What does the paper "{TITLES[TIDES]}" say about dropout?', TIDES),
        ("Who wrote citation 1?", f'Who wrote the paper "{TITLES[LAMPS]}"?', LAMPS),
        ("According to [2], what is a tide?", f'According to the paper "{TITLES[TIDES]}", what is a tide?', TIDES),
        ("Who wrote the second paper?", f'Who wrote the paper "{TITLES[TIDES]}"?', TIDES),
        ("How many pages does the last one have?", f'How many pages does the paper "{TITLES[TIDES]}" have?', TIDES),
        ("Does that paper report dropout?", f'Does the paper "{TITLES[LAMPS]}" report dropout?', LAMPS),
    ],
)
def test_a_reference_to_what_was_shown_names_the_paper_and_narrows_to_it(asked: str, meant: str, document: DocumentId) -> None:
    condensed = said(asked, "Which papers are in the library?", LISTED)
    assert condensed.question == meant
    assert condensed.documents == (document,)


def test_a_number_that_was_not_shown_is_left_as_it_is() -> None:
    assert said("What does reference [7] say?", "Which papers are here?", LISTED).documents == ()
    assert said("What is entry 2 of the bibliography, reference [2]?", "Which papers are here?", LISTED).documents == ()


def test_a_document_that_is_gone_is_named_and_nothing_is_narrowed_to_it() -> None:
    turn = Turn(question="Which papers are in the library?", answer=LISTED)
    condensed = anyio.run(condense, "Who wrote the second paper?", [turn], [document(LAMPS)])
    assert TITLES[TIDES] in condensed.question
    assert condensed.documents == ()


def test_the_part_of_the_library_that_was_asked_stays_until_another_paper_is_named() -> None:
    turn = Turn(question="What is the batch size?", documents=(LAMPS,), answer=STATED)
    assert anyio.run(condense, "and the learning rate?", [turn], DOCUMENTS).documents == (LAMPS,)
    elsewhere = anyio.run(condense, f'and in "{TITLES[TIDES]}"?', [turn], DOCUMENTS)
    assert elsewhere.documents == ()
    assert TITLES[TIDES] in elsewhere.question


def test_without_anything_said_before_a_question_is_left_alone() -> None:
    assert anyio.run(condense, "and its accuracy?", [], DOCUMENTS) == Condensed(question="and its accuracy?")


def test_a_model_puts_a_follow_up_into_words_in_one_call() -> None:
    llm = ScriptedLLM([Standalone(question="What is the perplexity of KGLM on WikiText-2?")])
    condensed = said("and its perplexity on WikiText-2?", "What is KGLM?", llm=llm)
    assert (condensed.question, condensed.by) == ("What is the perplexity of KGLM on WikiText-2?", "model")
    assert condensed.usage.llm_calls == 1
    assert "We train for 100,000 steps." in llm.asked[0][1].content


def test_a_model_is_not_asked_about_what_stands_by_itself() -> None:
    llm = ScriptedLLM([])
    assert said("What is the perplexity of EntityNLM?", "What is KGLM?", llm=llm).by == ""
    assert llm.asked == []


@pytest.mark.parametrize(
    "reply",
    [TimedOut("It took too long."), BadOutput("No JSON."), Standalone(question=""), Standalone(question="What is its accuracy?")],
)
def test_a_model_that_fails_or_loses_what_was_named_is_done_without(reply: Standalone | TimedOut | BadOutput) -> None:
    condensed = said("and its perplexity on WikiText-2?", "What is KGLM?", llm=ScriptedLLM([reply]))
    assert (condensed.question, condensed.by) == ("What is KGLM's perplexity on WikiText-2?", "rules")
    assert condensed.failure


NAMES = st.sampled_from(["BERT", "RoBERTa", "MiniMax-M1", "KGLM", "GPT-2", "SQuAD", "a.pdf", "Tidal Graphs for Ocean Models"])
FORMS = st.sampled_from(
    [
        "and {}?", "what about {}?", "and for {}?", "How does it compare to {}?", "and on {}?", "why does it beat {}?", "{}?",
        "Is that true of {}?", "and its score on {}?", "in {}?", "the same for {}", "the second one and {}?", "but not {}, why?",
        "What does [1] say about {}?", "tell me more about {}", "and they, in {}?",
    ]
)  # fmt: skip
BEFORE = st.sampled_from([before for before, _, _ in FOLLOW_UPS])


@given(name=NAMES, form=FORMS, before=BEFORE, answer=st.sampled_from([STATED, LISTED, None]))
def test_a_name_that_was_given_is_never_lost(name: str, form: str, before: str, answer: Answer | None) -> None:
    assert name.casefold() in said(form.format(name), before, answer).question.casefold()


@given(
    question=st.sampled_from(
        [
            "What is the training cost of LampNet?",
            "Who wrote the paper on tidal graphs?",
            "How many layers does BERT have?",
            "List all papers of 2019.",
            'What is the title of "b.pdf"?',
            "How many times is ELMo mentioned in the BERT paper?",
        ]
    ),
    before=BEFORE,
    answer=st.sampled_from([STATED, LISTED, None]),
)
def test_a_question_that_stands_by_itself_stays_as_it_was_typed(question: str, before: str, answer: Answer | None) -> None:
    assert said(question, before, answer) == Condensed(question=question)


@given(text=st.text(max_size=80), before=st.text(max_size=80))
def test_any_text_is_taken(text: str, before: str) -> None:
    assert isinstance(said(text, before, LISTED).question, str)
