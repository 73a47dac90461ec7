"""Chat completions as OpenAI serves them, and with it most who serve models at all."""

from dataclasses import dataclass
from typing import ClassVar, Final

from recollect.domain.chat import Reply, Stop
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
from recollect.providers.chat.form import Form
from recollect.providers.endpoint import is_passing

_STOPS: Final = {"stop": Stop.END, "length": Stop.LENGTH, "content_filter": Stop.REFUSED}
_PASSING: Final = frozenset({"server_error", "rate_limit_exceeded", "rate_limit_error", "timeout"})


@dataclass(frozen=True, slots=True)
class OpenAI:
    """The dialect of `/chat/completions`."""

    home: ClassVar[str] = "https://api.openai.com/v1"
    path: ClassVar[str] = "/chat/completions"

    name: str
    model: str
    at_home: bool

    @staticmethod
    def headers(api_key: str | None) -> dict[str, str]:
        """The key, if there is one: local services want none."""
        return {"Authorization": f"Bearer {api_key}"} if api_key else {}

    def body(self, question: Question) -> Body:
        """The question as the service takes it."""
        # OpenAI's newer models refuse the old name, and many of the others do not know the new one.
        limit = "max_completion_tokens" if self.at_home else "max_tokens"
        body: Body = {
            "model": self.model,
            "messages": [{"role": m.role, "content": m.content} for m in question.messages],
            limit: question.max_tokens,
        }
        if question.temperature is not None:
            body["temperature"] = question.temperature
        if question.form is not None:
            body["response_format"] = _format(question.form)
        if question.streaming:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body

    def reply(self, answer: object) -> Reply:
        """What the first choice says."""
        match answer:
            case {"choices": [{"message": message, **choice}, *_], **rest}:
                text, refused = self._text(message)
                stop = Stop.REFUSED if refused else _stop(choice.get("finish_reason"))
                tokens_in, tokens_out = _counted(rest.get("usage"))
                return Reply(text, usage(tokens_in, tokens_out), stop)
            case {"error": error} if error:
                raise trouble(self.name, passing=_is_passing(error))
            case _:
                raise nonsense(self.name)

    def hear(self, event: object, hearing: Hearing) -> str:
        """The text in one chunk; the last one has no choices and tells the usage."""
        match event:
            case {"error": error} if error:
                raise trouble(self.name, passing=_is_passing(error))
            case {"choices": [choice, *_], **rest}:
                _count(rest.get("usage"), hearing)
                return self._piece(choice, hearing)
            case {**rest}:
                _count(rest.get("usage"), hearing)
                return ""
            case _:
                raise nonsense(self.name)

    def _piece(self, choice: object, hearing: Hearing) -> str:
        if not isinstance(choice, dict):
            raise nonsense(self.name)
        text, refused = self._text(choice.get("delta") or {})
        reason = choice.get("finish_reason")
        if refused:
            hearing.stop = Stop.REFUSED
        elif reason is not None and hearing.stop is not Stop.REFUSED:
            hearing.stop = _stop(reason)
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
                raise nonsense(self.name)
            case {**_rest}:
                return "", False
            case _:
                raise nonsense(self.name)


def _format(form: Form[object]) -> Body:
    schema = {"name": form.name, "schema": form.schema, "strict": True}
    return {"type": "json_schema", "json_schema": schema}


def _stop(reason: object) -> Stop:
    return _STOPS.get(reason, Stop.OTHER) if isinstance(reason, str) else Stop.OTHER


def _counted(counts: object) -> tuple[int | None, int | None]:
    return whole(counts, "prompt_tokens"), whole(counts, "completion_tokens")


def _count(counts: object, hearing: Hearing) -> None:
    if counts is not None:
        hearing.tokens_in, hearing.tokens_out = _counted(counts)


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
