"""What holds for a chat model in every dialect: whole answers, failures, retries, secrets."""

import logging
import socket
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import httpx2
import pytest
from pydantic import BaseModel, Field

from recollect.domain.chat import ChatMessage, ParsedReply, Reply, Stop, Usage
from recollect.domain.turn import Role
from recollect.errors import (
    CircuitOpen,
    Closed,
    InvalidInput,
    ProviderError,
    ProviderUnavailable,
    UnusableAnswer,
)
from recollect.providers.resilience import Breaker, Meter, RetryPolicy


def complete(asker, model, **more):
    return model.complete(asker.messages, max_tokens=50, **more)


def failure(asker, model, **more) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        complete(asker, model, **more)
    told = "".join(traceback.format_exception(caught.value)) + repr(caught.value.__dict__)
    assert asker.key not in told
    assert asker.text not in told
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    return caught.value


def test_a_question_is_answered(service, asker, spoken) -> None:
    service.answer(spoken.reply("Hello, 我 🇩🇪"))
    model = asker.model(spoken)
    assert complete(asker, model) == Reply("Hello, 我 🇩🇪", Usage(11, 7), Stop.END)
    assert len(service.seen) == 1


@pytest.mark.parametrize("stop", ["end", "length", "refused"])
def test_the_reply_says_why_it_stopped(service, asker, spoken, stop: str) -> None:
    service.answer(spoken.reply("Well", stop))
    assert complete(asker, asker.model(spoken)).stop == stop


def test_without_a_temperature_none_is_sent(service, asker, spoken) -> None:
    service.answer(spoken.reply("x"))
    model = asker.model(spoken)
    complete(asker, model)
    complete(asker, model, temperature=0.0)
    assert "temperature" not in service.seen[0].body
    assert service.seen[1].body["temperature"] == 0.0


def test_any_python_string_can_be_said(service, asker, spoken) -> None:
    service.answer(spoken.reply("x"))
    asker.model(spoken).complete([ChatMessage(Role.USER, 'he\ud800llo "\x00" 我')], max_tokens=1)
    assert service.seen[0].body["messages"] == [{"role": "user", "content": 'he?llo "\x00" 我'}]


def test_the_name_says_which_host_and_model(service, asker, spoken) -> None:
    assert asker.model(spoken).name == f"127.0.0.1:{service.server_port}/m"


@pytest.mark.parametrize(
    "messages", [[], [ChatMessage(Role.SYSTEM, "Be kind.")], [ChatMessage(Role.USER, "")]]
)
def test_nobody_is_asked_nothing(service, asker, spoken, messages) -> None:
    model = asker.model(spoken)
    with pytest.raises(InvalidInput):
        model.complete(messages, max_tokens=1)
    with pytest.raises(InvalidInput):
        next(model.stream(messages, max_tokens=1))
    assert service.seen == []


def test_a_tools_words_are_no_message_of_their_own() -> None:
    with pytest.raises(InvalidInput):
        ChatMessage(Role.TOOL, "42")


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_a_service_in_trouble_is_asked_again_three_times(
    service, asker, spoken, status: int
) -> None:
    service.answer({"error": {"message": f"{asker.text} {asker.key}"}}, status)
    error = failure(asker, asker.model(spoken))
    assert type(error) is ProviderUnavailable
    assert str(status) in error.message
    assert (len(service.seen), asker.pauses) == (4, [1, 2, 4])


@pytest.mark.parametrize("status", [302, 400, 401, 403, 404, 413, 422, 499])
def test_a_refusal_is_final(service, asker, spoken, status: int) -> None:
    service.answer({"error": {"message": f"{asker.text} {asker.key}"}}, status)
    error = failure(asker, asker.model(spoken))
    assert type(error) is ProviderError
    assert str(status) in error.message
    assert (len(service.seen), asker.pauses) == (1, [])


def test_an_answer_after_failures_is_an_answer(service, asker, spoken) -> None:
    service.answer({}, 500)
    service.answer({}, 503)
    service.answer(spoken.reply("at last"))
    model = asker.model(spoken)
    assert complete(asker, model).text == "at last"
    counted = model.meter.snapshot()
    assert (counted.calls, counted.failures) == (3, 2)
    assert (counted.tokens, counted.tokens_out) == (11, 7)


DATED = {"Date": "Fri, 01 May 2026 12:00:00 GMT"}


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "2.5"}, 2.5),
        ({"Retry-After": "0"}, 1),
        ({"Retry-After": "30"}, 30),
        ({"Retry-After": "soon"}, 1),
        ({"Retry-After": "-5"}, 1),
        ({"Retry-After": ""}, 1),
        (DATED | {"Retry-After": "Fri, 01 May 2026 12:00:09 GMT"}, 9),
        (DATED | {"Retry-After": "Fri, 01 May 2026 11:00:00 GMT"}, 1),
        (DATED | {"Retry-After": "Fri, 01 May 2026 12:00:09 -0000"}, 1),
    ],
)
def test_a_service_may_ask_for_a_longer_pause(asker, spoken, headers, pause) -> None:
    transport = httpx2.MockTransport(
        lambda _: (
            httpx2.Response(429, headers=headers)
            if not asker.pauses
            else httpx2.Response(200, json=spoken.reply("x"))
        )
    )
    assert complete(asker, asker.model(spoken, transport=transport)).text == "x"
    assert asker.pauses == [pause]


