"""The fields of references of real papers, labelled by hand: who, when, what, where, and by which identifier.

`reference_fields.json` holds bibliographic facts only, by paper and entry; the papers lie beside the checkout.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.types import Reference
from paperatlas.pipeline.readers.pdf import PdfReader

pytestmark = [pytest.mark.shared, pytest.mark.slow]

LABELS = Path(__file__).with_name("reference_fields.json")
FIELDS = ("authors", "year", "title", "venue", "doi", "arxiv_id")
TARGET = 0.95


def plain(value: object) -> str:
    return re.sub(r"[\W_]", "", str(value).lower())


def holds(reference: Reference, field: str, expected: Any) -> bool:
    got = getattr(reference, field)
    if field == "authors":
        return [plain(name) for name in got] == [plain(name) for name in expected]
    return plain(got) == plain(expected)


def test_each_field_is_right_in_nearly_all_entries(shared: Path) -> None:
    labels = json.loads(LABELS.read_text(encoding="utf-8"))
    wrong: Counter[str] = Counter()
    for paper in dict.fromkeys(label["paper"] for label in labels):
        [path] = {found.name: found for found in (shared / "data").glob(f"p*/**/{paper}")}.values()
        references = PdfReader().read(path, name=paper, on_page=lambda *_: None).references
        for label in labels:
            if label["paper"] == paper:
                wrong.update(field for field in FIELDS if not holds(references[label["entry"] - 1], field, label[field]))
    accuracy = {field: 1 - wrong[field] / len(labels) for field in FIELDS}
    assert min(accuracy.values()) >= TARGET, accuracy
