"""A file of thousands of pages is read in bounded memory."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

_PAGES = 5000
_MOST_MEBIBYTES = 1024
_READ = """
import json, re, resource, sys
from pathlib import Path
from paperatlas.choose_readers import read_file
document = read_file(Path(sys.argv[1]))
own = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024
used = [own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024]
print(json.dumps([len(document.pages), sum(bool(page.text) for page in document.pages), used]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units elsewhere")
def test_five_thousand_pages_take_less_than_a_gibibyte(tmp_path: Path):
    path = tmp_path / "huge.pdf"
    document = pymupdf.open()
    for number in range(1, _PAGES + 1):
        page = document.new_page()
        page.insert_textbox((72, 72, 520, 760), f"Page {number} of many tells of what is on page {number}. " * 30, fontsize=10)
    document.save(path, deflate=True)
    document.close()
    environment = {**os.environ, "PAPERATLAS_PAGE_CACHE_MEBIBYTES": "0", "PAPERATLAS_FILE_SECONDS": "7200"}
    done = subprocess.run([sys.executable, "-c", _READ, str(path)], capture_output=True, text=True, check=True, env=environment)
    pages, with_text, (own, most_of_children) = json.loads(done.stdout)
    assert (pages, with_text) == (_PAGES, _PAGES)
    # `ru_maxrss` of a process counts what it was forked from, before it became another program; its `VmHWM` does not.
    # Two processes read pages for the one that keeps them.
    assert own + 2 * most_of_children < _MOST_MEBIBYTES
