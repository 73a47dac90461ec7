"""Streams that come in pieces of any size, stall, break off, or are left, in every dialect."""

import traceback
from threading import Event

import pytest

from recollect.domain.chat import Reply, Stop, Usage
from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable
from recollect.providers.resilience import Breaker, RetryPolicy


def start(asker, model):
    return model.stream(asker.messages, max_tokens=50)


def failure(asker, pieces) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        list(pieces)
    told = "".join(traceback.format_exception(caught.value)) + repr(caught.value.__dict__)
    assert asker.key not in told
    assert asker.text not in told
    assert caught.value.__context__ is None
    return caught.value


def texts(pieces) -> list[str]:
    *texts, reply = pieces
    assert isinstance(reply, Reply)
    return texts


def whole(spoken, *texts: str) -> bytes:
    return spoken.begin() + b"".join(spoken.text(text) for text in texts) + spoken.end()


def test_a_stream_gives_the_text_in_pieces_and_then_the_reply(service, asker, spoken) -> None:
    service.stream(whole(spoken, "Hel", "lo"))
    model = asker.model(spoken)
    assert list(start(asker, model)) == ["Hel", "lo", Reply("Hello", Usage(11, 7), Stop.END)]
    assert service.seen[0].body["stream"] is True
    counted = model.meter.snapshot()
    assert (counted.calls, counted.failures) == (1, 0)
    assert (counted.tokens, counted.tokens_out) == (11, 7)


def test_pieces_arrive_before_the_answer_is_whole(service, asker, spoken) -> None:
    more = Event()
    service.stream(spoken.begin() + spoken.text("one"), more, spoken.text("two") + spoken.end())
    pieces = start(asker, asker.model(spoken))
    assert next(pieces) == "one"
    more.set()
    assert next(pieces) == "two"
    assert next(pieces).text == "onetwo"


def test_nobody_is_asked_before_the_first_piece_is(service, asker, spoken) -> None:
    pieces = start(asker, asker.model(spoken))
    pieces.close()
    assert service.seen == []


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_bytes_may_be_cut_anywhere(service, asker, spoken, size: int, ends: bytes) -> None:
    data = whole(spoken, "我ö", "🇩🇪").replace(b"\n", ends)
    assert "我ö".encode() in data  # so the cuts go through characters too
    service.stream(*[data[at : at + size] for at in range(0, len(data), size)])
    assert [*start(asker, asker.model(spoken))][:2] == ["我ö", "🇩🇪"]


def test_characters_may_be_escaped(service, asker, spoken) -> None:
    service.stream(whole(spoken, "我").replace("我".encode(), rb"\u6211 \ud83c\udde9"))
    assert next(start(asker, asker.model(spoken))) == "我 🇩"


def test_comments_unknown_fields_and_events_are_passed_over(service, asker, spoken) -> None:
    odd = b': keep-alive\n\nid: 7\nretry: 10\ndatum: {"x"\n\nevent: news\n\n'
    unknown = b'data: {"type": "brand_new", "delta": "odd", "object": 5}\n\n'
    service.stream(odd + spoken.begin() + odd + unknown + spoken.text("x") + odd + spoken.end())
    assert texts(start(asker, asker.model(spoken)))[0] == "x"


def test_data_may_stand_on_several_lines_and_without_a_blank(service, asker, spoken) -> None:
    spread = whole(spoken, "x").replace(b'", "', b'",\ndata:"').replace(b"data: {", b"data:{")
    assert b"\ndata:" in spread
    service.stream(b"\xef\xbb\xbf" + spread)
    assert texts(start(asker, asker.model(spoken)))[0] == "x"


def test_an_empty_answer_is_a_reply_without_text(service, asker, spoken) -> None:
    service.stream(whole(spoken))
    assert list(start(asker, asker.model(spoken))) == [Reply("", Usage(11, 7), Stop.END)]


@pytest.mark.parametrize("status", [429, 500, 529])
def test_an_error_before_the_stream_is_tried_again(service, asker, spoken, status: int) -> None:
    service.answer({}, status, Retry_After="3")
    service.stream(whole(spoken, "x"))
    assert next(start(asker, asker.model(spoken))) == "x"
    assert asker.pauses == [3]


