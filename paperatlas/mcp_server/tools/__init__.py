"""The tools, in the order in which they are listed."""

from collections.abc import Collection
from typing import Any

from paperatlas.mcp_server.tool import Tool, Toolset
from paperatlas.mcp_server.tools.asking import ASKING
from paperatlas.mcp_server.tools.changing import CHANGING
from paperatlas.mcp_server.tools.finding import FINDING
from paperatlas.mcp_server.tools.following import FOLLOWING
from paperatlas.mcp_server.tools.graphing import GRAPHING
from paperatlas.mcp_server.tools.online import ONLINE
from paperatlas.mcp_server.tools.reading import READING
from paperatlas.mcp_server.tools.showing import SHOWING

__all__ = ["ALL_TOOLS", "tools_of"]

ALL_TOOLS: tuple[Tool[Any], ...] = (*ASKING, *FINDING, *READING, *SHOWING, *FOLLOWING, *GRAPHING, *ONLINE, *CHANGING)


def tools_of(toolsets: Collection[Toolset], *, read_only: bool) -> tuple[Tool[Any], ...]:
    """Those of some toolsets; read-only none that writes."""
    return tuple(tool for tool in ALL_TOOLS if tool.toolset in toolsets and not (read_only and tool.writes))
