"""Small papers that go wrong in the readers of others: columns, ligatures, running heads, page labels, long tables."""

from collections.abc import Sequence

from tests.fakes.pdf_objects import Leaf, pdf, shown

__all__ = ["columns", "labelled", "ligatures", "long_table", "running_heads"]

LETTER = "[0 0 612 792]"
Row = tuple[str, float, float, float, str]
"""Text, left, baseline from the bottom, size, font."""


def _page(rows: Sequence[Row], entries: str = "", media: str = LETTER) -> Leaf:
    return Leaf("".join(shown(text, x, y, size=size, font=font) for text, x, y, size, font in rows), entries, media)


def _stack(texts: Sequence[str], x: float, y: float, *, size: float = 10, font: str = "F1") -> list[Row]:
    return [(text, x, y - 1.25 * size * row, size, font) for row, text in enumerate(texts)]


LEFT = (
    "Lantern moss gives off a faint light when the",
    "air around it is clean, and dims within a few",
    "minutes when ammonia is near. Farmers in the",
    "valley have used it for a century to judge the",
    "air of a stable, and children know that a dark",
    "wall means an open window. We ask how much",
    "of this can be measured with a cheap sensor,",
    "and we find that the curve of a single night is",
)
RIGHT = (
    "enough to tell a healthy stable from a harmful",
    "one. The sensor costs less than a lamp, runs on",
    "two batteries for a year and needs no care. All",
    "readings were taken in the dark, at a distance",
    "of ten centimetres from the moss, by a logger",
    "that wakes once an hour. The data are public,",
    "as are the plans of the logger and the program",
    "that reads the curves of the whole valley.",
)
GUTTER = "we find that the curve of a single night is enough to tell a healthy stable from a harmful one."


def columns() -> bytes:
    """R1: a title over both columns, a sentence that is broken across the gutter, and a footnote below the first."""
    rows = [
        ("A Cheap Sensor That Reads the Light of Moss at Night", 70, 720, 18.0, "F2"),
        ("Ada Example and Ben Sample", 230, 695, 11.0, "F1"),
        # The right column comes first in the file, as in many a file.
        *_stack(RIGHT, 320, 640),
        *_stack(LEFT, 60, 640),
        ("1 The moss was lent by the botanical garden of the valley.", 60, 90, 7.5, "F1"),
    ]
    rule = "0.5 w 60 104 m 180 104 l S\n"
    page = _page(rows)
    return pdf([Leaf(page.content + rule, media=LETTER)])


def ligatures() -> bytes:
    """R2: ligatures, soft hyphens and hyphens at line ends, a compound cut at its hyphen, a range with an en dash."""
    rows = [
        ("On the Veriﬁcation of Claims", 60, 720, 16.0, "F2"),
        *_stack(
            (
                "The veriﬁcation of a claim is diﬃcult where the words that it needs are cut. We build on state-of-",
                "the-art readers, on multi-hop reasoning and on the extrac-",
                "tion of tables. A state-of-the-art reader must ﬁnd the work\u00ad",
                "ﬂow of a paper on its pages 12–18, and an oﬃce that keeps extraction and workﬂow apart",
                "will not do. Eﬃcient multi-",
                "hop readers were tested on every page.",
            ),
            60,
            680,
        ),
    ]
    return pdf([_page(rows)])


FACTS = (
    "The amber lamp of the harbour shines at forty lumens.",
    "The tide of the northern bay rises by seven metres.",
    "The bell of the old tower weighs nine hundred kilograms.",
    "The ferry to the island takes thirteen minutes.",
    "The library of the town holds six thousand maps.",
)
FILLING = (
    "Visitors like to hear of such things, and the guides of the town tell them at every corner.",
    "Nobody knows who measured it first, but the number has been repeated in every book since.",
)


def labelled() -> bytes:
    """R4: a blank page, then five with a fact each, printed as 102 to 106; one is turned, one is cropped, one lies sideways."""
    entries = ["", "/Rotate 90", "/CropBox [50 50 592 742]", "", "/Rotate 180"]
    leaves = [Leaf("", media=LETTER)]
    for number, (fact, extra) in enumerate(zip(FACTS, entries, strict=True)):
        heading = (f"{number + 1} What is known", 80.0, 640.0, 14.0, "F2")
        page = _page([heading, *_stack((fact, *FILLING), 80, 610, size=11)], extra)
        if number == 3:
            leaves.append(Leaf(f"0 1 -1 0 792 0 cm\n{page.content}", media="[0 0 792 612]"))
        else:
            leaves.append(page)
    return pdf(leaves, catalog="/PageLabels << /Nums [0 << /S /D /St 101 >>] >>")


SUBJECTS = (
    "moss", "lamps", "tides", "bells", "ferries", "maps", "towers", "gulls", "nets", "boats", "winds", "stars",
)  # fmt: skip
ROMAN = "iii iv v vi vii viii ix x xi xii xiii xiv".split()


def running_heads() -> bytes:
    """R3: twelve pages with running heads and feet, printed as iii to xiv."""
    leaves = []
    for number, (subject, numeral) in enumerate(zip(SUBJECTS, ROMAN, strict=True)):
        head = "A Handbook of the Valley" if number % 2 else "Example and Sample"
        body = _stack(
            (
                f"This page tells of {subject}, and of nothing else. Whoever has lived in the valley knows of {subject},",
                f"but few have counted them. We did, in the spring and in the autumn, and found that {subject} are",
                "more common near the water than on the hills. The count was made twice, by two people, and",
                f"both wrote down what they saw. All that is said of {subject} here can be seen by anyone who walks.",
            ),
            80,
            640,
            size=11,
        )
        foot = [("Valley Press, Kvarnby 2024", 80.0, 40.0, 9.0, "F1"), (numeral, 520.0, 40.0, 9.0, "F1")]
        leaves.append(_page([(head, 80, 752, 9.0, "F1"), *body, *foot]))
    return pdf(leaves, catalog="/PageLabels << /Nums [0 << /S /r /St 3 >>] >>")


HEADER = ("Station", "Light (lm)", "Moss (g)")
STATIONS = tuple((f"Station {chr(65 + row)}", str(12 + 3 * row), str(140 + 7 * row)) for row in range(24))


def long_table() -> bytes:
    """R7: a table that goes on over the page, its header repeated."""
    lefts, pages = (90.0, 280.0, 420.0), []
    for part, rows in enumerate((STATIONS[:14], STATIONS[14:])):
        caption = "Table 1: Light and moss of the stations" if part == 0 else "Table 1 (continued)"
        top = 420.0 if part == 0 else 690.0
        texts = (
            [
                *_stack(
                    (
                        "We list what was measured at each of the stations of the valley. The light was",
                        "measured at night, the moss by day.",
                    ),
                    80,
                    600,
                    size=11,
                )
            ]
            if part == 0
            else []
        )
        texts += [(caption, 90.0, top + 30, 10.0, "F1")]
        grid = [
            (cell, left, top - 18 * index, 10.0, "F2" if index == 0 else "F1")
            for index, row in enumerate((HEADER, *rows))
            for cell, left in zip(row, lefts, strict=True)
        ]
        bottom = top - 18 * len(rows) - 8
        rules = "".join(f"0.8 w 85 {y} m 500 {y} l S\n" for y in (top + 14, top - 6, bottom))
        after = [("The stations differ more in their light than in their moss.", 80.0, bottom - 40, 11.0, "F1")] if part else []
        page = _page([*texts, *grid, *after])
        pages.append(Leaf(page.content + rules, media=LETTER))
    return pdf(pages)
