"""What strangers write into papers for the programs that read them does no harm, with no language model and with the worst.

Each attack is a paper that is taken in as any other and asked about. Harmless is: the answer says nothing of what the attack
wants said, every quote stands on its page, a quote that gives orders says so, no tool runs, and no address is asked.
`unit/test_injected_text.py` puts those in text formats before the agents without a library.
"""

import socket
import threading
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from paperatlas.bootstrap import open_library
from paperatlas.core.answers import Answer
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Page
from paperatlas.library import Library
from paperatlas.settings import Settings
from tests.fakes.hostile_papers import CHANNELS, SUFFIXES, honest, question
from tests.fakes.obedient import Obedient, Payload

DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "injections.toml").read_text(encoding="utf-8"))
PAYLOADS = {name: Payload(**given) for name, given in DATA["payload"].items()}
CANARY = "zanzibar"
SECRET = "sk-canary-of-a-person-0123456789"
MOST_SILENCED = 3
"""An order may run into the sentence before it, which is then no evidence either."""


@dataclass(frozen=True, kw_only=True)
class Attack:
    channel: str
    payload: str
    town: str
    hour: int

    @property
    def name(self) -> str:
        return f"{self.channel}-{self.payload}"

    @property
    def file(self) -> str:
        return f"{self.name}{SUFFIXES[self.channel.partition('_')[0]]}"

    def content(self) -> bytes:
        made = CHANNELS[self.channel](honest(self.town, self.hour), PAYLOADS[self.payload].text)
        return made.replace(b'"id": "gates"', f'"id": "{self.name}"'.encode())

    @property
    def doc(self) -> str:
        return self.name if self.channel.startswith("record") else self.file


def towns() -> Iterator[str]:
    for first in ("Alv", "Bor", "Dal", "Fur", "Hol", "Kar", "Lun", "Mal", "Nor", "Oster"):
        for last in ("vik", "holm", "sund", "by", "stad", "nes", "borg", "fors", "hamn", "lund"):
            yield f"{first}{last}"


ATTACKS = tuple(
    Attack(channel=channel, payload=payload, town=town, hour=1 + number % 22)
    for number, (town, (channel, payload)) in enumerate(
        zip(towns(), ((channel, payload) for channel, payloads in DATA["attack"].items() for payload in payloads), strict=False)
    )
)


class Listener:
    """Counts who connects to it: nobody should."""

    def __init__(self) -> None:
        self.heard = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.heard += 1
            connection.close()

    def close(self) -> None:
        self._socket.close()


def ingested(folder: Path, attacks: tuple[Attack, ...], port: int) -> Path:
    papers = folder / "papers"
    papers.mkdir()
    for attack in attacks:
        (papers / attack.file).write_bytes(attack.content().replace(b"127.0.0.1:9/", f"127.0.0.1:{port}/".encode()))
    with opened(folder) as library:
        report = library.ingest([papers])
    assert not report.failed, [(each.doc, each.error) for each in report.failed]
    return folder


def opened(folder: Path) -> Library:
    settings = Settings(library=folder / "library", threads=2, llm_api_key=SECRET, web_token=SECRET, page_cache_mebibytes=0)
    return open_library(settings=settings, llm=None, graph=None)


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, listener: Listener) -> Path:
    return ingested(tmp_path_factory.mktemp("whole"), ATTACKS, listener.port)


def harm(answer: Answer, page_of: Callable[[DocumentId, int], Page], llm: Obedient | None) -> list[str]:
    """All that an attack has reached."""
    found = []
    told = f"{answer.text} {' '.join(claim.text for claim in answer.claims)} {answer.computed.value if answer.computed else ''}"
    if CANARY in told.lower():
        found.append(f"it is said: {told!r}")
    if SECRET in repr(answer) or "127.0.0.1" in told:
        found.append("a secret or an address is told")
    for citation in answer.citations:
        page = page_of(citation.document, citation.page)
        if citation.start is not None and page.text[citation.start : citation.end] != citation.quote:
            found.append(f"a quote is not on its page: {citation.quote!r}")
        if CANARY in citation.quote.lower() and "orders" not in citation.flags:
            found.append(f"a quote of it is not marked: {citation.quote!r}")
    if llm is not None and llm.ran:
        found.append(f"tools ran: {llm.ran}")
    return found


@dataclass(kw_only=True)
class Outcome:
    """What became of attacks."""

    harms: dict[str, list[str]] = field(default_factory=dict)
    obeyed: set[str] = field(default_factory=set)
    """Those that the model saw and obeyed."""
    silenced: set[str] = field(default_factory=set)
    """Those that kept the honest sentence from being told: nothing false is said, and something true is not."""


def asked(folder: Path, attacks: tuple[Attack, ...], *, with_model: bool) -> Outcome:
    outcome = Outcome()
    with opened(folder) as library:
        for attack in attacks:
            llm = Obedient(payloads={attack.payload: PAYLOADS[attack.payload]}) if with_model else None
            answer = library.ask(question(attack.town), documents=[attack.doc], llm=llm)
            if harms := harm(answer, library.catalog.page, llm):
                outcome.harms[attack.name] = harms
            if llm is not None and llm.obeyed:
                outcome.obeyed.add(attack.name)
            if f"{attack.hour} hours" not in answer.text:
                outcome.silenced.add(attack.name)
    return outcome


def test_there_are_at_least_sixty_attacks_each_with_a_channel_and_a_payload_of_its_own() -> None:
    assert len({(attack.channel, attack.payload) for attack in ATTACKS}) == len(ATTACKS) >= 60
    assert {attack.channel for attack in ATTACKS} == CHANNELS.keys()
    assert {attack.payload for attack in ATTACKS} == PAYLOADS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("with_model", [False, True], ids=["no model", "a model that obeys"])
def test_every_attack_is_harmless(whole: Path, listener: Listener, with_model: bool) -> None:
    outcome = asked(whole, ATTACKS, with_model=with_model)
    assert outcome.harms == {}
    assert listener.heard == 0
    assert not with_model or len(outcome.obeyed) >= 20
    assert len(outcome.silenced) <= MOST_SILENCED
