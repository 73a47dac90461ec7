"""The span of a request to the upstream: which model, how many tokens, and never any text."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Final

from recollect import tracing
from recollect.server.json_body import parsed
from recollect.server.proxy.body import model_of
from recollect.server.proxy.dialects.dialect import ProxyDialect, ReadReply
from recollect.server.proxy.dialects.messages import MESSAGES
from recollect.server.proxy.dialects.ollama import OLLAMA
from recollect.server.proxy.headers import Headers
from recollect.server.proxy.paths import CHATS
from recollect.server.proxy.record import Record
from recollect.server.proxy.reply_text import ReplyText
from recollect.server.proxy.upstream import Upstream, UpstreamRequest

# What the APIs call the tokens of a request and those of its reply.
_INPUT: Final = ("prompt_tokens", "input_tokens", "prompt_eval_count")
_OUTPUT: Final = ("completion_tokens", "output_tokens", "eval_count")
# Anthropic does not count these as tokens of the request.
_CACHED: Final = ("cache_read_input_tokens", "cache_creation_input_tokens")


@dataclass(slots=True)
class ReplyUsage:
    """What a reply says of itself, in any of the APIs."""

    model: str | None = None
    id: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None

    def read(self, value: object) -> None:
        """Read a reply, or one event of a streamed one."""
        if not isinstance(value, dict):
            return
        # Responses and Messages stream the reply's fields inside one of these.
        for part in (value.get("response"), value.get("message"), value):
            if isinstance(part, dict):
                self.model = _text(part.get("model")) or self.model
                self.id = _text(part.get("id")) or self.id
                usage = part.get("usage")
                self._count(usage if isinstance(usage, dict) else part)

    def _count(self, usage: dict[str, object]) -> None:
        read = _first_number(usage, _INPUT)
        if read is not None:
            self.tokens_in = read + sum(_first_number(usage, (name,)) or 0 for name in _CACHED)
        written = _first_number(usage, _OUTPUT)
        self.tokens_out = self.tokens_out if written is None else written


@dataclass(frozen=True, slots=True)
class UpstreamSpan:
    """A span that lasts until the reply is complete; `usage` is what the reply says of itself."""

    span: tracing.TraceSpan
    usage: ReplyUsage = field(default_factory=ReplyUsage)

    def answered(self, status: int) -> None:
        """Record the status of the reply."""
        self.span.set({"http.response.status_code": status})
        if status >= HTTPStatus.BAD_REQUEST:
            self.span.fail(str(status))

    def reading(self, dialect: ProxyDialect | None) -> ProxyDialect | None:
        """Return the dialect, which now also reads the usage."""
        if dialect is None:
            return None

        def both(read: ReadReply) -> Callable[[object, ReplyText], None]:
            def reading(value: object, into: ReplyText) -> None:
                self.usage.read(value)
                read(value, into)

            return reading

        return replace(
            dialect, read_reply=both(dialect.read_reply), read_event=both(dialect.read_event)
        )

    def headers(self, sent: Headers) -> Headers:
        """Return the headers to send, which continue the trace."""
        ours = self.span.headers()
        return [*((name, value) for name, value in sent if name not in ours), *ours.items()]

    def end(self) -> None:
        """Record what the reply said of itself."""
        self.span.set(
            {
                "gen_ai.response.model": self.usage.model,
                "gen_ai.response.id": self.usage.id,
                "gen_ai.usage.input_tokens": self.usage.tokens_in,
                "gen_ai.usage.output_tokens": self.usage.tokens_out,
            }
        )


async def upstream_span(
    upstream: Upstream, request: UpstreamRequest, path: str, record: Record | None
) -> UpstreamSpan:
    """Start the span of a request for this path; `record` says whose conversation it is."""
    attributes: dict[str, str | int | None] = {
        "http.request.method": request.method,
        "server.address": upstream.host,
        "server.port": upstream.port,
        "gen_ai.agent.id": record.agent_id if record else None,
        "gen_ai.conversation.id": record.conversation if record else None,
    }
    name = request.method
    dialect = CHATS.get(path)
    if dialect is not None and isinstance(request.content, bytes):
        model = await parsed(model_of, request.content)
        name = f"chat {model}" if model else "chat"
        attributes |= {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _provider(dialect),
            "gen_ai.request.model": model,
        }
    # Not current: what is remembered of the exchange belongs to the request.
    return UpstreamSpan(tracing.span(name, attributes, kind="client", is_current=False))


def _provider(dialect: ProxyDialect) -> str:
    if dialect is MESSAGES:
        return "anthropic"
    return "ollama" if dialect is OLLAMA else "openai"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _first_number(usage: dict[str, object], names: tuple[str, ...]) -> int | None:
    found = (usage.get(name) for name in names)
    return next((value for value in found if isinstance(value, int)), None)
