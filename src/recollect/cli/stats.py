from recollect.cli.database import open_memory
from recollect.cli.erasure import HAS_TRACES, copy_line
from recollect.cli.formatting import human_size
from recollect.cli.lookup import waiting_jobs
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_details, print_json
from recollect.domain.job import JobState


def stats(as_json: AsJson = False, database: Database = None) -> None:
    """Show totals for all agents: conversations, turns, memories, jobs and the database size.

    The size does not include its write-ahead log, which `recollect doctor` shows.
    Model calls are counted per process; see /metrics of the server.
    """
    with open_memory(database) as memory:
        found = memory.stats()
        jobs = dict(found.store.jobs_by_state)
        waiting = len(waiting_jobs(memory))
    # As doctor and status count them: maintenance that is due tomorrow does not wait.
    later = jobs.pop(JobState.PENDING, 0) - waiting
    if as_json:
        print_json(found)
        return
    store = found.store
    print_details(
        ("database", found.path),
        ("size", human_size(store.database_bytes)),
        ("agents", f"{store.agents:,}"),
        ("conversations", f"{store.conversations:,}"),
        ("turns", f"{store.turns:,}, {store.turns_embedded:,} of them embedded"),
        ("memories", f"{store.entries:,}"),
        ("by kind", _parts(store.entries_by_kind)),
        ("all by status", _parts(store.entries_by_status)),
        ("jobs", _parts({"waiting": waiting, "for later": later, **jobs}) or "none"),
        *((("traces", " ".join(HAS_TRACES)),) if found.has_traces else ()),
        *(("copy", copy_line(copy)) for copy in found.copies),
        ("embedder", found.embedder or "none: search matches words only"),
        ("core model", found.chat_model or "none"),
    )


def _parts(parts: dict[str, int]) -> str:
    """Return the counts by name, largest first."""
    listed = sorted(parts.items(), key=lambda part: (-part[1], part[0]))
    return ", ".join(f"{count:,} {name}" for name, count in listed if count)
