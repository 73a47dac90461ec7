"""What to say about deleted text that may still be in the database's files."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from recollect.memory import Memory

HAS_TRACES: Final = (
    "Deleted text may still be in unused parts of the database's files.",
    "The server removes it when it is quiet, or run: recollect sync",
)
_ON_POSTGRES: Final = (
    "Its rows are deleted. How long PostgreSQL's files, log and backups keep their bytes:"
    " docs/postgres.md, Erasure"
)


def after_erasure(memory: "Memory") -> str:
    """Whether anything of an erased agent is left in the database's files."""
    from recollect.settings.fields import is_database_url  # noqa: PLC0415

    if is_database_url(memory.database):
        return _ON_POSTGRES
    return " ".join(HAS_TRACES) if memory.has_traces() else "No trace of it is left in the file."
