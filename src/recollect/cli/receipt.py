"""Printing contexts and receipts."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from rich.text import Text

from recollect.cli.formatting import one_line, short_id, shorten
from recollect.cli.output import print_bullets, say
from recollect.context.pieces import space_label
from recollect.context.sections import RANKED
from recollect.domain.amounts import pluralize
from recollect.domain.hit import Scope, Scores
from recollect.domain.plain import plain
from recollect.domain.provenance import Origin
from recollect.domain.reasons import refusal_in_words
from recollect.domain.receipt import Context, Item, LeftOut, Receipt, Section, SpaceOutcome

if TYPE_CHECKING:
    from recollect.memory import Agent

_RANK_WIDTH = 4
_MAX_LEFT_OUT = 5
_MAX_TEXT = 200
_MIN_SCORE_PART = 0.1
_MAX_PARTS = 3
# Display names of the parts of a score.
_PART_NAMES = {"lexical": "words", "dense": "meaning", "session": "conversation"}
_LEGEND = (
    "Ranks are by score, less what a line repeats of those above it; a message and a memory of it"
    " may share one. The context groups its lines by section, so they may be in a different order."
    " Score parts are explained in docs/command-line.md, Scores"
)


def print_context(context: Context) -> None:
    """Print the text as a model reads it, with bold headings."""
    print_bullets(context.text, lambda line: "bold cyan" if line.startswith("#") else "")


def print_receipt(
    receipt: Receipt,
    text_of: Callable[[Item], str],
    *,
    left_out: int = _MAX_LEFT_OUT,
    all_with: str = "--json has all",
) -> None:
    """Print each item shown by rank, with the reasons for it, and the best of those left out."""
    shown = sorted(receipt.items, key=_best_first)
    refused = sorted(receipt.left_out, key=_best_first)
    if shown:
        say("Included, by rank:", style="bold")
    for item in shown:
        _print_item(item, text_of, "green")
    if refused and left_out:
        is_cut = len(refused) > left_out
        some = f" ({left_out} of {len(refused):,}; {all_with})" if is_cut else ""
        say(f"Left out{some}:", style="bold")
    for item in refused[:left_out]:
        _print_item(item, text_of, "yellow")
    if any(item.score is not None for item in (*shown, *refused)):
        say(_LEGEND, style="bright_black")
    if thresholds := ", ".join(_lowest_shown(shown)):
        say(f"Each kind is compared with its own: {thresholds}.", style="bright_black")


def _lowest_shown(items: list[Item]) -> Iterator[str]:
    """Yield the lowest score of the memories, summaries and excerpts that are shown."""
    for section, (noun, _) in RANKED.items():
        scores = [item.score for item in items if item.section is section]
        if known := [score for score in scores if score is not None]:
            yield f"lowest {noun} shown {min(known):.2f}"


def _print_item(item: Item, text_of: Callable[[Item], str], style: str) -> None:
    """Print the text of an item, and below it why it is, or is not, in the context."""
    rank = "" if item.rank is None else f"{item.rank}."
    margin = " " * (_RANK_WIDTH + 2)
    text = shorten(one_line(text_of(item)), _MAX_TEXT)
    say(Text.assemble((rank.rjust(_RANK_WIDTH), style), "  ", text), indent=len(margin))
    refused = [refusal_in_words(item.reason)] if isinstance(item, LeftOut) else []
    tokens = pluralize(item.tokens, "token")
    cut = ["in part"] if item.cut else []
    reasons = [*refused, *_reasons(item)]
    why = " · ".join([*reasons, tokens, *cut, _id(item)])
    say(Text.assemble(margin, (why, "bright_black")), indent=len(margin))


def item_text(agent: "Agent", as_of: datetime | None = None) -> Callable[[Item], str]:
    """Return a function that gives the text of a receipt item, or its id if it was deleted."""
    return lambda item: space_label(item.space) + (agent.item_text(item, as_of=as_of) or item.id)


def receipt_summary(receipt: Receipt) -> str:
    """Return the receipt in one sentence, after the question as it was understood."""
    tokens = f"{receipt.tokens:,} of {receipt.cap:,} tokens"
    if receipt.understood:
        tokens = f"Understood as: {one_line(receipt.understood)}\n{tokens}"
    counts = f"{pluralize(len(receipt.items), 'line')} shown, {len(receipt.left_out):,} left out"
    is_read = any(each.outcome is SpaceOutcome.READ for each in receipt.spaces)
    if receipt.relevance is None or receipt.relevance.relevant or is_read:
        return f"{tokens}: {counts}."
    return f"{tokens}: {counts}; nothing in memory is related to the question."


def score_sum(score: float, scores: Scores) -> str:
    """Return a score and its largest parts, with what the others add, so that they sum up."""
    parts = sorted(plain(scores).items(), key=lambda part: -abs(part[1]))
    shown = [(name, value) for name, value in parts if abs(value) >= _MIN_SCORE_PART][:_MAX_PARTS]
    named = [f"{_PART_NAMES.get(name, name)} {value:.1f}" for name, value in shown]
    rest = score - sum(round(value, 1) for _, value in shown)
    if named and abs(rest) >= _MIN_SCORE_PART / 2:
        named.append(f"others {rest:.1f}")
    return f"score {score:.1f}" + (f" = {', '.join(named)}" if named else "")


def _best_first(item: Item) -> tuple[bool, int]:
    return item.rank is None, item.rank or 0


def _id(item: Item) -> str:
    """Return the id as why-not takes it."""
    if item.scope is Scope.TURNS:
        return one_line(f"turn {short_id(item.id)}")
    memory, _, line = item.id.partition("#")
    # A line of the profile has no id that a command takes.
    return (
        "profile"
        if line and item.section is Section.PROFILE
        else f"{_noun(item)} {short_id(memory)}"
    )


def _noun(item: Item) -> str:
    if item.scope is Scope.SUMMARIES:
        return "summary"
    return "instruction" if item.section is Section.OVERRIDES else "memory"


_OWN = frozenset({None, Origin.USER, Origin.MANUAL})


def _reasons(item: Item) -> list[str]:
    """Return whose words they are, if not the user's own, and the score."""
    reasons = [] if item.origin in _OWN else [str(item.origin)]
    if item.score is not None:
        reasons.append(score_sum(item.score, item.scores))
    elif not isinstance(item, LeftOut):
        reasons.append("always included")
    return reasons
