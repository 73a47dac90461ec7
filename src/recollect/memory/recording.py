"""What all writes share: whether recording is allowed, and the jobs that follow."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from recollect.conversations.in_memory import ConversationKey
from recollect.domain import checks
from recollect.domain.access import Reach
from recollect.domain.entry import RECORDS, SHOWN, Entry, Kind
from recollect.domain.forgetting import Gone, rests_on
from recollect.domain.job import JobKind
from recollect.domain.store_results import AddedTurn
from recollect.domain.turn import NewTurn, Turn
from recollect.domain.writes import (
    AddTurn,
    DeleteConversation,
    DeleteTurn,
    Enqueue,
    PurgeEntry,
    Rederive,
    Write,
)
from recollect.errors import Conflict, Disabled, NotFound
from recollect.learning.pipeline import PIECE
from recollect.wiring import Components

# Agents that share a transaction when something is scheduled for very many.
_AGENTS_AT_ONCE: Final = 200
_PIECE_CHARACTERS: Final = 16_000


def check_enabled(components: Components) -> None:
    """Raise `Disabled` while memory is switched off: reporting success would be a lie."""
    if not components.settings.enabled:
        raise Disabled("memory is switched off (setting enabled = false): nothing was recorded")


def check_can_record(components: Components) -> None:
    """Check that recording is on, and prepare the database for this process's models."""
    check_enabled(components)
    components.worker.prepare()


def check_not_ephemeral(components: Components, agent: str, conversation: str) -> None:
    """Raise `Conflict` if nothing of this conversation may be stored: it is in RAM only, or was."""
    key = ConversationKey(agent, conversation)
    if not components.ephemeral.was_named(key):
        return
    lives = components.ephemeral.conversation(key) is not None
    # Whoever named a stored conversation as ephemeral by mistake has put nothing into RAM.
    if not lives and components.store.conversation(agent, conversation) is not None:
        return
    state = "is ephemeral" if lives else "was ephemeral and has ended"
    message = (
        f"the conversation {conversation!r:.80} {state}: nothing of it is stored;"
        " use another id for what may be"
    )
    raise Conflict(message, field="conversation")


def store_turn(
    components: Components,
    agent: str,
    conversation: str,
    new: NewTurn,
    *,
    requires: Turn | None = None,
) -> Turn:
    """Store a turn and the jobs that follow from it in one transaction; return the stored turn."""
    check_not_ephemeral(components, agent, conversation)
    jobs = jobs_after_turns(components, conversation)
    components.quotas.check(agent, turns=1, characters=len(new.content))
    added = components.store.write(agent, AddTurn(conversation, new, requires), *jobs).turns[0]
    if added.new:
        components.quotas.add(agent, turns=1, characters=len(new.content))
    components.worker.wake()
    stored = None if added.new else components.store.turn(agent, conversation, added.id)
    return stored or new.settled(added.id, conversation, added.index)


def store_turns(
    components: Components, agent: str, conversation: str, turns: Sequence[NewTurn]
) -> list[AddedTurn]:
    """Store many turns and the jobs that follow in one transaction.

    They are several writes of it, each with a revision: learning can stop after each of them.
    """
    check_not_ephemeral(components, agent, conversation)
    jobs = jobs_after_turns(components, conversation)
    # Whether a conversation has grown enough depends on the turns of each write; a job that is due
    # in any case is requested once.
    conditional = tuple(job for job in jobs if job.when is not None)
    *pieces, last = _pieces(turns)
    batches: list[tuple[str, tuple[Write, ...]]] = [
        (agent, (*(AddTurn(conversation, turn) for turn in piece), *requested))
        for piece, requested in (*((piece, conditional) for piece in pieces), (last, jobs))
    ]
    characters = sum(len(turn.content) for turn in turns)
    components.quotas.check(agent, turns=len(turns), characters=characters)
    written = components.store.write_every(batches)
    added = [added for each in written for added in each.turns]
    if new := [turn for turn, known in zip(turns, added, strict=True) if known.new]:
        characters = sum(len(turn.content) for turn in new)
        components.quotas.add(agent, turns=len(new), characters=characters)
    components.worker.wake()
    return added


def _pieces(turns: Sequence[NewTurn]) -> Iterator[list[NewTurn]]:
    """As many turns as are read at once, fewer where they are long."""
    piece: list[NewTurn] = []
    length = 0
    for turn in turns:
        if piece and (len(piece) == PIECE or length + len(turn.content) > _PIECE_CHARACTERS):
            yield piece
            piece, length = [], 0
        piece.append(turn)
        length += len(turn.content)
    yield piece


