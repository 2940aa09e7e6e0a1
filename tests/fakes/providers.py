"""How providers of chat completions differ, as far as their documentation and their users' reports say: what each refuses, and
in which words and form.
"""

import re
from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse

from tests.fakes.endpoint import Asked

KEY = "sk-a-key-of-ours-0123456789"


def openai(asked: Asked) -> Response | None:
    """Its models that think take the newer name of the limit only."""
    if _bearer(asked) != KEY:
        return _openai_error(401, f"Incorrect API key provided: {_bearer(asked)}.", code="invalid_api_key")
    if "max_tokens" in asked.body:
        words = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        return _openai_error(400, f"Unsupported parameter: {words}", code="unsupported_parameter")
    return _not_at(asked, "v1/chat/completions")


def azure(asked: Asked) -> Response | None:
    """The dated API: the deployment is in the path, the date in the query, the key in a header of its own."""
    if asked.headers.get("api-key") != KEY:
        return JSONResponse({"error": {"code": "401", "message": "Access denied due to invalid subscription key"}}, 401)
    if asked.path != "openai/deployments/small/chat/completions" or asked.query.get("api-version") != "2024-10-21":
        return JSONResponse({"error": {"code": "404", "message": "Resource not found"}}, 404)
    return None


def azure_v1(asked: Asked) -> Response | None:
    if _bearer(asked) != KEY:
        return JSONResponse({"error": {"code": "401", "message": "Access denied due to invalid subscription key"}}, 401)
    return _not_at(asked, "openai/v1/chat/completions")


def anthropic(asked: Asked) -> Response | None:
    """Takes any form that is asked for, and ignores it."""
    if _bearer(asked) != KEY:
        error = {"type": "authentication_error", "message": "invalid x-api-key"}
        return JSONResponse({"type": "error", "error": error}, 401)
    return _not_at(asked, "v1/chat/completions")


def gemini(asked: Asked) -> Response | None:
    """Errors are a list. A form and tools at once are refused, and so are calls without the signature they came with."""
    if _bearer(asked) != KEY:
        return _gemini_error(400, "API key not valid. Please pass a valid API key.")
    if "tools" in asked.body and "response_format" in asked.body:
        return _gemini_error(400, "Function calling with a response mime type: 'application/json' is unsupported")
    calls = [call for turn in asked.body["messages"] for call in turn.get("tool_calls", ())]
    if any("thought_signature" not in call.get("extra_content", {}).get("google", {}) for call in calls):
        return _gemini_error(400, "Function call is missing a thought_signature in functionCall parts.")
    return _not_at(asked, "v1beta/openai/chat/completions")


def mistral(asked: Asked) -> Response | None:
    """Knows what it knows: anything else is refused by name. Ids of calls have nine letters and digits."""
    known = {"model", "messages", "response_format", "tools", "tool_choice", "max_tokens", "stream"}
    for extra in asked.body.keys() - known:
        detail = [{"type": "extra_forbidden", "loc": ["body", extra], "msg": "Extra inputs are not permitted"}]
        return JSONResponse({"object": "error", "message": {"detail": detail}, "type": "invalid_request_error"}, 422)
    for id_ in (turn["tool_call_id"] for turn in asked.body["messages"] if turn["role"] == "tool"):
        if not re.fullmatch("[a-zA-Z0-9]{9}", id_):
            words = f"Tool call id was {id_} but must be a-z, A-Z, 0-9, with a length of 9."
            return JSONResponse({"object": "error", "message": words, "type": "invalid_request_error"}, 400)
    if asked.body["messages"][-1]["role"] not in {"user", "tool"}:
        return JSONResponse({"object": "error", "message": "Expected last role User or Tool"}, 400)
    return None


def ollama(asked: Asked) -> Response | None:
    """A model without tools and pictures."""
    if "tools" in asked.body:
        return _openai_error(400, "registry.ollama.ai/library/small does not support tools")
    return _openai_error(400, "this model does not support image input") if _pictures(asked) else None


def vllm(asked: Asked) -> Response | None:
    """Started without a parser of calls, with a template that knows no system messages."""
    if "tools" in asked.body:
        words = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
        return JSONResponse({"object": "error", "message": words, "type": "BadRequestError", "code": 400}, 400)
    if any(turn["role"] == "system" for turn in asked.body["messages"]):
        return JSONResponse({"object": "error", "message": "System role not supported", "code": 400}, 400)
    if _pictures(asked):
        return JSONResponse({"object": "error", "message": "small is not a multimodal model", "code": 400}, 400)
    return None


def llama_cpp(asked: Asked) -> Response | None:
    """Refuses with the status of a failure."""
    if "tools" in asked.body:
        return _openai_error(500, "tools param requires --jinja flag")
    hint = "hint: if this is unexpected, you may need to provide the mmproj"
    return _openai_error(500, f"image input is not supported - {hint}") if _pictures(asked) else None


def lm_studio(asked: Asked) -> Response | None:
    """Knows forms by schema or none. Its errors are plain strings."""
    form = asked.body.get("response_format", {}).get("type", "text")
    if form not in {"json_schema", "text"}:
        return JSONResponse({"error": "'response_format.type' must be 'json_schema' or 'text'"}, 400)
    if _pictures(asked):
        return JSONResponse({"error": "Model does not support images. Please use a model that does."}, 400)
    return None


def _bearer(asked: Asked) -> str:
    return asked.headers.get("authorization", "").removeprefix("Bearer ")


def _pictures(asked: Asked) -> bool:
    contents = [turn["content"] for turn in asked.body["messages"]]
    return any(part["type"] == "image_url" for content in contents if isinstance(content, list) for part in content)


def _not_at(asked: Asked, path: str) -> Response | None:
    return None if asked.path == path else JSONResponse({"error": {"message": "Not Found"}}, 404)


def _openai_error(status: int, message: str, *, code: str | None = None) -> Response:
    error: dict[str, Any] = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    return JSONResponse({"error": error}, status)


def _gemini_error(status: int, message: str) -> Response:
    return JSONResponse([{"error": {"code": status, "message": message, "status": "INVALID_ARGUMENT"}}], status)
