"""Each kind of endpoint gets what it takes: forms, tools, pictures, limits and keys in its own way, found out by asking."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest

from paperatlas.choose_llm import chosen_llm
from paperatlas.core.errors import ProviderError
from paperatlas.core.ports import LLM, Message
from paperatlas.settings import Settings
from tests.fakes import providers
from tests.fakes.asking_llm import ASKED, GOOD, TURKU, City, ask
from tests.fakes.endpoint import Call, Endpoint, Quirk, Said, endpoint
from tests.fakes.providers import KEY
from tests.fakes.tools import Atlas

PICTURE = (Message(role="user", content="What is this?", images=(b"\x89PNG",)),)
ARGUMENTS = '{"start": "Turku", "end": "Oulu"}'
CALL = Call(name="distance", arguments=ARGUMENTS)


@dataclass(frozen=True, kw_only=True)
class Provider:
    quirk: Quirk
    base: str = "/v1"
    options: tuple[tuple[str, Any], ...] = ()
    call: Call = CALL
    tools: bool = True
    """Whether it takes them."""


SIGNED = {"extra_content": {"google": {"thought_signature": "s1"}}}
PROVIDERS = {
    "openai": Provider(quirk=providers.openai),
    "azure": Provider(quirk=providers.azure, base="", options=(("azure_api_version", "2024-10-21"),)),
    "azure v1": Provider(quirk=providers.azure_v1, base="/openai/v1/"),
    "anthropic": Provider(quirk=providers.anthropic, base="/v1/"),
    "gemini": Provider(
        quirk=providers.gemini,
        base="/v1beta/openai/",
        call=Call(name="distance", arguments=ARGUMENTS, id="", extra=SIGNED),
    ),
    "mistral": Provider(quirk=providers.mistral, call=Call(name="distance", arguments=ARGUMENTS, id=None)),
    "ollama": Provider(quirk=providers.ollama, tools=False),
    "vllm": Provider(quirk=providers.vllm, tools=False),
    "llama.cpp": Provider(quirk=providers.llama_cpp, tools=False),
    "lm studio": Provider(quirk=providers.lm_studio),
}
every = pytest.mark.parametrize("provider", PROVIDERS.values(), ids=PROVIDERS)


def address(served: Endpoint, provider: Provider) -> str:
    return served.root + provider.base


@every
def test_a_form_is_got_from_each(provider: Provider) -> None:
    with endpoint(Said(text=f"Here you are:\n```json\n{GOOD}\n```"), quirk=provider.quirk) as served:
        completion = ask(address(served, provider), api_key=KEY, output_tokens=300, **dict(provider.options))
    assert completion.output == TURKU
    assert completion.usage.llm_calls == len(served.requests)


@every
def test_tools_are_called_where_they_can_be_and_left_out_where_not(provider: Provider) -> None:
    atlas = Atlas()
    script = [Said(text=None, calls=[provider.call])] if provider.tools else []
    with endpoint(*script, Said(text=GOOD), quirk=provider.quirk) as served:
        completion = ask(address(served, provider), api_key=KEY, tools=[atlas.tool()], **dict(provider.options))
    assert completion.output == TURKU
    assert len(atlas.asked) == provider.tools


@every
def test_what_was_refused_once_is_not_asked_for_again(provider: Provider) -> None:
    with endpoint(Said(text=GOOD), Said(text=GOOD), quirk=provider.quirk) as served:
        options = {"api_key": KEY, "output_tokens": 300, "tools": [Atlas().tool()], **dict(provider.options)}
        first = ask(address(served, provider), **options)
        refused = len(served.requests) - 1
    with endpoint(Said(text=GOOD), Said(text=GOOD), quirk=provider.quirk) as served:
        ask(address(served, provider), times=2, **options)
    assert first.usage.llm_calls == refused + 1
    assert len(served.requests) == refused + 2


def test_a_picture_is_sent_as_it_is() -> None:
    with endpoint(Said(text=GOOD)) as served:
        assert ask(served.url, PICTURE, sees=True).output == TURKU
    [_, turn] = served.requests[0]["messages"]
    assert turn["content"] == [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]


@pytest.mark.parametrize("name", ["ollama", "vllm", "llama.cpp", "lm studio"])
def test_a_model_that_takes_no_pictures_is_an_error_that_names_the_setting(name: str) -> None:
    with endpoint(quirk=PROVIDERS[name].quirk) as served, pytest.raises(ProviderError) as caught:
        ask(served.url, PICTURE, sees=True)
    assert "PAPERATLAS_VISION_MODEL" in caught.value.hint
    assert type(caught.value) is ProviderError


def test_a_model_that_is_not_known_to_see_is_not_sent_pictures() -> None:
    with endpoint() as served:
        with pytest.raises(ProviderError, match="not known to take pictures"):
            ask(served.url, PICTURE)
        assert served.requests == []


def test_instructions_stand_before_the_question_where_no_system_message_is_taken() -> None:
    with endpoint(Said(text=GOOD), quirk=providers.vllm) as served:
        ask(served.url)
    [turn] = served.requests[-1]["messages"]
    assert turn["role"] == "user"
    assert turn["content"].startswith("Be brief.")
    assert turn["content"].endswith("Which city?")


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"output_tokens": 300}, "max_tokens"),
        ({"output_tokens": 300, "azure_api_version": "2024-10-21"}, "max_completion_tokens"),
    ],
    ids=["elsewhere", "azure"],
)
def test_the_limit_of_a_reply_goes_by_the_name_that_most_there_take(options: dict[str, Any], name: str) -> None:
    with endpoint(Said(text=GOOD)) as served:
        ask(served.root if "azure_api_version" in options else served.url, **options)
    assert served.requests[0][name] == 300


def test_a_limit_that_is_refused_by_both_names_is_an_error() -> None:
    no = Said(status=400, message="max_tokens is too large: 300. This model takes 200, max_completion_tokens too.")
    with endpoint(no, no) as served, pytest.raises(ProviderError, match="too large"):
        ask(served.url, output_tokens=300)


@pytest.mark.parametrize("name", ["openai", "azure", "azure v1", "anthropic", "gemini"])
def test_a_wrong_key_is_never_in_an_error(name: str) -> None:
    provider, wrong = PROVIDERS[name], "sk-wrong-9876543210"
    with endpoint(quirk=provider.quirk) as served, pytest.raises(ProviderError) as caught:
        ask(address(served, provider), api_key=wrong, **dict(provider.options))
    assert wrong not in str(caught.value) + caught.value.hint


async def completed(llm: LLM, *asked: Sequence[Message]) -> None:
    for messages in asked:
        assert (await llm.complete(messages, output=City)).output == TURKU


def test_the_settings_make_the_model(tmp_path: Path) -> None:
    settings = {"llm_model": "small", "llm_api_key": KEY, "llm_azure_api_version": "2024-10-21", "llm_output_tokens": 300}
    with endpoint(Said(text=GOOD), quirk=providers.azure) as served:
        llm = chosen_llm(Settings.model_validate({**settings, "llm_base_url": served.root}), tmp_path)
        assert llm is not None
        assert not llm.sees
        anyio.run(completed, llm, ASKED)
    assert served.requests[0]["max_completion_tokens"] == 300


@pytest.mark.parametrize("named", ["small", "seeing"])
def test_pictures_go_to_the_model_named_for_them(tmp_path: Path, named: str) -> None:
    with endpoint(Said(text=GOOD), Said(text=GOOD)) as served:
        settings = {"llm_model": "small", "vision_model": named, "llm_base_url": served.url}
        llm = chosen_llm(Settings.model_validate(settings), tmp_path)
        assert llm is not None
        assert llm.sees
        anyio.run(completed, llm, ASKED, PICTURE)
    assert [request["model"] for request in served.requests] == ["small", named]
