from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

from recollect.cli.command_group import command_group
from recollect.cli.formatting import local_date
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_json, print_list, say
from recollect.cli.parameters import argument, option
from recollect.cli.table import Column, Table
from recollect.domain import checks
from recollect.domain.access import Key, Right

if TYPE_CHECKING:
    from recollect.settings.keys import KeyFile

app = command_group(
    "keys",
    "Manage API keys, each limited to certain agents and rights.\n\n"
    "Until the first key is created, the server accepts connections from this machine only, from"
    " any user on it. From then on every request needs a key, also after the last one was revoked"
    " or keys.json was lost, unless allow_anonymous = true.",
    example="add phone --agents alice --rights read,write",
    no_args_is_help=False,
)

_TABLE: Table[Key] = (
    (Column("NAME", style="cyan", flexible=True), lambda key: key.name),
    (Column("ID"), lambda key: key.id),
    (Column("RIGHTS"), lambda key: ", ".join(_rights(key))),
    (Column("AGENTS", flexible=True), lambda key: ", ".join(key.access.agents)),
    (Column("SINCE"), lambda key: local_date(key.created_at)),
)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the keys; the secrets themselves are not stored.

    Try: recollect keys list
    """
    with _keys() as keys:
        found = keys.list()
    print_list(
        found,
        _TABLE,
        empty="No keys. A server that never had one accepts connections from this machine only;"
        " any other refuses every request. Try: recollect keys add phone",
        as_json=as_json,
        value=[_as_json(key) for key in found],
    )


@app.command()
def add(
    name: Annotated[str, argument("NAME", "What the key is for.")],
    agents: Annotated[
        str,
        option(
            "--agents",
            "PATTERNS",
            "Agents the key may use, separated by commas; * matches any text.",
        ),
    ] = "*",
    rights: Annotated[
        str,
        option(
            "--rights",
            "RIGHTS",
            "read, write or admin, separated by commas; admin includes everything.",
        ),
    ] = "read,write",
    as_json: AsJson = False,
) -> None:
    """Create a key and show its secret once.

    Try: recollect keys add phone --agents "alice,team-*" --rights read
    """
    from recollect.settings.keys import check_patterns  # noqa: PLC0415

    chosen = [checks.check_choice(right, "rights", Right) for right in _split(rights)]
    title, patterns = checks.check_id(name, "name"), check_patterns(_split(agents))
    with _keys() as keys:
        key, secret = keys.add(title, agents=patterns, rights=chosen)
    if as_json:
        print_json({**_as_json(key), "key": secret})
        return
    say(secret)
    note(
        f"This is the key {key.name!r}; it is not shown again. Send it in the header"
        " X-Recollect-Key or Authorization: Bearer. From now on the server requires a key."
    )


@app.command()
def revoke(
    name: Annotated[str, argument("NAME", "The key's name or id.")], as_json: AsJson = False
) -> None:
    """Revoke a key; it is rejected from the next request on.

    Try: recollect keys revoke phone
    """
    with _keys() as keys:
        revoked = keys.revoke(name)
        is_last = not keys.list()
    if as_json:
        print_json(_as_json(revoked))
        return
    say(f"The key {revoked.name!r} has been revoked.")
    if is_last:
        note(
            "It was the last key: the server now refuses every request until you create another,"
            " for example: recollect keys add phone"
        )


def _keys() -> "AbstractContextManager[KeyFile]":
    from recollect.settings import load  # noqa: PLC0415
    from recollect.wiring import opened_keys  # noqa: PLC0415

    return opened_keys(load())


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _as_json(key: Key) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "agents": key.access.agents,
        "rights": _rights(key),
        "created_at": key.created_at,
    }


def _rights(key: Key) -> list[Right]:
    return [right for right in Right if right in key.access.rights]
