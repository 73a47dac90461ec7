"""What a model could not be made to answer for: those turns alone wait for a retry, and all others are learned from."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from recollect.domain.extracted import Unanswered, aside_key, is_aside
from recollect.domain.ids import job_id
from recollect.domain.job import JobKind
from recollect.domain.ports import Store
from recollect.domain.turn import Turn
from recollect.domain.writes import GiveUp, PutAnswer, Write


def set_aside(unanswered: Unanswered, now: datetime) -> Iterator[Write]:
    """Mark the turns, so that nobody asks about them again by himself, and list them as a dead letter."""
    first = unanswered.turns[0]
    for turn in unanswered.turns:
        # Of the turn alone: whichever model is asked by then, a person begins it anew.
        yield PutAnswer(turn.conversation, aside_key(turn), first.id, now)
    yield GiveUp(JobKind.LEARN, first.conversation, unanswered.why, now)


def taken_up(turns: Sequence[Turn], now: datetime) -> Iterator[Write]:
    """Take the marks off turns that were learned from after all."""
    for turn in turns:
        yield PutAnswer(turn.conversation, aside_key(turn), "", now)


def was_aside(store: Store, agent: str, turn: Turn) -> bool:
    """Whether a turn waits for a retry, or was learned from by one."""
    return store.answer(agent, aside_key(turn)) is not None


def others(store: Store, agent: str, turns: Sequence[Turn]) -> list[Turn]:
    """The turns, of one conversation, that are not set aside."""
    # Most conversations have no dead letter: one look says so for all their turns.
    if not turns or store.any_job(job_id(agent, turns[0].conversation, JobKind.LEARN)) is None:
        return [*turns]
    return [turn for turn in turns if not is_aside(store, agent, turn)]


def waiting(store: Store, agent: str, conversation: str) -> list[tuple[Turn, ...]]:
    """The turns of a conversation that were set aside, those together that were asked about as one."""
    marked = [
        (store.answer(agent, aside_key(turn)), turn) for turn in store.turns(agent, conversation)
    ]
    found = sorted((each for each in marked if each[0]), key=lambda each: each[1].index)
    found.sort(key=lambda each: each[0] or "")
    return [tuple(turn for _, turn in group) for _, group in groupby(found, lambda each: each[0])]
