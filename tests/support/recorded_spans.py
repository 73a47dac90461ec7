"""OpenTelemetry's own SDK, with an exporter that keeps the spans of one test."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


class RecordedSpans:
    """The spans that have ended so far."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self._exporter))

    def all(self) -> list[ReadableSpan]:
        return [*self._exporter.get_finished_spans()]

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.all() if span.name == name]

    def text(self) -> str:
        """Everything that would be sent."""
        return "\n".join(span.to_json() for span in self.all())


@contextmanager
def recording() -> Iterator[RecordedSpans]:
    """Tracing as an application sets it up, until the end of the test."""
    spans = RecordedSpans()
    # A process may set it only once.
    before, trace._TRACER_PROVIDER = trace._TRACER_PROVIDER, spans.provider
    try:
        yield spans
    finally:
        trace._TRACER_PROVIDER = before
