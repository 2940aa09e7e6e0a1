"""Each client on each system is told of the server in the file that it reads, and what stands there stays."""

import json
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from paperatlas.core.errors import ConfigError
from paperatlas.mcp_server.install import CLIENTS, Client, Machine, installation, launch, write

WORDS = ("/opt/python", "-m", "paperatlas", "--library", "/home/me/My Papers", "mcp")
MAC = Machine(platform="darwin", home=PurePosixPath("/Users/me"), here=PurePosixPath("/work"))
LINUX = Machine(platform="linux", home=PurePosixPath("/home/me"), here=PurePosixPath("/work"))
XDG = Machine(platform="linux", home=PurePosixPath("/home/me"), here=PurePosixPath("/work"), xdg=PurePosixPath("/cfg"))
WINDOWS = Machine(
    platform="win32",
    home=PureWindowsPath("C:/Users/me"),
    here=PureWindowsPath("D:/work"),
    appdata=PureWindowsPath("C:/Users/me/AppData/Roaming"),
)


@pytest.mark.parametrize(
    ("client", "machine", "file"),
    [
        ("claude-desktop", MAC, "/Users/me/Library/Application Support/Claude/claude_desktop_config.json"),
        ("claude-desktop", LINUX, "/home/me/.config/Claude/claude_desktop_config.json"),
        ("claude-desktop", XDG, "/cfg/Claude/claude_desktop_config.json"),
        ("claude-desktop", WINDOWS, "C:/Users/me/AppData/Roaming/Claude/claude_desktop_config.json"),
        ("vscode", MAC, "/Users/me/Library/Application Support/Code/User/mcp.json"),
        ("vscode", WINDOWS, "C:/Users/me/AppData/Roaming/Code/User/mcp.json"),
        ("vscode", LINUX, "/home/me/.config/Code/User/mcp.json"),
        ("cursor", MAC, "/Users/me/.cursor/mcp.json"),
        ("cursor", WINDOWS, "C:/Users/me/.cursor/mcp.json"),
        ("claude-code", LINUX, "/work/.mcp.json"),
    ],
)
def test_the_file_is_the_one_that_the_client_reads(client: Client, machine: Machine, file: str) -> None:
    assert installation(client, WORDS, machine).file.as_posix() == file


@pytest.mark.parametrize("client", CLIENTS)
def test_the_entry_starts_the_server(client: Client) -> None:
    [(section, servers)] = installation(client, WORDS, LINUX).config.items()
    assert section == ("servers" if client == "vscode" else "mcpServers")
    assert [servers["paperatlas"]["command"], *servers["paperatlas"]["args"]] == list(WORDS)


def test_a_command_survives_a_shell() -> None:
    assert installation("claude-code", WORDS, LINUX).command.endswith(
        "paperatlas -- /opt/python -m paperatlas --library '/home/me/My Papers' mcp"
    )


def test_the_server_is_started_by_whole_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = launch(Path("papers"), toolsets="core", read_only=True)
    assert words[0] == sys.executable
    assert words[words.index("--library") + 1] == str(tmp_path / "papers")
    assert words[-1] == "--read-only"


def here(folder: Path) -> Machine:
    return Machine(platform="linux", home=folder, here=folder)


def test_what_stands_in_the_file_stays(tmp_path: Path) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    before = {"theme": "dark", "mcpServers": {"other": {"command": "x"}, "paperatlas": {"command": "old", "env": {"A": "1"}}}}
    file.write_text(json.dumps(before), encoding="utf-8")
    assert write(installation("cursor", WORDS, here(tmp_path))) == file
    after = json.loads(file.read_text(encoding="utf-8"))
    assert after["theme"] == "dark"
    assert after["mcpServers"]["other"] == {"command": "x"}
    assert after["mcpServers"]["paperatlas"]["command"] == WORDS[0]
    assert json.loads((file.parent / "mcp.json.bak").read_text(encoding="utf-8")) == before


def test_a_file_is_made_where_there_is_none(tmp_path: Path) -> None:
    file = write(installation("vscode", WORDS, here(tmp_path)))
    assert json.loads(file.read_text(encoding="utf-8"))["servers"]["paperatlas"]["type"] == "stdio"


@pytest.mark.parametrize("content", ["{ // a comment\n}", "[]", '{"mcpServers": []}'])
def test_a_file_that_is_not_understood_is_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match="nothing is written"):
        write(installation("cursor", WORDS, here(tmp_path)))
    assert file.read_text(encoding="utf-8") == content
