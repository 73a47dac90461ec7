import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from recollect.cli.audit import record
from recollect.cli.command_group import command_group
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory, same_command
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.lookup import agents_to_decide, find_memory, require_agents, turn_times
from recollect.cli.memory_display import TurnTimes, as_json_entry, memory_text, print_candidate
from recollect.cli.options import AgentId, AsJson, Database, Limit, MemoryId
from recollect.cli.output import note, print_details, print_json, say
from recollect.cli.parameters import argument, option
from recollect.context.withheld import withheld_quotes
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind
from recollect.domain.entry import Status
from recollect.languages.forms import attributes_called, value_named

if TYPE_CHECKING:
    from recollect.learning.deletion_requests import DeletionRequest
    from recollect.learning.review import Dispute
    from recollect.memory import Memory

# So many characters of a quote are enough to find it.
_LONGEST = 60
# A shorter value is within many other words.
_SHORTEST = 4
_NUMBER = re.compile(r"\+?\d(?:[ ()/.-]{0,2}\d)+")
_OUTCOMES = {Status.ACTIVE: "kept", Status.REVIEW: "still in review", Status.SUPERSEDED: "replaced"}

app = command_group(
    "review",
    "Decide about memories that contradict each other, or that a user asked to be forgotten.",
    example="alice",
)


