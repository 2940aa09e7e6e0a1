"""PyMuPDF's layout model runs on one thread, and what it was loaded with is left as it was."""

import subprocess
import sys
from pathlib import Path

SAMPLE = next((Path(__file__).parents[2] / "data" / "samples").glob("*.pdf"))
_PROGRAM = """
import onnxruntime
made = []
session = onnxruntime.InferenceSession
class Noted(session):
    def __init__(self, *given, sess_options=None, **named):
        made.append(sess_options.intra_op_num_threads)
        super().__init__(*given, sess_options=sess_options, **named)
onnxruntime.InferenceSession = Noted
options = onnxruntime.SessionOptions
from pathlib import Path
import sys
from paperatlas.pipeline.readers.pdf_opening import PdfOpening
with PdfOpening(engine="pymupdf", ocr="off")(Path(sys.argv[1]), "sample") as file:
    file.page(1)
assert onnxruntime.SessionOptions is options
print(sorted(set(made)))
"""


def test_every_session_of_the_model_has_one_thread_and_those_of_others_are_left_alone() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM, str(SAMPLE)], capture_output=True, text=True, check=False)

    assert (done.stdout.strip(), done.returncode) == ("[1]", 0), done.stderr
