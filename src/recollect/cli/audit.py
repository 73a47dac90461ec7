from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from recollect.cli.formatting import local_time
from recollect.cli.options import AsJson, Database, agent_option
from recollect.cli.output import note, print_list
from recollect.cli.parameters import complete_from, option, parse_time
from recollect.cli.table import Column, Table
from recollect.domain.audit import AuditAction, AuditedItem, AuditEvent, AuditFilter
from recollect.domain.checks import check_choice
from recollect.errors import RecollectError, StorageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.settings import Settings

# The agents of a command that concerns all of them.
ALL: Final = ("*",)
# No log has so many events.
EVERY: Final = 1_000_000
_BEGINS = "The audit log begins with the first key. To begin now: recollect config audit_log on"


def _call(event: AuditEvent) -> str:
    """What was called, with the settings, keys and ids that it concerned."""
    ids = (f" ({', '.join(map(str, event.items))})",) if event.items else ()
    return "".join((" ".join((event.call, *event.names)), *ids))


_TABLE: Table[AuditEvent] = (
    (Column("AT"), lambda event: local_time(event.at, seconds=True)),
    (Column("ACTION", style="cyan"), lambda event: event.action),
    (Column("AGENTS", flexible=True), lambda event: ", ".join(event.agents)),
    (Column("KEY", flexible=True), lambda event: event.key or event.key_id or ""),
    (Column("FROM"), lambda event: event.client),
    (Column("STATUS"), lambda event: "" if event.status is None else str(event.status)),
    (Column("CALL", flexible=True), _call),
)


def audit(
    action: Annotated[
        str | None,
        option(
            "--action",
            "ACTION",
            "Only one of: read, write, delete, erase, settings, keys, refused.",
            autocompletion=complete_from(AuditAction),
        ),
    ] = None,
    agent: Annotated[
        str | None, agent_option("Only what concerns this agent, also what concerns all (*).")
    ] = None,
    key: Annotated[
        str | None, option("--key", "KEY", "Only what this key did, by its name or id.")
    ] = None,
    since: Annotated[
        str | None, option("--since", "TIME", "Only from this date or time on, in ISO 8601.")
    ] = None,
    limit: Annotated[
        int, option("--limit", "N", "Maximum number of events.", short="-n", min=1)
    ] = 50,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show who read, wrote and erased what, and changed keys or settings; newest first.

    The server writes it down once it has required an API key (setting audit_log), without any text
    of memories. So do the commands keys, config, find, erase, export, backup, restore, migrate and
    review resolve, those that edit or delete memories, conversations, turns and instructions, but
    no others. `delete` can be undone, `erase` cannot. `refused` are wrong keys and missing rights.
    Each home directory has its own log; servers on one PostgreSQL database share one as well.
    """
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring.audit import opened_audit_trail  # noqa: PLC0415

    chosen = AuditFilter(
        action=None if action is None else check_choice(action, "action", AuditAction),
        agent=agent,
        key=key,
        since=parse_time(since, "since", early=True),
    )
    settings = load()
    with opened_audit_trail(settings, database) as trail:
        every = trail.read(chosen, EVERY)
    nothing = f"Nothing matches in the last {settings.audit_days} days (setting audit_days)."
    if settings.audit_log == "auto" and not settings.keys_path.exists():
        nothing += f" {_BEGINS}"
    empty = why_not_kept(settings, database) or nothing
    print_list(every[:limit], _TABLE, empty=empty, as_json=as_json)
    if len(every) > limit:
        note(f"These are the newest {limit:,} of {len(every):,}. To list all: -n {len(every)}")


def why_not_kept(
    settings: "Settings", database: str | None, action: AuditAction = AuditAction.READ
) -> str:
    """Why there is no audit log, and how there will be one; "" if there is."""
    if settings.audit_log == "off":
        return "The audit log is off. To switch it on: recollect config audit_log on"
    if settings.audit_log == "auto" and not _is_kept(settings, action, database):
        return _BEGINS
    return ""


def record(
    action: AuditAction,
    call: str,
    *names: str,
    agents: tuple[str, ...] = (),
    items: "Sequence[AuditedItem]" = (),
    database: str | None = None,
    before: "Settings | None" = None,
) -> None:
    """Write down what a command has done, unless the audit log is off now and was off `before`."""
    import getpass  # noqa: PLC0415
    from datetime import UTC, datetime  # noqa: PLC0415

    from recollect.settings import load  # noqa: PLC0415
    from recollect.settings.fields import is_database_url  # noqa: PLC0415
    from recollect.wiring.audit import opened_audit_trail  # noqa: PLC0415

    settings = load()
    if all(why_not_kept(each, database, action) for each in (settings, before or settings)):
        return
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an unknown user, such as in a container
        user = "unknown"
    if database is not None and not is_database_url(database):
        # Another file, such as a copy to try something: that is not done to the data in use.
        call = f"{call} --database {Path(database).absolute()}"
    event = AuditEvent(
        at=datetime.now(UTC),
        action=action,
        agents=agents,
        client=f"user {user}",
        call=call,
        names=names,
        items=tuple(items),
    )
    try:
        with opened_audit_trail(settings, database) as trail:
            trail.append([event])
    except RecollectError as error:
        # The change is made, and a new key is shown only once.
        note(f"This is not in the audit log: {error.message}")


def _is_kept(settings: "Settings", action: AuditAction, database: str | None) -> bool:
    """The rule of the server: whoever never had a key has no log."""
    from recollect.wiring.keys import keys_required_since, postgres_address  # noqa: PLC0415

    if settings.audit_path.exists() or settings.keys_path.exists():
        return True
    # The settings may be about a database that cannot be reached.
    if postgres_address(settings, database) is None or action is AuditAction.SETTINGS:
        return False
    try:
        return keys_required_since(settings, database) is not None
    except StorageError:
        return True
