from functools import partial
from typing import TYPE_CHECKING, Annotated

from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, shell_quoted
from recollect.cli.lookup import require_agents, several
from recollect.cli.options import AgentId, AsJson, AsOf, Database, Framed, InSpaces, Tokens
from recollect.cli.output import note, print_details, print_json, say
from recollect.cli.parameters import argument, flag, option, parse_time
from recollect.cli.receipt import (
    item_text,
    print_context,
    print_receipt,
    receipt_summary,
    score_sum,
)
from recollect.context.sections import RANKED
from recollect.domain.entry import Status
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.domain.receipt import WhyNot
    from recollect.memory import Agent

Question = Annotated[
    str | None,
    argument("QUESTION", "The user's question; without it, only what every context includes."),
]
Conversation = Annotated[
    str | None,
    option(
        "--conversation",
        "ID",
        "The current conversation, with which a follow-up question is rewritten; the turn in it"
        " that asks the question is left out.",
        short="-c",
    ),
]


def context(
    agent: AgentId,
    question: Question = None,
    tokens: Tokens = None,
    conversation: Conversation = None,
    framing: Framed = None,
    as_of: AsOf = None,
    spaces: InSpaces = None,
    receipt: Annotated[
        bool, flag("--receipt", "Explain why each line was included.", short="-r")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print what a model should read before it answers a question."""
    with open_memory(database) as memory:
        require_agents(memory, agent, *(spaces or ()))
        chosen = memory.agent(agent)
        moment = parse_time(as_of, "as_of")
        built = chosen.context(
            question,
            tokens=tokens,
            conversation=conversation,
            framing=framing,
            as_of=moment,
            spaces=spaces,
        )
        if built.receipt.warning:
            note(built.receipt.warning, style="yellow")
        if as_json:
            print_json(built)
            return
        print_context(built)
        if receipt:
            say()
            print_receipt(built.receipt, item_text(chosen, moment))
    if not (built.receipt.items or built.receipt.left_out):
        if built.receipt.warning is None:
            none = f"{one_line(agent)} has no memories yet. Add a question to search conversations."
            note(none if question is None else f"Nothing of {one_line(agent)} is stored yet.")
        return
    hint = "" if receipt else " To see why: --receipt"
    note(f"{receipt_summary(built.receipt)}{hint}", style="dim")


def _whole_id(agent: "Agent", name: str) -> str:
    """The only id of a memory, a summary or a turn that starts with this."""
    known = {entry.id for entry in agent.memories.list(status=tuple(Status))}
    known |= {summary.id for summary in agent.summaries.list()} | {t.id for t in agent.turns()}
    matches = sorted(each for each in known if name and each.startswith(name))
    if not matches:
        raise NotFound(f"{agent.id!r} has no memory and no turn {name!r}", field="id")
    if len(matches) > 1:
        raise several(f"{len(matches):,} memories and turns", name, matches)
    return matches[0]


def _lowest(answer: "WhyNot") -> str:
    """Return what the lowest score shown is of: memories and excerpts have a threshold each."""
    noun, _ = RANKED.get(answer.section, ("line", "")) if answer.section else ("line", "")
    return f"lowest {noun} shown"


def why_not(
    agent: AgentId,
    name: Annotated[
        str, argument("ID", "Id of a memory or a turn; its first characters are enough.")
    ],
    question: Question = None,
    tokens: Tokens = None,
    conversation: Conversation = None,
    framing: Framed = None,
    spaces: InSpaces = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Explain why a memory or a turn is, or is not, in the context for a question."""
    with open_memory(database) as memory:
        require_agents(memory, agent, *(spaces or ()))
        chosen = memory.agent(agent)
        explain = partial(
            chosen.why_not, tokens=tokens, conversation=conversation, framing=framing, spaces=spaces
        )
        try:
            answer = explain(name, question)
        except NotFound:
            answer = explain(_whole_id(chosen, name), question)
    if as_json:
        print_json(answer)
        return
    say(answer.sentence)
    score = ""
    if answer.score is not None and answer.scores is not None:
        score = score_sum(answer.score, answer.scores).removeprefix("score ")
    print_details(
        ("space", answer.space or ""),
        ("score", score),
        (_lowest(answer), "" if answer.lowest_shown is None else f"{answer.lowest_shown:.2f}"),
        ("tokens", "" if answer.tokens is None else f"{answer.tokens:,}"),
    )
    if question is None:
        command = f"recollect why-not {shell_quoted(agent)} {shell_quoted(name)} QUESTION"
        note(f"To ask about a question: {command}")
