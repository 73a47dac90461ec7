"""What is particular to Anthropic's dialect."""

import json

import pytest
from pydantic import BaseModel

from recollect.domain.chat import ChatMessage, Reply, Stop, Usage
from recollect.domain.turn import Role
from recollect.errors import ProviderError, ProviderUnavailable
from recollect.providers.chat import Anthropic
from recollect.providers.resilience import RetryPolicy

TALK = (
    ChatMessage(Role.SYSTEM, "Be kind."),
    ChatMessage(Role.USER, "Hello"),
    ChatMessage(Role.ASSISTANT, "Hi"),
    ChatMessage(Role.SYSTEM, "Be brief."),
    ChatMessage(Role.USER, "Who are you?"),
)


class Colour(BaseModel):
    name: str


@pytest.fixture
def spoken():
    class Spoken:
        dialect = Anthropic

    return Spoken()


def answer(*blocks: object, **more: object) -> dict:
    return {"type": "message", "content": list(blocks), "stop_reason": "end_turn", **more}


def text(words: str) -> dict:
    return {"type": "text", "text": words, "citations": None}


def events(*said: dict) -> bytes:
    return b"".join(
        b"event: %b\ndata: %b\n\n" % (each["type"].encode(), json.dumps(each).encode())
        for each in said
    )


def delta(kind: str, **more: str) -> dict:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": kind, **more}}


def test_the_system_speaks_apart_from_the_others(service, asker, spoken) -> None:
    service.answer(answer(text("x")))
    asker.model(spoken).complete(TALK, max_tokens=50, temperature=0.2)
    seen = service.seen[0]
    assert seen.path == "/v1/messages"
    assert seen.headers["x-api-key"] == asker.key
    assert seen.headers["anthropic-version"] == "2023-06-01"
    assert "Authorization" not in seen.headers
    assert seen.body == {
        "model": "m",
        "system": "Be kind.\n\nBe brief.",
        "messages": [
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": "Hi"},
            {"role": "user", "content": "Who are you?"},
        ],
        "max_tokens": 50,
        "temperature": 0.2,
    }


def test_the_address_may_be_given_with_its_version_or_without(service, asker, spoken) -> None:
    service.answer(answer(text("x")))
    for end in ("", "/", "/v1", "/v1/", "/proxy"):
        asker.model(spoken, base_url=service.url + end).complete(TALK, max_tokens=1)
    paths = [seen.path for seen in service.seen]
    assert paths == ["/v1/messages"] * 4 + ["/proxy/v1/messages"]


def test_without_a_key_or_a_system_none_is_sent(service, asker, spoken) -> None:
    service.answer(answer(text("x")))
    asker.model(spoken, api_key=None).complete(TALK[1:2], max_tokens=1)
    assert "x-api-key" not in service.seen[0].headers
    assert "system" not in service.seen[0].body


def test_a_form_is_demanded_natively(service, asker, spoken) -> None:
    service.answer(answer(text('{"name": "red"}')))
    reply = asker.model(spoken).complete(TALK, max_tokens=5, schema=Colour)
    assert reply.value == Colour(name="red")
    assert service.seen[0].body["output_config"] == {
        "format": {
            "type": "json_schema",
            "schema": {
                "type": "object",
                "properties": {"name": {"type": "string"}},
                "required": ["name"],
                "additionalProperties": False,
            },
        }
    }


def test_only_blocks_of_text_are_read(service, asker, spoken) -> None:
    service.answer(
        answer(
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            text("Hello"),
            {"type": "tool_use", "id": "1", "name": "n", "input": {}},
            {"type": "brand_new", "text": 5},
            text(", you"),
            container=None,
        )
    )
    assert asker.model(spoken).complete(TALK, max_tokens=5).text == "Hello, you"


def test_an_answer_may_have_no_blocks(service, asker, spoken) -> None:
    service.answer(answer())
    assert asker.model(spoken).complete(TALK, max_tokens=5) == Reply("", None, Stop.END)


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("stop_sequence", Stop.END),
        ("model_context_window_exceeded", Stop.LENGTH),
        ("tool_use", Stop.OTHER),
        ("pause_turn", Stop.OTHER),
        ("something_new", Stop.OTHER),
        (None, Stop.OTHER),
        (["end_turn"], Stop.OTHER),
    ],
)
def test_every_reason_to_stop_has_its_meaning(service, asker, spoken, reason, stop) -> None:
    service.answer(answer(text("x"), stop_reason=reason))
    assert asker.model(spoken).complete(TALK, max_tokens=5).stop is stop


def test_tokens_read_through_a_cache_count(service, asker, spoken) -> None:
    usage = {
        "input_tokens": 3,
        "cache_creation_input_tokens": 10,
        "cache_read_input_tokens": None,
        "output_tokens": 2,
    }
    service.answer(answer(text("x"), usage=usage))
    assert asker.model(spoken).complete(TALK, max_tokens=5).usage == Usage(13, 2)


def test_every_kind_of_event_is_understood(service, asker, spoken) -> None:
    service.stream(
        events(
            {"type": "message_start", "message": {"usage": {"input_tokens": 9}}},
            {"type": "content_block_start", "content_block": {"type": "thinking"}},
            delta("thinking_delta", thinking="hm"),
            delta("signature_delta", signature="s"),
            {"type": "content_block_stop", "index": 0},
            {"type": "content_block_start", "content_block": {"type": "text", "text": "A"}},
            {"type": "ping"},
            delta("text_delta", text="B"),
            delta("citations_delta", citation="c"),
            {"type": "content_block_stop", "index": 1},
            {"type": "content_block_start", "content_block": {"type": "tool_use", "input": {}}},
            delta("input_json_delta", partial_json="{}"),
            {"type": "message_delta", "delta": {}, "usage": {"output_tokens": 4}},
            {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}},
            {"type": "brand_new", "message": "m"},
            {"type": "message_stop"},
            {"type": "error", "error": {"type": "never_heard"}},
        )
    )
    pieces = [*asker.model(spoken).stream(TALK, max_tokens=5)]
    assert pieces == ["A", "B", Reply("AB", Usage(9, 4), Stop.LENGTH)]


def test_an_end_without_a_reason_is_an_end(service, asker, spoken) -> None:
    service.stream(events(delta("text_delta", text="x"), {"type": "message_stop"}))
    pieces = [*asker.model(spoken).stream(TALK, max_tokens=5)]
    assert pieces == ["x", Reply("x", None, Stop.OTHER)]


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("overloaded_error", ProviderUnavailable),
        ("api_error", ProviderUnavailable),
        ("rate_limit_error", ProviderUnavailable),
        ("timeout_error", ProviderUnavailable),
        ("authentication_error", ProviderError),
        ("something_new", ProviderError),
        (["overloaded_error"], ProviderError),
    ],
)
def test_an_error_event_passes_or_does_not(service, asker, spoken, kind, error) -> None:
    service.stream(events({"type": "error", "error": {"type": kind, "message": "m"}}))
    with pytest.raises(ProviderError) as caught:
        list(asker.model(spoken, retry=RetryPolicy(())).stream(TALK, max_tokens=5))
    assert type(caught.value) is error
