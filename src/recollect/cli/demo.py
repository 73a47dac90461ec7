from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from recollect.cli.finding import turn_days
from recollect.cli.opening import path_of
from recollect.cli.options import AsJson, Database
from recollect.cli.pictures import Days, as_json_entry, memory_words, said_by
from recollect.cli.receipt import print_context, print_receipt, summary, words_of
from recollect.cli.screen import note, print_json, say
from recollect.cli.wording import counted, day, one_line
from recollect.demo import AGENT, QUESTIONS, TALKS
from recollect.domain.entry import SHOWN, Entry, Status

if TYPE_CHECKING:
    from recollect.memory import Memory

# Small, so that there is something to choose.
_TOKENS = 200
_SUREST = 8


def demo(
    ctx: typer.Context,
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="A question of your own.", show_default=False),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", metavar="", help=f"Leave the conversations with the agent {AGENT}."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Remember three short conversations, see what is learned from them, ask, and see why the answers are found.

    Try: recollect demo "What happened to the bicycle?"
    """
    # Here, because it loads the model's libraries, which no other command needs.
    from recollect.memory import Memory  # noqa: PLC0415

    where = path_of(ctx, database) if keep else ":memory:"
    questions = QUESTIONS if question is None else (question,)
    with Memory.open(where, background=False) as memory:
        agent = memory.agent(AGENT)
        for talk in TALKS:
            agent.ingest(talk.name, talk.turns())
        memory.sync()
        learned = agent.memories.list(status=tuple(Status))
        if as_json:
            answers = {asked: agent.context(asked, tokens=_TOKENS) for asked in questions}
            print_json({"learned": [as_json_entry(e) for e in learned], "contexts": answers})
            return
        turns = sum(len(talk.said) for talk in TALKS)
        said = counted(len(TALKS), "time")
        say(f"Maya has talked with her assistant {said}, {turns} turns in all.")
        _print_learned(memory, learned)
        for asked in questions:
            _print_answer(memory, asked)
    note(_farewell(keep=keep), style="dim")


def _print_learned(memory: "Memory", learned: list[Entry]) -> None:
    """The memories that are surest, each with its sentence, and those that are over."""
    known = [entry for entry in learned if entry.status in SHOWN]
    over = [entry for entry in learned if entry.status is Status.SUPERSEDED]
    surest = sorted(
        (e for e in known if e.source), key=lambda entry: (-entry.confidence, entry.id)
    )[:_SUREST]
    days = turn_days(memory, AGENT, learned)
    say()
    say(f"{counted(len(known), 'memory')} were learned from that, with no key. The surest:")
    for entry in surest:
        say(Text(f"\n  {one_line(memory_words(entry))}", style="bold"))
        _print_source(entry, days)
    if over:
        say("\nWhat is over was kept, and is no longer told:")
    told = {entry.id: memory_words(entry) for entry in learned}
    for entry in over:
        now = one_line(told.get(entry.superseded_by or "", ""))
        say(Text(f"\n  {one_line(memory_words(entry))}", style="strike"))
        say(Text(f"    Now: {now}"))
    say(
        "\nThese talks are put plainly. What is understood of others: docs/learning.md", style="dim"
    )


def _print_source(entry: Entry, days: Days) -> None:
    assert entry.source is not None
    talk = entry.source.conversation
    said = day(days[talk, entry.source.turn_id])
    quote = "" if entry.is_quotation else f"“{one_line(entry.source.quote)}”, "
    where = f"{quote}{one_line(said_by(entry))}, {said}, conversation {talk}"
    say(Text(f"    {where}", style="bright_black"))


def _print_answer(memory: "Memory", asked: str) -> None:
    """A question, what a model would read before it answers, and why."""
    agent = memory.agent(AGENT)
    made = agent.context(asked, tokens=_TOKENS)
    say()
    say(f"» {asked}", style="bold")
    say()
    print_context(made)
    say()
    print_receipt(made.receipt, words_of(agent))
    say(summary(made.receipt), style="dim")


def _farewell(*, keep: bool) -> str:
    if keep:
        return (
            f"\nThe conversations are kept. Look: recollect memories {AGENT}, recollect graph {AGENT}"
            f"\nAsk: recollect context {AGENT} QUESTION"
        )
    return (
        "\nNothing was kept. Ask something of your own: recollect demo QUESTION"
        f"\nTo look around: recollect demo --keep, then recollect memories {AGENT}"
    )
