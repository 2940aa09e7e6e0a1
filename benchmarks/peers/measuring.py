"""Runs a command and writes what it took: `python measuring.py RESULT.json SECONDS COMMAND…`.

All processes of the command count, those too that outlive the one that started them: they are adopted and waited for. This
process stays small, because Linux lets a child's peak memory begin with its parent's. It imports nothing but the standard
library, so that any Python runs it. Needs Linux.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
"""See prctl(2)."""
PEAK_UNIT = 1024
"""Bytes in a unit of `ru_maxrss`."""


def main() -> None:
    result, seconds, *command = sys.argv[1:]
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "orphans cannot be adopted")
    began = time.perf_counter()
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            code = process.wait(float(seconds))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
            print(f"ended after {seconds} s, the longest it may take", file=sys.stderr)
    with suppress(ChildProcessError):  # which says that none is left
        while True:
            os.wait()
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    figures = {
        "exit_code": code,
        "seconds": round(time.perf_counter() - began, 3),
        "cpu": round(taken.ru_utime + taken.ru_stime, 3),
        "peak_mebibytes": round(taken.ru_maxrss * PEAK_UNIT / 2**20, 1),
    }
    Path(result).write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
