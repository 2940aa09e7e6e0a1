"""Builds dist/paperatlas-<version>.mcpb: one file from which Claude Desktop installs the MCP server.

python mcpb/build.py

The bundle holds the wheel of this checkout and a project file; the client's `uv` installs them with what they need, for the
machine that it runs on. All packages in the bundle itself would be some 700 MB for each system.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
_NEWEST = (2020, 1, 1, 0, 0, 0)
"""When all files of the bundle were made: so that the same checkout gives the same bytes."""

PROJECT = """[project]
name = "paperatlas-bundle"
version = "{version}"
requires-python = "{python}"
dependencies = ["paperatlas"]

[tool.uv.sources]
paperatlas = {{ path = "{wheel}" }}
"""


def manifest(project: dict[str, Any]) -> dict[str, Any]:
    from paperatlas.mcp_server.prompts import PROMPTS
    from paperatlas.mcp_server.tools import ALL_TOOLS

    return {
        "manifest_version": "0.4",
        "name": "paperatlas",
        "display_name": "PaperAtlas",
        "version": project["version"],
        "description": project["description"],
        "long_description": (
            "Asks, searches and reads the papers in a library on your machine. Every statement comes with a quote that stands "
            "on the page it names; what the papers do not say is refused. Works without a key and without a network once it is "
            "installed. The first start installs what it needs, which takes some minutes."
        ),
        "author": {"name": "The PaperAtlas authors"},
        "license": project["license"],
        "keywords": project["keywords"],
        "server": {
            "type": "uv",
            "entry_point": "server.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "server.py", "--toolsets", "core,graph,admin"],
                "env": {"PAPERATLAS_BUNDLE_LIBRARY": "${user_config.library}"},
            },
        },
        "user_config": {
            "library": {
                "type": "directory",
                "title": "Library",
                "description": "Where the library is kept; it is made if it is not there.",
                "required": False,
                "default": "${HOME}/PaperAtlas",
            }
        },
        "compatibility": {"platforms": ["darwin", "win32", "linux"], "runtimes": {"python": project["requires-python"]}},
        "tools": [{"name": tool.name, "description": tool.description} for tool in ALL_TOOLS],
        "prompts": [
            {
                "name": each.name,
                "description": each.description,
                "arguments": [argument.name for argument in each.arguments],
                "text": each.text.replace("{", "${arguments."),
            }
            for each in PROMPTS
        ],
    }


def wheel(into: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(into)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    [built] = into.glob("*.whl")
    return built


def build(dist: Path) -> Path:
    """The bundle's file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dist.mkdir(exist_ok=True)
    bundle = dist / f"paperatlas-{project['version']}.mcpb"
    with tempfile.TemporaryDirectory() as folder:
        built = wheel(Path(folder))
        described = PROJECT.format(version=project["version"], python=project["requires-python"], wheel=built.name)
        contents = {
            "manifest.json": json.dumps(manifest(project), indent=2, ensure_ascii=False).encode(),
            "pyproject.toml": described.encode(),
            "server.py": (HERE / "server.py").read_bytes(),
            "LICENSE": (ROOT / "LICENSE").read_bytes(),
            "NOTICE": (ROOT / "NOTICE").read_bytes(),
            built.name: built.read_bytes(),
        }
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name, _NEWEST), content, zipfile.ZIP_DEFLATED)
    return bundle


if __name__ == "__main__":
    print(build(ROOT / "dist"))