def test_a_refusal_before_the_stream_is_final(service, asker, spoken) -> None:
    service.answer({"error": asker.text}, 401)
    assert type(failure(asker, start(asker, asker.model(spoken)))) is ProviderError
    assert asker.pauses == []


def test_a_stream_that_fails_before_its_first_piece_is_tried_again(
    service, asker, spoken, cut
) -> None:
    service.stream(spoken.begin(), cut)
    service.stream(spoken.begin())
    service.stream(spoken.begin() + spoken.failing(passing=True))
    service.stream(whole(spoken, "x"))
    model = asker.model(spoken)
    assert texts(start(asker, model))[0] == "x"
    assert asker.pauses == [1, 2, 4]
    assert (model.meter.snapshot().calls, model.meter.snapshot().failures) == (4, 3)


def cut_short(spoken, how: str, cut) -> list:
    said = spoken.begin() + spoken.text("x")
    half = spoken.text("a very private sentence")
    return {
        "connection": [said, cut],
        "mid-event": [said + half[:-20], cut],
        "mid-character": [said + 'data: {"我'.encode()[:-1], cut],
        "no end": [said],
        "mid-event, but well ended": [said + half[:-20]],
        "event": [said + spoken.failing(passing=True)],
    }[how]


@pytest.mark.parametrize(
    "how",
    [
        "connection",
        "mid-event",
        "mid-character",
        "no end",
        "mid-event, but well ended",
        "event",
    ],
)
def test_a_stream_that_breaks_off_after_a_piece_is_an_error_and_not_repeated(
    service, asker, spoken, cut, how: str
) -> None:
    service.stream(*cut_short(spoken, how, cut))
    model = asker.model(spoken)
    pieces = start(asker, model)
    assert next(pieces) == "x"
    assert type(failure(asker, pieces)) is ProviderUnavailable
    assert (len(service.seen), asker.pauses) == (1, [])
    assert model.meter.snapshot().failures == 1


def test_streams_that_always_break_off_open_the_breaker(service, asker, spoken) -> None:
    service.stream(spoken.begin() + spoken.text("x"))
    model = asker.model(spoken)
    for _ in range(5):
        assert type(failure(asker, start(asker, model))) is ProviderUnavailable
    assert type(failure(asker, start(asker, model))) is CircuitOpen


def test_a_refusal_inside_the_stream_is_final(service, asker, spoken) -> None:
    service.stream(spoken.begin() + spoken.failing(passing=False))
    assert type(failure(asker, start(asker, asker.model(spoken)))) is ProviderError
    assert asker.pauses == []


@pytest.mark.parametrize(
    "event",
    [
        b"data: a very private sentence\n\n",
        b"data: [1]\n\n",
        b"data: \xff\n\n",
        b'data: {"type": "error"}\n\ndata: {"choices": [1]}\n\n',
        b'data: {"type": "content_block_start", "content_block": {"type": "text"}, "choices": [0]}\n\n',
        b'data: {"type": "content_block_delta", "delta": {"type": "text_delta", "text": 1}, "choices": [0]}\n\n',
        b'data: {"type": "error", "choices": [{"delta": {"content": 5}}]}\n\n',
    ],
)
def test_an_event_that_is_nonsense_is_an_error(service, asker, spoken, event: bytes) -> None:
    service.stream(spoken.begin() + event)
    assert type(failure(asker, start(asker, asker.model(spoken)))) is ProviderError
    assert len(service.seen) == 1


@pytest.mark.parametrize("kind", ["application/json", "text/html; charset=utf-8", ""])
def test_an_answer_that_is_no_stream_is_an_error(service, asker, spoken, kind: str) -> None:
    service.stream(whole(spoken, "x"), kind=kind)
    assert type(failure(asker, start(asker, asker.model(spoken)))) is ProviderError


