"""Entry point: runs a command and turns whatever happens into an exit code and one printed object."""

import sys
from collections.abc import Sequence

import typer

from paperatlas.cli.app import app
from paperatlas.cli.output import EXIT_FAILED, EXIT_USAGE, Output, reserved_stdout
from paperatlas.core.errors import ConfigError, PaperAtlasError

__all__ = ["main"]


class InternalError(PaperAtlasError):
    """A fault of ours."""

    code = "internal"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if asks_for_help(words):
        # Help belongs on the real stdout and needs none of the care below.
        app(words, prog_name="paperatlas")
    with reserved_stdout() as stdout:
        code = run(words, stdout=Output(stdout, verbose="-v" in words or "--verbose" in words))
    sys.exit(code)


def asks_for_help(words: Sequence[str]) -> bool:
    return not words or any(word in {"--help", "--version", "--install-completion", "--show-completion"} for word in words)


def run(words: Sequence[str], *, stdout: Output) -> int:
    """Run one command; the exit code. Errors are printed as the interface promises, with `--json` as one object."""
    as_json = "--json" in words
    try:
        app(words, prog_name="paperatlas", standalone_mode=False, obj=stdout)
    except PaperAtlasError as error:
        stdout.fail(error, as_json=as_json)
    except typer.TyperException as error:
        stdout.fail(
            ConfigError(error.format_message(), hint="`paperatlas COMMAND --help` shows what a command takes."), as_json=as_json
        )
        stdout.exit_code = EXIT_USAGE
    except (KeyboardInterrupt, typer.Abort):
        stdout.say("Interrupted. Run the same command again to go on where it stopped.")
        return 130
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong, and nothing more can be said.
        return EXIT_FAILED
    except Exception as error:  # noqa: BLE001 - the process's edge: a fault of ours must end in the promised form
        fault = InternalError(
            f"PaperAtlas failed: {type(error).__name__}: {error}",
            hint="This is a fault of PaperAtlas. Run again with -v and report it.",
        )
        fault.__cause__ = error
        stdout.fail(fault, as_json=as_json)
    return stdout.exit_code
