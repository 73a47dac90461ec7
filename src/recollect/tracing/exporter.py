"""Sends the spans of a process that Recollect owns to where OpenTelemetry's variables say."""

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from typing import Any, Final

from recollect import tracing

_EXPORTERS: Final = "OTEL_TRACES_EXPORTER"
_PROTOCOLS: Final = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_OTLP: Final = {"grpc": "otlp_proto_grpc", "http/protobuf": "otlp_proto_http"}
_GROUP: Final = "opentelemetry_traces_exporter"
_LAST_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class TracingPlan:
    """What OpenTelemetry's variables ask for; nothing is sent if there is a `problem`."""

    exporters: tuple[str, ...] = ()
    endpoint: str | None = None
    problem: str | None = None
    advice: str = ""


NO_EXPORT: Final = TracingPlan()


def tracing_plan() -> TracingPlan:
    """Read OpenTelemetry's variables; without any of them, no spans are exported."""
    endpoint = _first(*_ENDPOINTS)
    names = _first(_EXPORTERS) or ("otlp" if endpoint else "none")
    exporters = tuple(name.strip() for name in names.split(",") if name.strip() not in {"", "none"})
    if not exporters or (_first("OTEL_SDK_DISABLED") or "").lower() == "true":
        return NO_EXPORT
    if find_spec("opentelemetry.sdk") is None:
        return TracingPlan(
            problem="OpenTelemetry is configured, but not installed",
            advice='Install it: pip install "recollect[otel]"',
        )
    protocol = _first(*_PROTOCOLS) or "http/protobuf"
    for name in exporters:
        if name == "otlp" and protocol not in _OTLP:
            problem = f"OpenTelemetry's protocol {protocol!r:.80} is not supported"
            return TracingPlan(problem=problem, advice=f"Use one of {', '.join(_OTLP)}.")
        if name != "console" and not entry_points(group=_GROUP, name=_entry(name)):
            return TracingPlan(
                problem=f"OpenTelemetry's exporter {_entry(name)!r:.80} is not installed",
                advice=f"Install it, or change {_EXPORTERS} or {_PROTOCOLS[1]}.",
            )
    return TracingPlan(exporters, endpoint)


@contextmanager
def exporting() -> Iterator[TracingPlan]:
    """Export spans as the variables say, and send the last ones at the end.

    An application that has set up tracing before, as `opentelemetry-instrument` does, keeps it.
    """
    plan = NO_EXPORT if tracing.is_on() else tracing_plan()
    provider = _provider(plan) if plan.exporters else None
    try:
        yield plan
    finally:
        if provider is not None:
            # A collector that does not answer must not keep the process from ending.
            last = threading.Thread(target=provider.shutdown, daemon=True)
            last.start()
            last.join(_LAST_SECONDS)


def _provider(plan: TracingPlan) -> Any:
    from opentelemetry import trace  # noqa: PLC0415 - only if tracing is configured
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    resource = Resource.create({"service.version": version("recollect")})
    if str(resource.attributes["service.name"]).startswith("unknown_service"):
        resource = resource.merge(Resource({"service.name": "recollect"}))
    # Of a collector that is away, one line for each batch is enough.
    logging.getLogger("opentelemetry.exporter").setLevel(logging.ERROR)
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    for name in plan.exporters:
        provider.add_span_processor(BatchSpanProcessor(_exporter(name)))
    trace.set_tracer_provider(provider)
    return provider


def _exporter(name: str) -> Any:
    if name == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter  # noqa: PLC0415

        # Standard output may carry a protocol, as that of recollect mcp does.
        return ConsoleSpanExporter(out=sys.stderr)
    (found,) = entry_points(group=_GROUP, name=_entry(name))
    return found.load()()


def _entry(name: str) -> str:
    """The name under which an exporter is installed."""
    return _OTLP[_first(*_PROTOCOLS) or "http/protobuf"] if name == "otlp" else name


def _first(*variables: str) -> str | None:
    """The first of these variables that is set; an empty one is not."""
    return next((value for name in variables if (value := os.environ.get(name, "").strip())), None)
