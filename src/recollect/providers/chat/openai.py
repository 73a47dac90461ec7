"""The chat completions API of OpenAI and most other services."""

from typing import Final

from recollect.domain.chat import Reply, Stop
from recollect.providers.chat.answer_parts import (
    invalid_answer,
    stop_of,
    stream_error,
    text_of,
    token_count,
    usage,
)
from recollect.providers.chat.dialect import Body, CompletionRequest, Dialect, StreamState
from recollect.providers.endpoint import is_passing

_STOPS: Final = {"stop": Stop.END, "length": Stop.LENGTH, "content_filter": Stop.REFUSED}
_PASSING: Final = frozenset({"server_error", "rate_limit_exceeded", "rate_limit_error", "timeout"})


class OpenAI(Dialect):
    """The dialect of `/chat/completions`."""

    default_url = "https://api.openai.com/v1"
    path = "/chat/completions"

    @staticmethod
    def headers(api_key: str | None) -> dict[str, str]:
        """The key, if there is one: local services need none."""
        return {"Authorization": f"Bearer {api_key}"} if api_key else {}

    def body(self, question: CompletionRequest) -> Body:
        """The request body."""
        # OpenAI's newer models refuse the old name, and many other services the new one.
        limit = "max_completion_tokens" if self.is_official else "max_tokens"
        body: Body = {
            "model": self.model,
            "messages": [{"role": m.role, "content": m.content} for m in question.messages],
            limit: question.max_tokens,
        }
        if question.temperature is not None:
            body["temperature"] = question.temperature
        if question.schema is not None:
            wanted = question.schema
            strict = {"name": wanted.name, "schema": wanted.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": strict}
        if question.streaming:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body

    def reply(self, answer: object) -> Reply:
        """The text of the first choice."""
        match answer:
            case {"choices": [{"message": message, **choice}, *_], **rest}:
                text, refused = self._text(message)
                stop = Stop.REFUSED if refused else stop_of(choice.get("finish_reason"), _STOPS)
                tokens_in, tokens_out = _counted(rest.get("usage"))
                return Reply(text, usage(tokens_in, tokens_out), stop)
            case {"error": error} if error:
                raise stream_error(self.name, passing=_is_passing(error))
            case _:
                raise invalid_answer(self.name)

    def read_event(self, event: object, state: StreamState) -> str:
        """The text in one chunk; the last one has the usage and no choices."""
        match event:
            case {"error": error} if error:
                raise stream_error(self.name, passing=_is_passing(error))
            case {"choices": [choice, *_], **rest}:
                _count(rest.get("usage"), state)
                return self._piece(choice, state)
            case {**rest}:
                _count(rest.get("usage"), state)
                return ""
            case _:
                raise invalid_answer(self.name)

    def _piece(self, choice: object, state: StreamState) -> str:
        if not isinstance(choice, dict):
            raise invalid_answer(self.name)
        text, refused = self._text(choice.get("delta") or {})
        reason = choice.get("finish_reason")
        if refused:
            state.stop = Stop.REFUSED
        elif reason is not None and state.stop is not Stop.REFUSED:
            state.stop = stop_of(reason, _STOPS)
        return text

    def _text(self, message: object) -> tuple[str, bool]:
        match message:
            case {"refusal": str(refusal)} if refusal:
                return refusal, True
            case {"content": str(text)}:
                return text, False
            case {"content": [*parts]}:
                return "".join(text_of(part, self.name) for part in parts), False
            case {"content": content} if content is not None:
                raise invalid_answer(self.name)
            case {**_rest}:
                return "", False
            case _:
                raise invalid_answer(self.name)


def _counted(counts: object) -> tuple[int | None, int | None]:
    return token_count(counts, "prompt_tokens"), token_count(counts, "completion_tokens")


def _count(counts: object, state: StreamState) -> None:
    if counts is not None:
        state.tokens_in, state.tokens_out = _counted(counts)


def _is_passing(error: object) -> bool:
    match error:
        case {"code": int(status)}:
            return is_passing(status)
        case {"type": str(kind)} if kind in _PASSING:
            return True
        case {"code": str(kind)}:
            return kind in _PASSING
        case _:
            return False
