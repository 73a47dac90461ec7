import typer

from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database
from recollect.cli.screen import print_details, print_json
from recollect.cli.wording import size


def stats(ctx: typer.Context, as_json: AsJson = False, database: Database = None) -> None:
    """Count what is kept over all agents: conversations, turns, memories, jobs, and the size of the file.

    How often models were asked is counted by the process that asks them: /metrics of the server has it.

    Try: recollect stats
    """
    with opened(ctx, database) as memory:
        found = memory.stats()
    if as_json:
        print_json(found)
        return
    store = found.store
    print_details(
        (
            ("database", found.path),
            ("size", size(store.database_bytes)),
            ("agents", f"{store.agents:,}"),
            ("conversations", f"{store.conversations:,}"),
            ("turns", f"{store.turns:,}, {store.turns_embedded:,} of them embedded"),
            ("memories", f"{store.entries:,}"),
            ("by kind", _parts(store.entries_by_kind)),
            ("by status", _parts(store.entries_by_status)),
            ("jobs", _parts(store.jobs_by_state) or "none"),
            ("embedder", found.embedder or "none: search goes by words alone"),
            ("core model", found.chat_model or "none"),
        )
    )


def _parts(parts: dict[str, int]) -> str:
    """What there is how many of, the most first; summaries and profiles are counted too."""
    listed = sorted(parts.items(), key=lambda part: (-part[1], part[0]))
    return ", ".join(f"{count:,} {name}" for name, count in listed if count)