@pytest.mark.parametrize("told", ["31", "3600", "9" * 9])
def test_nobody_waits_for_a_pause_beyond_reason(service, asker, spoken, told: str) -> None:
    service.answer({}, 429, Retry_After=told)
    error = failure(asker, asker.model(spoken))
    assert isinstance(error, ProviderUnavailable)
    assert (error.retry_after, asker.pauses) == (float(told), [])


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>It works</html>",
        b"\xff\xfe\x00",
        b'{"choices": [{"message": {"con',
        b'"\\ud800"',
        b"[" * 100_000,
        [],
        {},
        "text",
        None,
        {"choices": []},
        {"choices": None},
        {"choices": [{}]},
        {"choices": ["a very private sentence"]},
        {"choices": [{"message": "a very private sentence"}]},
        {"choices": [{"message": {"content": 5}}]},
        {"choices": [{"message": {"content": [{"type": "text", "text": 5}]}}]},
        {"choices": [{"message": {"content": ["a very private sentence"]}}]},
        {"content": None},
        {"content": "a very private sentence"},
        {"content": ["a very private sentence"]},
        {"content": [{"type": "text"}]},
        {"content": [{"type": "text", "text": 5}]},
        {"error": {"message": "a very private sentence", "type": "invalid_request_error"}},
    ],
)
def test_an_answer_that_is_no_reply_is_an_error(service, asker, spoken, answer) -> None:
    service.answer(answer)
    assert type(failure(asker, asker.model(spoken))) is ProviderError
    assert len(service.seen) == 1


def test_the_kind_of_content_does_not_matter_if_it_is_a_reply(service, asker, spoken) -> None:
    service.answer(spoken.reply("x"), kind="text/plain")
    assert complete(asker, asker.model(spoken)).text == "x"


def test_an_endless_answer_is_cut_off(service, asker, spoken) -> None:
    service.answer(b" " * (17 * 2**20))
    assert type(failure(asker, asker.model(spoken))) is ProviderError


@pytest.mark.parametrize(
    "usage", [None, {}, "much", [], {"prompt_tokens": "5", "input_tokens": -1}, {"input_tokens": 5}]
)
def test_a_service_need_not_count(service, asker, spoken, usage) -> None:
    service.answer(spoken.reply("x") | {"usage": usage})
    model = asker.model(spoken)
    assert complete(asker, model).usage is None
    counted = model.meter.snapshot()
    assert (counted.calls, counted.tokens, counted.tokens_out) == (1, 0, 0)


def test_a_service_that_does_not_answer_is_unavailable(service, asker, spoken) -> None:
    over = Event()
    service.answers.append(lambda _: over.wait() and None)
    error = failure(asker, asker.model(spoken, timeout=0.1))
    over.set()
    assert type(error) is ProviderUnavailable
    assert "in time" in error.message
    assert asker.pauses == [1, 2, 4]


def test_a_refused_connection_on_this_machine_is_not_tried_again(asker, spoken) -> None:
    with socket.socket() as taken:  # bound but not listening: nobody else can answer there
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        error = failure(asker, asker.model(spoken, base_url=url))
    assert type(error) is ProviderUnavailable
    assert asker.pauses == []


def test_a_refused_connection_elsewhere_is_tried_again(asker, spoken) -> None:
    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    elsewhere = {"base_url": "http://model.example", "transport": httpx2.MockTransport(refuse)}
    error = failure(asker, asker.model(spoken, **elsewhere))
    assert type(error) is ProviderUnavailable
    assert asker.pauses == [1, 2, 4]


def test_a_service_that_stays_away_is_no_longer_asked(service, asker, spoken) -> None:
    service.answer({}, 503)
    model = asker.model(spoken)
    assert type(failure(asker, model)) is ProviderUnavailable
    assert type(failure(asker, model)) is CircuitOpen
    assert len(service.seen) == 5
    assert type(failure(asker, model)) is CircuitOpen
    assert len(service.seen) == 5
    counted = model.meter.snapshot()
    assert (counted.calls, counted.failures) == (5, 5)


def test_after_a_minute_one_probe_is_let_through(service, asker, spoken) -> None:
    now = [0.0]
    service.answer({}, 503)
    model = asker.model(spoken, breaker=Breaker(lambda: now[0]), retry=RetryPolicy(()))
    for _ in range(5):
        failure(asker, model)
    now[0] = 60.0
    service.answers.clear()
    service.answer(spoken.reply("back"))
    assert complete(asker, model).text == "back"


def test_several_models_may_share_a_meter(service, asker, spoken) -> None:
    service.answer(spoken.reply("x"))
    meter = Meter()
    for _ in range(2):
        complete(asker, asker.model(spoken, meter=meter))
    assert (meter.snapshot().calls, meter.snapshot().tokens_out) == (2, 14)


