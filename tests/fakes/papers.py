"""Small papers for tests of summaries."""

from dataclasses import replace

from paperatlas.core.types import BlockKind, Heading, ParsedDocument
from tests.fakes.documents import document, page

PARAGRAPH = BlockKind.PARAGRAPH


def tides(title: str = "Northwind: Gated Networks for Tides") -> ParsedDocument:
    """Abstract, method with a subsection, results with one measured value, thanks and references."""
    made = document(
        page(
            1,
            [
                (BlockKind.TITLE, "", title),
                (
                    BlockKind.ABSTRACT,
                    "Abstract",
                    (
                        "Tides are hard to forecast in narrow bays. We present Northwind, a gated network that forecasts tides."
                        " Northwind reads the wind before it reads the water. It lowers the error of the forecast by 31 %."
                    ),
                ),
                (
                    PARAGRAPH,
                    "1 Method",
                    (
                        "The gate of Northwind opens when the wind turns. The gate has two layers of wind cells."
                        " Every wind cell of the gate looks at one station. As shown in Table 2, the gate is small."
                    ),
                ),
                (
                    PARAGRAPH,
                    "1 Method > 1.1 Training",
                    "We train the gated network on ten years of tides. The learning rate of the network is 0.02 at the start.",
                ),
            ],
        ),
        page(
            2,
            [
                (
                    PARAGRAPH,
                    "2 Results",
                    (
                        "The gated network forecasts tides in every bay. The gated network forecasts tides in storms."
                        " The gated network forecasts tides at night. In the bay of Hallow the error fell to 4.7 cm."
                        " The forecasts of the gated network are steady."
                    ),
                ),
                (
                    PARAGRAPH,
                    "3 Conclusion",
                    "Northwind shows that the wind tells the tide. Ice remains a challenge for the gate.",
                ),
                (PARAGRAPH, "Acknowledgments", "We thank the harbour masters of Hallow for their patience with the gate."),
                (
                    BlockKind.REFERENCE,
                    "References",
                    "A. Aalto. 2019. Gated networks that forecast the tides. In Proceedings of Bays.",
                ),
            ],
        ),
        title=title,
    )
    return with_headings(made)


def shells() -> ParsedDocument:
    """A paper of another field, which mentions the tide once."""
    return with_headings(
        document(
            page(
                1,
                [
                    (
                        BlockKind.ABSTRACT,
                        "Abstract",
                        "We describe the colour of shells. Red shells hold more iron than white shells. Iron makes shells hard.",
                    ),
                    (PARAGRAPH, "1 Shells", "We collected 412 shells on one beach. The tide left the shells in three rows."),
                ],
            ),
            title="On the Colour of Shells",
        )
    )


def with_headings(made: ParsedDocument) -> ParsedDocument:
    """The same with a heading for each section path of its blocks."""
    paths = dict.fromkeys(
        (" > ".join(path.split(" > ")[: depth + 1]), page.number)
        for page in made.pages
        for block in page.blocks
        if (path := block.section)
        for depth in range(path.count(" > ") + 1)
    )
    headings = []
    for path, number in paths:
        name = path.split(" > ")[-1]
        first, _, rest = name.partition(" ")
        is_numbered = first.replace(".", "").isdigit()
        headings.append(
            Heading(
                number=first if is_numbered else "",
                text=rest if is_numbered else name,
                level=path.count(" > ") + 1,
                page=number,
            )
        )
    return replace(made, headings=tuple(headings))
