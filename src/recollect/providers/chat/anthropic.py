"""The Messages API of Anthropic."""

from typing import Final

from recollect.domain.chat import Reply, Stop
from recollect.domain.turn import Role
from recollect.providers.chat.answer_parts import (
    invalid_answer,
    stop_of,
    stream_error,
    text_of,
    token_count,
    usage,
)
from recollect.providers.chat.dialect import Body, CompletionRequest, Dialect, StreamState

_VERSION: Final = "2023-06-01"
_STOPS: Final = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "refusal": Stop.REFUSED,
}
_PASSING: Final = frozenset({"overloaded_error", "api_error", "rate_limit_error", "timeout_error"})
# Tokens read from or written to a cache count as input.
_TOKENS_IN: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class Anthropic(Dialect):
    """The dialect of `/v1/messages`."""

    default_url = "https://api.anthropic.com"
    path = "/v1/messages"

    @staticmethod
    def headers(api_key: str | None) -> dict[str, str]:
        """The API version and the key."""
        key = {"x-api-key": api_key} if api_key else {}
        return {"anthropic-version": _VERSION} | key

    def body(self, question: CompletionRequest) -> Body:
        """The request body, with system messages in a separate field."""
        messages = question.messages
        body: Body = {
            "model": self.model,
            "max_tokens": question.max_tokens,
            "messages": [
                {"role": m.role, "content": m.content}
                for m in messages
                if m.role is not Role.SYSTEM
            ],
        }
        system = "\n\n".join(m.content for m in messages if m.role is Role.SYSTEM)
        if system:
            body["system"] = system
        if question.temperature is not None:
            body["temperature"] = question.temperature
        if question.schema is not None:
            schema = {"type": "json_schema", "schema": question.schema.schema}
            body["output_config"] = {"format": schema}
        if question.streaming:
            body["stream"] = True
        return body

    def reply(self, answer: object) -> Reply:
        """The text of all text blocks."""
        match answer:
            case {"content": [*blocks], **rest}:
                counts = rest.get("usage")
                counted = usage(
                    token_count(counts, *_TOKENS_IN), token_count(counts, "output_tokens")
                )
                text = "".join(text_of(block, self.name) for block in blocks)
                return Reply(text, counted, stop_of(rest.get("stop_reason"), _STOPS))
            case _:
                raise invalid_answer(self.name)

    def read_event(self, event: object, state: StreamState) -> str:
        """The text in one event; unknown kinds of events are allowed."""
        match event:
            case {"type": "content_block_start", "content_block": block}:
                return text_of(block, self.name)
            case {"type": "content_block_delta", "delta": {"type": "text_delta", "text": text}}:
                if not isinstance(text, str):
                    raise invalid_answer(self.name)
                return text
            case {"type": "message_start", "message": {"usage": counts}}:
                _count(counts, state)
            case {"type": "message_delta", "delta": {**delta}, **rest}:
                if delta.get("stop_reason") is not None:
                    state.stop = stop_of(delta["stop_reason"], _STOPS)
                _count(rest.get("usage"), state)
            case {"type": "message_stop"}:
                state.over = True
            case {"type": "error", "error": {"type": str(kind)}}:
                raise stream_error(self.name, passing=kind in _PASSING)
            case {"type": str(kind)} if kind != "error":
                pass
            case _:
                raise invalid_answer(self.name)
        return ""


def _count(counts: object, state: StreamState) -> None:
    """Update the counts; they are cumulative, and a later event may omit some."""
    tokens_in, tokens_out = token_count(counts, *_TOKENS_IN), token_count(counts, "output_tokens")
    state.tokens_in = state.tokens_in if tokens_in is None else tokens_in
    state.tokens_out = state.tokens_out if tokens_out is None else tokens_out
