"""Cost of growing conversations, and correctness of many concurrent ones."""

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
# So small that neither conversation fits, and both windows have the same size.
_TOKENS = 1_000


def _open_filled(memory: Memory, count: int) -> OpenConversation:
    turns = [{"role": "user", "content": text} for text in sentences(count, count)]
    memory.agent("bench").ingest(f"of {count}", turns)
    return memory.conversation(f"of {count}", agent="bench")


def _add(conversation: OpenConversation, number: int) -> None:
    conversation.add("user", f"a new message, number {number}")


def _grown(
    folder: Path,
    name: str,
    work: Callable[[OpenConversation, int], object],
    before: Callable[[OpenConversation, int], object] = lambda _conversation, _number: None,
) -> tuple[float, ...]:
    """The time of some work in the long conversation relative to the short one, alternating."""
    ratios = []
    with Memory.open(folder / f"{name}.sqlite", embedding_backend="none") as memory:
        conversations = [_open_filled(memory, count) for count in (SHORT, LONG)]
        memory.sync()
        for conversation in conversations:
            work(conversation, 0)
        for number in range(ROUNDS):
            taken: list[list[float]] = [[], []]
            for each in range(_EACH):
                for times, conversation in zip(taken, conversations, strict=True):
                    before(conversation, number * _EACH + each)
                    times.append(seconds(partial(work, conversation, number * _EACH + each)))
            ratios.append(statistics.median(taken[1]) / statistics.median(taken[0]))
    return tuple(ratios)


def appending(folder: Path) -> Ratio:
    """Adding a message to a conversation of 10,000, compared with one of 100."""
    detail = f"{ROUNDS} × {_EACH} messages, alternating"
    rounds = _grown(folder, "append", _add)
    return Ratio("append at 10,000 / at 100", rounds, 1.5, at_least=False, detail=detail)


def windows(folder: Path, strategy: Strategy) -> Ratio:
    """Building the window of a conversation of 10,000 messages, compared with one of 100."""

    def window(conversation: OpenConversation, _number: int) -> Window:
        return conversation.context(strategy, tokens=_TOKENS)

    # A new message each time, so that the cached tail is never current.
    rounds = _grown(folder, strategy, window, before=_add)
    detail = f"{ROUNDS} × {_EACH} windows of {_TOKENS} tokens, each after a new message"
    name = f"{strategy} window at 10,000 / at 100"
    return Ratio(name, rounds, 1.5, at_least=False, detail=detail)


def many_sessions(folder: Path) -> Ratio:
    """500 concurrent ephemeral conversations; checks every message."""
    conversations, messages = 500, 20
    with (
        Memory.open(
            folder / "sessions.sqlite", embedding_backend="none", session_max_sessions=conversations
        ) as memory,
        ThreadPoolExecutor(32) as pool,
    ):
        list(pool.map(partial(_speak, memory, messages), range(conversations)))
        complete = sum(pool.map(partial(_is_complete, memory, messages), range(conversations)))
    detail = (
        f"{conversations} conversations of {messages} messages by 32 threads;"
        f" lost or mixed: {conversations - complete}"
    )
    return Ratio(
        "ephemeral conversations complete",
        (complete / conversations,),
        1.0,
        at_least=True,
        detail=detail,
    )


def _session(memory: Memory, number: int) -> OpenConversation:
    return memory.conversation(f"tab:{number}", retention="ephemeral", agent=f"agent {number % 7}")


def _message(number: int, place: int) -> str:
    return f"message {place} of conversation {number}"


def _speak(memory: Memory, messages: int, number: int) -> None:
    conversation = _session(memory, number)
    for place in range(messages):
        conversation.add("user" if place % 2 == 0 else "assistant", _message(number, place))
        conversation.context("seed-middle-tail")


def _is_complete(memory: Memory, messages: int, number: int) -> bool:
    kept = [message.content for message in _session(memory, number).messages()]
    return kept == [_message(number, place) for place in range(messages)]
