"""Which text is called garbled: what no reader could have printed, and nothing that might be a language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.pipeline.readers.legibility import garble, known_share, words_in
from tests.fakes.odd_pdfs import PROSE

HUNGARIAN = (
    "A nyelvek közötti különbségek vizsgálata azt mutatja, hogy a szórend és az esetragok egymást kiegészítve jelölik a mondat "
    "szereplőit. Dolgozatunkban negyven nyelv adatait vetjük össze, és megmutatjuk, hogy ahol az esetragok gazdagok, ott a "
    "szórend szabadabb. Az eredmények szerint ez az összefüggés nem magyarázható pusztán a nyelvek rokonságával vagy földrajzi "
    "közelségével, hanem a közlés hatékonyságából következik."
)
SWAHILI = (
    "Utafiti huu unachunguza namna watoto wanavyojifunza lugha ya kwanza katika mazingira ya vijijini. Matokeo yanaonyesha kuwa "
    "wazazi huzungumza na watoto wao mara nyingi zaidi wakati wa kazi za nyumbani kuliko wakati wa mapumziko, na kwamba msamiati "
    "wa watoto huongezeka haraka pale ambapo ndugu wakubwa wanashiriki katika mazungumzo ya kila siku pamoja nao nyumbani."
)
NAMES = "Müller, K., Østergård, P., Żeleński, W., Nguyễn, T. H., Papadopoulos, G., O'Brien, S., Çelik, A., " * 8
FORMULAS = "H2O K3 x1 f(x) = ax2 + bx + c dB GHz kΩ mV nF pF rpm psi kWh Hz Pa " * 8


def shifted(by):
    return "".join(chr(ord(char) + by) if char.isalpha() else char for char in PROSE)


def turned(by):
    return "".join(chr((ord(char) - 97 + by) % 26 + 97) if char.islower() else char for char in PROSE)


@pytest.mark.parametrize("text", [PROSE, HUNGARIAN, SWAHILI, NAMES, FORMULAS, "数据集包含五千个样本。" * 20, "Short.", ""])
def test_what_may_be_a_language_is_let_be(text):
    assert garble(text) == ""


@pytest.mark.parametrize("by", [-29, -3, 1, 3])
def test_letters_shifted_by_a_wrong_map_are_noticed(by):
    assert garble(shifted(by))


@pytest.mark.parametrize("by", range(1, 26))
def test_an_alphabet_turned_by_any_number_is_noticed(by):
    assert garble(turned(by))


def test_signs_without_letters_are_noticed():
    assert "fonts" in garble("\ufffd\ufffd\ufffd \ufffd\ufffd a")
    assert "fonts" in garble("".join(map(chr, range(0xE000, 0xE040))))


def test_utf8_read_as_latin1_is_noticed():
    text = "Les méthodes générales étaient données à côté des éléments présentés, où être révélé était désiré. " * 4
    assert garble(text) == ""
    assert "wrong table" in garble(text.encode().decode("cp1252", "replace"))


def test_more_is_asked_of_a_layer_over_a_scan():
    noisy = " ".join(word if index % 5 < 2 else f"{word[::-1]}rn" for index, word in enumerate(PROSE.split()))
    assert garble(noisy) == ""
    assert garble(noisy, layered=True)


@given(st.text())
def test_any_text_can_be_judged(text):
    assert isinstance(garble(text), str)
    share = known_share(words_in(text))
    assert share is None or 0 <= share <= 1
