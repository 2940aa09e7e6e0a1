"""The switches of a search, as options that several commands share: `--no-bm25`, `--no-rerank` and so on."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from paperatlas.core.searching import STAGE_NAMES, Stages

__all__ = ["with_stages"]


def with_stages(command: Callable[..., None]) -> Callable[..., None]:
    """The command with one `--no-…` option a stage in place of its parameter `stages`.

    A command line library knows no groups of options, and nine parameters in each of two commands would be forgotten in one.
    """
    signature = inspect.signature(command)
    options = {f"no_{public}": public for public in STAGE_NAMES}
    kept = [parameter for name, parameter in signature.parameters.items() if name != "stages"]
    added = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=False,
            annotation=Annotated[bool, typer.Option(f"--no-{public}", help=f"Search without {STAGE_NAMES[public]}.")],
        )
        for name, public in options.items()
    ]

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        off = [public for name, public in options.items() if kwargs.pop(name)]
        command(*args, **kwargs, stages=Stages.without(*off))

    wrapped.__signature__ = signature.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {parameter.name: parameter.annotation for parameter in (*kept, *added)}
    return wrapped