@pytest.mark.parametrize("kind", ["text/event-stream; charset=utf-8", "Text/Event-Stream"])
def test_the_kind_of_a_stream_may_say_more(service, asker, spoken, kind: str) -> None:
    service.stream(whole(spoken, "x"), kind=kind)
    assert next(start(asker, asker.model(spoken))) == "x"


def test_an_endless_event_is_cut_off(service, asker, spoken) -> None:
    service.stream(*[b"data: " + b" " * 2**19] * 3)
    assert type(failure(asker, start(asker, asker.model(spoken)))) is ProviderError


def test_an_endless_answer_is_cut_off(service, asker, spoken) -> None:
    service.stream(*[spoken.text("x" * 1_000_000)] * 20)
    assert type(failure(asker, start(asker, asker.model(spoken)))) is ProviderError


def test_a_stream_that_stalls_is_unavailable(service, asker, spoken) -> None:
    over = Event()
    service.stream(spoken.begin() + spoken.text("x"), over)
    pieces = start(asker, asker.model(spoken, timeout=0.2))
    assert next(pieces) == "x"
    error = failure(asker, pieces)
    over.set()
    assert type(error) is ProviderUnavailable
    assert "in time" in error.message


@pytest.mark.parametrize("sign", [b": keep-alive\n\n", b'data: {"type": "ping"}\n\n'])
def test_signs_of_life_without_an_answer_are_not_waited_for(
    service, asker, spoken, sign: bytes
) -> None:
    over = Event()

    def keep_alive(handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        while not over.wait(0.02):
            handler.wfile.write(sign)
            handler.wfile.flush()
        handler.close_connection = True

    service.answers.append(keep_alive)
    error = failure(asker, start(asker, asker.model(spoken, timeout=0.2, retry=RetryPolicy(()))))
    over.set()
    assert type(error) is ProviderUnavailable
    assert "in time" in error.message


def test_leaving_a_stream_closes_the_connection(service, asker, spoken) -> None:
    service.stream_until_left(spoken.begin() + spoken.text("one") + spoken.text("two"))
    model = asker.model(spoken)
    pieces = start(asker, model)
    assert next(pieces) == "one"
    pieces.close()
    assert service.left.wait(60)
    counted = model.meter.snapshot()
    assert (counted.calls, counted.failures) == (1, 0)
    assert list(pieces) == []


def test_forgetting_a_stream_closes_the_connection(service, asker, spoken) -> None:
    service.stream_until_left(spoken.begin() + spoken.text("one"))
    assert next(start(asker, asker.model(spoken))) == "one"
    assert service.left.wait(60)


def test_an_ended_stream_does_not_wait_for_the_service_to_hang_up(service, asker, spoken) -> None:
    service.stream_until_left(whole(spoken, "x"))
    assert [*start(asker, asker.model(spoken))][-1].text == "x"
    assert service.left.wait(60)


def test_a_slow_reader_of_the_probe_does_not_keep_others_out(service, asker, spoken) -> None:
    now = [0.0]
    model = asker.model(spoken, breaker=Breaker(lambda: now[0]), retry=RetryPolicy(()))
    service.answer({}, 503)
    for _ in range(5):
        failure(asker, start(asker, model))
    now[0] = 60.0
    service.answers.clear()
    service.stream(whole(spoken, "one", "two"))
    slow = start(asker, model)
    assert next(slow) == "one"
    assert texts(start(asker, model))[0] == "one"
    assert texts(slow)[0] == "two"


def test_a_stream_without_a_count_has_no_usage(service, asker, spoken) -> None:
    said = whole(spoken, "x").replace(b"usage", b"unusual")
    service.stream(said)
    assert [*start(asker, asker.model(spoken))][-1] == Reply("x", None, Stop.END)


def test_closing_the_model_ends_its_streams(service, asker, spoken) -> None:
    service.stream_until_left(spoken.begin() + spoken.text("one"))
    model = asker.model(spoken)
    pieces = start(asker, model)
    assert next(pieces) == "one"
    model.close()
    assert isinstance(failure(asker, pieces), ProviderError)
    assert service.left.wait(60)
