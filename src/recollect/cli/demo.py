from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from recollect.cli.formatting import one_line, said_date
from recollect.cli.lookup import turn_times
from recollect.cli.memory_display import TurnTimes, as_json_entry, memory_text, said_by
from recollect.cli.options import AsJson, Database
from recollect.cli.output import note, print_json, say
from recollect.cli.parameters import argument, flag
from recollect.cli.receipt import item_text, print_context, print_receipt, receipt_summary
from recollect.demo import AGENT, CONVERSATIONS, QUESTIONS
from recollect.domain.amounts import pluralize
from recollect.domain.entry import SHOWN, Entry, Status
from recollect.domain.reasons import reason_in_words

if TYPE_CHECKING:
    from recollect.memory import Memory

# Small enough that not everything fits.
_TOKENS = 200
_MAX_LEARNED = 6
_MAX_FOUND = 2
_MARGIN = 4


def demo(
    question: Annotated[str | None, argument("QUESTION", "Your own question.")] = None,
    keep: Annotated[bool, flag("--keep", f"Keep the conversations as agent {AGENT}.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Store three short conversations, show what is learned, and explain answers to questions."""
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
        _print_conversations()
        _print_learned(memory, learned)
        if question is not None:
            _print_context(memory, question)
        else:
            for text in QUESTIONS:
                _print_found(memory, text)
    note(_next_steps(keep=keep), style="dim")


def _print_conversations() -> None:
    turns = sum(len(conversation.lines) for conversation in CONVERSATIONS)
    count = pluralize(len(CONVERSATIONS), "time")
    title = f"Maya has talked to her assistant {count}, {turns} messages in all."
    say(title, style="bold green")
    for conversation in CONVERSATIONS:
        when = f"{conversation.day}, {conversation.name}"
        say(Text.assemble("  ", (when, "cyan"), f"  “{conversation.lines[0]}” …"), indent=_MARGIN)


def _print_learned(memory: "Memory", learned: list[Entry]) -> None:
    """Print the most confident memories with their sources, and the superseded ones."""
    known = [entry for entry in learned if entry.status in SHOWN]
    most_confident = sorted(
        (e for e in known if e.source), key=lambda entry: (-entry.confidence, entry.id)
    )[:_MAX_LEARNED]
    times = turn_times(memory, AGENT, learned)
    count = pluralize(len(known), "memory")
    _title(f"{count} were learned, on this machine, without an API key. Some of them:")
    for entry in most_confident:
        say(Text.assemble("  ", (one_line(memory_text(entry)), "bold")), indent=_MARGIN)
        _print_source(entry, times)
    say(
        "  These conversations use simple sentences. For results on others: docs/learning.md",
        style="bright_black",
        indent=_MARGIN,
    )
    texts = {entry.id: memory_text(entry) for entry in learned}
    superseded = [entry for entry in learned if entry.status is Status.SUPERSEDED]
    if superseded:
        _title("What is no longer true is kept, but not shown to models:")
    for entry in superseded:
        say(Text.assemble("  ", (one_line(memory_text(entry)), "strike")), indent=_MARGIN)
        say(f"  Now: {one_line(texts.get(entry.superseded_by or '', ''))}", indent=_MARGIN)


def _print_source(entry: Entry, times: TurnTimes) -> None:
    assert entry.source is not None
    conversation = entry.source.conversation
    date = said_date(times[conversation, entry.source.turn_id])
    quote = "" if entry.is_quotation else f"“{one_line(entry.source.quote)}”, "
    where = f"{quote}{one_line(said_by(entry))}, {date}, conversation {conversation}"
    say(Text.assemble(" " * _MARGIN, (where, "bright_black")), indent=_MARGIN)


def _print_found(memory: "Memory", question: str) -> None:
    """Print a question, the best of what a model would read about it, and why it was found."""
    agent = memory.agent(AGENT)
    context = agent.context(question, tokens=_TOKENS)
    receipt, text_of = context.receipt, item_text(agent)
    _title(f"» {question}")
    ranked = sorted(receipt.items, key=lambda item: (item.rank is None, item.rank or 0))
    for item in ranked[:_MAX_FOUND]:
        say(f"  {one_line(text_of(item))}", indent=_MARGIN)
        say(Text.assemble(" " * _MARGIN, (reason_in_words(item), "bright_black")), indent=_MARGIN)
    rest = pluralize(max(len(ranked) - _MAX_FOUND, 0), "more line")
    say(f"  and {rest}, {receipt.tokens} tokens in all", style="bright_black")


def _print_context(memory: "Memory", question: str) -> None:
    """Print a question, all that a model would read, and its receipt."""
    agent = memory.agent(AGENT)
    context = agent.context(question, tokens=_TOKENS)
    _title(f"» {question}")
    print_context(context)
    say()
    print_receipt(context.receipt, item_text(agent))
    say(receipt_summary(context.receipt), style="dim")


def _title(text: str) -> None:
    say()
    say(text, style="bold green")


def _next_steps(*, keep: bool) -> str:
    if keep:
        return (
            f"\nThe conversations are stored: recollect memories {AGENT}, recollect graph {AGENT}"
            f"\nTo ask: recollect context {AGENT} QUESTION --receipt"
        )
    return (
        '\nNothing was stored. To ask yourself: recollect demo "Who is Pixel?"'
        f"\nTo explore: recollect demo --keep, then recollect status, recollect memories {AGENT}"
        "\nTo see it in a browser: recollect serve"
    )
