"""`recollect backup` and `recollect restore`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.audit import ALL, record, why_not_kept
from recollect.cli.confirm import can_ask, confirm
from recollect.cli.database import open_memory, same_command
from recollect.cli.erased_since import ErasedSince, erased_since
from recollect.cli.formatting import ALL_COUNTED, amounts, human_size, local_time, one_line
from recollect.cli.options import AsJson, Database, Yes
from recollect.cli.output import note, print_result
from recollect.cli.parameters import argument, flag, option
from recollect.cli.standard_streams import refuse_stream
from recollect.domain.audit import AuditAction
from recollect.domain.plain import plain
from recollect.errors import Conflict, InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

KeyFile = Annotated[
    Path | None,
    option("--key-file", "FILE", "Encrypted: the passphrase is the first line of this file."),
]


def backup(
    file: Annotated[Path, argument("FILE", "The file to write.")],
    encrypt: Annotated[bool, flag("--encrypt", "Encrypt it; asks for a passphrase.")] = False,
    key_file: KeyFile = None,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Write everything to one file for `recollect restore`, while servers run.

    The file is an SQLite database, from PostgreSQL too, with everything as it
    was at one moment. It is checked before it gets its name. Encrypted files
    have the format of the tool age. API keys of an SQLite memory and
    config.json are files of their own: copy those as well.

    Try: recollect backup memory-copy.sqlite
    """
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring.backup import back_up  # noqa: PLC0415

    refuse_stream(file, "a backup is read again to check it, so name a file")
    if file.exists() and not force:
        raise Conflict(f"{file} already exists: use --force to overwrite it", field="file")
    passphrase = _from_file(key_file)
    if passphrase is None and encrypt:
        _check_terminal("to encrypt without a terminal, give --key-file FILE")
        passphrase = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True)
    made = back_up(load(), database, file, passphrase=passphrase, replace=force)
    record(AuditAction.READ, "recollect backup", agents=ALL, database=database)
    kind = "encrypted" if made.encrypted else "not encrypted"
    text = f"Wrote {_amount(made.rows)} to {one_line(made.path)}: {human_size(made.bytes)}, {kind}."
    text = f"{text} {ALL_COUNTED}"
    print_result(made, text, as_json=as_json)


def restore(
    file: Annotated[Path, argument("FILE", "A file that `recollect backup` wrote.")],
    key_file: KeyFile = None,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Put a backup in the place of the database, or into an empty PostgreSQL database.

    Stop all servers and workers first. The backup is checked before anything
    changes, and an SQLite file that is replaced is kept beside it for 30 days.
    In PostgreSQL, API keys are then as they were when the backup was made.

    Try: recollect restore memory-copy.sqlite
    """
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring.backup import contents, is_encrypted, restore  # noqa: PLC0415
    from recollect.wiring.move import source_of  # noqa: PLC0415

    refuse_stream(file, "a backup is checked before it is restored, so name a file")
    settings = load()
    passphrase = _from_file(key_file)
    if is_encrypted(file) and passphrase is None:
        _check_terminal("this backup is encrypted: without a terminal, give --key-file FILE")
        passphrase = typer.prompt("Passphrase", hide_input=True, err=True)
    there = source_of(settings, database).path

    def ask(old: Path, backup: Path) -> None:
        has, gets = _held(contents(old)), _held(contents(backup))
        both = f"{one_line(str(old))} ({has}) by {one_line(str(file))} ({gets})"
        if not yes:
            confirm(f"Replace {both}?")
        elif not as_json:
            note(f"Replacing {both}.")

    done = restore(settings, file, database, passphrase=passphrase, before=ask)
    record(AuditAction.WRITE, "recollect restore", agents=ALL, database=database)
    with open_memory(database) as memory:
        back = erased_since(memory)
        days = memory.settings.audit_days
    text = f"Restored {_amount(done.rows)} to {one_line(done.database)}."
    recollect = same_command(database)
    returned = [{**plain(each), "command": each.command(recollect)} for each in back]
    print_result({**plain(done), "erased_since": returned}, text, as_json=as_json)
    if not as_json:
        unknown = "" if back else why_not_kept(settings, database)
        _note_erased(back, days, recollect, unknown)
        if done.replaced is not None:
            note(f"What was there before: {one_line(done.replaced)}")
        if done.keys:
            note(
                "API keys are as they were when the backup was made: revoke again those that were"
                f" revoked since. They are: {', '.join(map(one_line, done.keys))}"
            )
        elif there is not None and settings.keys_path.exists():
            note("API keys are in keys.json, which no backup contains: they stay as they are.")


def _note_erased(back: "Sequence[ErasedSince]", days: int, recollect: str, unknown: str) -> None:
    """Say what was erased or deleted after the backup was made, and has to be so again.

    `unknown` is why nobody has written it down.
    """
    if unknown:
        note("Whoever was erased after the backup was made is back, and nothing here knows who.")
        note(unknown)
        return
    if back:
        again = "To do it again, unless it was restored:"
        note(f"Erased or deleted after the backup, and back. {again}")
    for each in back:
        note(f"  {each.command(recollect)}  # {local_time(each.erased_at)}")
    nothing = (
        "The audit log names nothing that was erased or deleted since. If somebody was erased"
        f" elsewhere or more than {days} days ago (audit_days), erase them again."
    )
    note(f"That is what the audit log knows, for {days} days (audit_days)." if back else nothing)
    note("A request to forget, granted since, that matched no memory has to be granted again.")
    note(f"When that was: {recollect} audit --action delete", style="dim")


def _check_terminal(message: str) -> None:
    """Raise InvalidInput where nobody can type a passphrase."""
    if not can_ask():
        raise InvalidInput(message, field="key_file")


def _from_file(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise NotFound(f"{path} cannot be read as a text file", field="key_file") from error
    return lines[0] if lines else ""


def _held(found: "tuple[int, int, datetime | None] | None") -> str:
    if found is None:
        return "it cannot be read"
    held = amounts(agent=found[0], turn=found[1])
    return f"{held}, the last of {local_time(found[2])}" if found[2] else held


def _amount(rows: "Mapping[str, int]") -> str:
    return amounts(agent=rows["agents"], turn=rows["turns"], memory=rows["entries"])
