"""Fits messages into a token budget: each is shown in full, compressed or dropped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recollect.budget.compressor import CompressedMessage, Shortener
from recollect.domain.turn import Tier, Turn, View

_FULL_PERCENT = 85  # of the budget, for messages before the window at full size
_COMPRESSED_PERCENT = 95  # of the budget, for compressed messages after those


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenBudget:
    """How many tokens of a model's context window messages may use, and in which form."""

    max_context_tokens: int = 200_000
    system_prompt_tokens: int = 5_000
    response_reserve_tokens: int = 4_096
    max_short_term_tokens: int = 190_000
    full_message_window: int = 30
    compression_trigger_ratio: float = 0.7

    @property
    def message_limit(self) -> int:
        """The tokens that messages may use; all ratios refer to this."""
        reserved = self.system_prompt_tokens + self.response_reserve_tokens
        return max(0, min(self.max_context_tokens - reserved, self.max_short_term_tokens))

    @property
    def full_limit(self) -> int:
        """Up to this total, messages before the window are shown in full."""
        return self.message_limit * _FULL_PERCENT // 100

    @property
    def compressed_limit(self) -> int:
        """Up to this total, messages are shown compressed."""
        return self.message_limit * _COMPRESSED_PERCENT // 100

    @property
    def trigger(self) -> float:
        """From this total on, the budget is tight and compression starts."""
        return min(self.compression_trigger_ratio, 1.0) * self.message_limit

    def is_tight(self, tokens: int) -> bool:
        """Whether this many tokens require compression."""
        return tokens >= self.trigger

    def usage(self, tokens: int) -> float:
        """The share of the budget that this many tokens use."""
        return tokens / self.message_limit if self.message_limit else 0.0

    def window_start(self, turns: int) -> int:
        """The position of the first turn that is always kept in full."""
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
    def tokens(self) -> int:
        """The tokens of the whole window."""
        return sum(shown.tokens for shown in self.shown)


def partition(
    turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener | None = None
) -> Partition:
    """Fit messages, oldest first, into a budget.

    The last `full_message_window` messages are shown in full, whatever their view. Older messages
    are shown according to their own view unless the budget is tight; then they are added from new
    to old: in full up to 85 % of the budget, compressed up to 95 %, otherwise not at all.
    """
    shorten = shorten or Shortener()
    relaxed = as_requested(turns, budget, shorten)
    if not budget.is_tight(relaxed.tokens):
        return relaxed
    return Partition(tuple(reversed(list(_fit(turns, budget, shorten)))))


def as_requested(
    turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener, *, tight: bool = False
) -> Partition:
    """Messages according to their own views, ignoring the budget.

    Long-term messages are compressed only if the budget is `tight`.
    """
    start = budget.window_start(len(turns))
    older = (_by_own_view(turn, shorten, tight=tight) for turn in turns[:start])
    return Partition((*older, *map(_in_full, turns[start:])))


def _by_own_view(turn: Turn, shorten: Shortener, *, tight: bool) -> Shown:
    match turn.view:
        case View.FULL:
            return _in_full(turn)
        case View.DROPPED:
            return _dropped(turn)
        case View.COMPRESSED:
            form = shorten(turn) if tight or turn.tier is Tier.SHORT_TERM else None
            return _compressed(turn, form) if form else _in_full(turn)


def _fit(turns: Sequence[Turn], budget: TokenBudget, shorten: Shortener) -> Iterator[Shown]:
    start, used = budget.window_start(len(turns)), 0
    for place in range(len(turns) - 1, -1, -1):
        turn = turns[place]
        forms = (
            _recent_forms(turn, budget, shorten)
            if place >= start
            else _older_forms(turn, budget, shorten)
        )
        fitting = (shown for shown, limit in forms if used + shown.tokens <= limit)
        shown = next(fitting, _dropped(turn))
        used += shown.tokens
        yield shown


def _recent_forms(
    turn: Turn, budget: TokenBudget, shorten: Shortener
) -> Iterator[tuple[Shown, int]]:
    """The forms of a message in the window, best first, each with its token limit."""
    yield _in_full(turn), budget.message_limit
    if form := shorten(turn):
        yield _compressed(turn, form), budget.compressed_limit


def _older_forms(
    turn: Turn, budget: TokenBudget, shorten: Shortener
) -> Iterator[tuple[Shown, int]]:
    """The forms of a message before the window, best first, each with its token limit."""
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


def _compressed(turn: Turn, form: CompressedMessage) -> Shown:
    return Shown(turn, View.COMPRESSED, form.text, form.tokens)


def _dropped(turn: Turn) -> Shown:
    return Shown(turn, View.DROPPED, "", 0)
