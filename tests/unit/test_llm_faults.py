"""All that goes wrong with an endpoint ends in data or in an error that says what to do, within its time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import anyio
import anyio.lowlevel
import pytest

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError, RateLimited, TimedOut, TooLong
from paperatlas.core.ports import Message
from paperatlas.models.openai_compat import OpenAICompatible
from paperatlas.models.slots import Slots
from tests.fakes.asking_llm import ASKED, GOOD, SECONDS, TURKU, City, ask, hear
from tests.fakes.endpoint import READ, WRITTEN, Said, endpoint, hanging_up

PAGE = "<html><head><title>502 Bad Gateway</title><style>p {color: red}</style></head><body><p>nginx</p></body></html>"
SOON = {"retry-after-ms": "1"}


# Nobody there


def test_a_name_that_leads_nowhere_says_which() -> None:
    with pytest.raises(ProviderError, match=r"nosuch\.invalid/v1 cannot be reached") as caught:
        ask("http://nosuch.invalid/v1", retries=0)
    assert "BASE_URL" in caught.value.hint


def test_a_server_that_hangs_up_is_out_of_reach() -> None:
    with hanging_up() as url, pytest.raises(ProviderError, match="cannot be reached"):
        ask(url, retries=0)


def test_a_reply_that_breaks_off_is_asked_for_again() -> None:
    with endpoint(Said(text=GOOD, breaks=True), Said(text=GOOD)) as served:
        completion = ask(served.url)
    assert completion.output == TURKU
    assert completion.usage.llm_calls == 2


def test_a_reply_that_always_breaks_off_is_a_provider_error() -> None:
    with endpoint(Said(text=GOOD, breaks=True)) as served, pytest.raises(ProviderError, match="cannot be reached"):
        ask(served.url, retries=0)


# Bodies that are none


@pytest.mark.parametrize(
    "said",
    [
        Said(raw=PAGE, kind="text/html"),
        Said(raw=PAGE, kind="application/json"),
        Said(raw="hello", kind="text/plain"),
        Said(raw='"hello"'),
        Said(raw='{"choices": []}'),
        Said(raw='{"choices": null}'),
        Said(raw='{"choices": [{}]}'),
        Said(raw='{"ok": true}'),
        Said(raw="[]"),
        Said(raw="null"),
        Said(raw=""),
        Said(raw='{"choices": [{"message": {"content": '),
    ],
    ids=[
        "page",
        "page said to be JSON",
        "text",
        "string",
        "no choice",
        "null for choices",
        "empty choice",
        "something else",
        "list",
        "null",
        "nothing",
        "half a body",
    ],
)
def test_a_body_that_is_no_completion_is_a_provider_error(said: Said) -> None:
    with endpoint(said) as served, pytest.raises(ProviderError) as caught:
        ask(served.url)
    assert not isinstance(caught.value, BadOutput)
    assert caught.value.hint


def test_a_page_in_place_of_an_error_is_told_without_its_markup() -> None:
    with endpoint(Said(status=502, raw=PAGE, kind="text/html")) as served, pytest.raises(ProviderError) as caught:
        ask(served.url, retries=0)
    assert "502 Bad Gateway nginx" in caught.value.message
    assert "<" not in caught.value.message
    assert "color" not in caught.value.message


def test_a_long_error_is_cut() -> None:
    with endpoint(Said(status=500, message="no " * 5_000)) as served, pytest.raises(ProviderError) as caught:
        ask(served.url, retries=0)
    assert len(caught.value.message) < 500


# Refusals


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        (Said(status=401, message="Incorrect API key"), ProviderError, "refuses the key"),
        (Said(status=404, message="The model `small` does not exist"), ProviderError, "has no 'small'"),
        (Said(status=400, message="maximum context length is 512 tokens"), TooLong, "too long"),
        (Said(status=400, message="the request exceeds the available context size, try increasing it"), TooLong, "too long"),
        (Said(status=413, message="Request Entity Too Large"), TooLong, "too long"),
        (Said(status=400, code="content_filter", message="filtered by our content management policy"), BadOutput, "will not"),
        (Said(status=451, message="not here"), ProviderError, "failed for 'small'"),
    ],
    ids=["401", "404 model", "context", "context of llama.cpp", "413", "content filter", "451"],
)
def test_a_refusal_is_asked_once_and_says_what_it_is(said: Said, kind: type[ProviderError], words: str) -> None:
    with endpoint(said) as served:
        with pytest.raises(kind, match=words) as caught:
            ask(served.url)
        assert len(served.requests) == 1
    assert caught.value.hint
    assert caught.value.spent == Usage(llm_calls=1)


def test_a_reply_that_was_filtered_is_bad_output_and_is_not_asked_for_again() -> None:
    with endpoint(Said(text="", finish="content_filter")) as served:
        with pytest.raises(BadOutput, match="it was filtered"):
            ask(served.url)
        assert len(served.requests) == 1


def test_a_model_that_declines_says_why() -> None:
    said = Said(text=None, also={"refusal": "I cannot help with that."})
    with endpoint(said) as served, pytest.raises(BadOutput, match="I cannot help with that"):
        ask(served.url)


# Too busy


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_a_wait_that_is_longer_than_there_is_time_is_not_begun(form: str) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)
    after = {"seconds": "600", "date": date}[form]
    with endpoint(Said(status=429, headers={"retry-after": after})) as served:
        with pytest.raises(RateLimited, match="refuses more requests") as caught:
            ask(served.url)
        assert len(served.requests) == 1
    assert "Try again in" in caught.value.hint


def test_a_date_that_has_passed_is_no_wait() -> None:
    gone = format_datetime(datetime.now(UTC) - timedelta(minutes=1), usegmt=True)
    with endpoint(Said(status=429, headers={"retry-after": gone}), Said(text=GOOD)) as served:
        assert ask(served.url).output == TURKU


def test_an_account_without_money_is_not_asked_again() -> None:
    with endpoint(Said(status=429, code="insufficient_quota", headers=SOON)) as served:
        with pytest.raises(RateLimited):
            ask(served.url)
        assert len(served.requests) == 1


@pytest.mark.parametrize("status", [408, 409, 500, 502, 503, 504, 529])
def test_a_failure_that_passes_is_tried_again_and_each_try_is_counted(status: int) -> None:
    with endpoint(Said(status=status, headers=SOON), Said(status=status, headers=SOON), Said(text=GOOD)) as served:
        completion = ask(served.url)
    assert completion.output == TURKU
    assert completion.usage == Usage(llm_calls=3, input_tokens=READ, output_tokens=WRITTEN)


def test_what_was_paid_before_a_failure_is_told_with_it() -> None:
    with endpoint(Said(text="no form"), Said(status=401)) as served, pytest.raises(ProviderError) as caught:
        ask(served.url)
    assert caught.value.spent == Usage(llm_calls=2, input_tokens=READ, output_tokens=WRITTEN)


def test_an_endpoint_that_does_not_count_is_counted_by_length() -> None:
    with endpoint(Said(text=GOOD, counts=None)) as served:
        usage = ask(served.url).usage
    assert usage.input_tokens > 20
    assert usage.output_tokens > 5


def test_a_server_that_reads_a_part_only_is_noticed() -> None:
    long = [Message(role="user", content="word " * 4_000)]
    with endpoint(Said(text=GOOD, counts=(2_048, 5))) as served, pytest.raises(TooLong, match="it has cut it"):
        ask(served.url, long)


# Replies of models that think


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_thoughts_beside_the_answer_are_left_alone(field: str) -> None:
    with endpoint(Said(text=GOOD, also={field: '{"name": "Oulu", "people": 1}'})) as served:
        assert ask(served.url).output == TURKU


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
@pytest.mark.parametrize("text", [None, ""])
def test_an_answer_that_never_left_the_thoughts_is_found_there(field: str, text: str | None) -> None:
    with endpoint(Said(text=text, also={field: f"Perhaps Oulu? No. So: {GOOD}"})) as served:
        completion = ask(served.url)
    assert completion.output == TURKU
    assert completion.usage.llm_calls == 1


def test_an_answer_in_parts_is_put_together() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": GOOD}]
    with endpoint(Said(text=parts)) as served:
        assert ask(served.url).output == TURKU


# Streams


def test_a_stream_that_breaks_off_gives_what_it_had_and_then_an_error() -> None:
    heard: list[str] = []
    with endpoint(Said(text="It is Turku", breaks=True)) as served, pytest.raises(ProviderError, match="broke off"):
        hear(served.url, heard=heard)
    assert "".join(heard) == "It is Turku"


def test_a_stream_that_ends_without_saying_why_has_broken_off() -> None:
    with endpoint(Said(text="It is", finish=None)) as served, pytest.raises(ProviderError, match="broke off"):
        hear(served.url)


def test_a_stream_that_stalls_ends_at_the_time_limit() -> None:
    heard: list[str] = []
    with endpoint(Said(text="It is", stalls=True)) as served, pytest.raises(TimedOut, match=r"within 0\.5 s"):
        hear(served.url, heard=heard, seconds=0.5)


def test_a_stream_may_say_that_it_failed() -> None:
    raw = 'data: {"error": {"message": "out of memory"}}\n\n'
    said = Said(raw=raw, kind="text/event-stream")
    with endpoint(said) as served, pytest.raises(ProviderError, match="out of memory"):
        hear(served.url)


def test_a_stream_of_something_else_is_a_provider_error() -> None:
    with endpoint(Said(raw="data: {not json\n\n", kind="text/event-stream")) as served, pytest.raises(ProviderError):
        hear(served.url)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Said(text="It is", finish="length"), "cut off"),
        (Said(text="It is", finish="content_filter"), "filter"),
        (Said(text="<think>No end"), "said nothing"),
        (Said(text=""), "said nothing"),
    ],
    ids=["length", "filter", "endless thought", "empty"],
)
def test_a_stream_that_is_no_whole_answer_is_bad_output(said: Said, words: str) -> None:
    with endpoint(said) as served, pytest.raises(BadOutput, match=words):
        hear(served.url)


def test_a_stream_is_not_opened_for_what_does_not_fit() -> None:
    with endpoint() as served:
        with pytest.raises(TooLong):
            hear(served.url, [Message(role="user", content="word " * 1_000)], context_tokens=600)
        assert served.requests == []


def test_a_stream_that_nobody_reads_to_its_end_frees_its_slot() -> None:
    async def run() -> list[str]:
        model = OpenAICompatible(model="small", base_url=served.url, seconds=SECONDS, at_once=1)
        first = model.stream(ASKED)
        await anext(first)
        await first.aclose()  # type: ignore[attr-defined]
        return [piece async for piece in model.stream(ASKED)]

    with endpoint(Said(text="one two three"), Said(text="four")) as served:
        assert "".join(anyio.run(run)) == "four"


# Many questions


def test_every_question_may_have_an_event_loop_of_its_own() -> None:
    with endpoint(*[Said(text=GOOD)] * 3, Said(text="It is Turku.")) as served:
        model = OpenAICompatible(model="small", base_url=served.url, seconds=SECONDS)

        async def question() -> object:
            return (await model.complete(ASKED, output=City)).output

        async def said() -> str:
            return "".join([piece async for piece in model.stream(ASKED)])

        assert [anyio.run(question) for _ in range(3)] == [TURKU] * 3
        assert anyio.run(said) == "It is Turku."


def test_no_more_are_under_way_at_once_than_are_allowed_over_all_threads() -> None:
    slots, places, seen = Slots(2), threading.Semaphore(2), []

    async def work() -> None:
        async with slots.one():
            seen.append(places.acquire(blocking=False))
            await anyio.lowlevel.checkpoint()
            places.release()

    async def several() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(work)

    with ThreadPoolExecutor(3) as threads:
        for run in [threads.submit(anyio.run, several) for _ in range(3)]:
            run.result()
    assert seen == [True] * 60


def test_who_stops_waiting_leaves_the_slot_to_the_next() -> None:
    async def run() -> list[str]:
        slots, got = Slots(1), []

        async def wait(name: str) -> None:
            async with slots.one():
                got.append(name)

        async with anyio.create_task_group() as group, slots.one():
            async with anyio.create_task_group() as impatient:
                impatient.start_soon(wait, "impatient")
                await anyio.wait_all_tasks_blocked()
                impatient.cancel_scope.cancel()
            group.start_soon(wait, "patient")
            await anyio.wait_all_tasks_blocked()
        async with slots.one():
            return got

    assert anyio.run(run) == ["patient"]
