"""How the command line shows what an import brought in."""

from typing import TYPE_CHECKING, Any, Final

from recollect.cli.formatting import amounts, one_line
from recollect.cli.output import say
from recollect.domain.amounts import pluralize
from recollect.domain.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.memory.transfer import AgentImport, Imported

_AGENTS: Final = 10


def import_as_json(done: "Imported") -> dict[str, Any]:
    """Return the import as JSON data."""
    return {
        **plain(done),
        "by_agent": [
            {**plain(each), "conversations": len(each.conversations)} for each in done.by_agent
        ],
    }


def print_import(done: "Imported") -> None:
    """Print what the file has, what of it is new, and what could not be carried over."""
    found = _amounts(
        agent=done.agents, conversation=done.conversations, turn=done.turns, memory=done.memories
    )
    kind = "" if done.format == "recollect" else f" ({done.format})"
    say(f"Read {found} from {one_line(done.path)}{kind}.")
    say(_new_counts(done))
    _print_agents(done.by_agent)
    if done.left_out:
        say("Not carried over:")
    for what, count in sorted(done.left_out.items(), key=lambda item: (-item[1], item[0])):
        say(f"  {one_line(what)}: {count:,}")
    for warning in done.warnings:
        say(f"Warning: {one_line(warning)}.")
    if done.dry_run:
        say("This was a dry run: nothing was stored.")


def _print_agents(found: "Sequence[AgentImport]") -> None:
    """Print what the first agents get; after a dry run, with a few texts of each."""
    for each in found[:_AGENTS]:
        counts = _amounts(turn=each.turns_new, memory=each.memories_new) or "nothing"
        say(f"  {one_line(each.agent)}: {counts} new")
        for text in each.examples:
            say(f"    {one_line(text)}", indent=4)
    if len(found) > _AGENTS:
        say(f"  and {pluralize(len(found) - _AGENTS, 'more agent')}")


def _new_counts(done: "Imported") -> str:
    new = done.turns_new + done.memories_new
    existing = done.turns + done.memories - new - done.memories_updated
    parts = []
    if new:
        parts.append(f"New: {_amounts(turn=done.turns_new, memory=done.memories_new)}.")
    if done.memories_updated:
        parts.append(
            f"Changed since the last import: {pluralize(done.memories_updated, 'memory')}."
        )
    if not parts:
        return "Nothing new: all of it already exists and was not changed."
    if existing:
        parts.append("The rest already exists and was not changed.")
    return " ".join(parts)


def _amounts(**counts: int) -> str:
    return amounts(**{noun: number for noun, number in counts.items() if number})
