"""PDFs damaged or built in odd ways, made by script: what can be read is read, what cannot is refused with a reason."""

import zlib

import pymupdf
import pytest

from paperatlas.core.errors import EncryptedFile, UnreadableFile
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_opening import PdfOpening
from tests.fakes.odd_pdfs import PROSE, WITHIN, saved

TEXT = b"BT /F 11 Tf 72 700 Td 14 TL (Reading order is a matter) Tj T* (of geometry and of nothing else.) Tj ET"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
RESOURCES = b"<</Font<</F 4 0 R>>>>"
TREE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def stream(content, entries=b""):
    return b"<</Length %d %s>>stream\n%s\nendstream" % (len(content), entries, content)


def built(*objects, root=b"1 0 R"):
    """A PDF of numbered objects."""
    content, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer<</Size %d/Root %s>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, root, len(content))
    return content + head + table + tail


def one_page(*more, box=b"[0 0 612 792]", tree=TREE, resources=RESOURCES, text=TEXT, font=FONT, catalog=b"", root=b"1 0 R"):
    return built(
        b"<</Type/Catalog/Pages 2 0 R %s>>" % catalog,
        tree,
        b"<</Type/Page/Parent 2 0 R/MediaBox %s/Resources %s/Contents 5 0 R>>" % (box, resources),
        font,
        stream(text),
        *more,
        root=root,
    )


def read(folder, content, **options):
    path = folder / "paper.pdf"
    path.write_bytes(content)
    return PdfReader(PdfOpening(ocr="off", **options)).read(path, name="paper.pdf", on_page=lambda number, count: None)


WHOLE = one_page()
BLANKS = zlib.compress(b" " * 50_000_000)
NO_XREF = WHOLE.replace(b"startxref\n", b"startxref\n9")
JAVASCRIPT = rb"/OpenAction<</S/JavaScript/JS(while\(true\){})>>/AA<</O<</S/URI/URI(http://192.0.2.1/)>>>>"
RECURSIVE_FORM = stream(b"/X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>")


@pytest.mark.parametrize(
    "content",
    [
        NO_XREF,
        WHOLE[: WHOLE.rfind(b"xref\n0")],
        WHOLE[WHOLE.find(b"\n") + 1 :],
        b"HTTP/1.1 200 OK\r\n\r\n" + WHOLE,
        WHOLE + b"\0" * 5000,
        one_page(tree=b"<</Type/Pages/Kids[3 0 R]/Count 2000000000>>"),
        one_page(tree=b"<</Type/Pages/Kids[3 0 R]/Count -1>>"),
        one_page(tree=b"<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>"),
        one_page(tree=b"<</Type/Pages/Kids[3 0 R null 99 0 R]/Count 3>>"),
        one_page(tree=b"<</Type/Pages/Kids[]/Count 0>>"),
        one_page(root=b"77 0 R"),
        one_page(box=b"[612 792 0 0]"),
        one_page(box=b"[-300 -300 312 792]"),
        one_page(box=b"[0 0 /x (y)]"),
        one_page(font=b"null"),
        one_page(b"<<>>", catalog=b"/AcroForm<</XFA 6 0 R/Fields[]>>"),
        one_page(catalog=JAVASCRIPT),
        one_page(RECURSIVE_FORM, resources=b"<</Font<</F 4 0 R>>/XObject<</X 6 0 R>>>>", text=TEXT + b" /X Do"),
        one_page(text=TEXT + b" " * 100_000),
    ],
    ids=[
        "xref elsewhere",
        "cut off before the xref",
        "no header",
        "a header of HTTP before it",
        "zeros behind it",
        "two billion pages",
        "minus one page",
        "page tree in a circle",
        "kids that are none",
        "lost pages",
        "lost catalog",
        "box upside down",
        "box beyond zero",
        "box of nonsense",
        "no font",
        "XFA form",
        "JavaScript and links",
        "form in itself",
        "blanks",
    ],
)
def test_what_can_be_read_is_read(tmp_path, content):
    document = read(tmp_path, content)
    assert len(document.pages) == 1
    words = [word for block in document.pages[0].blocks for word in block.text.split()]
    assert {"Reading", "order", "geometry"} <= set(words)


def test_a_stream_that_unpacks_to_very_much_costs_its_page_at_most(tmp_path):
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        TREE,
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>>>/Contents[5 0 R 6 0 R]>>",
        FONT,
        stream(TEXT),
        stream(BLANKS, b"/Filter/FlateDecode"),
    ]
    assert "geometry" in read(tmp_path, built(*objects)).pages[0].text


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is empty"),
        (b"<!DOCTYPE html><html><body>Please log in.</body></html>", "a web page"),
        (b"\n<html><head></head><body>404</body></html>", "a web page"),
        (b"PK\x03\x04" + b"\0" * 100, "a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "a PNG picture"),
        (b"Some notes on reading.", "cannot be read as a PDF"),
        (b"%PDF-1.7\n", "cannot be read as a PDF"),
    ],
    ids=["nothing", "HTML", "HTML without a type", "ZIP", "PNG", "text", "a header only"],
)
def test_what_is_no_pdf_is_refused_as_what_it_is(tmp_path, content, what):
    with pytest.raises(UnreadableFile, match=what) as refused:
        read(tmp_path, content)
    assert refused.value.hint


def encrypted(folder):
    def draw(document):
        document.new_page().insert_textbox(WITHIN, PROSE)

    options = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": "open sesame", "owner_pw": "owner"}
    return saved(folder / "secret.pdf", draw, **options).read_bytes()


@pytest.mark.parametrize("password", ["open sesame", "owner"])
def test_a_password_opens_an_encrypted_file(tmp_path, password):
    assert "geometry" in read(tmp_path, encrypted(tmp_path), password=password).pages[0].text


def test_a_missing_and_a_wrong_password_are_told_apart_and_never_repeated(tmp_path):
    content = encrypted(tmp_path)
    with pytest.raises(EncryptedFile, match="needs a password") as missing:
        read(tmp_path, content)
    assert "--password" in missing.value.hint
    with pytest.raises(EncryptedFile, match="does not open it") as wrong:
        read(tmp_path, content, password="rosebud")
    assert "rosebud" not in f"{wrong.value.message} {wrong.value.hint} {PdfOpening(password='rosebud')!r}"
