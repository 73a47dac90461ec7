from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.command_group import CommandGroup
from recollect.cli.formatting import local_date
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain import checks
from recollect.domain.access import Key, Right

if TYPE_CHECKING:
    from recollect.settings.keys import KeyFile

app = typer.Typer(cls=CommandGroup, no_args_is_help=False, invoke_without_command=True)

_COLUMNS = (
    Column("NAME", style="cyan", flexible=True),
    Column("ID"),
    Column("RIGHTS"),
    Column("AGENTS", flexible=True),
    Column("SINCE"),
)


@app.callback()
def _group(ctx: typer.Context) -> None:
    """Manage API keys, each limited to certain agents and rights.

    Without keys the server accepts connections from this machine only, from any user on it.

    Try: recollect keys add phone --agents alice --rights read,write
    """
    if ctx.invoked_subcommand is None:
        list_(as_json=False)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the keys; the secrets themselves are not stored.

    Try: recollect keys list
    """
    found = _file().list()
    if as_json:
        print_json([_as_json(key) for key in found])
    elif not found:
        say(
            "No keys: the server accepts connections from this machine only."
            " Try: recollect keys add phone"
        )
    else:
        print_table(_COLUMNS, [_row(key) for key in found])


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the key is for.")],
    agents: Annotated[
        str,
        typer.Option(
            "--agents",
            metavar="PATTERNS",
            help="Agents the key may use, separated by commas; * matches any text.",
        ),
    ] = "*",
    rights: Annotated[
        str,
        typer.Option(
            "--rights",
            metavar="RIGHTS",
            help="read, write or admin, separated by commas; admin includes everything.",
        ),
    ] = "read,write",
    as_json: AsJson = False,
) -> None:
    """Create a key and show its secret once.

    Try: recollect keys add phone --agents "alice,team-*" --rights read
    """
    from recollect.settings.keys import check_patterns  # noqa: PLC0415

    chosen = [checks.check_choice(right, "rights", Right) for right in _split(rights)]
    key, secret = _file().add(
        checks.check_id(name, "name"),
        agents=check_patterns(_split(agents)),
        rights=chosen,
    )
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
    name: Annotated[str, typer.Argument(metavar="NAME", help="The key's name or id.")],
    as_json: AsJson = False,
) -> None:
    """Revoke a key; it is rejected from the next request on.

    Try: recollect keys revoke phone
    """
    file = _file()
    revoked = file.revoke(name)
    if as_json:
        print_json(_as_json(revoked))
        return
    say(f"The key {revoked.name!r} has been revoked.")
    if not file.list():
        note(
            "It was the last key: the server now accepts connections from this machine only,"
            " without a key."
        )


def _file() -> "KeyFile":
    # Imported here so that help, usage errors and completion stay fast.
    from recollect.settings import load  # noqa: PLC0415
    from recollect.settings.keys import KeyFile  # noqa: PLC0415

    return KeyFile(load().keys_path)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _as_json(key: Key) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "agents": key.access.agents,
        "rights": _in_order(key),
        "created_at": key.created_at,
    }


def _row(key: Key) -> tuple[str, ...]:
    rights, agents = ", ".join(_in_order(key)), ", ".join(key.access.agents)
    return key.name, key.id, rights, agents, local_date(key.created_at)


def _in_order(key: Key) -> list[Right]:
    return [right for right in Right if right in key.access.rights]
