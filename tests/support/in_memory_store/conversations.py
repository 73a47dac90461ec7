"""Conversation windows and optimizer runs in the in-memory store."""

from dataclasses import replace

from in_memory_store.state import AgentState, detached
from recollect.domain.conversation import ConversationTail
from recollect.domain.tuning import Efficiency, Snapshot, Tuning
from recollect.domain.writes import RecordRun, SetViews


def tail(state: AgentState, conversation: str, last: int) -> ConversationTail:
    """The end of a conversation, without older summaries and turns covered by the latest one."""
    stored = state.conversations.get(conversation)
    if stored is None:
        return ConversationTail()
    all_turns = [
        detached(turn) for _, turn in state.turns.values() if turn.conversation == conversation
    ]
    turns = sorted(all_turns, key=lambda turn: turn.index)
    summary = next((turn for turn in reversed(turns) if turn.covers is not None), None)
    floor = summary.covers or 0 if summary else 0
    shown = [turn for turn in turns if turn.covers is None and turn.index >= floor]
    first = summary or next(iter(shown), None)
    return ConversationTail(
        revision=stored.revision,
        count=len(shown) + (summary is not None),
        first=first,
        last=tuple(shown[len(shown) - min(last, len(shown)) :]),
    )


def changed(state: AgentState, since: int, limit: int) -> tuple[str, ...]:
    """Conversations changed after a revision, latest change first."""
    found = [
        (stored.revision, stored.number, name)
        for name, stored in state.conversations.items()
        if stored.revision > since
    ]
    return tuple(name for _, _, name in sorted(found, reverse=True)[:limit])


def set_views(state: AgentState, revision: int, item: SetViews) -> None:
    """Change how turns appear in windows."""
    if item.conversation not in state.conversations:
        return
    stored = state.conversations[item.conversation]
    state.conversations[item.conversation] = replace(stored, revision=revision)
    for view in item.views:
        if found := state.turns.get((item.conversation, view.id)):
            at, turn = found
            shown = replace(turn, view=view.view, tier=view.tier, relevance=view.relevance)
            state.turns[item.conversation, view.id] = (at, shown)


def record_run(state: AgentState, item: RecordRun) -> None:
    """Store a run, and drop the oldest ones."""
    before, saved = state.efficiency, item.snapshot.metrics.tokens_saved
    state.efficiency = Efficiency(
        total_optimizations=before.total_optimizations + 1,
        total_tokens_saved=before.total_tokens_saved + saved,
    )
    state.runs = [*state.runs, item.snapshot][-item.kept :]


def tuning(state: AgentState) -> Tuning:
    """The tuning of one agent."""
    return Tuning(efficiency=state.efficiency, last=state.runs[-1] if state.runs else None)


def every_tuning(states: list[AgentState]) -> Tuning:
    """The tuning of all agents together."""
    sums = [state.efficiency for state in states]
    last = every_run(states)[-1:]
    return Tuning(
        efficiency=Efficiency(
            total_optimizations=sum(total.total_optimizations for total in sums),
            total_tokens_saved=sum(total.total_tokens_saved for total in sums),
        ),
        last=last[-1] if last else None,
    )


def every_run(states: list[AgentState]) -> list[Snapshot]:
    """The stored runs of all agents, oldest first."""
    return sorted((run for state in states for run in state.runs), key=lambda run: run.at)


def latest(runs: list[Snapshot], limit: int | None) -> tuple[Snapshot, ...]:
    """The last runs, up to a limit."""
    return tuple(runs if limit is None else runs[len(runs) - min(limit, len(runs)) :])