def jobs_after_turns(components: Components, conversation: str) -> tuple[Enqueue, ...]:
    """The jobs that new turns of a conversation need; write them in the same transaction."""
    jobs = [Enqueue(JobKind.EMBED, conversation, components.clock.now()), *learn_jobs(components)]
    if components.settings.optimizer_enabled:
        jobs += components.tuner.after_message(conversation)
    return tuple(jobs)


def learn_jobs(components: Components) -> tuple[Enqueue, ...]:
    """The job that learns from new turns; none if learning is off."""
    if components.settings.extractor == "none":
        return ()
    return (components.learner.learn_new(components.clock.now()),)


def after_memories_changed(components: Components, *agents: str) -> None:
    """Wake the worker, and sweep agents that now hold more memories than allowed.

    If a crash prevents this, the daily sweep does it.
    """
    for agent in agents:
        if _is_over_limit(components, agent):
            # The agent may have been erased in the meantime.
            with suppress(NotFound):
                sweep = Enqueue(JobKind.SWEEP, "", components.clock.now(), hastened=True)
                components.store.write(agent, sweep)
    components.worker.wake()


def delete_conversation(components: Components, agent: str, conversation: str) -> None:
    """Erase a conversation; what other conversations also said is learned from them again."""
    _erase(components, agent, [DeleteConversation(conversation)], [Gone(conversation)])


def delete_turns(components: Components, agent: str, *turns: Turn, purged: str = "") -> None:
    """Erase turns, and a memory if one is named, with everything derived from them."""
    writes: list[Write] = [PurgeEntry(purged)] if purged else []
    writes += (DeleteTurn(turn.conversation, turn.id) for turn in turns)
    gone = [Gone(turn.conversation, {turn.id: turn.content}) for turn in turns]
    _erase(components, agent, writes, gone, purged=bool(purged))


def _erase(
    components: Components,
    agent: str,
    writes: Sequence[Write],
    gone: Sequence[Gone],
    *,
    purged: bool = False,
) -> None:
    """Write the deletions, with the jobs that derive from the rest what is now missing."""
    touched = [
        entry
        for each in gone
        for entry in components.store.entries_from(agent, each.conversation)
        if rests_on(entry, each)
    ]
    again: list[Write] = []
    if components.settings.enabled:
        again += _summarize_jobs(components, gone, touched)
        # A model may have repeated the deleted words in memories of other conversations.
        by_model = components.settings.extractor == "model"
        if purged or by_model or any(entry.kind not in RECORDS for entry in touched):
            again += _relearn_jobs(components)
            again.append(Enqueue(JobKind.PROFILE, "", components.clock.now(), since=0))
    components.store.write(agent, *writes, *again)
    for each in gone:
        components.recent.forget(agent, each.conversation)
    # They contain the questions of the conversation that were rewritten.
    components.assembler.receipts.forget(agent)
    components.worker.wake()


def _summarize_jobs(
    components: Components, gone: Sequence[Gone], touched: Sequence[Entry]
) -> Iterator[Enqueue]:
    """The jobs that summarize conversations again of which some turns are left."""
    summarized = {entry.key for entry in touched if entry.kind is Kind.SUMMARY}
    due = components.clock.now() + components.learner.silence
    for each in gone:
        if each.turns is not None and each.conversation in summarized:
            yield Enqueue(JobKind.SUMMARIZE, each.conversation, due, since=0)


def schedule(components: Components, agent: str, *jobs: Write) -> None:
    """Schedule jobs for one agent."""
    check_can_record(components)
    components.store.write(checks.check_id(agent, "agent"), *jobs)
    components.worker.wake()


def schedule_for_each(components: Components, agents: Sequence[str], *jobs: Write) -> None:
    """Schedule jobs for each of these agents."""
    check_can_record(components)
    for start in range(0, len(agents), _AGENTS_AT_ONCE):
        names = agents[start : start + _AGENTS_AT_ONCE]
        try:
            components.store.write_every([(name, jobs) for name in names])
        except NotFound:
            # One of them has been erased in the meantime.
            for name in names:
                with suppress(NotFound):
                    components.store.write(name, *jobs)
    components.worker.wake()


def rebuild_jobs(components: Components) -> tuple[Write, ...]:
    """The jobs that build everything derived again."""
    return Rederive(components.clock.now()), *_relearn_jobs(components)


def _is_over_limit(components: Components, agent: str) -> bool:
    limit = components.settings.max_entries_per_agent
    if not limit or components.store.memory_count(agent) <= limit:
        return False
    tallies = components.store.every_tally(Reach(only=agent))
    return sum(tally.count for tally in tallies if tally.status in SHOWN) > limit


def _relearn_jobs(components: Components) -> tuple[Enqueue, ...]:
    if not components.settings.enabled or components.settings.extractor == "none":
        return ()
    return (components.learner.learn_all(components.clock.now()),)
