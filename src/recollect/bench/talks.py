"""How conversations cost as they grow, and whether many at once lose or mix anything."""

import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from recollect.bench.ratio import Ratio, seconds
from recollect.bench.texts import sentences
from recollect.domain.message import Window
from recollect.memory import Memory
from recollect.memory.conversation import OpenConversation, Strategy

ROUNDS = 5
SHORT, LONG = 100, 10_000
_EACH = 40
# Short enough that the same window is shown of both: all messages fit of neither.
_TOKENS = 1_000


def _filled(memory: Memory, count: int) -> OpenConversation:
    turns = [{"role": "user", "content": text} for text in sentences(count, count)]
    memory.agent("bench").ingest(f"of {count}", turns)
    return memory.conversation(f"of {count}", agent="bench")


def _add(talk: OpenConversation, number: int) -> None:
    talk.add("user", f"a new message, number {number}")


def _grown(
    folder: Path,
    name: str,
    work: Callable[[OpenConversation, int], object],
    before: Callable[[OpenConversation, int], object] = lambda _talk, _number: None,
) -> tuple[float, ...]:
    """What a piece of work costs at the long conversation beside the short one, in alternation."""
    ratios = []
    with Memory.open(folder / f"{name}.sqlite", embedding_backend="none") as memory:
        talks = [_filled(memory, count) for count in (SHORT, LONG)]
        memory.sync()
        for talk in talks:
            work(talk, 0)
        for number in range(ROUNDS):
            taken: list[list[float]] = [[], []]
            for each in range(_EACH):
                for times, talk in zip(taken, talks, strict=True):
                    before(talk, number * _EACH + each)
                    times.append(seconds(partial(work, talk, number * _EACH + each)))
            ratios.append(statistics.median(taken[1]) / statistics.median(taken[0]))
    return tuple(ratios)


def appending(folder: Path) -> Ratio:
    """Adding a message to a conversation of 10,000, beside one of 100."""
    detail = f"{ROUNDS} × {_EACH} messages, each in turn"
    rounds = _grown(folder, "append", _add)
    return Ratio("append at 10,000 / at 100", rounds, 1.5, at_least=False, detail=detail)


def windows(folder: Path, strategy: Strategy) -> Ratio:
    """Building the window of a conversation of 10,000 messages, beside one of 100."""

    def window(talk: OpenConversation, _number: int) -> Window:
        return talk.context(strategy, tokens=_TOKENS)

    # A new message each time: what was read before is no longer the end of the conversation.
    rounds = _grown(folder, strategy, window, before=_add)
    detail = f"{ROUNDS} × {_EACH} windows of {_TOKENS} tokens, each after a new message"
    name = f"{strategy} window at 10,000 / at 100"
    return Ratio(name, rounds, 1.5, at_least=False, detail=detail)


def many_sessions(folder: Path) -> Ratio:
    """500 ephemeral conversations at once, every message checked."""
    talks, messages = 500, 20
    with (
        Memory.open(
            folder / "sessions.sqlite", embedding_backend="none", session_max_sessions=talks
        ) as memory,
        ThreadPoolExecutor(32) as pool,
    ):
        list(pool.map(partial(_speak, memory, messages), range(talks)))
        whole = sum(pool.map(partial(_is_whole, memory, messages), range(talks)))
    detail = f"{talks} conversations of {messages} messages by 32 threads; lost or mixed: {talks - whole}"
    return Ratio(
        "ephemeral conversations kept whole", (whole / talks,), 1.0, at_least=True, detail=detail
    )


def _session(memory: Memory, number: int) -> OpenConversation:
    return memory.conversation(f"tab:{number}", retention="ephemeral", agent=f"agent {number % 7}")


def _said(number: int, place: int) -> str:
    return f"message {place} of conversation {number}"


def _speak(memory: Memory, messages: int, number: int) -> None:
    talk = _session(memory, number)
    for place in range(messages):
        talk.add("user" if place % 2 == 0 else "assistant", _said(number, place))
        talk.context("seed-middle-tail")


def _is_whole(memory: Memory, messages: int, number: int) -> bool:
    kept = [message.content for message in _session(memory, number).messages()]
    return kept == [_said(number, place) for place in range(messages)]
