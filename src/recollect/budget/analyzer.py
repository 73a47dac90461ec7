"""How much each turn matters, and what should become of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from recollect.budget.compressor import estimated_tokens
from recollect.budget.patterns import has_key_facts
from recollect.budget.redundancy import redundant
from recollect.domain.similarity import words_of
from recollect.domain.turn import Role, Tier, Turn, View

# Scores are added up in hundredths: 0.5 + 0.2 + 0.1 as floats is less than 0.8.
_BASE = 50
_LAST_HOUR, _LAST_DAY, _OLDER = 20, 10, -10
_ADDRESS = 10
_WORDS = (  # any of these words, and what it adds
    (frozenset({"error", "errors", "failed"}), 15),
    (frozenset({"selector", "selectors", "xpath", "xpaths"}), 10),
    (frozenset({"password", "passwords", "credential", "credentials"}), 20),
    (frozenset({"important", "critical"}), 15),
)
_BRIEF, _BRIEF_BELOW = -20, 20  # characters
_SMALL_TALK = -30
_ROLES = {Role.SYSTEM: 10, Role.TOOL: 15}

_URL = re.compile(r"https?://", re.IGNORECASE | re.ASCII)
# A whole word: neither "notice" nor "no-one" starts with "no".
_SMALL_TALK_START = re.compile(
    r"\s*(?:ok|yes|no|sure|thanks|hi|hello)(?!\w|['’-]\w)", re.IGNORECASE
)


class Action(StrEnum):
    """What to do with a turn."""

    COMPRESS = "compress"
    DROP = "drop"
    PROMOTE = "promote"


class Reason(StrEnum):
    """Why."""

    IRRELEVANT = "irrelevant"
    REDUNDANT = "redundant"
    KEY_FACTS = "key_facts"
    TIGHT_BUDGET = "tight_budget"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One action for the turn at a place of the sequence that was analyzed."""

    place: int
    turn: Turn
    action: Action
    reason: Reason

    @property
    def expected_saving(self) -> int:
        """The tokens this is expected to save, before anything has been compressed to see."""
        match self.action:
            case Action.COMPRESS:
                return self.turn.tokens - estimated_tokens(self.turn.tokens)
            case Action.DROP:
                return estimated_tokens(self.turn.tokens)
            case Action.PROMOTE:
                return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """From which scores something is suggested."""

    min_relevance: float = 0.3
    promote_from: float = 0.8
    redundancy_threshold: float = 0.9


@dataclass(frozen=True, slots=True)
class Analysis:
    """The relevance of every turn, which of them are redundant, and what should become of them."""

    relevances: tuple[float, ...]
    redundant: frozenset[int]
    suggestions: tuple[Suggestion, ...]


def relevance(turn: Turn, now: datetime) -> float:
    """How much a turn matters at a moment, from 0 to 1; a promoted one keeps what it was given."""
    return _relevance(turn, now, words_of(turn.content))


def analyze(
    turns: Sequence[Turn], now: datetime, *, tight: bool = False, rules: Rules | None = None
) -> Analysis:
    """Judge turns, oldest first; `tight` when the budget is, for only then is long-term memory compressed.

    Dropped turns are seen by nobody, so nothing is suggested for them and nothing repeats them.
    """
    rules = rules or Rules()
    words = [words_of(turn.content) for turn in turns]
    relevances = tuple(_relevance(turn, now, own) for turn, own in zip(turns, words, strict=True))
    seen = [place for place, turn in enumerate(turns) if turn.view is not View.DROPPED]
    repeated = redundant([words[place] for place in seen], rules.redundancy_threshold)
    places = frozenset(seen[number] for number in repeated)
    judged = (
        _suggestion(
            place, turns[place], relevances[place], rules, repeated=place in places, tight=tight
        )
        for place in seen
    )
    return Analysis(relevances, places, tuple(one for one in judged if one))


def applied(turns: Sequence[Turn], suggestions: Sequence[Suggestion]) -> tuple[Turn, ...]:
    """The turns after the suggestions were followed; their texts never change."""
    changed = list(turns)
    for one in suggestions:
        changed[one.place] = _after(changed[one.place], one.action)
    return tuple(changed)


def _after(turn: Turn, action: Action) -> Turn:
    match action:
        case Action.COMPRESS:
            return replace(turn, view=View.COMPRESSED)
        case Action.DROP:
            return replace(turn, view=View.DROPPED)
        case Action.PROMOTE:
            return replace(turn, relevance=1.0, tier=Tier.LONG_TERM)


def _relevance(turn: Turn, now: datetime, words: frozenset[str]) -> float:
    if turn.tier is Tier.LONG_TERM:
        return turn.relevance
    score = _BASE + _recency(now - turn.at) + _signals(turn.content, words)
    score += _ROLES.get(turn.role, 0)
    return min(100, max(0, score)) / 100


def _recency(age: timedelta) -> int:
    if age <= timedelta(hours=1):
        return _LAST_HOUR
    return _LAST_DAY if age <= timedelta(days=1) else _OLDER


def _signals(content: str, words: frozenset[str]) -> int:
    score = sum(points for signals, points in _WORDS if not signals.isdisjoint(words))
    score += _ADDRESS if "://" in content and _URL.search(content) else 0
    score += _BRIEF if len(content.strip()) < _BRIEF_BELOW else 0
    score += _SMALL_TALK if _SMALL_TALK_START.match(content) else 0
    return score


def _suggestion(
    place: int, turn: Turn, score: float, rules: Rules, *, repeated: bool, tight: bool
) -> Suggestion | None:
    irrelevant = score < rules.min_relevance
    if turn.view is View.COMPRESSED and irrelevant:
        return Suggestion(place, turn, Action.DROP, Reason.IRRELEVANT)
    if irrelevant or repeated:
        if turn.view is not View.FULL or (turn.tier is Tier.LONG_TERM and not tight):
            return None
        reason = Reason.REDUNDANT if repeated else Reason.IRRELEVANT
        return Suggestion(place, turn, Action.COMPRESS, reason)
    if turn.tier is Tier.SHORT_TERM and score >= rules.promote_from and has_key_facts(turn.content):
        return Suggestion(place, turn, Action.PROMOTE, Reason.KEY_FACTS)
    return None
