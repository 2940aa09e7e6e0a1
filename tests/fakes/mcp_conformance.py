"""A server with the tools, resources and prompts that the official conformance suite asks for, on the product's transport.

python -m tests.fakes.mcp_conformance   serves at http://127.0.0.1:<port>/mcp and says so on stderr.
"""

import base64
import json
import re
import struct
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    INVALID_PARAMS,
    AudioContent,
    BlobResourceContents,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    ContentBlock,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    EmbeddedResource,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    NotificationParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    SamplingMessage,
    SetLevelRequestParams,
    TextContent,
    TextResourceContents,
    Tool,
)

from paperatlas.mcp_server.changes import Changes
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.http import serve_http
from paperatlas.mcp_server.logs import Log
from paperatlas.mcp_server.server import Served

Context = ServerRequestContext[Any, Any]


def _png() -> str:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + parts).decode()


PNG = ImageContent(data=_png(), mime_type="image/png")
WAV = base64.b64encode(
    b"RIFF" + struct.pack("<I", 36) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8) + b"data\0\0\0\0"
)
LOG = Log()


def text(said: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=said)])


def blocks(*content: ContentBlock) -> Callable[[Context, dict[str, Any]], Awaitable[CallToolResult]]:
    async def give(_context: Context, _arguments: dict[str, Any]) -> CallToolResult:
        return CallToolResult(content=list(content))

    return give


def embedded(uri: str, content: str, kind: str) -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, text=content, mime_type=kind))


async def logging(context: Context, _arguments: dict[str, Any]) -> CallToolResult:
    for said in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await LOG.say(context, "info", said)
        await anyio.sleep(0.05)
    return text("logged")


async def failing(_context: Context, _arguments: dict[str, Any]) -> CallToolResult:
    return CallToolResult(content=[TextContent(text="This tool intentionally returns an error for testing")], is_error=True)


async def progress(context: Context, _arguments: dict[str, Any]) -> CallToolResult:
    for done in (0, 50, 100):
        await context.session.report_progress(done, 100, f"Completed step {done} of 100")
        await anyio.sleep(0.05)
    return text("done")


async def sampling(context: Context, arguments: dict[str, Any]) -> CallToolResult:
    message = SamplingMessage(role="user", content=TextContent(text=arguments["prompt"]))
    request = CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=100))
    answer = await _ask(context, request, CreateMessageResult)
    return text(f"LLM response: {answer.content.text}")


def eliciting(schema: dict[str, Any]) -> Callable[[Context, dict[str, Any]], Awaitable[CallToolResult]]:
    async def elicit(context: Context, arguments: dict[str, Any]) -> CallToolResult:
        message = arguments.get("message", "Please choose")
        params = ElicitRequestFormParams(message=message, requested_schema={"type": "object", "properties": schema})
        answer = await _ask(context, ElicitRequest(params=params), ElicitResult)
        return text(f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content)}")

    return elicit


async def _ask(context: Context, request: Any, result: Any) -> Any:
    return await context.session.send_request(
        request, result, metadata=ServerMessageMetadata(related_request_id=context.request_id)
    )


def _titled(*names: str) -> list[dict[str, str]]:
    return [{"const": f"value{number}", "title": name} for number, name in enumerate(names, start=1)]


OPTIONS = ["option1", "option2", "option3"]
ENUMS = {
    "untitledSingle": {"type": "string", "enum": OPTIONS},
    "titledSingle": {"type": "string", "oneOf": _titled("First Option", "Second Option", "Third Option")},
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
    "titledMulti": {"type": "array", "items": {"anyOf": _titled("First Choice", "Second Choice", "Third Choice")}},
}
DEFAULTS = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
USER = {"username": {"type": "string"}, "email": {"type": "string"}}