def test_threads_share_one_model(service, asker, spoken) -> None:
    service.answer(spoken.reply("x"))
    model = asker.model(spoken)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: complete(asker, model).text, range(32)))
    assert replies == ["x"] * 32
    assert model.meter.snapshot().calls == 32


def test_a_closed_model_says_so(service, asker, spoken) -> None:
    model = asker.model(spoken)
    model.close()
    model.close()
    with pytest.raises(Closed):
        complete(asker, model)


def test_closing_ends_the_wait_for_another_attempt(service, asker, spoken) -> None:
    answered = Event()
    service.answer({}, 503, Retry_After="30")
    answer = service.answers[0]
    service.answers = [lambda handler: (answer(handler), answered.set())]
    model = asker.model(spoken, retry=RetryPolicy())
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(complete, asker, model)
        answered.wait()
        model.close()
        assert isinstance(waiting.exception(), Closed)


def test_neither_key_nor_words_reach_a_log(service, asker, spoken, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    service.answer(spoken.reply(asker.text))
    service.answer({"error": asker.text}, 400)
    model = asker.model(spoken)
    complete(asker, model)
    failure(asker, model)
    assert asker.key not in caplog.text
    assert asker.text not in caplog.text
    assert asker.key not in repr(model) + repr(vars(model)) + repr(vars(model._endpoint))


@pytest.mark.parametrize("key", ["sk-secret\n", "sk-sécret", "sk-\x00secret"])
def test_a_key_no_header_can_carry_is_refused_without_showing_it(asker, spoken, key: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        asker.model(spoken, api_key=key)
    assert caught.value.field == "api_key"
    assert key not in caught.value.message


def test_an_address_that_cannot_work_is_refused_at_once(asker, spoken) -> None:
    with pytest.raises(InvalidInput) as caught:
        asker.model(spoken, base_url="http://user:hunter2@host")
    assert caught.value.field == "base_url"
    assert "hunter2" not in caught.value.message


class Fact(BaseModel):
    """One thing a user said."""

    quote: str = Field(description="The words.", max_length=20)
    sure: float = Field(ge=0, le=1)
    about: str | None = None


class Facts(BaseModel):
    facts: list[Fact]


GOOD = '{"facts": [{"quote": "I like tea", "sure": 0.5, "about": null}]}'


def test_an_answer_in_a_form_is_a_checked_value(service, asker, spoken) -> None:
    service.answer(spoken.reply(GOOD))
    reply = complete(asker, asker.model(spoken), schema=Facts)
    value = Facts(facts=[Fact(quote="I like tea", sure=0.5)])
    assert reply == ParsedReply(GOOD, Usage(11, 7), Stop.END, value)


def test_a_dataclass_can_be_the_form(service, asker, spoken) -> None:
    @dataclass(frozen=True, slots=True)
    class Pair:
        left: int
        right: tuple[str, ...]

    service.answer(spoken.reply('{"left": 1, "right": ["a", "b"]}'))
    reply = complete(asker, asker.model(spoken), schema=Pair)
    assert reply.value == Pair(1, ("a", "b"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a very private sentence",
        "{",
        "[]",
        "{}",
        "null",
        '{"facts": [{"quote": "a very private sentence", "sure": 0.5}]}',
        '{"facts": [{"quote": "x", "sure": 1.5, "about": "a very private sentence"}]}',
        "```json\n{\n```",
    ],
)
def test_an_answer_in_another_form_is_unusable_and_left_to_the_caller(
    service, asker, spoken, text: str
) -> None:
    service.answer(spoken.reply(text))
    model = asker.model(spoken)
    error = failure(asker, model, schema=Facts)
    assert isinstance(error, UnusableAnswer)
    assert error.length == len(text)
    assert (len(service.seen), asker.pauses) == (1, [])
    counted = model.meter.snapshot()
    assert (counted.calls, counted.failures, counted.tokens_out) == (1, 1, 7)


@pytest.mark.parametrize("around", ["```json\n{}\n```", "{}}}", "<think>Tea?</think>{}"])
def test_an_answer_is_taken_out_of_what_stands_around_it(service, asker, spoken, around) -> None:
    text = around.replace("{}", GOOD, 1)
    service.answer(spoken.reply(text))
    reply = complete(asker, asker.model(spoken), schema=Facts)
    assert [fact.quote for fact in reply.value.facts] == ["I like tea"]


@pytest.mark.parametrize(("stop", "why"), [("length", "cut off"), ("refused", "refusal")])
def test_the_error_says_why_there_is_no_value(service, asker, spoken, stop: str, why: str) -> None:
    service.answer(spoken.reply('{"facts": [', stop))
    assert why in failure(asker, asker.model(spoken), schema=Facts).message


def test_unusable_answers_do_not_open_the_breaker(service, asker, spoken) -> None:
    service.answer(spoken.reply("no"))
    model = asker.model(spoken)
    for _ in range(7):
        assert isinstance(failure(asker, model, schema=Facts), UnusableAnswer)
