"""Which of the languages known here a conversation is in."""

import re
from collections.abc import Sequence
from typing import Final, Protocol

from recollect.conversations.language import Language, words
from recollect.conversations.words_de import GERMAN
from recollect.conversations.words_en import ENGLISH
from recollect.conversations.words_es import SPANISH
from recollect.conversations.words_fr import FRENCH

LANGUAGES: Final = (ENGLISH, GERMAN, SPANISH, FRENCH)


class Said(Protocol):
    """One message of a conversation: a turn, or anything with a role and a content."""

    @property
    def role(self) -> str:
        """Who speaks."""
        ...

    @property
    def content(self) -> str:
        """What is said."""
        ...


_WORD = re.compile(r"[^\W\d_]+")
_SIGNS: Final = {"de": "äöüß", "es": "ñ¿¡", "fr": "çœàèêù"}
# Languages that share many small words with one of ours; telling them apart keeps us from guessing.
_OTHERS: Final = tuple(
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
_RECENT = 6
_MOST_READ = 2_000


def language_of(question: str, history: Sequence[Said]) -> Language | None:
    """The language of a question, told by its small words and those of the last turns; None where unsure."""
    recent = [turn.content[:_MOST_READ] for turn in history[-_RECENT:]]
    text = " ".join([question, question, *recent]).lower()
    found = _WORD.findall(text)
    scores = {language.code: _score(language, found, text) for language in LANGUAGES}
    best = max(LANGUAGES, key=lambda language: scores[language.code])
    other = max(sum(word in small for word in found) for small in _OTHERS)
    # Our own lists are longer than those of the others, so a tie speaks for the other.
    sure = scores[best.code] > max(0.15 * len(found), 1.2 * other if other else 0)
    return best if sure else None


def _score(language: Language, found: Sequence[str], text: str) -> float:
    small = sum(language.says_nothing(word) for word in found)
    return small + 2 * sum(text.count(sign) for sign in _SIGNS.get(language.code, ""))
