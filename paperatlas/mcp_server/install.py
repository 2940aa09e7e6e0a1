"""Telling a client of the server: where each client keeps its configuration, and what has to stand there."""

import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Literal, TypeAlias

from paperatlas.core.errors import ConfigError

__all__ = ["CLIENTS", "Client", "Installation", "Machine", "installation", "launch", "write"]

Client: TypeAlias = Literal["claude-desktop", "claude-code", "vscode", "cursor"]
CLIENTS: tuple[Client, ...] = ("claude-desktop", "claude-code", "vscode", "cursor")

_NAME = "paperatlas"


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What decides where a configuration lies."""

    platform: str
    """As `sys.platform`."""
    home: PurePath
    here: PurePath
    """The working directory: a project of Claude Code."""
    appdata: PurePath | None = None
    """On Windows the folder of programs' settings."""
    xdg: PurePath | None = None
    """On Linux the folder of programs' settings, where it is not ~/.config."""

    @classmethod
    def this(cls) -> "Machine":
        appdata, xdg = os.environ.get("APPDATA"), os.environ.get("XDG_CONFIG_HOME")
        return cls(
            platform=sys.platform,
            home=Path.home(),
            here=Path.cwd(),
            appdata=Path(appdata) if appdata else None,
            xdg=Path(xdg) if xdg else None,
        )

    @property
    def settings(self) -> PurePath:
        """The folder in which programs keep their settings."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.appdata or self.home / "AppData" / "Roaming"
        return self.xdg or self.home / ".config"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What has to be done for a client."""

    client: Client
    file: PurePath
    config: Mapping[str, Any]
    """What has to stand in that file, beside what stands there already."""
    command: str = ""
    """A command of the client that does it, where it has one."""


def launch(library: Path, *, toolsets: str, read_only: bool) -> list[str]:
    """The command that starts the server. Whole paths: clients start it with another PATH and elsewhere."""
    options = ["--toolsets", toolsets, *(["--read-only"] if read_only else [])]
    return [sys.executable, "-m", "paperatlas", "--library", str(library.expanduser().absolute()), "mcp", *options]


def installation(client: Client, words: Sequence[str], machine: Machine) -> Installation:
    """For a client on a machine; `words` is the command that starts the server."""
    entry = {"command": words[0], "args": list(words[1:])}
    settings = machine.settings
    match client:
        case "claude-desktop":
            file = settings / "Claude" / "claude_desktop_config.json"
            return Installation(client=client, file=file, config={"mcpServers": {_NAME: entry}})
        case "claude-code":
            # What belongs to the user lies in a file of state that Claude Code writes all the time; this one is for us.
            command = shlex.join(["claude", "mcp", "add", "--scope", "user", _NAME, "--", *words])
            return Installation(
                client=client, file=machine.here / ".mcp.json", config={"mcpServers": {_NAME: entry}}, command=command
            )
        case "vscode":
            file = settings / "Code" / "User" / "mcp.json"
            return Installation(client=client, file=file, config={"servers": {_NAME: {"type": "stdio", **entry}}})
        case "cursor":
            return Installation(client=client, file=machine.home / ".cursor" / "mcp.json", config={"mcpServers": {_NAME: entry}})


def write(chosen: Installation) -> Path:
    """Put the configuration into its file, beside what stands there, of which a copy is kept as `*.bak`.

    Raises:
        ConfigError: the file is no plain JSON, or cannot be written; nothing was changed.
    """
    file = Path(chosen.file)
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        merged = _merged(json.loads(before) if before.strip() else {}, chosen.config)
        file.parent.mkdir(parents=True, exist_ok=True)
        if before:
            file.with_name(f"{file.name}.bak").write_text(before, encoding="utf-8")
        part = file.with_name(f"{file.name}.part")
        part.write_text(json.dumps(merged, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(file)
    except ValueError as error:
        raise ConfigError(
            f"{str(file)!r} is no plain JSON ({error}), so nothing is written into it.",
            hint="Leave --write out, and put what is printed into it by hand.",
        ) from error
    except OSError as error:
        raise ConfigError(f"{str(file)!r} cannot be written: {error.strerror or error}.", hint="Leave --write out.") from error
    return file


def _merged(before: Any, addition: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(before, dict):
        raise ValueError("it holds no object")  # noqa: TRY004 - it is the file's content that is wrong
    merged = dict(before)
    for name, value in addition.items():
        merged[name] = _merged(merged.get(name, {}), value) if isinstance(value, Mapping) and name != _NAME else value
    return merged
