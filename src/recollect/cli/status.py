from importlib.metadata import version
from typing import TYPE_CHECKING

from rich.text import Text

from recollect.cli.database import open_memory
from recollect.cli.formatting import human_size, one_line, shell_quoted, shorten
from recollect.cli.health import NO_KEY_LEFT, ready
from recollect.cli.lookup import agents_to_decide, waiting_jobs
from recollect.cli.memory_display import as_json_entry, attributed_text, said_on
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_details, print_json, say, stdout
from recollect.domain.amounts import pluralize
from recollect.domain.entry import Entry
from recollect.domain.job import JobState
from recollect.domain.plain import plain

if TYPE_CHECKING:
    from recollect.domain.conversation import AgentSummary
    from recollect.domain.shared import Process
    from recollect.memory import Memory

_MAX_AGENTS = 5
_MAX_LATEST = 5
_MAX_KINDS = 4


def status(as_json: AsJson = False, database: Database = None) -> None:
    """Show in one screen what is stored, what was learned last, and what needs you."""
    from recollect.wiring.keys import refuses_everybody  # noqa: PLC0415 - loads the storage

    with open_memory(database) as memory:
        found = memory.stats()
        agents = sorted(memory.agents(), key=lambda agent: (-agent.entries, agent.id))
        learned = memory.all_agents.list(limit=_MAX_LATEST)
        latest = [(each.agent, each.entry) for each in learned]
        in_review = _in_review(memory)
        is_ready, place = ready(memory.settings)
        processes = memory.jobs.processes()
        hosts = {one_line(it.host) for it in processes if it.kind == "server" and it.is_alive}
        server = f"ready at {place}" if is_ready else "not running; to start: recollect serve"
        if hosts and not is_ready:  # on a machine with only a worker
            server = f"none answers here; running on {', '.join(sorted(hosts))}"
        if is_ready and refuses_everybody(memory.settings):
            server = f"at {place}, but {NO_KEY_LEFT}"
        if not memory.settings.enabled:
            server += "\nmemory is off, nothing is stored; to start: recollect config enabled true"
        waiting = len(waiting_jobs(memory))
    store = found.store
    dead = store.jobs_by_state.get(JobState.DEAD, 0)
    if as_json:
        print_json(
            {
                "version": version("recollect"),
                "database": found.path,
                "database_bytes": store.database_bytes,
                "enabled": memory.settings.enabled,
                "server": {"ready": is_ready, "at": place.partition(", ")[0]},
                "agents": agents,
                "memories": store.entries,
                "memories_by_kind": store.entries_by_kind,
                "in_review": in_review,
                "jobs": {"waiting": waiting, "failed": dead},
                "processes": [{**plain(each), "is_alive": each.is_alive} for each in processes],
                "embedder": found.embedder,
                "core_model": found.chat_model,
                "latest": [{"agent": agent, **as_json_entry(entry)} for agent, entry in latest],
            }
        )
        return
    say(Text(f"Recollect {version('recollect')}", style="bold"))
    print_details(
        ("database", f"{found.path}, {human_size(store.database_bytes)}"),
        ("server", server),
        ("processes", "\n".join(map(_process, processes))),
        ("agents", _agents(agents)),
        ("memories", _memories(store.entries, store.entries_by_kind)),
        ("to decide", _to_decide(in_review)),
        ("work", _work(waiting, dead)),
        ("embedder", found.embedder or "none: search matches words only"),
        ("core model", found.chat_model or "none; recollect chat needs one"),
    )
    _print_latest(latest, several=len(agents) > 1)


def _in_review(memory: "Memory") -> dict[str, int]:
    """How many decisions about each agent's memories are to be made."""
    reviews = ((name, memory.agent(name).review) for name in agents_to_decide(memory))
    counts = {name: len(each.list()) + len(each.deletion_requests()) for name, each in reviews}
    return {agent: count for agent, count in counts.items() if count}


def _agents(agents: "list[AgentSummary]") -> str:
    if not agents:
        return "none yet; to store an example: recollect demo --keep"
    shown = (
        f"{shorten(one_line(agent.id), 24)} ({pluralize(agent.entries, 'memory')},"
        f" {pluralize(agent.turns, 'turn')})"
        for agent in agents[:_MAX_AGENTS]
    )
    more = f" and {len(agents) - _MAX_AGENTS:,} more" if len(agents) > _MAX_AGENTS else ""
    return f"{len(agents):,}: {', '.join(shown)}{more}"


def _memories(total: int, kinds: dict[str, int]) -> str:
    listed = sorted(kinds.items(), key=lambda kind: (-kind[1], kind[0]))
    parts = [f"{count:,} {kind.replace('_', ' ')}" for kind, count in listed[:_MAX_KINDS]]
    if rest := sum(count for _, count in listed[_MAX_KINDS:]):
        parts.append(f"{rest:,} other")
    return f"{total:,}" + (f": {', '.join(parts)}" if parts else "")


def _to_decide(in_review: dict[str, int]) -> str:
    lines = [
        f"{pluralize(count, 'decision')} about memories of {shorten(one_line(agent), 24)}:"
        f" recollect review {shell_quoted(agent)}"
        for agent, count in [*in_review.items()][:_MAX_AGENTS]
    ]
    if len(in_review) > _MAX_AGENTS:
        lines.append(f"and of {len(in_review) - _MAX_AGENTS:,} more agents: recollect review list")
    return "\n".join(lines)


def _process(process: "Process") -> str:
    work = "runs jobs" if process.runs_jobs else "runs no jobs"
    name = f"{process.kind} on {one_line(process.host)} ({process.pid}), {process.version}"
    if process.is_alive:
        return f"{name}, {work}"
    return f"{name}: no sign of life for {pluralize(int(process.silent_seconds / 60), 'minute')}"


def _work(waiting: int, dead: int) -> str:
    parts = {
        f"{pluralize(dead, 'job')} failed: recollect jobs list --state dead": dead,
        f"{pluralize(waiting, 'job')} waiting; to do them now: recollect sync": waiting,
    }
    return "\n".join(part for part, count in parts.items() if count) or "nothing waiting"


def _print_latest(latest: list[tuple[str, Entry]], *, several: bool) -> None:
    if latest:
        say("\nLearned last", style="bold")
    most = 2 * stdout().width - 40
    for agent, entry in latest:
        text = shorten(one_line(attributed_text(entry)), most)
        whose = f" ({shorten(one_line(agent), 24)})" if several else ""
        day = (f"{said_on(entry)}  ", "bright_black")
        say(Text.assemble(day, text, (whose, "bright_black")), indent=12)
