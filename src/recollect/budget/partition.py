"""Messages -> what a window shows of them: full, compressed or dropped, and never over the budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recollect.budget.compressor import Form, Shortener
from recollect.domain.turn import Tier, Turn, View

_FULL_PERCENT = 85  # of the budget, for messages before the window at full size
_COMPRESSED_PERCENT = 95  # of the budget, for compressed ones behind those


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenBudget:
    """How much of a model's window the messages may take, and how it is used."""

    max_context_tokens: int = 200_000
    system_prompt_tokens: int = 5_000
    response_reserve_tokens: int = 4_096
    max_short_term_tokens: int = 190_000
    full_message_window: int = 30
    compression_trigger_ratio: float = 0.7

    @property
    def available(self) -> int:
        """What the system prompt and the response leave of the window."""
        reserved = self.system_prompt_tokens + self.response_reserve_tokens
        return max(0, self.max_context_tokens - reserved)

    @property
    def room(self) -> int:
        """What messages may take: all shares are shares of this."""
        return max(0, min(self.available, self.max_short_term_tokens))

    @property
    def full_limit(self) -> int:
        """Up to here messages before the window are shown in full."""
        return self.room * _FULL_PERCENT // 100

    @property
    def compressed_limit(self) -> int:
        """Up to here messages are shown compressed."""
        return self.room * _COMPRESSED_PERCENT // 100

    @property
    def trigger(self) -> float:
        """From here on the budget is tight and compression starts."""
        return min(self.compression_trigger_ratio, 1.0) * self.room

    def is_tight(self, tokens: int) -> bool:
        """Whether so many tokens call for compression."""
        return tokens >= self.trigger

    def usage(self, tokens: int) -> float:
        """The share of the budget that so many tokens take."""
        return tokens / self.room if self.room else 0.0

    def window_start(self, turns: int) -> int:
        """The place of the first of so many turns that is always kept in full."""
        return max(0, turns - max(0, self.full_message_window))


@dataclass(frozen=True, slots=True)
class Shown:
    """One message as a window shows it; a dropped one has no text and no tokens."""

    turn: Turn
    view: View
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Partition:
    """Every message once, in order, as it is shown."""

    shown: tuple[Shown, ...]

    @property
    def full(self) -> tuple[Shown, ...]:
        """The messages shown as they are."""
        return self._with(View.FULL)

    @property
    def compressed(self) -> tuple[Shown, ...]:
        """The messages shown in their compressed form."""
        return self._with(View.COMPRESSED)

    @property
    def dropped(self) -> tuple[Shown, ...]:
        """The messages not shown."""
        return self._with(View.DROPPED)

    @property
    def tokens(self) -> int:
        """What the window takes."""
        return sum(one.tokens for one in self.shown)

    def _with(self, view: View) -> tuple[Shown, ...]:
        return tuple(one for one in self.shown if one.view is view)


def partition(
    turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener | None = None
) -> Partition:
    """Fit messages, oldest first, into a budget.

    The last ones (`full_message_window`) are shown in full, whatever their view. Before them a
    turn's own view holds as long as the budget is not tight; then older ones are fitted in,
    from new to old: in full up to 85 %, compressed up to 95 %, else not at all.
    """
    shorten = shorten or Shortener()
    relaxed = wished(turns, budget, shorten)
    if not budget.is_tight(relaxed.tokens):
        return relaxed
    return Partition(tuple(reversed(list(_fitted(turns, budget, shorten)))))


def wished(
    turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener, *, tight: bool = False
) -> Partition:
    """Messages as their own views ask for, whatever that takes; long-term ones in full unless it is tight."""
    start = budget.window_start(len(turns))
    older = (_as_asked(turn, shorten, tight=tight) for turn in turns[:start])
    return Partition((*older, *map(_in_full, turns[start:])))


def _as_asked(turn: Turn, shorten: Shortener, *, tight: bool) -> Shown:
    match turn.view:
        case View.FULL:
            return _in_full(turn)
        case View.DROPPED:
            return _left_out(turn)
        case View.COMPRESSED:
            form = shorten(turn) if tight or turn.tier is Tier.SHORT_TERM else None
            return _compressed(turn, form) if form else _in_full(turn)


def _fitted(turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener) -> Iterator[Shown]:
    start, used = budget.window_start(len(turns)), 0
    for place in range(len(turns) - 1, -1, -1):
        turn = turns[place]
        offers = (
            _recent_offers(turn, budget, shorten)
            if place >= start
            else _older_offers(turn, budget, shorten)
        )
        fitting = (shown for shown, limit in offers if used + shown.tokens <= limit)
        shown = next(fitting, _left_out(turn))
        used += shown.tokens
        yield shown


def _recent_offers(
    turn: Turn, budget: TokenBudget, shorten: Shortener
) -> Iterator[tuple[Shown, int]]:
    """How a message of the window may be shown, best first, and up to which limit."""
    yield _in_full(turn), budget.room
    if form := shorten(turn):
        yield _compressed(turn, form), budget.compressed_limit


def _older_offers(
    turn: Turn, budget: TokenBudget, shorten: Shortener
) -> Iterator[tuple[Shown, int]]:
    """How a message before the window may be shown, best first, and up to which limit."""
    if turn.view is View.DROPPED:
        return
    if turn.view is View.FULL:
        yield _in_full(turn), budget.full_limit
    if form := shorten(turn):
        yield _compressed(turn, form), budget.compressed_limit
    elif turn.view is View.COMPRESSED:  # its compressed form would be no smaller
        yield _in_full(turn), budget.full_limit


def _in_full(turn: Turn) -> Shown:
    return Shown(turn, View.FULL, turn.content, turn.tokens)


def _compressed(turn: Turn, form: Form) -> Shown:
    return Shown(turn, View.COMPRESSED, form.text, form.tokens)


def _left_out(turn: Turn) -> Shown:
    return Shown(turn, View.DROPPED, "", 0)
