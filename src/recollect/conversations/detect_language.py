"""Detects the language of a conversation among those supported for follow-up questions."""

import re
from collections.abc import Sequence
from typing import Final, Protocol

from recollect.conversations.language import Language, words
from recollect.conversations.words_de import GERMAN
from recollect.conversations.words_en import ENGLISH
from recollect.conversations.words_es import SPANISH
from recollect.conversations.words_fr import FRENCH

LANGUAGES: Final = (ENGLISH, GERMAN, SPANISH, FRENCH)


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
_CHARACTERS: Final = {"de": "äöüß", "es": "ñ¿¡", "fr": "çœàèêù"}
# Function words of languages that share many with a supported one, to avoid false detection.
_OTHER_LANGUAGES: Final = tuple(
    map(
        words,
        (
            "il di che è per non sono della gli una con come questo questa quanto cosa del nel ho hai mi ti si anche più ma quale",
            "o os um uma não você é em do da no na isso este como qual quanto por para com eu ele ela ao mais que dos das foi",
            "het een van ik niet wat de is hoe kan je dat deze voor met op aan ook er naar wie waar wel zijn heb maar dit",
            "och att det är inte jag en ett som på med för vad hur kan du av till den han hon var",
            "i nie jest się na w to co jak czy z do że ile ten ta dla po",
            "ve bir bu ne için mi mı da de nasıl kaç var çok ile daha",
        ),
    )
)
_RECENT_TURNS = 6
_MAX_CHARACTERS = 2_000


def detect_language(question: str, history: Sequence[MessageLike]) -> Language | None:
    """The language of a question, by function words in it and the last turns; None if unsure."""
    recent = [turn.content[:_MAX_CHARACTERS] for turn in history[-_RECENT_TURNS:]]
    text = " ".join([question, question, *recent]).lower()
    tokens = _WORD.findall(text)
    scores = {language.code: _score(language, tokens, text) for language in LANGUAGES}
    best = max(LANGUAGES, key=lambda language: scores[language.code])
    other = max(
        sum(word in function_words for word in tokens) for function_words in _OTHER_LANGUAGES
    )
    # Our own lists are longer, so a tie means the other language.
    is_sure = scores[best.code] > max(0.15 * len(tokens), 1.2 * other if other else 0)
    return best if is_sure else None


def _score(language: Language, tokens: Sequence[str], text: str) -> float:
    function_words = sum(language.is_function_word(word) for word in tokens)
    return function_words + 2 * sum(
        text.count(character) for character in _CHARACTERS.get(language.code, "")
    )
