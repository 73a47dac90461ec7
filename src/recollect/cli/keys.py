import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Final

from recollect.cli.audit import record
from recollect.cli.command_group import command_group
from recollect.cli.confirm import ask, can_ask
from recollect.cli.formatting import local_date, local_time
from recollect.cli.options import AsJson, Database
from recollect.cli.output import note, print_json, print_list, say
from recollect.cli.parameters import argument, option, parse_time
from recollect.cli.table import Column, Table
from recollect.domain import checks
from recollect.domain.access import Key, Right
from recollect.domain.audit import AuditAction
from recollect.errors import InvalidInput

if TYPE_CHECKING:
    from recollect.settings.key_uses import KeyUses
    from recollect.settings.keys import KeyFile

app = command_group(
    "keys",
    "Manage API keys: each lets its holder use some agents with some rights, maybe until a"
    " date.\n\n"
    "Until the first key is created, the server accepts connections from this machine only, from"
    " any user on it. From then on every request needs a key, also after the last one was revoked"
    " or keys.json was lost, unless allow_anonymous = true. Clients send the key in the header"
    " X-Recollect-Key or Authorization: Bearer.\n\n"
    "The rights: read (search, read, export), write (add, edit, delete, import), and admin (both,"
    " erasing an agent, and for all agents also the settings).",
    example="add phone --agents alice --rights read,write --expires 90d",
    no_args_is_help=False,
)

_TABLE: Table[tuple[Key, datetime | None]] = (
    (Column("NAME", style="cyan", flexible=True), lambda row: row[0].name),
    (Column("ID"), lambda row: row[0].id),
    (Column("RIGHTS"), lambda row: ", ".join(_rights(row[0]))),
    (Column("AGENTS", flexible=True), lambda row: ", ".join(row[0].access.agents)),
    (Column("SINCE"), lambda row: local_date(row[0].created_at)),
    (Column("EXPIRES"), lambda row: _expiry(row[0])),
    (Column("LAST USED", flexible=True), lambda row: local_time(row[1]) or "never"),
)
_UNITS: Final = {
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "y": timedelta(days=365),
}
_NEVER: Final = "never"


@app.command("list", example="")
def list_(as_json: AsJson = False, database: Database = None) -> None:
    """List the keys with their rights, expiry and last use; the secrets are not stored.

    The last use is written down at most once a minute.
    """
    with _keys(database) as (keys, uses):
        last = uses.last()
        found = [(key, last.get(key.id)) for key in keys.list()]
    print_list(
        found,
        _TABLE,
        empty="No keys. A server that never had one accepts connections from this machine only;"
        " any other refuses every request. From the first key on, every request needs one, also"
        " from this machine, and the page asks for it. Try: recollect keys add phone",
        as_json=as_json,
        value=[{**_as_json(key), "last_used_at": used} for key, used in found],
    )


AgentPatterns = Annotated[
    str | None,
    option(
        "--agents",
        "PATTERNS",
        "Agents the key may use, separated by commas; * matches any text. Default: *, all.",
    ),
]
Rights = Annotated[
    str | None,
    option(
        "--rights",
        "RIGHTS",
        "read, write or admin, separated by commas; admin includes everything."
        " Default: read,write.",
    ),
]
Expires = Annotated[
    str | None,
    option(
        "--expires",
        "WHEN",
        "When it stops working: after 12h, 90d, 8w or 1y, on a date such as 2027-01-31, or"
        " never. Default: never.",
    ),
]


