"""PyMuPDF's layout model, on one thread."""

from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

__all__ = ["load_layout_model"]


_LOADING = Lock()


@cache
def load_layout_model() -> None:
    """Give pages their `get_layout`. It takes a second, which refusing a file should not.

    As it comes, the model takes a thread for each core, which wait for each other by spinning: nearly twice the CPU for the same
    regions, and no core left for the workers that read beside (`benchmarks/reading_scale.py`). It has no setting for that; what
    its sessions are made with is put in its place while it loads. PyMuPDF loads it too, so call this before that is imported.
    """
    onnxruntime: Any = import_module("onnxruntime")
    with _LOADING:
        options = onnxruntime.SessionOptions

        class OneThread(options):  # type: ignore[misc, valid-type]
            def __init__(self, *given: Any) -> None:
                super().__init__(*given)
                self.intra_op_num_threads = 1

        onnxruntime.SessionOptions = OneThread
        try:
            import_module("pymupdf.layout")
        finally:
            onnxruntime.SessionOptions = options
