from collections.abc import Sequence
from typing import Annotated

from recollect.cli.database import open_memory
from recollect.cli.formatting import local_time, one_line, shell_quoted
from recollect.cli.lookup import require_agent
from recollect.cli.options import AgentId, AsJson, AsOf, Database
from recollect.cli.output import note, print_bullets, print_json, print_table, say
from recollect.cli.parameters import flag, option, parse_time
from recollect.cli.table import Column
from recollect.domain.amounts import pluralize
from recollect.domain.entry import Entry
from recollect.domain.recap import Profile, describes_user
from recollect.errors import NotFound

_COLUMNS = (
    Column("VERSION", right=True, style="cyan"),
    Column("WRITTEN"),
    Column("NEW", right=True),
    Column("GONE", right=True),
    Column("FIRST NEW LINE", flexible=True),
)


def profile(
    agent: AgentId,
    versions: Annotated[bool, flag("--versions", "List every version.")] = False,
    version: Annotated[int | None, option("--version", "N", "Show this version.", min=1)] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print the profile of the user, current or from an earlier time."""
    at = parse_time(as_of, "as_of")
    with open_memory(database) as memory:
        threshold = memory.settings.profile_regenerate_threshold
        all_versions = memory.agent(agent).profile.versions()
        memories = memory.agent(agent).memories.list()
        corrected = memory.agent(agent).memories.corrected_by(memories)
        if not all_versions:
            require_agent(memory, agent)
    known = [p for p in all_versions if at is None or p.at <= at]
    if version is not None:
        known = [p for p in known if p.version == version]
        if not known:
            raise NotFound(f"the profile of {agent!r} has no version {version}", field="version")
    if as_json:
        print_json(known if versions else known[-1] if known else None)
    elif not known and not all_versions:
        say(_no_profile(memories, threshold))
    elif not known:
        say(f"No profile at that time. Try: recollect profile {shell_quoted(agent)} --versions")
    elif versions:
        _print_versions(agent, known)
    else:
        _print(known[-1], [one_line(each.content) for each in memories if each.id in corrected])


def _no_profile(memories: Sequence[Entry], threshold: int) -> str:
    if memories and not any(map(describes_user, memories)):
        return "No profile: it has the user's own words alone, and no memory has them."
    return (
        f"No profile yet: it is written after {pluralize(threshold, 'new memory')} (setting"
        " profile_regenerate_threshold), or at once for a name, an allergy or an instruction."
    )


def _print(profile: Profile, corrected: list[str]) -> None:
    lines = profile.text.split("\n")
    for at, line in enumerate(lines):
        if any(line == f"- {each}" or f'"{each}"' in line for each in corrected):
            lines[at] += " (partly corrected)"
    print_bullets("\n".join(lines), lambda line: "" if line.startswith("- ") else "bold cyan")
    written = f"written {local_time(profile.at)} from {pluralize(profile.memories, 'memory')}"
    note(f"Version {profile.version}, {written}.", style="dim")


def _print_versions(agent: str, known: list[Profile]) -> None:
    rows, before = [], set[str]()
    for profile in known:
        lines = [line for line in profile.text.split("\n") if line.startswith("- ")]
        new = [line for line in lines if line not in before]
        removed = before - {*lines}
        first = one_line(new[0].removeprefix("- ")) if new else ""
        counts = (f"{count:,}" for count in (len(new), len(removed)))
        rows.append((str(profile.version), local_time(profile.at), *counts, first))
        before = {*lines}
    print_table(_COLUMNS, rows)
    note(f"To show one: recollect profile {shell_quoted(agent)} --version N", style="dim")