@app.command(example='phone --agents "alice,team-*" --rights read --expires 90d')
def add(
    name: Annotated[str, argument("NAME", "What the key is for.")],
    agents: AgentPatterns = None,
    rights: Rights = None,
    expires: Expires = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Create a key and show its secret once.

    On a terminal it asks for what you do not give; otherwise the defaults apply.
    """
    from recollect.settings.keys import check_patterns  # noqa: PLC0415

    title = checks.check_id(name, "name")
    asks = can_ask() and not as_json
    patterns = check_patterns(_split(_given(agents, _AGENTS, "*", asks=asks)))
    words = _split(_given(rights, _RIGHTS, "read,write", asks=asks))
    chosen = [checks.check_choice(right, "rights", Right) for right in words]
    until = _parse_expiry(_given(expires, _EXPIRES, _NEVER, asks=asks))
    with _keys(database) as (keys, _):
        is_first = not keys.list()
        key, secret = keys.add(title, agents=patterns, rights=chosen, expires_at=until)
    record(AuditAction.KEYS, "recollect keys add", key.name, database=database)
    if as_json:
        print_json({**_as_json(key), "key": secret})
        return
    say(secret)
    note(
        f"This is the key {key.name!r}; it is not shown again. It has the {_reach(key)}. Send it in"
        " the header X-Recollect-Key, or Authorization: Bearer, which on the proxy (/v1) is for the"
        " model's key unless upstream_api_key is set."
        f"{' From now on the server requires a key.' if is_first else ''}"
    )


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _reach(key: Key) -> str:
    """What a new key may do, for whom and until when."""
    rights = _rights(key)
    right = f"right{'s' if len(rights) > 1 else ''} {_listed(rights)}"
    named = key.access.agents
    is_for_all = "*" in key.access.agents
    agents = "ALL agents" if is_for_all else f"the agent{'s'[: len(named) - 1]} {_listed(named)}"
    until = "never expires" if key.expires_at is None else f"expires on {_expiry(key)}"
    return f"{right} for {agents}, and {until}"


_AGENTS: Final = "Agents it may use, separated by commas; * matches any text, * alone means all"
_RIGHTS: Final = "Rights: read, write, admin, separated by commas"
_EXPIRES: Final = "Expires after (12h, 90d, 1y), on a date (2027-01-31), or never"


def _given(value: str | None, question: str, default: str, *, asks: bool) -> str:
    """Return the value of an option, or else the answer to a question, or else the default."""
    if value is not None:
        return value
    return ask(question, default) if asks else default


def _parse_expiry(text: str) -> datetime | None:
    """Return when a key expires: after a time, at the end of a date, or never."""
    word = text.strip().lower()
    if word == _NEVER:
        return None
    now = datetime.now(UTC)
    if after := re.fullmatch(r"([0-9]{1,5})\s*([hdwy])", word):
        try:
            return checks.check_local(now + int(after[1]) * _UNITS[after[2]], "expires")
        except OverflowError:
            raise InvalidInput(f"expires is too far away: {text}", field="expires") from None
    until = parse_time(text, "expires")
    return None if until is None else until.astimezone(UTC)


def _expiry(key: Key) -> str:
    if key.expires_at is None:
        return _NEVER
    is_over = key.has_expired(datetime.now(UTC))
    return f"{'expired ' if is_over else ''}{local_time(key.expires_at)}"


@app.command(example="phone")
def revoke(
    name: Annotated[str, argument("NAME", "The key's name or id.")],
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Revoke a key; it is rejected from the next request on."""
    with _keys(database) as (keys, _):
        revoked = keys.revoke(name)
        is_last = not keys.list()
    record(AuditAction.KEYS, "recollect keys revoke", revoked.name, database=database)
    if as_json:
        print_json(_as_json(revoked))
        return
    say(f"The key {revoked.name!r} has been revoked.")
    if is_last:
        note(
            "It was the last key: the server now refuses every request until you create another,"
            " for example: recollect keys add phone"
        )


def _keys(database: str | None) -> "AbstractContextManager[tuple[KeyFile, KeyUses]]":
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring.keys import opened_keys_and_uses  # noqa: PLC0415

    return opened_keys_and_uses(load(), database)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _as_json(key: Key) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "agents": key.access.agents,
        "rights": _rights(key),
        "created_at": key.created_at,
        "expires_at": key.expires_at,
    }


def _rights(key: Key) -> list[Right]:
    return [right for right in Right if right in key.access.rights]
