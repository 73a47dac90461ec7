"""One trace from the caller through the server to the upstream."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest

from recollect import Memory
from recollect.server.proxy.upstream_span import ReplyUsage
from recorded_spans import RecordedSpans, recording

Until = Callable[[Callable[[], object]], None]
SECRET = "Zwiebelkuchen"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = "00f067aa0ba902b7"
PARENT = {"traceparent": f"00-{TRACE}-{CALLER}-01"}
AGENT = {"X-Recollect-Agent-Id": "alice", "X-Conversation-Id": "c1"}


@pytest.fixture
def spans() -> Iterator[RecordedSpans]:
    with recording() as recorded:
        yield recorded


def body(**more: object) -> dict[str, Any]:
    return {"model": "gpt-9", "messages": [{"role": "user", "content": SECRET}], **more}


def trace_of(span: Any) -> str:
    return f"{span.context.trace_id:032x}"


def id_of(span: Any) -> str:
    return f"{span.context.span_id:016x}"


@pytest.mark.parametrize("stream", [False, True])
def test_a_chat_is_one_trace_from_the_caller_to_the_upstream(
    stream: bool,
    proxy: httpx2.Client,
    upstream: Any,
    spans: RecordedSpans,
    script: Any,
    until: Until,
) -> None:
    if stream:
        usage = {**script.chunk(), "choices": [], "usage": {"prompt_tokens": 3}}
        upstream.streams("Fine.", usage | {"model": "gpt-9-mini"}, script.event("[DONE]"))
    else:
        upstream.replies(script.completion({"content": SECRET}) | {"model": "gpt-9-mini"})
    proxy.post("/v1/chat/completions", json=body(stream=stream), headers=PARENT | AGENT)
    until(lambda: spans.named("POST /v1/chat/completions"))
    (request,) = spans.named("POST /v1/chat/completions")
    (chat,) = spans.named("chat gpt-9")
    assert trace_of(request) == TRACE
    assert f"{request.parent.span_id:016x}" == CALLER
    assert chat.parent.span_id == request.context.span_id
    assert upstream.asked[0].headers["traceparent"] == f"00-{TRACE}-{id_of(chat)}-01"
    found = dict(chat.attributes)
    assert {name: found[name] for name in found if name.startswith("gen_ai.")} == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-9",
        "gen_ai.response.model": "gpt-9-mini",
        "gen_ai.response.id": "c1",
        "gen_ai.agent.id": "alice",
        "gen_ai.conversation.id": "c1",
        "gen_ai.usage.input_tokens": 3,
    } | ({} if stream else {"gen_ai.usage.output_tokens": 2})
    # What memory did for the chat is in the same trace.
    memory = [span for span in spans.all() if span.name in {"search_memory", "upsert_memory"}]
    assert [span.name for span in memory].count("upsert_memory") == 2
    assert {trace_of(span) for span in memory} == {TRACE}
    assert SECRET not in spans.text()


def test_without_tracing_the_callers_header_reaches_the_upstream(
    proxy: httpx2.Client, upstream: Any
) -> None:
    proxy.post("/v1/chat/completions", json=body(), headers=PARENT | AGENT)
    assert upstream.asked[0].headers["traceparent"] == PARENT["traceparent"]


def test_a_failing_upstream_fails_the_span(
    proxy: httpx2.Client, upstream: Any, spans: RecordedSpans, until: Until
) -> None:
    upstream.replies({"error": {"message": SECRET}}, status=429)
    proxy.post("/v1/chat/completions", json=body())
    upstream.streams("Fine", None)
    with pytest.raises(httpx2.RequestError):
        proxy.post("/v1/chat/completions", json=body(stream=True))
    until(lambda: len(spans.named("chat gpt-9")) == 2)
    limited, broken = spans.named("chat gpt-9")
    assert (limited.attributes or {})["error.type"] == "429"
    assert (broken.attributes or {})["error.type"] == "upstream_broke_off"
    assert SECRET not in spans.text()


def test_a_request_is_named_by_its_route_and_shows_neither_path_nor_query(
    opened: Callable[..., Memory],
    serve: Callable[[Memory], httpx2.Client],
    spans: RecordedSpans,
    until: Until,
) -> None:
    client = serve(opened())
    client.get("/api/v1/memory", params={"q": SECRET})
    client.get(f"/api/v1/memory/{SECRET}")
    client.get(f"/{SECRET}")
    client.get("/health/live")
    client.get("/metrics")
    until(lambda: len(spans.all()) == 3)
    found = [
        (span.name, (span.attributes or {})["http.response.status_code"]) for span in spans.all()
    ]
    assert found == [
        ("GET /api/v1/memory", 200),
        ("GET /api/v1/memory/{memory_id}", 404),
        ("GET", 404),
    ]
    assert SECRET not in spans.text()


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (
            [
                {"type": "message_start", "message": {"id": "m1", "model": "c", "usage": {
                    "input_tokens": 5, "cache_read_input_tokens": 90, "output_tokens": 1}}},
                {"type": "message_delta", "usage": {"output_tokens": 8}},
            ],
            ReplyUsage("c", "m1", 95, 8),
        ),
        (
            [{"type": "response.completed", "response": {
                "id": "r1", "model": "o", "usage": {"input_tokens": 5, "output_tokens": 8}}}],
            ReplyUsage("o", "r1", 5, 8),
        ),
        (
            [
                {"model": "q", "message": {"content": "x"}, "done": False},
                {"model": "q", "done": True, "prompt_eval_count": 5, "eval_count": 8},
            ],
            ReplyUsage("q", None, 5, 8),
        ),
        ([[], "x", {"usage": "x", "model": 1}, {"usage": None}], ReplyUsage()),
    ],
)  # fmt: skip
def test_usage_is_read_in_every_dialect(events: list[Any], expected: ReplyUsage) -> None:
    usage = ReplyUsage()
    for event in events:
        usage.read(event)
    assert usage == expected
