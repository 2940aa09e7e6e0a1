"""Labels of a file as JSON: what a person saw on its pages. All but the file's name may be left out, and is not judged then."""

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from paperatlas.core.errors import BadSetting

__all__ = [
    "AbstractLabel",
    "FigureLabel",
    "HeadingLabel",
    "LabelFile",
    "Labels",
    "PageText",
    "ReferenceLabel",
    "ReferencesLabel",
    "TableLabel",
    "read_labels",
]

PageNumber = Annotated[int, Field(ge=1)]


class _Label(BaseModel):
    # Labels carry notes of those who made them; what is not read is told, since it may be a slip of the pen.
    model_config = ConfigDict(frozen=True, extra="allow")


class PageText(_Label):
    """All that belongs to the body of a page, in reading order."""

    page: PageNumber
    text: str


class AbstractLabel(_Label):
    """Its first and last words."""

    starts: str
    ends: str


class HeadingLabel(_Label):
    """A heading; `run-in` is one that leads into its paragraph."""

    text: str
    page: PageNumber
    number: str = ""
    level: int | None = None
    kind: Literal["numbered", "unnumbered", "run-in"] = "numbered"


class TableLabel(_Label):
    """A table with its cells as printed.

    Null is a cell that is not judged, or that goes on with the spanning one at its left, whose text may stand in any of them.
    """

    page: PageNumber
    caption_starts: str = ""
    label: str = ""
    grid: tuple[tuple[str | None, ...], ...] = ()


class FigureLabel(_Label):
    """A figure; its box is `[x0, y0, x1, y1]` in PDF points from the top left corner."""

    page: PageNumber
    caption_starts: str = ""
    label: str = ""
    bbox_approx: tuple[float, float, float, float] | None = None


class ReferenceLabel(_Label):
    """What an entry must hold; `n` is its place, counted from 1."""

    n: PageNumber | None = None
    first_author: str = ""
    authors: tuple[str, ...] = ()
    year: int | str | None = None
    doi: str | None = None
    arxiv: str | None = None


class ReferencesLabel(_Label):
    """How many there are, and some of them."""

    count: int | None = None
    first: ReferenceLabel | None = None
    last: ReferenceLabel | None = None
    spot: tuple[ReferenceLabel, ...] = ()


class EquationLabel(_Label):
    """A displayed formula with its number."""

    page: PageNumber
    number: str = ""


class Labels(_Label):
    """What is known of one file."""

    file: str
    id: str = ""
    kind: str = "paper"
    """A word of one's own, by which figures are also given."""
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    abstract: AbstractLabel | None = None
    text: tuple[PageText, ...] = ()
    reading_order: tuple[tuple[PageNumber, str, str], ...] = ()
    """A page, and two phrases on it of which the first comes before the other."""
    cross_page_order: tuple[tuple[str, str], ...] = ()
    """Two phrases, the end of a page before the beginning of the next."""
    not_in_body: tuple[str, ...] = ()
    """Running heads, page numbers, stamps."""
    dehyphenate: tuple[str, ...] = ()
    keep_hyphen: tuple[str, ...] = ()
    """Words that are cut at a line's end, as they are without the cut; and those whose hyphen is their own."""
    headings: tuple[HeadingLabel, ...] = ()
    tables: tuple[TableLabel, ...] = ()
    all_table_pages: dict[str, PageNumber] | None = None
    """The page of every table with a caption, where `tables` has some of them only."""
    figures: tuple[FigureLabel, ...] = ()
    """All of them."""
    equations: tuple[EquationLabel, ...] = ()
    """All that have a number."""
    references: ReferencesLabel | None = None

    def says(self, field: str) -> bool:
        """Whether a field is there, be it as null: that there is no DOI is a fact too."""
        return field in self.model_fields_set

    @property
    def unread(self) -> tuple[str, ...]:
        """Fields that mean nothing here."""
        return tuple(sorted(self.model_extra or ()))


class LabelFile(NamedTuple):
    """Labels, and the file that they are of."""

    labels: Labels
    file: Path

    @property
    def id(self) -> str:
        return self.labels.id or self.file.stem


def read_labels(place: Path, files: Path | None = None) -> list[LabelFile]:
    """The labels of a JSON file, or of all in a folder.

    Args:
        place: the file or folder.
        files: where the labelled files lie; else beside the labels, or in a folder `pdfs` beside their folder.

    Raises:
        BadSetting: there are none, or one is not in the form; the message names the field.
    """
    found = sorted(place.glob("*.json")) if place.is_dir() else [place]
    if not found:
        raise BadSetting(f"There are no labels in {str(place)!r}.", hint="They are JSON files; see docs/reference/formats.md.")
    return [_label_file(each, files) for each in found]


def _label_file(place: Path, files: Path | None) -> LabelFile:
    try:
        labels = Labels.model_validate_json(place.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"The labels {str(place)!r} cannot be read: {error}.", hint="Name a JSON file or a folder.") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise BadSetting(
            f"{str(place)!r} is no label: {where}: {first['msg']}.", hint="See docs/reference/formats.md."
        ) from error
    homes = [files] if files else [place.parent, place.parent.parent / "pdfs"]
    at = next((home / labels.file for home in homes if (home / labels.file).is_file()), homes[0] / labels.file)
    return LabelFile(labels, at)
