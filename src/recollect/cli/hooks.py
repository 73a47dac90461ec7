import difflib
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from recollect.cli.command_group import CommandGroup, command_group
from recollect.cli.formatting import one_line
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_items, print_json, say
from recollect.cli.parameters import argument, flag, option
from recollect.cli.table import Column, Table
from recollect.domain.checks import check_id
from recollect.hooks import install as installing
from recollect.hooks.files import logged_runs, running_server
from recollect.hooks.hosts import CODEX, CURSOR, HOSTS, Host, config_path
from recollect.hooks.run import main as run_hook


class HostName(StrEnum):
    """The programs that hooks can be installed in."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"


class Mode(StrEnum):
    """What hooks do."""

    ON = "on"
    READ_ONLY = "read-only"
    WRITE_ONLY = "write-only"


class HooksGroup(CommandGroup):
    """Shows the status unless told otherwise."""

    default_command: ClassVar[str] = "status"


app = command_group(
    "hooks",
    "Give Claude Code, Codex or Cursor memory through their own hooks.\n\n"
    "They then get context when a session begins and before each prompt, and every session is"
    " stored, on this machine.",
    example="install claude-code",
    no_args_is_help=False,
    cls=HooksGroup,
)

HostArgument = Annotated[HostName, argument("HOST", "claude-code, codex or cursor.")]
Project = Annotated[bool, flag("--project", "Only in this directory's project.")]
User = Annotated[bool, flag("--user", "In all projects (default).")]
DryRun = Annotated[bool, flag("--dry-run", "Show the change and make none.")]
_RECENT = 5


@app.command(example="claude-code --dry-run")
def install(
    host: HostArgument,
    agent: Annotated[str, option("--agent", "ID", "The agent that remembers.")] = "default",
    memory: Annotated[
        Mode,
        option("--memory", "MODE", "on, read-only (store nothing) or write-only (add nothing)."),
    ] = Mode.ON,
    project: Project = False,
    user: User = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Add the hooks to the program's own configuration; everything else in it stays as it is."""
    chosen = HOSTS[host]
    change = installing.install(
        chosen, _project(project, user), check_id(agent, "agent"), str(memory)
    )
    _make(change, dry_run=dry_run, as_json=as_json)
    if dry_run or as_json:
        return
    verb = "Installed" if change.is_needed else "Already installed"
    say(f"{verb} in {change.path}, for the agent {one_line(agent)!r}.")
    for line in _notes(chosen):
        note(line)


@app.command(example="claude-code")
def uninstall(
    host: HostArgument,
    project: Project = False,
    user: User = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Remove the hooks; what was remembered stays."""
    change = installing.uninstall(HOSTS[host], _project(project, user))
    _make(change, dry_run=dry_run, as_json=as_json)
    if not dry_run and not as_json:
        found = "Removed from" if change.is_needed else "There are no hooks of Recollect in"
        say(f"{found} {change.path}.")


@app.command(example="")
def status(as_json: AsJson = False) -> None:
    """Show where hooks are installed, what they did last, and their errors."""
    found = [
        (host, scope, installing.installed(host, project))
        for host in HOSTS.values()
        for scope, project in (("user", None), ("project", Path.cwd()))
    ]
    rows = [
        {
            "host": host.name,
            "scope": scope,
            "file": str(each.path),
            "installed": bool(each.commands),
            "problem": installing.problem_of(host, each),
        }
        for host, scope, each in found
        if scope == "user" or each.commands or each.problem
    ]
    runs = logged_runs()
    if as_json:
        print_json({"hooks": rows, "server": running_server(), "runs": runs[-_RECENT:]})
        return
    print_items(_INSTALLED, rows)
    say()
    say(f"Hooks ask {running_server() or 'a helper process, because no server is running'}.")
    if runs:
        say()
        print_items(_RUNS, runs[-_RECENT:])


@app.command(hidden=True, example="claude-code SessionStart")
def run(
    host: HostArgument,
    event: Annotated[str, argument("EVENT", "The event, as the host names it.")],
    agent: Annotated[str, option("--agent", "ID", "The agent that remembers.")] = "default",
    memory: Annotated[str, option("--memory", "MODE", "on, read-only or write-only.")] = "on",
) -> None:
    """Run one hook; hosts call this with JSON on stdin."""
    run_hook([host, event, "--agent", agent, "--memory", memory])


_INSTALLED: Table[dict[str, Any]] = (
    (Column("HOST", style="cyan"), lambda row: row["host"]),
    (Column("SCOPE"), lambda row: row["scope"]),
    (Column("HOOKS"), lambda row: "installed" if row["installed"] else "-"),
    (Column("FILE", flexible=True), lambda row: one_line(row["file"])),
    (Column("PROBLEM", flexible=True), lambda row: one_line(row["problem"])),
)
_RUNS: Table[dict[str, Any]] = (
    (Column("LAST RUNS"), lambda run: str(run.get("at", ""))),
    (Column("HOST", style="cyan"), lambda run: str(run.get("host", ""))),
    (Column("EVENT"), lambda run: str(run.get("event", ""))),
    (Column("OUTCOME"), lambda run: str(run.get("outcome", ""))),
    (Column("VIA"), lambda run: str(run.get("via", ""))),
    (Column("MS", right=True), lambda run: str(run.get("ms", ""))),
    (Column("ERROR", flexible=True), lambda run: one_line(str(run.get("error", "")))),
)


def _project(project: bool, user: bool) -> Path | None:
    if project and user:
        raise typer.BadParameter("choose --project or --user")
    return Path.cwd() if project else None


def _make(change: installing.ConfigChange, *, dry_run: bool, as_json: bool) -> None:
    """Make the change, or show it."""
    if not dry_run and change.is_needed:
        installing.apply(change)
    if as_json:
        backup = installing.backup_path(change.path)
        shown = {"file": str(change.path), "changed": change.is_needed, "dry_run": dry_run}
        print_json(shown | {"backup": str(backup) if backup.exists() else None})
    elif dry_run:
        old, new = (text.splitlines() for text in (change.old or "", change.new or ""))
        before, after = (
            "/dev/null" if text is None else str(change.path) for text in (change.old, change.new)
        )
        diff = "\n".join(difflib.unified_diff(old, new, before, after, lineterm=""))
        say(diff or "Nothing would change.")


def _notes(host: Host) -> list[str]:
    """What else there is to do."""
    found = []
    if host is CODEX:
        found.append("Codex runs new hooks once you trust them: start codex and type /hooks.")
        found += _codex_problems()
    elif host is CURSOR:
        found.append("Open a new chat. In `cursor-agent -p`, only the session's start gets memory.")
    else:
        found.append("It begins with the next session; /hooks in Claude Code lists it.")
    return found


def _codex_problems() -> list[str]:
    path = config_path(CODEX, None).with_name("config.toml")
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    features = content.get("features")
    named = features if isinstance(features, dict) else {}
    if named.get("hooks", named.get("codex_hooks", True)) is False:
        return [f"Hooks are switched off in {path}: set hooks = true under [features]."]
    return []
