"""What is particular to OpenAI's dialect."""

import json

import httpx2
import pytest
from pydantic import BaseModel

from recollect.domain.chat import ChatMessage, Reply, Stop, Usage
from recollect.domain.turn import Role
from recollect.errors import ProviderError, ProviderUnavailable, UnusableAnswer
from recollect.providers.chat import HttpChatModel, OpenAI
from recollect.providers.resilience import Breaker, RetryPolicy

TALK = (
    ChatMessage(Role.SYSTEM, "Be kind."),
    ChatMessage(Role.USER, "Hello"),
    ChatMessage(Role.ASSISTANT, "Hi"),
    ChatMessage(Role.USER, "Who are you?"),
)


class Colour(BaseModel):
    name: str


@pytest.fixture
def spoken():
    class Spoken:
        dialect = OpenAI

    return Spoken()


def answer(message: object, **more: object) -> dict:
    return {"choices": [{"message": message, "finish_reason": "stop"}], **more}


def chunk(delta: object, **more: object) -> bytes:
    return b"data: %b\n\n" % json.dumps({"choices": [{"delta": delta, **more}]}).encode()


def test_a_whole_conversation_is_sent_as_it_is(service, asker, spoken) -> None:
    service.answer(answer({"content": "x"}))
    asker.model(spoken).complete(TALK, max_tokens=50, temperature=0.2)
    seen = service.seen[0]
    assert seen.path == "/v1/chat/completions"
    assert seen.headers["Authorization"] == f"Bearer {asker.key}"
    assert seen.headers["Content-Type"] == "application/json"
    assert seen.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be kind."},
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": "Hi"},
            {"role": "user", "content": "Who are you?"},
        ],
        "max_tokens": 50,
        "temperature": 0.2,
    }


def test_without_a_key_none_is_sent(service, asker, spoken) -> None:
    service.answer(answer({"content": "x"}))
    asker.model(spoken, api_key=None).complete(TALK, max_tokens=1)
    assert "Authorization" not in service.seen[0].headers


def test_openai_itself_is_told_the_limit_by_its_new_name() -> None:
    def at_home(request: httpx2.Request) -> httpx2.Response:
        assert str(request.url) == "https://api.openai.com/v1/chat/completions"
        asked.append(json.loads(request.content))
        return httpx2.Response(200, json=answer({"content": "x"}))

    asked: list[dict] = []
    transport = httpx2.MockTransport(at_home)
    model = HttpChatModel(
        OpenAI,
        model="gpt",
        api_key="k",
        breaker=Breaker(),
        retry=RetryPolicy(()),
        transport=transport,
    )
    model.complete(TALK, max_tokens=50)
    model.close()
    assert asked[0]["max_completion_tokens"] == 50
    assert "max_tokens" not in asked[0]


def test_a_stream_asks_for_the_usage(service, asker, spoken) -> None:
    service.stream(chunk({"content": "x"}) + b"data: [DONE]\n\n")
    list(asker.model(spoken).stream(TALK, max_tokens=1))
    assert service.seen[0].body["stream_options"] == {"include_usage": True}


def test_a_form_is_demanded_strictly(service, asker, spoken) -> None:
    service.answer(answer({"content": '{"name": "red"}'}))
    reply = asker.model(spoken).complete(TALK, max_tokens=5, schema=Colour)
    assert reply.value == Colour(name="red")
    assert service.seen[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {
            "name": "Colour",
            "strict": True,
            "schema": {
                "type": "object",
                "properties": {"name": {"type": "string"}},
                "required": ["name"],
                "additionalProperties": False,
            },
        },
    }


@pytest.mark.parametrize(
    "message", [{"content": None, "refusal": "I cannot."}, {"refusal": "I cannot."}]
)
def test_a_refusal_is_what_the_model_says(service, asker, spoken, message) -> None:
    service.answer(answer(message))
    model = asker.model(spoken)
    assert model.complete(TALK, max_tokens=5) == Reply("I cannot.", None, Stop.REFUSED)
    with pytest.raises(UnusableAnswer, match="refusal"):
        model.complete(TALK, max_tokens=5, schema=Colour)


def test_a_refusal_can_be_streamed(service, asker, spoken) -> None:
    service.stream(
        chunk({"refusal": "I "}) + chunk({"refusal": "cannot."}) + chunk({}, finish_reason="stop")
    )
    pieces = [*asker.model(spoken).stream(TALK, max_tokens=5)]
    assert pieces == ["I ", "cannot.", Reply("I cannot.", None, Stop.REFUSED)]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": None}, ""),
        ({"content": [{"type": "text", "text": "x"}, {"type": "text", "text": "y"}]}, "xy"),
        ({"content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "x"}]}, "x"),
        ({"content": None, "tool_calls": [{"id": "1"}]}, ""),
        ({}, ""),
        ({"content": "x", "refusal": None, "reasoning_content": "hm", "annotations": []}, "x"),
    ],
)
def test_what_is_not_text_is_passed_over(service, asker, spoken, message, text: str) -> None:
    service.answer(answer(message, system_fingerprint="fp", service_tier=None))
    assert asker.model(spoken).complete(TALK, max_tokens=5).text == text


