"""What a trace shows of memory, and what it never shows."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from recollect import Memory, tracing
from recollect.domain.chat import ChatMessage
from recollect.domain.turn import Role
from recollect.errors import InvalidInput, NotFound
from recollect.providers.chat import chat_model
from recorded_spans import RecordedSpans, recording

SECRET = "Zwiebelkuchen"


@pytest.fixture
def spans() -> Iterator[RecordedSpans]:
    with recording() as recorded:
        yield recorded


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "m.sqlite", embedding_backend="none", background=False) as opened:
        yield opened


def attributes(spans: RecordedSpans) -> list[dict[str, object]]:
    return [dict(span.attributes or {}) for span in spans.all()]


def test_each_operation_is_a_span_of_the_convention(memory: Memory, spans: RecordedSpans) -> None:
    agent = memory.agent("alice")
    turn = agent.remember("I love hiking.", conversation="c1")
    agent.ingest("c2", [{"content": "one"}, {"content": "two"}])
    hits = agent.search("hiking")
    context = agent.context("What do I love?", conversation="c1")
    entry = agent.memories.add("Alice lives in Porto.")
    agent.memories.update(entry.id, pinned=True)
    agent.memories.delete(entry.id)
    memory.conversation("c3", agent="alice").add("user", "Hello there.")
    agent.erase()
    found = attributes(spans)
    assert [span.name for span in spans.all()] == [each["gen_ai.operation.name"] for each in found]
    assert {each["gen_ai.memory.store.id"] for each in found} == {"alice"}
    assert {each["gen_ai.agent.id"] for each in found} == {"alice"}
    assert [
        (
            each["recollect.method"],
            each["gen_ai.operation.name"],
            each.get("gen_ai.memory.record.count"),
            each.get("gen_ai.conversation.id"),
        )
        for each in found
    ] == [
        ("remember", "upsert_memory", 1, "c1"),
        ("ingest", "upsert_memory", 2, "c2"),
        ("search", "search_memory", len(hits), None),
        ("context", "search_memory", len(context.receipt.items), "c1"),
        ("add", "upsert_memory", 1, None),
        ("update", "update_memory", 1, None),
        ("delete", "delete_memory", 1, None),
        ("add", "upsert_memory", 1, "c3"),
        ("erase", "delete_memory_store", None, None),
    ]
    assert found[0]["gen_ai.memory.record.id"] == turn.id
    assert found[3]["recollect.receipt.id"] == context.receipt.id
    assert found[3]["recollect.context.tokens"] == context.tokens


def test_nothing_that_was_said_or_asked_is_in_a_span(memory: Memory, spans: RecordedSpans) -> None:
    agent = memory.agent("alice")
    agent.remember(f"I love {SECRET}.", metadata={"note": SECRET}, speaker=SECRET)
    agent.search(SECRET)
    agent.context(f"Do I love {SECRET}?")
    with pytest.raises(InvalidInput):
        agent.remember("x", role=SECRET)
    with pytest.raises(NotFound):
        agent.memories.delete(SECRET)
    agent.memories.add(SECRET, key=SECRET, kind="domain")
    memory.sync()
    assert {"upsert_memory", "search_memory", "job learn"} <= {span.name for span in spans.all()}
    assert SECRET not in spans.text()


def test_texts_are_recorded_if_the_setting_says_so_without_secrets(
    tmp_path: Path, spans: RecordedSpans
) -> None:
    key = "sk-proj-9aF3kLm2Qx8Rt5Vw7Yz1Bc4De6Gh0Jn"
    with Memory.open(
        tmp_path / "m.sqlite", embedding_backend="none", background=False, trace_content=True
    ) as memory:
        agent = memory.agent("alice")
        agent.remember(f"My key is {key} and I love {SECRET}.")
        agent.ingest("c", [{"content": f"More {SECRET}, please."}])
        agent.search(f"{SECRET} {key}")
        agent.context(query=f"{SECRET}?")
    stored, batch, search, context = attributes(spans)
    for each in (stored, batch, search, context):
        assert SECRET in str(json.loads(str(each["gen_ai.memory.records"])))
    assert str(search["gen_ai.memory.query.text"]).startswith(f"{SECRET} ")
    assert context["gen_ai.memory.query.text"] == f"{SECRET}?"
    assert key not in spans.text()


def test_a_failure_is_recorded_by_its_code(memory: Memory, spans: RecordedSpans) -> None:
    with pytest.raises(NotFound):
        memory.agent("alice").memories.delete("nothing")
    (span,) = spans.all()
    assert (span.attributes or {})["error.type"] == "not_found"
    assert not span.status.is_ok
    assert (span.status.description, span.events) == (None, ())


def test_a_job_is_a_trace_of_its_own_and_linked_to_the_request(
    memory: Memory, spans: RecordedSpans
) -> None:
    memory.agent("alice").remember("I moved to Porto in May.", conversation="c1")
    memory.agent("bob").remember("I moved to Oslo.", conversation="c1")
    memory.sync()
    alice, bob = spans.named("upsert_memory")
    jobs = spans.named("job learn")
    assert {(job.attributes or {})["recollect.job.outcome"] for job in jobs} == {"done"}
    linked = {
        (job.attributes or {})["gen_ai.agent.id"]: job.links[0].context.span_id for job in jobs
    }
    assert linked == {"alice": alice.context.span_id, "bob": bob.context.span_id}
    assert all(job.parent is None for job in jobs)


def test_the_core_model_is_a_client_span_with_its_tokens(spans: RecordedSpans) -> None:
    reply = {
        "choices": [{"message": {"content": SECRET}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    }
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=reply))
    model = chat_model(
        provider="openai", name="qwen3:8b", base_url="http://127.0.0.1:1/v1", transport=transport
    )
    assert model is not None
    model.complete([ChatMessage(Role.USER, SECRET)], max_tokens=9)
    model.close()
    (span,) = spans.all()
    assert span.name == "chat qwen3:8b"
    assert span.kind.name == "CLIENT"
    assert dict(span.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "qwen3:8b",
        "server.address": "127.0.0.1",
        "gen_ai.usage.input_tokens": 7,
        "gen_ai.usage.output_tokens": 3,
    }


def test_without_tracing_nothing_of_it_is_imported() -> None:
    program = (
        "import sys; import recollect.memory; import recollect.tracing.exporter\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    assert not tracing.is_on()
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout.split() == [b"[]"]
