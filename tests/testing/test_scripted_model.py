"""The scripted model follows its script and the contract of real models."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

import pytest

from recollect.domain.chat import ChatMessage, ParsedReply, Reply, Stop, Usage
from recollect.domain.ports import ChatModel
from recollect.domain.turn import Role
from recollect.errors import InvalidInput, ProviderUnavailable, UnusableAnswer
from scripted_model import Line, RecordedCall, ScriptedModel, Stall

HELLO = (ChatMessage(Role.USER, "Hello"),)


@dataclass(frozen=True)
class Colour:
    name: str


def complete(model: ChatModel) -> Reply:
    return model.complete(HELLO, max_tokens=5)


def test_it_replies_in_order_and_then_fails() -> None:
    model = ScriptedModel(["one", Line(("t", "wo"), Usage(3, 2), Stop.LENGTH)])
    assert complete(model) == Reply("one", None, Stop.END)
    assert complete(model) == Reply("two", Usage(3, 2), Stop.LENGTH)
    with pytest.raises(AssertionError, match="3 times"):
        complete(model)


def test_a_function_can_choose_the_line() -> None:
    model = ScriptedModel(lambda messages: messages[-1].content.upper())
    assert complete(model).text == "HELLO"
    assert next(model.stream(HELLO, max_tokens=5)) == "HELLO"


def test_it_records_its_calls() -> None:
    model = ScriptedModel(['{"name": "red"}', ProviderUnavailable("away")])
    model.complete(HELLO, max_tokens=5, temperature=0.5, schema=Colour)
    with pytest.raises(ProviderUnavailable):
        next(model.stream(HELLO, max_tokens=6))
    assert model.asked == [
        RecordedCall(HELLO, 5, 0.5, Colour, streaming=False),
        RecordedCall(HELLO, 6, None, None, streaming=True),
    ]


def test_it_can_fail() -> None:
    model = ScriptedModel([ProviderUnavailable("away"), "back"])
    with pytest.raises(ProviderUnavailable):
        complete(model)
    assert complete(model).text == "back"


def test_a_line_can_match_a_schema() -> None:
    text = '{"name": "red"}'
    reply = ScriptedModel([text]).complete(HELLO, max_tokens=5, schema=Colour)
    assert reply == ParsedReply(text, None, Stop.END, Colour("red"))


def test_invalid_output_fails_as_with_a_real_model() -> None:
    model = ScriptedModel(["garbage"])
    with pytest.raises(UnusableAnswer) as caught:
        model.complete(HELLO, max_tokens=5, schema=Colour)
    assert caught.value.length == 7


def test_an_unsupported_schema_is_refused() -> None:
    with pytest.raises(InvalidInput):
        ScriptedModel(["5"]).complete(HELLO, max_tokens=5, schema=int)


def test_empty_messages_are_refused() -> None:
    model = ScriptedModel(["x"])
    with pytest.raises(InvalidInput):
        model.complete([], max_tokens=5)
    with pytest.raises(InvalidInput):
        next(model.stream([ChatMessage(Role.SYSTEM, "Be kind.")], max_tokens=5))
    assert model.asked == []


def test_it_streams_in_parts_and_starts_lazily() -> None:
    model = ScriptedModel([Line(("a", "b"), Usage(1, 2)), ""])
    pieces = model.stream(HELLO, max_tokens=5)
    assert model.asked == []
    assert list(pieces) == ["a", "b", Reply("ab", Usage(1, 2), Stop.END)]
    assert list(model.stream(HELLO, max_tokens=5)) == [Reply("", None, Stop.END)]
    assert model.left == 0


def test_a_stream_can_fail() -> None:
    model = ScriptedModel([Line(("a",), failure=ProviderUnavailable("cut"))])
    pieces = model.stream(HELLO, max_tokens=5)
    assert next(pieces) == "a"
    with pytest.raises(ProviderUnavailable):
        next(pieces)


def test_an_abandoned_stream_is_counted() -> None:
    model = ScriptedModel([Line(("a", "b"))])
    with closing(model.stream(HELLO, max_tokens=5)) as pieces:
        next(pieces)
    assert model.left == 1


@pytest.mark.parametrize("streaming", [False, True])
def test_it_can_stall_until_released(streaming: bool) -> None:
    stall = Stall()
    model = ScriptedModel([Line(("a", stall, "b"))])

    def ask() -> object:
        if streaming:
            return [*model.stream(HELLO, max_tokens=5)][-1]
        return complete(model)

    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(ask)
        assert stall.reached.wait(60)
        assert not answer.done()
        stall.over.set()
        assert answer.result() == Reply("ab", None, Stop.END)


def test_threads_share_one_script() -> None:
    model = ScriptedModel(str(n) for n in range(64))
    with ThreadPoolExecutor(8) as pool:
        texts = pool.map(lambda _: complete(model).text, range(64))
        assert sorted(texts, key=int) == [str(n) for n in range(64)]
    assert len(model.asked) == 64
