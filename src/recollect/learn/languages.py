"""The languages that verification knows, and which of them a text is in."""

import re
from typing import Final

from recollect.learn.lexicon import SPEAKERS, Lexicon
from recollect.learn.lexicon_de import GERMAN
from recollect.learn.lexicon_en import ENGLISH
from recollect.learn.lexicon_es import SPANISH
from recollect.learn.lexicon_fr import FRENCH

LEXICONS: Final = (ENGLISH, GERMAN, SPANISH, FRENCH)

# Anything but space, digits and punctuation: letters of any script with their marks, and pictures.
_LETTER: Final = (
    "[^\\s\\d_!-/:-@\\[-`{-~\u00a1-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f\uff00-\uff0f]"
)
# An address of mail is one word; C++ and C# are not C; 35 € is not 35 $; a version and a time are one number.
TOKEN: Final = re.compile(
    rf"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:(?<!\w)[-−])?\d+(?:[.,:/]\d+)*|[$%£¥€]|{_LETTER}+(?:['’-]{_LETTER}+)*[+#]*"
)


# By how they begin.
SPEAKERS_IN: Final = {"nutzer": "de", "benutz": "de", "usuari": "es", "utilis": "fr"}


def language_of(low: str) -> Lexicon | None:
    """The language most of whose words are in the text; none where no word is known."""
    tokens = [token for whole in TOKEN.findall(low) for token in whole.split("'")]
    known = [sum(token in lexicon.vocabulary for token in tokens) for lexicon in LEXICONS]
    best = max(known)
    if not best:
        # How the speaker is called tells it where there is no other sign: "Nutzer nimmt 50 mg Sertralin".
        if SPEAKERS.intersection(tokens):
            return _spoken_in(tokens) or ENGLISH
        # "Rex passed away": no word is known, but the phrase is.
        telling = max(LEXICONS, key=lambda lexicon: _phrases(low, lexicon))
        return telling if _phrases(low, telling) else None
    likely = [lexicon for lexicon, count in zip(LEXICONS, known, strict=True) if count == best]
    if len(likely) == 1:
        return likely[0]
    if (spoken := _spoken_in(tokens)) in likely and spoken is not None:
        return spoken
    # "Me mudé a Bilbao": every small word is English too, but the phrase is not.
    return max(likely, key=lambda lexicon: _phrases(low, lexicon))


def _spoken_in(tokens: list[str]) -> Lexicon | None:
    """The language in which the speaker is named, unless that is the English one, which any text may have."""
    called = {SPEAKERS_IN.get(token[:6]) for token in tokens if token in SPEAKERS}
    return next((lexicon for lexicon in LEXICONS if lexicon.code in called), None)


def _phrases(low: str, language: Lexicon) -> int:
    signs = (
        language.changes,
        language.ends,
        language.moves,
        language.cancels,
        language.parts,
        language.dies,
        language.leaves,
    )
    return sum(bool(sign.search(low)) for sign in signs)
