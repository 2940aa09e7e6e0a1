"""Queries in other words, by a model that says what it was given to say."""

import pytest

from paperatlas.core.errors import ProviderError
from paperatlas.models.scripted import ScriptedLLM
from paperatlas.retrieval.rewrite import ModelRewriter


def test_wordings_are_told_apart_from_the_query_and_few() -> None:
    reply = '{"queries": ["dropout rate", " wie hoch ", "dropout  rate", "a", "b", "c"], "passage": "The rate was\\nX."}'
    said = ModelRewriter(ScriptedLLM([reply])).rewrite("wie hoch")
    assert said.queries == ("dropout rate", "a", "b")
    assert said.passage == "The rate was X."


def test_a_query_is_put_to_the_model_once() -> None:
    llm = ScriptedLLM(['{"queries": ["x"], "passage": ""}'])
    rewriter = ModelRewriter(llm)
    first, again = rewriter.rewrite("how many"), rewriter.rewrite("how  many ")
    assert first.queries == again.queries == ("x",)
    assert (first.usage.llm_calls, again.usage.llm_calls) == (1, 0)
    assert len(llm.asked) == 1
    assert "how many" in llm.asked[0][-1].content


def test_a_model_out_of_reach_is_an_error_of_its_kind() -> None:
    with pytest.raises(ProviderError):
        ModelRewriter(ScriptedLLM([])).rewrite("anything")
