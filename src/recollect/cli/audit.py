from typing import Annotated

from recollect.cli.completion import agent_names
from recollect.cli.formatting import local_time
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_list
from recollect.cli.parameters import complete_from, option, parse_time
from recollect.cli.table import Column, Table
from recollect.domain.audit import AuditAction, AuditEvent, AuditFilter
from recollect.domain.checks import check_choice
from recollect.errors import StorageError

_TABLE: Table[AuditEvent] = (
    (Column("AT"), lambda event: local_time(event.at)),
    (Column("ACTION", style="cyan"), lambda event: event.action),
    (Column("AGENTS", flexible=True), lambda event: ", ".join(event.agents)),
    (Column("KEY", flexible=True), lambda event: event.key or ""),
    (Column("FROM"), lambda event: event.client),
    (Column("STATUS"), lambda event: "" if event.status is None else str(event.status)),
    (Column("CALL", flexible=True), lambda event: " ".join((event.call, *event.names))),
)


def audit(
    action: Annotated[
        str | None,
        option(
            "--action",
            "ACTION",
            "Only one of: read, write, erase, settings, keys, refused.",
            autocompletion=complete_from(AuditAction),
        ),
    ] = None,
    agent: Annotated[
        str | None,
        option(
            "--agent",
            "AGENT",
            "Only what concerns this agent.",
            short="-a",
            autocompletion=agent_names,
        ),
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
) -> None:
    """Show who read, wrote and erased what, and changed keys or settings; newest first.

    The server writes it down once it has required an API key (setting audit_log), without any text
    of memories. `refused` are wrong keys and missing rights.

    Try: recollect audit --action erase
    """
    from recollect.settings import load  # noqa: PLC0415
    from recollect.settings.audit_file import AuditFile  # noqa: PLC0415

    chosen = AuditFilter(
        action=None if action is None else check_choice(action, "action", AuditAction),
        agent=agent,
        key=key,
        since=parse_time(since, "since", early=True),
    )
    found = AuditFile(load()).read(chosen, limit)
    empty = "Nothing is written down yet, or nothing matches (settings audit_log, audit_days)."
    print_list(found, _TABLE, empty=empty, as_json=as_json)


def record(action: AuditAction, call: str, *names: str) -> None:
    """Write down a command that changed keys or settings, unless the audit log is off."""
    import getpass  # noqa: PLC0415
    from datetime import UTC, datetime  # noqa: PLC0415

    from recollect.settings import load  # noqa: PLC0415
    from recollect.settings.audit_file import AuditFile  # noqa: PLC0415

    settings = load()
    # The same rule as in the server, as far as files tell: whoever never had a key has no log.
    is_kept = settings.audit_path.exists() or settings.keys_path.exists()
    if settings.audit_log == "off" or (settings.audit_log == "auto" and not is_kept):
        return
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # an unknown user, such as in a container
        user = "unknown"
    event = AuditEvent(
        at=datetime.now(UTC), action=action, client=f"user {user}", call=call, names=names
    )
    try:
        AuditFile(settings).append([event])
    except StorageError as error:
        # The change is made, and a new key is shown only once.
        note(f"This is not in the audit log: {error.message}")
