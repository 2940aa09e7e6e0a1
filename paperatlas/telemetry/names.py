"""Names of attributes: those of OpenTelemetry's semantic conventions for generative AI, and our own.

The conventions' constants are published in a module that is marked as private and changes without notice, so they stand here
as they are written in version 1.38 of the conventions.
"""

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
REQUEST_MODEL = "gen_ai.request.model"
RESPONSE_MODEL = "gen_ai.response.model"
OUTPUT_TYPE = "gen_ai.output.type"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
INPUT_MESSAGES = "gen_ai.input.messages"
OUTPUT_MESSAGES = "gen_ai.output.messages"
AGENT = "gen_ai.agent.name"
CONVERSATION = "gen_ai.conversation.id"
DATA_SOURCE = "gen_ai.data_source.id"
ERROR_TYPE = "error.type"

OPENAI = "openai"
"""The provider by the interface it is spoken to in; whose model answers behind an endpoint is not known."""

LLM_CALLS = "paperatlas.llm.calls"
"""Requests that were made for one answer of the model: none where it was kept from before, several after failures."""
COST = "paperatlas.cost_usd"
RUN = "paperatlas.run.id"
STATUS = "paperatlas.answer.status"
REASON = "paperatlas.answer.reason"
CONFIDENCE = "paperatlas.answer.confidence"
CITATIONS = "paperatlas.answer.citations"
KIND = "paperatlas.question.kind"
STAGE = "paperatlas.stage"
PASSAGES = "paperatlas.passages"
QUESTION = "paperatlas.question.text"
ANSWER = "paperatlas.answer.text"
DETAIL = "paperatlas.stage.detail"
