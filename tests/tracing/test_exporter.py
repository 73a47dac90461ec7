"""Which of OpenTelemetry's variables turn the export on, and what is said when it cannot be."""

import os

import pytest

from recollect.tracing import exporter
from recollect.tracing.exporter import TracingPlan, tracing_plan

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
EXPORTER = "OTEL_TRACES_EXPORTER"


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("OTEL_")]:
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {EXPORTER: "none", ENDPOINT: "http://127.0.0.1:4318"},
        {EXPORTER: "console", "OTEL_SDK_DISABLED": "true"},
        {ENDPOINT: " "},
        {"OTEL_SERVICE_NAME": "mine"},
    ],
)
def test_nothing_is_exported_unless_asked_for(
    variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert tracing_plan() == TracingPlan()


def test_an_endpoint_or_an_exporter_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EXPORTER, "console")
    assert tracing_plan() == TracingPlan(("console",))
    monkeypatch.delenv(EXPORTER)
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:4318")
    monkeypatch.setattr(exporter, "entry_points", lambda **_: ["installed"])
    assert tracing_plan() == TracingPlan(("otlp",), "http://127.0.0.1:4318")


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({EXPORTER: "jaeger"}, "'jaeger' is not installed"),
        ({EXPORTER: "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "carrier-pigeon"}, "not supported"),
        ({EXPORTER: "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "'otlp_proto_grpc'"),
    ],
)
def test_an_exporter_that_is_not_there_is_named(
    variables: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    plan = tracing_plan()
    assert words in (plan.problem or "")
    assert plan.advice
    assert not plan.exporters


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:4318")
    monkeypatch.setattr(exporter, "find_spec", lambda _: None)
    assert "recollect[otel]" in tracing_plan().advice
