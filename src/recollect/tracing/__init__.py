"""OpenTelemetry spans. Unless this process has set up tracing, nothing is imported or recorded.

Errors are recorded by their code or type, because their texts may contain what users said.
"""

import sys
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, Literal, Self

if TYPE_CHECKING:
    from opentelemetry import trace

Attributes = Mapping[str, str | bool | int | float | Sequence[str] | None]
Kind = Literal["internal", "server", "client"]

_API: Final = "opentelemetry.trace"
_MAX_AGENTS: Final = 1_000


class TraceSpan:
    """An operation that lasts as long as its `with` block; by default one that is not recorded.

    What begins inside the block belongs to it, unless `is_current` is False.
    """

    def __init__(self, span: "trace.Span | None" = None, context: Any = None) -> None:
        self._span = span
        self._context = context
        self._token: Any = None

    def __enter__(self) -> Self:
        if self._context is not None:
            from opentelemetry import context  # noqa: PLC0415 - only if tracing is on

            self._token = context.attach(self._context)
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self._span is None:
            return
        if self._token is not None:
            from opentelemetry import context  # noqa: PLC0415

            context.detach(self._token)
        if isinstance(error, Exception):
            code = getattr(error, "code", None)
            self.fail(code if isinstance(code, str) else type(error).__qualname__)
        self._span.end()

    @property
    def is_recorded(self) -> bool:
        """Whether attributes have any effect."""
        return self._span is not None and self._span.is_recording()

    def name(self, name: str) -> None:
        """Change the name."""
        if self._span is not None:
            self._span.update_name(name)

    def set(self, attributes: Attributes) -> None:
        """Add attributes, except those that are None."""
        if self._span is not None:
            self._span.set_attributes(_given(attributes))

    def fail(self, error: str) -> None:
        """Mark it as failed, by the code or type of the error."""
        if self._span is not None:
            self._span.set_attribute("error.type", error)
            self._span.set_status(sys.modules[_API].StatusCode.ERROR)

    def headers(self) -> dict[str, str]:
        """The headers by which another service continues the trace."""
        carrier: dict[str, str] = {}
        if self._span is not None:
            from opentelemetry import propagate, trace  # noqa: PLC0415

            propagate.inject(carrier, trace.set_span_in_context(self._span))
        return carrier


class Origins:
    """The last traced request that wrote for each agent; the jobs that follow are linked to it."""

    def __init__(self) -> None:
        self._contexts: OrderedDict[str, trace.SpanContext] = OrderedDict()

    def add(self, agent: str) -> None:
        """Note the current span as the one that wrote."""
        if _tracer() is None:
            return
        self._contexts[agent] = sys.modules[_API].get_current_span().get_span_context()
        self._contexts.move_to_end(agent)
        if len(self._contexts) > _MAX_AGENTS:
            self._contexts.popitem(last=False)

    def of(self, agent: str) -> "Iterable[trace.SpanContext]":
        """The request that last wrote for this agent, if it was traced."""
        found = self._contexts.get(agent)
        return () if found is None else (found,)


_NOT_RECORDED: Final = TraceSpan()
_known: "tuple[trace.TracerProvider | None, trace.Tracer | None]" = (None, None)


def is_on() -> bool:
    """Whether this process has set up tracing."""
    return _tracer() is not None


def span(
    name: str,
    attributes: Attributes,
    *,
    kind: Kind = "internal",
    links: "Iterable[trace.SpanContext]" = (),
    carrier: Mapping[str, str] | None = None,
    is_current: bool = True,
) -> TraceSpan:
    """Start a span, below the current one or else the one that `carrier`, headers, names."""
    tracer = _tracer()
    if tracer is None:
        return _NOT_RECORDED
    from opentelemetry import propagate, trace  # noqa: PLC0415

    parent = None
    if carrier is not None and not trace.get_current_span().get_span_context().is_valid:
        parent = propagate.extract(carrier)
    started = tracer.start_span(
        name,
        context=parent,
        kind=trace.SpanKind[kind.upper()],
        attributes=_given(attributes),
        links=[trace.Link(each) for each in links],
    )
    return TraceSpan(started, trace.set_span_in_context(started, parent) if is_current else None)


def _given(attributes: Attributes) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value is not None}


def _tracer() -> "trace.Tracer | None":
    global _known  # noqa: PLW0603 - making a tracer takes longer than most spans
    # Nobody can have set up tracing without importing this.
    api = sys.modules.get(_API)
    if api is None:
        return None
    provider = api.get_tracer_provider()
    if provider is not _known[0]:
        is_off = isinstance(provider, api.ProxyTracerProvider | api.NoOpTracerProvider)
        made = None if is_off else provider.get_tracer("recollect", version("recollect"))
        _known = (provider, made)
    return _known[1]
