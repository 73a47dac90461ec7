"""Conversations as windows see them, and the record of the optimizer, in the store in RAM."""

from dataclasses import replace

from recollect.domain.talk import Stretch
from recollect.domain.tuning import Efficiency, Snapshot, Tuning
from recollect.domain.writes import RecordRun, SetViews
from recollect.testing.in_memory_state import AgentState, own


def stretch(state: AgentState, conversation: str, last: int) -> Stretch:
    """The end of a conversation; what its latest summary covers is left out, older summaries too."""
    talk = state.talks.get(conversation)
    if talk is None:
        return Stretch()
    mine = [own(turn) for _, turn in state.turns.values() if turn.conversation == conversation]
    turns = sorted(mine, key=lambda turn: turn.index)
    summary = next((turn for turn in reversed(turns) if turn.covers is not None), None)
    floor = summary.covers or 0 if summary else 0
    shown = [turn for turn in turns if turn.covers is None and turn.index >= floor]
    first = summary or next(iter(shown), None)
    return Stretch(
        revision=talk.revision,
        count=len(shown) + (summary is not None),
        first=first,
        last=tuple(shown[len(shown) - min(last, len(shown)) :]),
    )


def changed(state: AgentState, since: int, limit: int) -> tuple[str, ...]:
    """Conversations changed after a revision, the newest change first."""
    found = [
        (talk.revision, talk.number, name)
        for name, talk in state.talks.items()
        if talk.revision > since
    ]
    return tuple(name for _, _, name in sorted(found, reverse=True)[:limit])


def set_views(state: AgentState, revision: int, item: SetViews) -> None:
    """Show turns in another way."""
    if item.conversation not in state.talks:
        return
    talk = state.talks[item.conversation]
    state.talks[item.conversation] = replace(talk, revision=revision)
    for seen in item.views:
        if found := state.turns.get((item.conversation, seen.id)):
            at, turn = found
            shown = replace(turn, view=seen.view, tier=seen.tier, relevance=seen.relevance)
            state.turns[item.conversation, seen.id] = (at, shown)


def record_run(state: AgentState, item: RecordRun) -> None:
    """Keep a run, and let go of what is too old."""
    state.efficiency = state.efficiency.with_run(item.snapshot.metrics)
    state.runs = [*state.runs, item.snapshot][-item.kept :]


def tuning(state: AgentState) -> Tuning:
    """All runs for one agent."""
    return Tuning(efficiency=state.efficiency, last=state.runs[-1] if state.runs else None)


def every_tuning(states: list[AgentState]) -> Tuning:
    """All runs for everybody."""
    sums = [state.efficiency for state in states]
    last = every_run(states)[-1:]
    return Tuning(
        efficiency=Efficiency(
            total_optimizations=sum(each.total_optimizations for each in sums),
            total_tokens_saved=sum(each.total_tokens_saved for each in sums),
        ),
        last=last[-1] if last else None,
    )


def every_run(states: list[AgentState]) -> list[Snapshot]:
    """The runs for everybody that are kept, oldest first."""
    return sorted((run for state in states for run in state.runs), key=lambda run: run.at)


def latest(runs: list[Snapshot], limit: int | None) -> tuple[Snapshot, ...]:
    """The last of some runs."""
    return tuple(runs if limit is None else runs[len(runs) - min(limit, len(runs)) :])
