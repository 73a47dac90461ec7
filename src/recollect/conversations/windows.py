"""What a model gets to read of a conversation: pure functions from messages to a window.

The budget wins over everything, the framing included: a text is counted as a whole before it is taken, so a window is
never over its tokens, whatever the counter. Messages stand in the order of the conversation and none stands twice.
What was cut ends in `...`; how many were cut or left out is in the metrics. An empty conversation, a window of no
messages, or a budget too small for the framing and one character gives an empty text of no tokens.
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
# How much of a message of the middle is shown.
CUT: Final = 100
_BETWEEN: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much may be read, how that is counted, and what stands around it."""

    counter: TokenCounter
    tokens: int = MAX_TOKENS
    framing: Framing | None = None

    def __post_init__(self) -> None:
        """Refuse a budget below nothing."""
        _check_number(self.tokens, "tokens")

    @property
    def room(self) -> int:
        """What the framing leaves for the messages."""
        return max(
            0, self.tokens - (self.counter(framed(" ", self.framing)) if self.framing else 0)
        )

    def weight(self, message: Message) -> int:
        """The tokens of a message in full, with the name before it and the blank line behind it."""
        return self.counter(f"{_full(message).text}{_BETWEEN}")

    def form_weight(self, text: str) -> int:
        """The tokens of another form of a message."""
        return self.counter(f"{text}{_BETWEEN}")

    def holds(self, text: str) -> bool:
        """Whether the text, framed, is within the budget."""
        return not text or self.counter(framed(text, self.framing)) <= self.tokens


def last_n(
    messages: Sequence[Message], allowance: Allowance, *, count: int = LAST_MESSAGES
) -> Window:
    """The last messages in full, as many as the budget lasts for; of the newest at least what fits."""
    newest_first = _last(messages, _check_number(count, "count"))
    draft = _Draft(messages, allowance)
    draft.lengthen(newest_first[:1])
    draft.fill(newest_first[1:], _full)
    return draft.window()


def seed_middle_tail(
    messages: Sequence[Message],
    allowance: Allowance,
    *,
    tail: int = TAIL_MESSAGES,
    seed_preservation: bool = True,
) -> Window:
    """The first message, the last ones in full, and the beginnings of what lies between, newest first.

    Where the budget is too small for the first message and the tail, the beginning of the first is certain of its
    place, then the newest; the first is whole if it fits beside the newest, and else gets what the tail leaves over.
    What of the tail does not fit is shown like the middle. A tail that reaches the first message does not repeat it.
    """
    first = [0] if seed_preservation and messages else []
    last = _last(messages, _check_number(tail, "tail"))
    draft = _Draft(messages, allowance)
    draft.lengthen(first, CUT)
    draft.lengthen(last[:1])
    draft.fill(first, _full)
    draft.fill(last[1:], _full)
    draft.lengthen(first)
    draft.fill(draft.rest(), _past)
    return draft.window()


def chosen(
    messages: Sequence[Message],
    forms: Mapping[int, str],
    allowance: Allowance,
    *,
    summarized: bool = False,
) -> Window:
    """The messages at these places, each in the form that was chosen for it, as far back as the budget lasts.

    Of the newest at least what fits is shown; a summary of what came before is certain of its beginning.
    """
    places = sorted(forms, reverse=True)
    first = [0] if summarized and messages else []

    def form(place: int) -> _Line:
        message = messages[place]
        whole = forms[place] == message.content
        return _full(message) if whole else _Line(forms[place], cut=True)

    draft = _Draft(messages, allowance)
    draft.lengthen(first, CUT)
    draft.lengthen(_last(messages, 1))
    draft.fill(first, _full)
    draft.place([place for place in places if place not in first], form)
    return draft.window()


class _Line(NamedTuple):
    """A message as it is shown."""

    text: str
    cut: bool = False
    past: bool = False


class _Draft:
    """A window while it is written: lines by the position of their messages, never over the allowance."""

    def __init__(self, messages: Sequence[Message], allowance: Allowance) -> None:
        self._messages = messages
        self._allowance = allowance
        self._lines: dict[int, _Line] = {}

    def fill(self, positions: Sequence[int], form: Callable[[Message], _Line]) -> None:
        """Show these messages in this form, in the order given, up to the first that does not fit."""
        self.place(positions, lambda each: form(self._messages[each]))

    def place(self, positions: Sequence[int], form: Callable[[int], _Line]) -> None:
        """The same, where the form depends on the place."""

        def lines(count: int) -> dict[int, _Line]:
            return self._lines | {each: form(each) for each in positions[:count]}

        self._lines = lines(_most(len(positions), lambda count: self._fits(lines(count))))

    def lengthen(self, positions: Sequence[int], most: int | None = None) -> None:
        """Show as much of each of these messages as fits, and no more than so many characters."""
        for position in positions:
            self._lengthen(position, most)

    def _lengthen(self, position: int, most: int | None) -> None:
        message = self._messages[position]
        count = len(message.content) if most is None else min(most, len(message.content))

        def lines(count: int) -> dict[int, _Line]:
            return self._lines | {position: _cut(message, count)}

        # A whole message needs no dots, so it may fit where all but its last letter does not.
        if not self._fits(lines(count)):
            count = _most(count - 1, lambda fewer: self._fits(lines(fewer)))
            if not count:
                return
        self._lines = lines(count)

    def rest(self) -> range:
        """What lies between the first and the last messages that are shown, newest first."""
        first, last = 0, len(self._messages) - 1
        while first in self._lines:
            first += 1
        while last in self._lines:
            last -= 1
        return range(last, first - 1, -1)

    def window(self) -> Window:
        """The window as it stands."""
        shown = sorted(self._lines)
        lines = [self._lines[each] for each in shown]
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
        messages = tuple(self._messages[each] for each in shown)
        return Window(text=text, tokens=tokens, messages=messages, metrics=metrics)

    def _fits(self, lines: Mapping[int, _Line]) -> bool:
        return self._allowance.holds(_joined(lines))


def _last(messages: Sequence[Message], count: int) -> range:
    """The positions of the last messages, newest first."""
    return range(len(messages) - 1, max(len(messages) - count, 0) - 1, -1)


def _joined(lines: Mapping[int, _Line]) -> str:
    return _BETWEEN.join(lines[each].text for each in sorted(lines))


def _full(message: Message) -> _Line:
    return _cut(message, len(message.content))


def _cut(message: Message, count: int) -> _Line:
    whole = count >= len(message.content)
    content = message.content if whole else f"{message.content[:count]}..."
    return _Line(f"{message.role.capitalize()}: {content}", cut=not whole)


def _past(message: Message) -> _Line:
    line = _cut(message, CUT)
    return _Line(f"(Past) {line.text}", line.cut, past=True)


def _most(limit: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to the limit that fits, or 0; what is much too large is never tried."""
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
        message = f"{field} takes a whole number from 0, not {checks.shown(value)}"
        raise InvalidInput(message, field=field)
    return value