@pytest.mark.parametrize("reason", ["tool_calls", "something_new", None, 5, ["stop"]])
def test_other_reasons_to_stop_are_other(service, asker, spoken, reason) -> None:
    service.answer({"choices": [{"message": {"content": "x"}, "finish_reason": reason}]})
    assert asker.model(spoken).complete(TALK, max_tokens=5).stop is Stop.OTHER


def test_an_end_without_the_mark_is_an_end_if_a_reason_was_given(service, asker, spoken) -> None:
    service.stream(chunk({"content": "x"}) + chunk({}, finish_reason="length"))
    pieces = [*asker.model(spoken).stream(TALK, max_tokens=5)]
    assert pieces == ["x", Reply("x", None, Stop.LENGTH)]


def test_an_end_with_the_mark_is_an_end_without_a_reason(service, asker, spoken) -> None:
    service.stream(chunk({"content": "x"}) + b"data: [DONE]\n\n")
    pieces = [*asker.model(spoken).stream(TALK, max_tokens=5)]
    assert pieces == ["x", Reply("x", None, Stop.OTHER)]


def test_chunks_of_every_shape_are_understood(service, asker, spoken) -> None:
    service.stream(
        b'data: {"choices": [], "prompt_filter_results": []}\n\n'
        b'data: {"choices": null, "usage": null}\n\n'
        + chunk(None)
        + chunk({"content": None, "tool_calls": [{"index": 0}]})
        + chunk({"content": "x", "reasoning": "hm"}, logprobs=None)
        + b'data: {"choices": [{"delta": {"content": "y"}, "finish_reason": "stop"}],'
        b' "usage": {"prompt_tokens": 3, "completion_tokens": 2}}\n\n'
        b'data: {"choices": [], "usage": null}\n\n'
    )
    pieces = [*asker.model(spoken).stream(TALK, max_tokens=5)]
    assert pieces == ["x", "y", Reply("xy", Usage(3, 2), Stop.END)]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": 502}, ProviderUnavailable),
        ({"code": 429, "message": "x"}, ProviderUnavailable),
        ({"code": None, "type": "server_error"}, ProviderUnavailable),
        ({"code": "rate_limit_exceeded"}, ProviderUnavailable),
        ({"code": 400, "type": "server_error"}, ProviderError),
        ({"code": "invalid_api_key"}, ProviderError),
        ({"type": ["server_error"]}, ProviderError),
        ("server_error", ProviderError),
    ],
)
def test_an_error_in_place_of_an_answer_passes_or_does_not(
    service, asker, spoken, error, kind
) -> None:
    service.answer({"error": error})
    service.stream(b"data: %b\n\n" % json.dumps({"error": error}).encode())
    model = asker.model(spoken, retry=RetryPolicy(()))
    with pytest.raises(ProviderError) as caught:
        model.complete(TALK, max_tokens=5)
    assert type(caught.value) is kind
    with pytest.raises(ProviderError) as caught:
        list(model.stream(TALK, max_tokens=5))
    assert type(caught.value) is kind


@pytest.mark.parametrize(
    ("said", "this_only"),
    [
        ("'response_format.type' must be 'text'", False),
        ("json_schema is not supported", False),
        ("too long by far", True),
    ],
)
@pytest.mark.parametrize("status", [400, 422])
def test_a_service_that_takes_no_schema_says_what_to_do(
    service, asker, spoken, status: int, said: str, this_only: bool
) -> None:
    service.answer({"error": {"message": said}}, status)
    with pytest.raises(ProviderError) as caught:
        asker.model(spoken).complete(TALK, max_tokens=1, schema=Colour)
    assert "JSON schemas (response_format)" in caught.value.message
    assert "extractor = rules" in caught.value.message
    assert said not in caught.value.message
    assert caught.value.this_only is this_only


def test_a_refused_question_without_a_schema_speaks_of_none(service, asker, spoken) -> None:
    service.answer({"error": {"message": "response_format"}}, 400)
    with pytest.raises(ProviderError) as caught:
        asker.model(spoken).complete(TALK, max_tokens=1)
    assert caught.value.message.endswith("answered 400 Bad Request.")
