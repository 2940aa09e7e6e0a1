"""What Claude Desktop starts: the MCP server of the package that the bundle brings along."""

import os
import sys
from pathlib import Path

from paperatlas.cli import main

if __name__ == "__main__":
    # A library that a person chose in the client's form; the default of PaperAtlas where the form was left empty.
    folder = os.environ.pop("PAPERATLAS_BUNDLE_LIBRARY", "").strip()
    chosen = ["--library", str(Path(folder).expanduser())] if folder and not folder.startswith("${") else []
    main([*chosen, "mcp", *sys.argv[1:]])
