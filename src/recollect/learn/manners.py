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
    "stop avoid skip drop less fewer weniger vermeide evita evitar menos deja évite évitez moins arrête besoin"
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
    """Whether two wishes are about different things: short answers, in German, without emojis."""
    if not one.attribute == other.attribute == "instruction":
        return False
    mine, theirs = _speaks_of(one.statement), _speaks_of(other.statement)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def wished_otherwise(claim: Claim, old: Claim) -> bool:
    """Whether an answer cannot be given both ways."""
    new, was = claim.statement, old.statement
    if "instruction" not in {claim.attribute, old.attribute} or new.scope != was.scope:
        return False
    if not (is_wish(claim) and is_wish(old)):
        return False
    both = claim.attribute == old.attribute
    return _turned(new, was) or (both and shut_out(new, was, MANNERS))


def settled(claim: Claim, old: Claim) -> bool:
    """Whether the later of two such wishes holds, and not both in doubt."""
    if not claim.attribute == old.attribute == "instruction":
        return claim.says_so
    new, was = claim.statement, old.statement
    again = claim.says_so or not new.bare.isdisjoint(_AGAIN)
    # "In English" says nothing of short answers without emojis.
    whole = _speaks_of(was) <= _speaks_of(new)
    return whole and not new.adds and (again or _turned(new, was) or shut_out(new, was, _ONE_WAY))


def _turned(new: Statement, old: Statement) -> bool:
    """Whether one wants what the other does not."""
    return bool(_things(new) & _things(old)) and _wants(new) != _wants(old)


def _wants(statement: Statement) -> bool:
    return not statement.denied and statement.bare.isdisjoint(_LESS)


def _things(statement: Statement) -> frozenset[str]:
    return frozenset(_THINGS[word] for word in map(folded, statement.bare) if word in _THINGS)


def _speaks_of(statement: Statement) -> frozenset[str]:
    classes = frozenset(name for name, _ in statement.values if name in MANNERS)
    return classes | {"form" if one in _FORMS else one for one in _things(statement)}
