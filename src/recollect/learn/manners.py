"""How somebody wants to be answered: of what a wish speaks, and whether it turns another round."""

from typing import Final

from recollect.learn.agreement import PREFERENCES, shut_out
from recollect.learn.claim import Claim
from recollect.learn.exclusive import MANNERS
from recollect.learn.lexicon import folded, words
from recollect.learn.statement import Statement

# What an answer may have or not, each in all the words it goes by.
_THINGS: Final = {
    word: line.split()[0]
    for line in folded(
        """emojis emoji smileys smiley emoticons emoticonos émojis émoji
        bullets bullet bulletpoints stichpunkte stichpunkten aufzählungen aufzählung viñetas puces tirets
        sources source citations cite quellen quelle quellenangaben fuentes fuente
        jargon fachbegriffe fachwörter fremdwörter tecnicismos jerga
        tables table tabellen tabelle tablas tabla tableaux tableau
        explanations explanation explain explaining erklärung erklärungen erklären explicaciones explicación explication explications
        comments kommentare comentarios commentaires
        apologies apologise apologize apologising apologizing entschuldigen disculparte excuser
        anglicisms anglizismen anglicismos anglicismes"""
    ).splitlines()
    for word in line.split()
}
_FORMS: Final = frozenset({"bullets", "tables"})
# Who wants less of something wants it no more, though no word denies it.
_LESS: Final = words(
    "stop avoid skip drop less fewer weniger vermeide hör höre evita evitar menos deja évite évitez moins arrête arrêtez arrêter"
    " besoin"
)
# It is as it was before, and not as was wished in between.
_AGAIN: Final = words(
    "back again instead wieder zurück volver vuelve nuevo remets remettre reviens repasse nouveau"
)
# There is one way to address somebody at a time.
_ONE_WAY: Final = frozenset({"address"})
_LIKING: Final = frozenset({"likes", "dislikes"})


def is_wish(claim: Claim) -> bool:
    """Whether it may say how somebody wants to be answered."""
    attribute = claim.attribute
    loose = claim.kind in PREFERENCES and (not attribute or attribute in _LIKING)
    return attribute == "instruction" or loose


def other_matter(one: Claim, other: Claim) -> bool:
    """Whether two wishes are about different things, or go together: short answers, in German, without emojis."""
    if not one.attribute == other.attribute == "instruction":
        return False
    mine, theirs = _speaks_of(one.statement), _speaks_of(other.statement)
    if not (mine and theirs):
        return False
    # Whoever wants no bullet points may well want paragraphs.
    agree = _wants(one.statement) != _wants(other.statement) and not _turned(
        one.statement, other.statement
    )
    return agree or mine.isdisjoint(theirs)


def wished_otherwise(claim: Claim, old: Claim) -> bool:
    """Whether an answer cannot be given both ways."""
    new, was = claim.statement, old.statement
    if "instruction" not in {claim.attribute, old.attribute} or new.scope != was.scope:
        return False
    if not (is_wish(claim) and is_wish(old)):
        return False
    return _turned(new, was) or (claim.attribute == old.attribute and _either(new, was, MANNERS))


def settled(claim: Claim, old: Claim) -> bool:
    """Whether the later of two such wishes holds, and not both in doubt."""
    if not claim.attribute == old.attribute == "instruction":
        return claim.says_so
    new, was = claim.statement, old.statement
    again = claim.says_so or not _bare(new).isdisjoint(_AGAIN)
    # "In English" says nothing of short answers without emojis.
    whole = _speaks_of(was) <= _speaks_of(new)
    return whole and not new.adds and (again or _turned(new, was) or _either(new, was, _ONE_WAY))


def _turned(new: Statement, old: Statement) -> bool:
    """Whether one wants what the other does not."""
    shared = _things(new) & _things(old) or _ways(new) & _ways(old)
    return bool(shared) and _wants(new) != _wants(old)


def _either(new: Statement, old: Statement, classes: frozenset[str]) -> bool:
    """Whether both want something, and only one of it can be: who is not to be siezt wants to be geduzt."""
    return _wants(new) and _wants(old) and shut_out(new, old, classes)


def _wants(statement: Statement) -> bool:
    return not statement.denied and _bare(statement).isdisjoint(_LESS)


def _things(statement: Statement) -> frozenset[str]:
    return frozenset(_THINGS[word] for word in _bare(statement) & _THINGS.keys())


def _bare(statement: Statement) -> frozenset[str]:
    return frozenset(map(folded, statement.bare))


def _ways(statement: Statement) -> frozenset[tuple[str, str]]:
    return frozenset(one for one in statement.values if one[0] in MANNERS)


def _speaks_of(statement: Statement) -> set[str]:
    return {name for name, _ in _ways(statement)} | {
        "form" if one in _FORMS else one for one in _things(statement)
    }
