from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from recollect.cli.formatting import local_date, one_line, pluralize
from recollect.cli.lookup import turn_times
from recollect.cli.memory_display import TurnTimes, as_json_entry, memory_text, said_by
from recollect.cli.options import AsJson, Database
from recollect.cli.output import note, print_json, say
from recollect.cli.parameters import argument, flag
from recollect.cli.receipt import item_text, print_context, print_receipt, receipt_summary
from recollect.demo import AGENT, CONVERSATIONS, QUESTIONS
from recollect.domain.entry import SHOWN, Entry, Status

if TYPE_CHECKING:
    from recollect.memory import Memory

# Small enough that not everything fits.
_TOKENS = 200
_MAX_LEARNED = 8


def demo(
    question: Annotated[str | None, argument("QUESTION", "Your own question.")] = None,
    keep: Annotated[bool, flag("--keep", f"Keep the conversations as agent {AGENT}.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store three short conversations, show what is learned, and explain the answers to questions.

    Try: recollect demo "What happened to the bicycle?"
    """
    from recollect.memory import Memory  # noqa: PLC0415

    where = database if keep else ":memory:"
    questions = QUESTIONS if question is None else (question,)
    with Memory.open(where, background=False) as memory:
        agent = memory.agent(AGENT)
        for conversation in CONVERSATIONS:
            agent.ingest(conversation.name, conversation.turns())
        memory.sync()
        learned = agent.memories.list(status=tuple(Status))
        if as_json:
            contexts = {text: agent.context(text, tokens=_TOKENS) for text in questions}
            print_json({"learned": [as_json_entry(e) for e in learned], "contexts": contexts})
            return
        turns = sum(len(conversation.lines) for conversation in CONVERSATIONS)
        count = pluralize(len(CONVERSATIONS), "conversation")
        say(f"Maya has had {count} with her assistant, {turns} turns in total.")
        _print_learned(memory, learned)
        for text in questions:
            _print_answer(memory, text)
    note(_next_steps(keep=keep), style="dim")


def _print_learned(memory: "Memory", learned: list[Entry]) -> None:
    """Print the most confident memories with their sources, and the superseded ones."""
    known = [entry for entry in learned if entry.status in SHOWN]
    superseded = [entry for entry in learned if entry.status is Status.SUPERSEDED]
    most_confident = sorted(
        (e for e in known if e.source), key=lambda entry: (-entry.confidence, entry.id)
    )[:_MAX_LEARNED]
    times = turn_times(memory, AGENT, learned)
    say()
    count = pluralize(len(known), "memory")
    say(f"{count} were learned from them, without an API key. The most confident:")
    for entry in most_confident:
        say(Text(f"\n  {one_line(memory_text(entry))}", style="bold"))
        _print_source(entry, times)
    if superseded:
        say("\nSuperseded memories are kept, but no longer shown to models:")
    texts = {entry.id: memory_text(entry) for entry in learned}
    for entry in superseded:
        now = one_line(texts.get(entry.superseded_by or "", ""))
        say(Text(f"\n  {one_line(memory_text(entry))}", style="strike"))
        say(Text(f"    Now: {now}"))
    say(
        "\nThese conversations use simple sentences. For results on others, see docs/learning.md",
        style="dim",
    )


def _print_source(entry: Entry, times: TurnTimes) -> None:
    assert entry.source is not None
    conversation = entry.source.conversation
    date = local_date(times[conversation, entry.source.turn_id])
    quote = "" if entry.is_quotation else f"“{one_line(entry.source.quote)}”, "
    where = f"{quote}{one_line(said_by(entry))}, {date}, conversation {conversation}"
    say(Text(f"    {where}", style="bright_black"))


def _print_answer(memory: "Memory", question: str) -> None:
    """Print a question, the context that a model would read, and its receipt."""
    agent = memory.agent(AGENT)
    context = agent.context(question, tokens=_TOKENS)
    say()
    say(f"» {question}", style="bold")
    say()
    print_context(context)
    say()
    print_receipt(context.receipt, item_text(agent))
    say(receipt_summary(context.receipt), style="dim")


def _next_steps(*, keep: bool) -> str:
    if keep:
        return (
            f"\nThe conversations are stored: recollect memories {AGENT}, recollect graph {AGENT}"
            f"\nTo ask: recollect context {AGENT} QUESTION"
        )
    return (
        "\nNothing was stored. Ask your own question: recollect demo QUESTION"
        f"\nTo explore: recollect demo --keep, then recollect memories {AGENT}"
    )
