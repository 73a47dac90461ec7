"""Messages as Anthropic serves them."""

from dataclasses import dataclass
from typing import ClassVar, Final

from recollect.domain.chat import Reply, Stop
from recollect.domain.turn import Role
from recollect.providers.chat.dialect import (
    Body,
    Hearing,
    Question,
    nonsense,
    text_of,
    trouble,
    usage,
    whole,
)

_VERSION: Final = "2023-06-01"
_STOPS: Final = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "refusal": Stop.REFUSED,
}
_PASSING: Final = frozenset({"overloaded_error", "api_error", "rate_limit_error", "timeout_error"})
# What was read from or written to a cache was read all the same.
_TOKENS_IN: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


@dataclass(frozen=True, slots=True)
class Anthropic:
    """The dialect of `/v1/messages`."""

    home: ClassVar[str] = "https://api.anthropic.com"
    path: ClassVar[str] = "/v1/messages"

    name: str
    model: str
    at_home: bool

    @staticmethod
    def headers(api_key: str | None) -> dict[str, str]:
        """The version of the dialect, and the key."""
        key = {"x-api-key": api_key} if api_key else {}
        return {"anthropic-version": _VERSION} | key

    def body(self, question: Question) -> Body:
        """The question as the service takes it: the system speaks apart from the others."""
        said = question.messages
        body: Body = {
            "model": self.model,
            "max_tokens": question.max_tokens,
            "messages": [
                {"role": m.role, "content": m.content} for m in said if m.role is not Role.SYSTEM
            ],
        }
        system = "\n\n".join(m.content for m in said if m.role is Role.SYSTEM)
        if system:
            body["system"] = system
        if question.temperature is not None:
            body["temperature"] = question.temperature
        if question.form is not None:
            schema = {"type": "json_schema", "schema": question.form.schema}
            body["output_config"] = {"format": schema}
        if question.streaming:
            body["stream"] = True
        return body

    def reply(self, answer: object) -> Reply:
        """What the blocks of text say."""
        match answer:
            case {"content": [*blocks], **rest}:
                counts = rest.get("usage")
                counted = usage(whole(counts, *_TOKENS_IN), whole(counts, "output_tokens"))
                text = "".join(text_of(block, self.name) for block in blocks)
                return Reply(text, counted, _stop(rest.get("stop_reason")))
            case _:
                raise nonsense(self.name)

    def hear(self, event: object, hearing: Hearing) -> str:
        """The text in one event; kinds of event that we do not know may come at any time."""
        match event:
            case {"type": "content_block_start", "content_block": block}:
                return text_of(block, self.name)
            case {"type": "content_block_delta", "delta": {"type": "text_delta", "text": text}}:
                if not isinstance(text, str):
                    raise nonsense(self.name)
                return text
            case {"type": "message_start", "message": {"usage": counts}}:
                _count(counts, hearing)
            case {"type": "message_delta", "delta": {**delta}, **rest}:
                if delta.get("stop_reason") is not None:
                    hearing.stop = _stop(delta["stop_reason"])
                _count(rest.get("usage"), hearing)
            case {"type": "message_stop"}:
                hearing.over = True
            case {"type": "error", "error": {"type": str(kind)}}:
                raise trouble(self.name, passing=kind in _PASSING)
            case {"type": str(kind)} if kind != "error":
                pass
            case _:
                raise nonsense(self.name)
        return ""


def _stop(reason: object) -> Stop:
    return _STOPS.get(reason, Stop.OTHER) if isinstance(reason, str) else Stop.OTHER


def _count(counts: object, hearing: Hearing) -> None:
    """Counts are cumulative, and a later event need not repeat those of an earlier one."""
    tokens_in, tokens_out = whole(counts, *_TOKENS_IN), whole(counts, "output_tokens")
    hearing.tokens_in = hearing.tokens_in if tokens_in is None else tokens_in
    hearing.tokens_out = hearing.tokens_out if tokens_out is None else tokens_out
