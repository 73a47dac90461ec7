"""Turns that no model could process: they alone wait for a retry, all others are learned from."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from recollect.domain.ids import job_id
from recollect.domain.job import JobKind
from recollect.domain.learning import Unanswered, dead_letter_key, is_dead_letter
from recollect.domain.ports import Store
from recollect.domain.turn import Turn
from recollect.domain.writes import GiveUp, PutAnswer, Write


def set_aside(unanswered: Unanswered, now: datetime) -> Iterator[Write]:
    """Mark the turns so that they are not asked about again, and list them as a dead letter."""
    first = unanswered.turns[0]
    for turn in unanswered.turns:
        # The mark names the turn only, so that a manual retry can use any model.
        yield PutAnswer(turn.conversation, dead_letter_key(turn), first.id, now)
    yield GiveUp(JobKind.LEARN, first.conversation, unanswered.why, now)


def clear_marks(turns: Sequence[Turn], now: datetime) -> list[PutAnswer]:
    """Remove the marks from turns that were processed after all."""
    return [PutAnswer(turn.conversation, dead_letter_key(turn), "", now) for turn in turns]


def was_ever_set_aside(store: Store, agent: str, turn: Turn) -> bool:
    """Whether a turn waits for a retry, or was processed by one."""
    return store.answer(agent, dead_letter_key(turn)) is not None


def without_dead_letters(store: Store, agent: str, turns: Sequence[Turn]) -> list[Turn]:
    """The turns of one conversation that are not set aside."""
    # Most conversations have no dead letter: one lookup covers all their turns.
    if not turns or store.any_job(job_id(agent, turns[0].conversation, JobKind.LEARN)) is None:
        return [*turns]
    return [turn for turn in turns if not is_dead_letter(store, agent, turn)]


def dead_letter_groups(store: Store, agent: str, conversation: str) -> list[tuple[Turn, ...]]:
    """The turns of a conversation that were set aside, grouped by the request that failed."""
    groups: dict[str, list[Turn]] = {}
    for turn in sorted(store.turns(agent, conversation), key=lambda turn: turn.index):
        if mark := store.answer(agent, dead_letter_key(turn)):
            groups.setdefault(mark, []).append(turn)
    return [tuple(groups[mark]) for mark in sorted(groups)]
