"""Scores the relevance of turns and suggests which to compress, drop or promote."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One action for the turn at a position of the analyzed sequence."""

    place: int
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The score thresholds for suggestions."""

    min_relevance: float = 0.3
    promote_from: float = 0.8
    redundancy_threshold: float = 0.9


def analyze(
    turns: Sequence[Turn], now: datetime, *, tight: bool = False, rules: Rules | None = None
) -> tuple[Suggestion, ...]:
    """Score turns, oldest first; long-term turns are only compressed if the budget is `tight`.

    Dropped turns are not shown, so nothing is suggested for them and no turn is redundant because
    of them.
    """
    rules = rules or Rules()
    shown = [(place, turn) for place, turn in enumerate(turns) if turn.view is not View.DROPPED]
    words = [words_of(turn.content) for _, turn in shown]
    redundant = find_redundant(words, rules.redundancy_threshold)
    suggestions: list[Suggestion] = []
    for number, (place, turn) in enumerate(shown):
        found = relevance(turn, now, words[number])
        action = _action(turn, found, rules, repeated=number in redundant, tight=tight)
        if action is not None:
            suggestions.append(Suggestion(place, action))
    return tuple(suggestions)


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


def relevance(turn: Turn, now: datetime, words: frozenset[str]) -> float:
    """The relevance of a turn with these words, from 0 to 1; a promoted turn keeps its own."""
    if turn.tier is Tier.LONG_TERM:
        return turn.relevance
    return score(turn.role, turn.content, now - turn.at, words)


def scored(turns: Iterable[Turn], now: datetime) -> list[Turn]:
    """The turns with their relevance at a moment."""
    return [replace(turn, relevance=relevance(turn, now, words_of(turn.content))) for turn in turns]


def score(role: Role, content: str, age: timedelta, words: frozenset[str]) -> float:
    """The relevance of a message with these words that was not promoted, from 0 to 1."""
    points = _BASE + _recency(age) + _signals(content, words) + _ROLES.get(role, 0)
    return min(100, max(0, points)) / 100


def _recency(age: timedelta) -> int:
    if age <= timedelta(hours=1):
        return _LAST_HOUR
    return _LAST_DAY if age <= timedelta(days=1) else _OLDER


def _signals(content: str, words: frozenset[str]) -> int:
    total = sum(points for signals, points in _KEYWORDS if not signals.isdisjoint(words))
    total += _ADDRESS if "://" in content and _URL.search(content) else 0
    total += _BRIEF if len(content.strip()) < _BRIEF_BELOW else 0
    total += _SMALL_TALK if _SMALL_TALK_START.match(content) else 0
    return total


def _action(
    turn: Turn, relevance: float, rules: Rules, *, repeated: bool, tight: bool
) -> Action | None:
    is_irrelevant = relevance < rules.min_relevance
    if turn.view is View.COMPRESSED and is_irrelevant:
        return Action.DROP
    if is_irrelevant or repeated:
        can_shrink = turn.view is View.FULL and (turn.tier is Tier.SHORT_TERM or tight)
        return Action.COMPRESS if can_shrink else None
    if turn.tier is Tier.LONG_TERM or relevance < rules.promote_from:
        return None
    return Action.PROMOTE if has_key_facts(turn.content) else None
