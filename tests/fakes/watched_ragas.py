"""The program that runs ragas, ended at once when it looks for any machine but this one."""

import os
import runpy
import sys
from pathlib import Path

HERE = frozenset({"127.0.0.1", "localhost", "::1", None, b"127.0.0.1"})
PROGRAM = Path(__file__).resolve().parents[2] / "paperatlas" / "models" / "ragas_worker.py"


def watch(event: str, arguments: tuple[object, ...]) -> None:
    host: object = None
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    if host not in HERE:
        os.write(2, f"it looked for {host!r}\n".encode())
        os._exit(9)


if __name__ == "__main__":
    sys.addaudithook(watch)
    runpy.run_path(str(PROGRAM), run_name="__main__")
