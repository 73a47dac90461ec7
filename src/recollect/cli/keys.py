from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.nouns import Noun
from recollect.cli.options import AsJson
from recollect.cli.screen import note, print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import day
from recollect.domain import checks
from recollect.domain.access import Key, Right

if TYPE_CHECKING:
    from recollect.settings.keys import KeyFile

app = typer.Typer(cls=Noun, no_args_is_help=False, invoke_without_command=True)

_COLUMNS = (
    Column("NAME", style="cyan", flexible=True),
    Column("ID"),
    Column("RIGHTS"),
    Column("AGENTS", flexible=True),
    Column("SINCE"),
)


@app.callback()
def _noun(ctx: typer.Context) -> None:
    """Say who may use the server: keys, each for some agents and some rights.

    While there is no key, the server answers this machine alone, and everybody on it.

    Try: recollect keys add phone --agents alice --rights read,write
    """
    if ctx.invoked_subcommand is None:
        list_(as_json=False)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the keys; the secrets themselves are kept nowhere.

    Try: recollect keys list
    """
    found = _file().list()
    if as_json:
        print_json([_shown(key) for key in found])
    elif not found:
        say("No keys: the server answers this machine alone. Try: recollect keys add phone")
    else:
        print_table(_COLUMNS, [_row(key) for key in found])


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What or who the key is for.")],
    agents: Annotated[
        str,
        typer.Option(
            "--agents",
            metavar="PATTERNS",
            help="Whose memory, with commas between; * stands for any text.",
        ),
    ] = "*",
    rights: Annotated[
        str,
        typer.Option(
            "--rights",
            metavar="RIGHTS",
            help="read, write, admin, with commas between; admin is all of them, and settings.",
        ),
    ] = "read,write",
    as_json: AsJson = False,
) -> None:
    """Make a key, and show its secret this once.

    Try: recollect keys add phone --agents "alice,team-*" --rights read
    """
    from recollect.settings.keys import check_patterns  # noqa: PLC0415

    chosen = [checks.check_choice(each, "rights", Right) for each in _parts(rights)]
    key, secret = _file().add(
        checks.check_id(name, "name"),
        agents=check_patterns(_parts(agents)),
        rights=chosen,
    )
    if as_json:
        print_json({**_shown(key), "key": secret})
        return
    say(secret)
    note(
        f"That is the key {key.name!r}, shown this once. It goes into the header X-Recollect-Key, or"
        " Authorization: Bearer. From now on the server answers nobody without a key."
    )


@app.command()
def revoke(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The key's name or id.")],
    as_json: AsJson = False,
) -> None:
    """Take a key away: its holder is refused from the next request on.

    Try: recollect keys revoke phone
    """
    file = _file()
    gone = file.revoke(name)
    if as_json:
        print_json(_shown(gone))
        return
    say(f"The key {gone.name!r} is no longer accepted.")
    if not file.list():
        note("It was the last one: a server on this machine alone now answers without a key.")


def _file() -> "KeyFile":
    # Imported here, so that help, usage errors and completion need not wait for it.
    from recollect.settings import load  # noqa: PLC0415
    from recollect.settings.keys import KeyFile  # noqa: PLC0415

    return KeyFile(load().keys_path)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _shown(key: Key) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "agents": key.access.agents,
        "rights": _in_order(key),
        "created_at": key.created_at,
    }


def _row(key: Key) -> tuple[str, ...]:
    rights, agents = ", ".join(_in_order(key)), ", ".join(key.access.agents)
    return key.name, key.id, rights, agents, day(key.created_at)


def _in_order(key: Key) -> list[Right]:
    return [right for right in Right if right in key.access.rights]
