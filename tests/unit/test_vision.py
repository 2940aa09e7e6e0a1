"""A model that reads pictures of pages: what it is asked, what is kept, and what stands in for it."""

import base64
from functools import partial
from itertools import pairwise

import pytest

from paperatlas.choose_readers import read_file
from paperatlas.core.errors import BadOutput, BadSetting, ProviderError, TimedOut
from paperatlas.models.kept_transcripts import KeptTranscripts
from paperatlas.models.vision import VisionModel
from paperatlas.pipeline.readers.ocr.seen import Picture
from paperatlas.pipeline.readers.ocr.vision import VisionOcr
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_opening import PdfOpening
from paperatlas.settings import Settings
from tests.fakes.endpoint import Said, endpoint
from tests.fakes.odd_pdfs import saved, scanned

PAGE = "A heading of the page\n\nThe first line of a paragraph that was\nread by a model."


def model(url, **options):
    return VisionModel(model="sees", base_url=url, api_key="none", **{"seconds": 20, "retries": 0, **options})


def test_the_model_is_sent_the_picture_and_its_text_is_taken():
    with endpoint(Said(text=PAGE)) as served:
        assert model(served.url).transcribe(b"picture") == PAGE
    [said] = served.requests[0]["messages"]
    instruction, picture = said["content"]
    assert "exactly as printed" in instruction["text"]
    assert base64.b64decode(picture["image_url"]["url"].split(",")[1]) == b"picture"


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (Said(status=500), ProviderError),
        (Said(status=429), ProviderError),
        (Said(text="half a pa", finish="length"), BadOutput),
        (Said(raw="nonsense"), ProviderError),
        (Said(raw="nonsense", kind="text/plain"), BadOutput),
    ],
)
def test_what_goes_wrong_at_the_endpoint_is_an_error_of_ours(said, error):
    with endpoint(said) as served, pytest.raises(error):
        model(served.url).transcribe(b"picture")


def test_a_model_that_takes_no_pictures_is_said_to_be_another_setting():
    said = Said(status=400, message="this model does not support image input")
    with endpoint(said) as served, pytest.raises(ProviderError, match="does not support image input") as caught:
        model(served.url).transcribe(b"picture")
    assert "PAPERATLAS_VISION_MODEL" in caught.value.hint


def test_a_model_that_does_not_answer_is_not_waited_for():
    with endpoint(Said(stalls=True)) as served, pytest.raises(TimedOut):
        model(served.url, seconds=0.5).transcribe(b"picture")


def test_a_page_is_read_once_by_a_model_and_again_by_another(tmp_path):
    with endpoint(Said(text="one"), Said(text="two"), Said(text="three")) as served:
        first = model(served.url)
        for _ in range(2):
            assert KeptTranscripts(first, tmp_path).transcribe(b"picture") == "one"
        assert KeptTranscripts(first, tmp_path).transcribe(b"other picture") == "two"
        other = VisionModel(model="sees better", base_url=served.url, api_key="none", seconds=20)
        assert KeptTranscripts(other, tmp_path).transcribe(b"picture") == "three"
    assert len(served.requests) == 3


def test_lines_are_put_on_the_page_in_their_order():
    class Model:
        name = prompt = "sees"

        def transcribe(self, png):
            return "\n".join(f"Line {number} of many" for number in range(200))

    lines = VisionOcr(Model()).read(Picture(png=b"", scale=2, width=600, height=800))
    assert [line.words[1].text for line in lines] == [str(number) for number in range(200)]
    assert all(0 < line.top < line.bottom < 1600 for line in lines)
    assert all(before.bottom <= after.top for before, after in pairwise(lines))


def test_a_scanned_page_is_read_by_the_model(tmp_path):
    path = saved(tmp_path / "scan.pdf", scanned)
    with endpoint(Said(text=PAGE)) as served:
        reader = PdfReader(PdfOpening(ocr="off", vision=partial(model, served.url)))
        document = reader.read(path, name=path.name, on_page=lambda number, count: None)
    page = document.pages[0]
    assert page.source == "vision"
    assert page.text.splitlines() == ["A heading of the page", "The first line of a paragraph that was read by a model."]
    assert [(warning.code, warning.page) for warning in document.warnings] == [("read_by_vision", 1)]
    assert page.boxes(0, 9)


def test_a_model_that_fails_leaves_the_page_to_the_programs_with_a_warning(tmp_path):
    path = saved(tmp_path / "scan.pdf", scanned)
    with endpoint(Said(status=500)) as served:
        reader = PdfReader(PdfOpening(ocr="off", vision=partial(model, served.url)))
        document = reader.read(path, name=path.name, on_page=lambda number, count: None)
    assert [(warning.code, warning.page) for warning in document.warnings] == [("ocr_failed", 1), ("no_text_layer", 1)]
    assert "sees" in document.warnings[0].message


def test_vision_without_a_model_is_a_wrong_setting(tmp_path):
    path = saved(tmp_path / "scan.pdf", scanned)
    with pytest.raises(BadSetting) as wrong:
        read_file(path, settings=Settings(ocr="vision"))
    assert "PAPERATLAS_VISION_MODEL" in wrong.value.hint