@app.command("list", example="alice")
def list_(
    agent: Annotated[
        str | None, argument("AGENT", "Id of the agent; default: all.", autocompletion=agent_names)
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List memories that contradict each other, and what users asked to be forgotten."""
    with open_memory(database) as memory:
        require_agents(memory, agent)
        agents = agents_to_decide(memory) if agent is None else [agent]
        listed = [(name, *_listed(memory, name, limit)) for name in agents]
    if as_json:
        print_json(
            [
                {"agent": name, **each}
                for name, disputes, requests, *_ in listed
                for each in (*map(_as_json, disputes), *map(_request_as_json, requests))
            ]
        )
        return
    for name, disputes, requests, times, count in listed:
        if agent is None:
            say(f"Agent {one_line(name)}", style="bold")
        for dispute in disputes:
            _print(dispute, times)
        for request in requests:
            _print_request(request, times)
        _print_next_step(same_command(database), shell_quoted(name), count, disputes, requests)
    if not listed:
        say("Nothing to review.")


def _listed(
    memory: "Memory", agent: str, limit: int | None
) -> "tuple[list[Dispute], list[DeletionRequest], TurnTimes, int]":
    """What waits for a decision of one agent, and how much there is without a limit."""
    review = memory.agent(agent).review
    disputes, requests = review.list(), review.deletion_requests()
    count = len(disputes) + len(requests)
    disputes, requests = disputes[:limit], requests[:limit]
    entries = [entry for dispute in disputes for entry in (dispute.entry, *dispute.rivals)]
    entries += [e for request in requests for e in (request.entry, *request.memories)]
    return disputes, requests, turn_times(memory, agent, entries), count


@app.command(example="alice 3f2a --keep this")
def resolve(
    agent: AgentId,
    memory_id: MemoryId,
    keep: Annotated[
        str | None,
        option(
            "--keep",
            "WHICH",
            "Which to keep: this, others (those it contradicts) or both; of what a user asked to be"
            " forgotten, none or all.",
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Decide which memories to keep; the rest are replaced, or deleted if a user asked for it."""
    with open_memory(database) as memory:
        review = memory.agent(agent).review
        requests = [each for each in review.deletion_requests() if each.id.startswith(memory_id)]
        is_request = len(requests) == 1
        name = requests[0].id if is_request else find_memory(memory, agent, memory_id).id
        for entry in requests[0].memories if is_request and keep == "none" else ():
            note(f"Deleting all of: {one_line(memory_text(entry))}", style="dim")
        decided = review.resolve(name, keep or "")
        deletes = is_request and keep == "none"
        looked_for = _words_of(requests[0]) if deletes else []
        found = memory.find(*looked_for, agent=agent).found if looked_for and not as_json else ()
        hidden = withheld_quotes([requests[0].entry] if deletes else (), ())
        turns = [turn for turn in memory.agent(agent).turns() if hidden.of_turn(turn)]
    action = AuditAction.DELETE if deletes else AuditAction.WRITE
    concerned = dict.fromkeys((name, *(entry.id for entry in decided)))
    items = [AuditedItem(AuditedKind.MEMORY, each) for each in concerned]
    record(action, "recollect review resolve", agents=(agent,), items=items, database=database)
    if as_json:
        print_json([as_json_entry(entry) for entry in decided])
        return
    if deletes:
        messages = sum(each.what == "turn" for each in found)
        say_it = " ".join((same_command(database), "find", *map(shell_quoted, looked_for)))
        own = requests[0].entry.turn_id
        _print_deleted(requests[0], len(decided), sum(turn.id != own for turn in turns))
        if messages:
            stay = "says it too and stays" if messages == 1 else "say it too and stay"
            note(f"{pluralize(messages, 'message')} {stay}; contexts leave out those words.")
            note(f"To delete them: {say_it} --agent {shell_quoted(agent)}")
    else:
        say("Resolved.", style="green")
    outcomes = (_OUTCOMES.get(entry.status, entry.status) for entry in decided)
    texts = (f"{entry.id[:8]}  {one_line(memory_text(entry))}" for entry in decided)
    print_details(*zip(outcomes, texts, strict=True))


def _print_deleted(request: "DeletionRequest", count: int, hidden: int) -> None:
    """Say how many memories are deleted, or what contexts leave out although none matched."""
    if count:
        say(f"Resolved: deleted {pluralize(count, 'memory')}.", style="green")
        return
    left_out = f"{_quoted(request.named)} in {pluralize(hidden, 'message')}"
    left_out = "that message" if request.message else left_out if hidden else "nothing by it"
    why = "no memory matched" if request.named or request.message else "it names nothing known"
    why = "what it named is gone already" if request.is_overtaken else why
    say(f"Resolved: contexts leave out {left_out}.", style="green")
    note(f"Nothing is deleted, because {why}.")


def _quoted(parts: Iterable[str]) -> str:
    return ", ".join(f'"{one_line(words)}"' for words in parts)


def _words_of(request: "DeletionRequest") -> list[str]:
    """The longest word of each thing it names, and what was said of it without these.

    Of "my phone number" only the number, if one was learned: replies repeat that alone.
    """
    missed = request.unmatched if request.memories else request.named
    values = {w for w in request.named if attributes_called(w) or value_named(w).forms}
    whole = [words for words in request.named if words in missed or words not in values]
    found = [max(words.split(), key=len) for words in whole]
    said = [source.quote for source in request.entry.also]
    for entry in request.memories:
        value = entry.value or max(_NUMBER.findall(entry.content), key=len, default="")
        quotes = [source.quote for source in entry.sources]
        said += [value if len(value) >= _SHORTEST and value in each else each for each in quotes]
    for words in map(one_line, said):
        if not any(each.casefold() in words.casefold() for each in found):
            found.append(words[:_LONGEST].strip())
    return found


def _as_json(dispute: "Dispute") -> dict[str, Any]:
    return {
        "id": dispute.id,
        "entry": as_json_entry(dispute.entry),
        "rivals": [as_json_entry(entry) for entry in dispute.rivals],
    }


def _print(dispute: "Dispute", times: TurnTimes) -> None:
    print_candidate(dispute.entry, times)
    for rival in dispute.rivals:
        say("  or", style="yellow")
        print_candidate(rival, times)
    say()


def _request_as_json(request: "DeletionRequest") -> dict[str, Any]:
    return {
        "id": request.id,
        "request": as_json_entry(request.entry),
        "memories": [as_json_entry(entry) for entry in request.memories],
        "unmatched": list(request.unmatched),
        "says_more": [entry.id for entry in request.says_more],
    }


def _print_request(request: "DeletionRequest", times: TurnTimes) -> None:
    print_candidate(request.entry, times)
    if request.memories:
        say("  asks to forget", style="yellow")
    elif request.message:
        say("  asks to forget a message of which nothing was learned:", style="yellow")
        say(f"  “{one_line(request.message)}”")
    elif request.is_overtaken:
        say("  what it named has been deleted or edited since", style="yellow")
    else:
        say("  asks to forget something, but no memory matches", style="yellow")
    for entry in request.memories:
        print_candidate(entry, times)
        if entry in request.says_more:
            say("          says more than that: edit it first to keep the rest", style="yellow")
    if request.memories and request.unmatched:
        say(f"  no memory matches {_quoted(request.unmatched)}", style="yellow")
    say()


def _print_next_step(
    recollect: str,
    agent: str,
    count: int,
    disputes: "list[Dispute]",
    requests: "list[DeletionRequest]",
) -> None:
    """Say how to decide."""
    if not count:
        say("Nothing to review.")
        return
    say(f"{pluralize(count, 'decision')} to make. Until then memories that differ stay in use.")
    if requests:
        say("Contexts leave out what a user asked to be forgotten; search still finds it.")
    command = f"{recollect} review resolve {agent}"
    if disputes:
        one = f"{command} {disputes[0].id[:8]} --keep this"
        note(f"To decide: {one}\n           or --keep others, or --keep both", style="dim")
    if requests:
        one = f"{command} {requests[0].id[:8]} --keep none"
        note(f"To delete what was asked for: {one}\n           or --keep all", style="dim")
        note("Each memory goes as a whole: edit it first to keep a part of it.", style="dim")
    if any(request.unmatched or not request.memories for request in requests):
        note(f"To search messages for it: {recollect} find TEXT --agent {agent}", style="dim")
    if any(not (each.named or each.entry.rivals or each.message) for each in requests):
        note(f"To delete everything that is stored: {recollect} erase {agent}", style="dim")
