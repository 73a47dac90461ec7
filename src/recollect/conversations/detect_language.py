"""Detects the language of a conversation among those supported for follow-up questions."""

import re
from collections.abc import Sequence
from typing import Protocol

from recollect.conversations.language import Language, languages, other_languages


class MessageLike(Protocol):
    """A message of a conversation: anything with a role and content."""

    @property
    def role(self) -> str:
        """The role of the speaker."""
        ...

    @property
    def content(self) -> str:
        """The text of the message."""
        ...


_WORD = re.compile(r"[^\W\d_]+")
_RECENT_TURNS = 6
_MAX_CHARACTERS = 2_000


def detect_language(question: str, history: Sequence[MessageLike]) -> Language | None:
    """The language of a question, by function words in it and the last turns; None if unsure."""
    recent = [turn.content[:_MAX_CHARACTERS] for turn in history[-_RECENT_TURNS:]]
    text = " ".join([question, question, *recent]).lower()
    tokens = _WORD.findall(text)
    scores = {language.code: _score(language, tokens, text) for language in languages()}
    best = max(languages(), key=lambda language: scores[language.code])
    other = max(sum(word in words for word in tokens) for words in other_languages())
    # Our own lists are longer, so a tie means the other language.
    is_sure = scores[best.code] > max(0.15 * len(tokens), 1.2 * other if other else 0)
    return best if is_sure else None


def _score(language: Language, tokens: Sequence[str], text: str) -> float:
    function_words = sum(language.is_function_word(word) for word in tokens)
    return function_words + 2 * sum(map(text.count, language.letters))
