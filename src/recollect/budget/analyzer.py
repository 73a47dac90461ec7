"""Scores the relevance of turns and suggests which to compress, drop or promote."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from recollect.budget.compressor import estimated_tokens
from recollect.budget.patterns import has_key_facts
from recollect.budget.redundancy import find_redundant
from recollect.domain.similarity import words_of
from recollect.domain.turn import Role, Tier, Turn, View

# Scores are integers in hundredths: as floats, 0.5 + 0.2 + 0.1 is less than 0.8.
_BASE = 50
_LAST_HOUR, _LAST_DAY, _OLDER = 20, 10, -10
_ADDRESS = 10
_KEYWORDS = (  # any of these words, and what it adds to the score
    (frozenset({"error", "errors", "failed"}), 15),
    (frozenset({"selector", "selectors", "xpath", "xpaths"}), 10),
    (frozenset({"password", "passwords", "credential", "credentials"}), 20),
    (frozenset({"important", "critical"}), 15),
)
_BRIEF, _BRIEF_BELOW = -20, 20  # characters
_SMALL_TALK = -30
_ROLES = {Role.SYSTEM: 10, Role.TOOL: 15}

_URL = re.compile(r"https?://", re.IGNORECASE | re.ASCII)
# Whole words only: neither "notice" nor "no-one" starts with "no".
_SMALL_TALK_START = re.compile(
    r"\s*(?:ok|yes|no|sure|thanks|hi|hello)(?!\w|['’-]\w)", re.IGNORECASE
)


class Action(StrEnum):
    """What to do with a turn."""

    COMPRESS = "compress"
    DROP = "drop"
    PROMOTE = "promote"


class Reason(StrEnum):
    """Why an action is suggested."""

    IRRELEVANT = "irrelevant"
    REDUNDANT = "redundant"
    KEY_FACTS = "key_facts"
    TIGHT_BUDGET = "tight_budget"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One action for the turn at a position of the analyzed sequence."""

    place: int
    turn: Turn
    action: Action
    reason: Reason

    @property
    def expected_saving(self) -> int:
        """An estimate of the tokens that this saves, without compressing anything."""
        match self.action:
            case Action.COMPRESS:
                return self.turn.tokens - estimated_tokens(self.turn.tokens)
            case Action.DROP:
                return estimated_tokens(self.turn.tokens)
            case Action.PROMOTE:
                return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The score thresholds for suggestions."""

    min_relevance: float = 0.3
    promote_from: float = 0.8
    redundancy_threshold: float = 0.9


@dataclass(frozen=True, slots=True)
class Analysis:
    """The relevance of every turn, the positions of redundant turns, and the suggestions."""

    relevances: tuple[float, ...]
    redundant: frozenset[int]
    suggestions: tuple[Suggestion, ...]


def relevance(turn: Turn, now: datetime) -> float:
    """The relevance of a turn at a moment, from 0 to 1; a promoted turn keeps its own."""
    return _relevance(turn, now, words_of(turn.content))


def analyze(
    turns: Sequence[Turn], now: datetime, *, tight: bool = False, rules: Rules | None = None
) -> Analysis:
    """Score turns, oldest first; long-term turns are only compressed if the budget is `tight`.

    Dropped turns are not shown, so nothing is suggested for them and no turn is redundant because
    of them.
    """
    rules = rules or Rules()
    words = [words_of(turn.content) for turn in turns]
    relevances = tuple(
        _relevance(turn, now, own_words) for turn, own_words in zip(turns, words, strict=True)
    )
    shown = [place for place, turn in enumerate(turns) if turn.view is not View.DROPPED]
    repeated = find_redundant([words[place] for place in shown], rules.redundancy_threshold)
    redundant = frozenset(shown[number] for number in repeated)
    suggestions = (
        _suggestion(
            place, turns[place], relevances[place], rules, repeated=place in redundant, tight=tight
        )
        for place in shown
    )
    return Analysis(relevances, redundant, tuple(filter(None, suggestions)))


def apply_suggestions(turns: Sequence[Turn], suggestions: Sequence[Suggestion]) -> tuple[Turn, ...]:
    """The turns after following the suggestions; their texts never change."""
    changed = list(turns)
    for suggestion in suggestions:
        place = suggestion.place
        changed[place] = _after(changed[place], suggestion.action)
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
    score = sum(points for signals, points in _KEYWORDS if not signals.isdisjoint(words))
    score += _ADDRESS if "://" in content and _URL.search(content) else 0
    score += _BRIEF if len(content.strip()) < _BRIEF_BELOW else 0
    score += _SMALL_TALK if _SMALL_TALK_START.match(content) else 0
    return score


def _suggestion(
    place: int, turn: Turn, score: float, rules: Rules, *, repeated: bool, tight: bool
) -> Suggestion | None:
    is_irrelevant = score < rules.min_relevance
    if turn.view is View.COMPRESSED and is_irrelevant:
        return Suggestion(place, turn, Action.DROP, Reason.IRRELEVANT)
    if is_irrelevant or repeated:
        if turn.view is not View.FULL or (turn.tier is Tier.LONG_TERM and not tight):
            return None
        reason = Reason.REDUNDANT if repeated else Reason.IRRELEVANT
        return Suggestion(place, turn, Action.COMPRESS, reason)
    if turn.tier is Tier.SHORT_TERM and score >= rules.promote_from and has_key_facts(turn.content):
        return Suggestion(place, turn, Action.PROMOTE, Reason.KEY_FACTS)
    return None
