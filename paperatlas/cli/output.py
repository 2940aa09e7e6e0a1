"""What the command line prints: results on stdout and nothing else there, everything else on stderr, exit codes."""

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from paperatlas.core.errors import ConfigError, InputError, PaperAtlasError
from paperatlas.core.wire import error_json

__all__ = ["EXIT_FAILED", "EXIT_USAGE", "Output", "reserved_stdout", "save"]

EXIT_FAILED = 1
EXIT_USAGE = 2

Json = Mapping[str, Any]


@contextmanager
def reserved_stdout() -> Iterator[TextIO]:
    """The real stdout, while file descriptor 1 leads to stderr: no library, in C or Python, can print into the results."""
    sys.stdout.flush()
    real = os.dup(1)
    os.dup2(2, 1)
    previous, sys.stdout = sys.stdout, sys.stderr
    out = os.fdopen(real, "w", encoding="utf-8", newline="\n")
    try:
        yield out
    finally:
        sys.stdout = previous
        try:
            out.flush()
        except BrokenPipeError:
            # The reader went away (`| head`). What is left unsaid has to go somewhere, or closing would raise again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), real)
        os.dup2(real, 1)
        out.close()


def save(path: Path, content: bytes) -> None:
    """Write a file that a command was asked for.

    Raises:
        ConfigError: it cannot be written.
    """
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ConfigError(f"{str(path)!r} cannot be written: {error.strerror or error}.", hint="Name another file.") from error


class Output:
    """Where results go, as JSON for machines or as text for people."""

    def __init__(self, stdout: TextIO, *, verbose: bool = False) -> None:
        self._stdout = stdout
        self.verbose = verbose
        self.exit_code = 0

    @property
    def stream(self) -> TextIO:
        """The real stdout, for what speaks a protocol of its own over it."""
        return self._stdout

    def result(self, value: Json, *, as_json: bool, text: Callable[[], str]) -> None:
        """One result."""
        self._stdout.write(json.dumps(value, ensure_ascii=False) if as_json else text())
        self._stdout.write("\n")
        self._stdout.flush()

    def line(self, value: Json) -> None:
        """One line of a batch, flushed so that a reader need not wait for the next."""
        self._stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._stdout.flush()

    def say(self, text: str) -> None:
        """A word to the person, on stderr."""
        sys.stderr.write(text + "\n")

    def fail(self, error: PaperAtlasError, *, as_json: bool) -> None:
        """Print an error and remember its exit code."""
        if as_json:
            self.line(error_json(error))
        else:
            self.say(f"{error.message}\n{error.hint}".rstrip())
        if self.verbose:
            traceback.print_exception(error)
        self.exit_code = error.exit_code

    def batch(self, file: Path, answer: Callable[[Json], Json]) -> None:
        """Answer each line of a JSONL file (`-` for stdin); a line that fails says so and the rest go on.

        Raises:
            InputError: the file cannot be read.
        """
        for number, line in _lines(file):
            row: Json = {"id": number}
            try:
                row = _row(line, number)
                self.line({"id": row.get("id", number), **answer(row)})
            except PaperAtlasError as error:
                self.line({"id": row.get("id", number), **error_json(error)})
                self.exit_code = EXIT_FAILED


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    try:
        with sys.stdin if str(file) == "-" else file.open(encoding="utf-8") as lines:
            yield from ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The batch file {str(file)!r} cannot be read: {error}.", hint="Name a UTF-8 JSONL file.") from error


def _row(line: str, number: int) -> Json:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"Line {number} is not JSON: {error}.", hint="Each line is one JSON object.") from error
    if not isinstance(row, dict):
        raise InputError(f"Line {number} is not a JSON object.", hint="Each line is one JSON object.")
    return row
