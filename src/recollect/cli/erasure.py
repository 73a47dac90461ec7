"""What to say about deleted text that may still be in the database's files."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from recollect.cli.formatting import local_date, one_line, shell_quoted
from recollect.cli.output import note, print_items
from recollect.cli.table import Column, Table

if TYPE_CHECKING:
    from recollect.domain.erasure import ErasurePlace, ErasureReport, KeptCopy
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


def erase_command(
    recollect: str, agent: str, what: str, name: str, place: str | None, *, for_good: bool = True
) -> str:
    """The command that erases one thing; a memory is only deleted unless `for_good`."""
    if what == "memory":
        words = ["memories", "delete", agent, name, *["--purge"] * for_good]
    elif what == "conversation":
        words = ["conversations", "delete", agent, name]
    else:
        words = ["conversations", "delete-turn", agent, place or "", name]
    return " ".join((recollect, *map(shell_quoted, words)))


def copy_line(copy: "KeptCopy") -> str:
    """A copy that still has what was erased, until when, and how to delete it."""
    kept = f"{one_line(copy.path)}, from before the {copy.before} of {local_date(copy.made_at)}"
    now = f"To delete it now: rm {shell_quoted(copy.path)}"
    return f"{kept}; it is deleted on {local_date(copy.until)}. {now}"


def note_copies(copies: "Sequence[KeptCopy]", *, as_json: bool) -> None:
    """Say which copies of the database still have what was erased from it."""
    if as_json:
        return
    if copies:
        note("It is still in:")
    for copy in copies:
        note(f"  {copy_line(copy)}")
    note("Recollect does not reach backups and exports that you made.")


_NOT_IN_AGENTS: Final = (
    "No other agent has the words. A backup or another file of yours may, and the audit log names"
    " the agent."
)
_SHOWN_AGENTS: Final = 10
_PLACES: "Table[ErasurePlace]" = (
    (Column("STATE"), lambda place: place.state),
    (Column("PLACE", flexible=True), lambda place: place.place),
    (Column("UNTIL", flexible=True), lambda place: place.until or ""),
)


def words_in_files(home: Path, database: str, words: Sequence[str]) -> Iterator[str]:
    """Which files of the home directory, or beside a database, contain one of the words."""
    from recollect.storage.byte_scan import files_with  # noqa: PLC0415

    if not words:
        return
    file = Path(database)
    beside = file.parent.iterdir() if file.parent.is_dir() else ()
    named = [each for each in beside if each.name.startswith(file.name)]
    files = {each.resolve() for each in (*home.rglob("*"), *named) if each.is_file()}
    for found, word in files_with(sorted(files), words):
        yield f"{found}: {word}"


def searched_files(home: Path, database: str) -> str:
    """Which files `words_in_files` reads."""
    from recollect.settings.fields import is_database_url  # noqa: PLC0415

    if is_database_url(database):
        return f"the files in {home}, but not PostgreSQL's own files"
    return f"the files of {database} and all others in {home}"


def agents_with(memory: "Memory", words: Sequence[str]) -> list[str]:
    """The agents for which something with one of the words is stored."""
    return sorted({found.agent for found in memory.find(*words).found}) if words else []


def print_report(
    report: "ErasureReport", found: Sequence[str], searched: str, others: Sequence[str] = ()
) -> None:
    """Show what is left where, and, if files were searched, which words are in them.

    `others` are the agents that have the same words.
    """
    print_items(_PLACES, report.places)
    for line in found:
        note(f"found: {one_line(line)}")
    if not searched:
        return
    note(f"Searched: {one_line(searched)}. {_verdict(found, others)}")


def _verdict(found: Sequence[str], others: Sequence[str]) -> str:
    """What it means that words were found, or that none was."""
    if others:
        names = ", ".join(map(one_line, others[:_SHOWN_AGENTS]))
        more = ", …" if len(others) > _SHOWN_AGENTS else ""
        return f"Other agents have the same words: {names}{more}. See: recollect find WORDS"
    return _NOT_IN_AGENTS if found else "None of the words is there."
