"""What every command gets: where to print, which library; and the options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from paperatlas.cli.output import Output
    from paperatlas.library import Library
    from paperatlas.settings import Settings

__all__ = ["AsJson", "Batch", "Collections", "ConfigFile", "Context", "Docs", "LibraryFolder", "Password"]

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
Batch = Annotated[Path | None, typer.Option("--batch", help="A JSONL file, one question a line; - for stdin.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="A paperatlas.toml.")]
Docs = Annotated[list[str] | None, typer.Option("--doc", help="Only this document, by name, title or id; repeatable.")]
Collections = Annotated[list[str] | None, typer.Option("--collection", help="Only documents of this collection; repeatable.")]
Password = Annotated[str | None, typer.Option(help="Opens encrypted PDFs (else PAPERATLAS_PDF_PASSWORD). Never stored.")]
LibraryFolder = Annotated[Path | None, typer.Option("--library", help="Folder of the library (else PAPERATLAS_LIBRARY).")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the global options chose."""

    output: Output
    library: Path | None
    config: Path | None

    def settings(self, **arguments: Any) -> Settings:
        """The settings in force, with a command's own arguments on top."""
        from paperatlas.settings import load_settings

        return load_settings(self.config, library=self.library, **arguments)

    def open(self, **arguments: Any) -> Library:
        """The library; a context manager."""
        from paperatlas.bootstrap import open_library

        return open_library(settings=self.settings(**arguments))