TOOLS: dict[str, Callable[[Context, dict[str, Any]], Awaitable[CallToolResult]]] = {
    "test_simple_text": blocks(TextContent(text="This is a simple text response for testing.")),
    "test_image_content": blocks(PNG),
    "test_audio_content": blocks(AudioContent(data=WAV.decode(), mime_type="audio/wav")),
    "test_embedded_resource": blocks(embedded("test://embedded-resource", "This is an embedded resource content.", "text/plain")),
    "test_multiple_content_types": blocks(
        TextContent(text="Multiple content types test:"),
        PNG,
        embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ),
    "test_tool_with_logging": logging,
    "test_error_handling": failing,
    "test_tool_with_progress": progress,
    "test_sampling": sampling,
    "test_elicitation": eliciting(USER),
    "test_elicitation_sep1034_defaults": eliciting(DEFAULTS),
    "test_elicitation_sep1330_enums": eliciting(ENUMS),
}
SCHEMAS: dict[str, dict[str, Any]] = {
    "test_sampling": {"type": "object", "properties": {"prompt": {"type": "string"}}, "required": ["prompt"]},
    "test_elicitation": {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]},
    "json_schema_2020_12_tool": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
        "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
        "additionalProperties": False,
    },
}
TOOLS["json_schema_2020_12_tool"] = blocks(TextContent(text="done"))


async def list_tools(_context: Context, _params: Any) -> ListToolsResult:
    plain: dict[str, Any] = {"type": "object", "properties": {}}
    return ListToolsResult(tools=[Tool(name=each, description=each, input_schema=SCHEMAS.get(each, plain)) for each in TOOLS])


async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
    return await TOOLS[params.name](context, params.arguments or {})


async def list_resources(_context: Context, _params: Any) -> ListResourcesResult:
    names = ("static-text", "static-binary", "watched-resource")
    return ListResourcesResult(resources=[Resource(uri=f"test://{each}", name=each) for each in names])


async def list_templates(_context: Context, _params: Any) -> ListResourceTemplatesResult:
    return ListResourceTemplatesResult(
        resource_templates=[ResourceTemplate(uri_template="test://template/{id}/data", name="data")]
    )


async def read_resource(_context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
    uri = params.uri
    if uri == "test://static-binary":
        return ReadResourceResult(contents=[BlobResourceContents(uri=uri, blob=PNG.data, mime_type="image/png")])
    if match := re.fullmatch(r"test://template/([^/]+)/data", uri):
        said = json.dumps({"id": match[1], "templateTest": True, "data": f"Data for ID: {match[1]}"})
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, text=said, mime_type="application/json")])
    if uri.startswith("test://"):
        said = "This is the content of the static text resource."
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, text=said, mime_type="text/plain")])
    raise MCPError(code=INVALID_PARAMS, message=f"There is no {uri!r}.")


PROMPTS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, str]], list[ContentBlock]]]] = {
    "test_simple_prompt": ((), lambda _given: [TextContent(text="This is a simple prompt for testing.")]),
    "test_prompt_with_arguments": (
        ("arg1", "arg2"),
        lambda given: [TextContent(text=f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")],
    ),
    "test_prompt_with_embedded_resource": (
        ("resourceUri",),
        lambda given: [embedded(given["resourceUri"], "Embedded resource content for testing.", "text/plain")],
    ),
    "test_prompt_with_image": ((), lambda _given: [PNG, TextContent(text="Please analyze the image above.")]),
}


async def list_prompts(_context: Context, _params: Any) -> ListPromptsResult:
    return ListPromptsResult(
        prompts=[
            Prompt(name=name, description=name, arguments=[PromptArgument(name=each, required=True) for each in arguments])
            for name, (arguments, _) in PROMPTS.items()
        ]
    )


async def get_prompt(_context: Context, params: GetPromptRequestParams) -> GetPromptResult:
    content = PROMPTS[params.name][1](params.arguments or {})
    return GetPromptResult(messages=[PromptMessage(role="user", content=each) for each in content])


async def complete(_context: Context, params: CompleteRequestParams) -> CompleteResult:
    values = [each for each in ("paris", "park", "party", "testing") if each.startswith(params.argument.value)]
    return CompleteResult(completion=Completion(values=values, total=len(values), has_more=False))


def nothing() -> Any:
    raise RuntimeError("no library is needed")


def main() -> None:
    desk = Desk(nothing)
    changes = Changes(desk)
    server: Server[Any] = Server(
        "conformance",
        version="1",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=changes.subscribe,
        on_unsubscribe_resource=changes.unsubscribe,
        on_subscriptions_listen=changes.listen,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
    )
    server.add_request_handler("logging/setLevel", SetLevelRequestParams, LOG.set_level)
    server.add_notification_handler("notifications/initialized", NotificationParams, changes.greet)
    options = server.create_initialization_options(NotificationOptions(resources_changed=True))
    serve_http(Served(server=server, options=options, changes=changes), desk, host="127.0.0.1", port=0, token=None)


if __name__ == "__main__":
    main()
