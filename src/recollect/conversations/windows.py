"""Windows: the part of a conversation that a model reads, as pure functions of the messages.

The token budget is never exceeded, framing included and whatever the counter: every text is counted
as a whole before it is accepted. Messages keep the order of the conversation, without duplicates.
Cut messages end in `...`; the metrics say how many were cut or left out. An empty conversation, a
window of no messages, or a budget too small for the framing and one character gives an empty text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from recollect.domain import checks
from recollect.domain.framing import Framing, framed
from recollect.domain.message import Message, Metrics, Window
from recollect.domain.ports import TokenCounter
from recollect.errors import InvalidInput

LAST_MESSAGES: Final = 8
TAIL_MESSAGES: Final = 3
MAX_TOKENS: Final = 2_000
# The number of characters shown of a message in the middle.
CUT: Final = 100
_SEPARATOR: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class Allowance:
    """The token budget of a window, how tokens are counted, and the framing."""

    counter: TokenCounter
    tokens: int = MAX_TOKENS
    framing: Framing | None = None

    def __post_init__(self) -> None:
        """Reject a negative budget."""
        _check_number(self.tokens, "tokens")

    @property
    def message_tokens(self) -> int:
        """The tokens that the framing leaves for messages."""
        return max(
            0, self.tokens - (self.counter(framed(" ", self.framing)) if self.framing else 0)
        )

    def tokens_of(self, message: Message) -> int:
        """The tokens of a full message, with its role and the blank line after it."""
        return self.counter(f"{_full(message).text}{_SEPARATOR}")

    def tokens_of_form(self, text: str) -> int:
        """The tokens of another form of a message, with the blank line after it."""
        return self.counter(f"{text}{_SEPARATOR}")

    def fits(self, text: str) -> bool:
        """Whether the text with its framing is within the budget."""
        return not text or self.counter(framed(text, self.framing)) <= self.tokens


def last_n(
    messages: Sequence[Message], allowance: Allowance, *, count: int = LAST_MESSAGES
) -> Window:
    """As many of the last messages as fit; the newest is cut if it does not fit."""
    newest_first = _last(messages, _check_number(count, "count"))
    draft = _Draft(messages, allowance)
    draft.extend(newest_first[:1])
    draft.fill(newest_first[1:], _full)
    return draft.window()


def seed_middle_tail(
    messages: Sequence[Message],
    allowance: Allowance,
    *,
    tail: int = TAIL_MESSAGES,
    seed_preservation: bool = True,
) -> Window:
    """The first message, the last ones in full, and the beginnings of those between, newest first.

    If the first message and the tail do not both fit, the beginning of the first message has
    priority, then the newest message. The first message is shown in full if it fits with the newest
    one; otherwise it gets the tokens that the tail leaves. Messages of the tail that do not fit are
    shown like the middle. A tail that includes the first message does not repeat it.
    """
    first = [0] if seed_preservation and messages else []
    last = _last(messages, _check_number(tail, "tail"))
    draft = _Draft(messages, allowance)
    draft.extend(first, CUT)
    draft.extend(last[:1])
    draft.fill(first, _full)
    draft.fill(last[1:], _full)
    draft.extend(first)
    draft.fill(draft.rest(), _past)
    return draft.window()


def in_chosen_forms(
    messages: Sequence[Message],
    forms: Mapping[int, str],
    allowance: Allowance,
    *,
    summarized: bool = False,
) -> Window:
    """The messages at these positions in their chosen forms, newest first, as far as they fit.

    The newest message is cut if it does not fit; the beginning of a summary always has priority.
    """
    positions = sorted(forms, reverse=True)
    first = [0] if summarized and messages else []

    def form(position: int) -> _Line:
        message = messages[position]
        is_full = forms[position] == message.content
        return _full(message) if is_full else _Line(forms[position], cut=True)

    draft = _Draft(messages, allowance)
    draft.extend(first, CUT)
    draft.extend(_last(messages, 1))
    draft.fill(first, _full)
    draft.fill_by_position([position for position in positions if position not in first], form)
    return draft.window()


class _Line(NamedTuple):
    """A message as it is shown."""

    text: str
    cut: bool = False
    past: bool = False


class _Draft:
    """A window under construction: lines by message position, never over the budget."""

    def __init__(self, messages: Sequence[Message], allowance: Allowance) -> None:
        self._messages = messages
        self._allowance = allowance
        self._lines: dict[int, _Line] = {}

    def fill(self, positions: Sequence[int], form: Callable[[Message], _Line]) -> None:
        """Add messages in this form, in the given order, up to the first that does not fit."""
        self.fill_by_position(positions, lambda position: form(self._messages[position]))

    def fill_by_position(self, positions: Sequence[int], form: Callable[[int], _Line]) -> None:
        """As `fill`, with a form that depends on the position."""

        def lines(count: int) -> dict[int, _Line]:
            return self._lines | {position: form(position) for position in positions[:count]}

        self._lines = lines(
            _largest_fitting(len(positions), lambda count: self._fits(lines(count)))
        )

    def extend(self, positions: Sequence[int], max_characters: int | None = None) -> None:
        """Show as much of each message as fits, up to a number of characters."""
        for position in positions:
            self._extend(position, max_characters)

    def _extend(self, position: int, max_characters: int | None) -> None:
        message = self._messages[position]
        length = len(message.content)
        count = length if max_characters is None else min(max_characters, length)

        def lines(count: int) -> dict[int, _Line]:
            return self._lines | {position: _cut(message, count)}

        # A full message needs no dots, so it may fit even if one letter less does not.
        if not self._fits(lines(count)):
            count = _largest_fitting(count - 1, lambda fewer: self._fits(lines(fewer)))
            if not count:
                return
        self._lines = lines(count)

    def rest(self) -> range:
        """The positions between the first and the last messages that are shown, newest first."""
        first, last = 0, len(self._messages) - 1
        while first in self._lines:
            first += 1
        while last in self._lines:
            last -= 1
        return range(last, first - 1, -1)

    def window(self) -> Window:
        """The finished window."""
        shown = sorted(self._lines)
        lines = [self._lines[position] for position in shown]
        text = framed(_joined(self._lines), self._allowance.framing)
        tokens = self._allowance.counter(text) if text else 0
        left_out = len(self._messages) - len(shown)
        metrics = Metrics(
            used_tokens=tokens,
            total_tokens=self._allowance.tokens,
            is_distilled=left_out > 0 or any(line.cut or line.past for line in lines),
            shortened=sum(line.cut for line in lines),
            left_out=left_out,
        )
        messages = tuple(self._messages[position] for position in shown)
        return Window(text=text, tokens=tokens, messages=messages, metrics=metrics)

    def _fits(self, lines: Mapping[int, _Line]) -> bool:
        return self._allowance.fits(_joined(lines))


def _last(messages: Sequence[Message], count: int) -> range:
    """The positions of the last messages, newest first."""
    return range(len(messages) - 1, max(len(messages) - count, 0) - 1, -1)


def _joined(lines: Mapping[int, _Line]) -> str:
    return _SEPARATOR.join(lines[position].text for position in sorted(lines))


def _full(message: Message) -> _Line:
    return _cut(message, len(message.content))


def _cut(message: Message, count: int) -> _Line:
    is_full = count >= len(message.content)
    content = message.content if is_full else f"{message.content[:count]}..."
    return _Line(f"{message.role.capitalize()}: {content}", cut=not is_full)


def _past(message: Message) -> _Line:
    line = _cut(message, CUT)
    return _Line(f"(Past) {line.text}", line.cut, past=True)


def _largest_fitting(limit: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to the limit that fits, or 0, without trying much larger ones."""
    low, step = 0, 1
    while low < limit and fits(min(low + step, limit)):
        low = min(low + step, limit)
        step *= 2
    high = min(low + step, limit)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _check_number(value: object, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        message = f"{field} must be a whole number of at least 0, not {checks.shown(value)}"
        raise InvalidInput(message, field=field)
    return value
