"""Whether two statements say the same thing, one of them perhaps more of it, or the contrary of each other."""

from enum import Enum

from recollect.learn.statement import Statement
from recollect.model.entry import Kind
from recollect.model.similarity import jaccard

# How much a denial must have in common with what it denies.
_DENIED = 0.5
# What one likes or can do is not the same when it is narrower: wine, red wine.
PREFERENCES = frozenset({Kind.PREFERENCE, Kind.USER_PREFERENCE, Kind.SKILL})


class Said(Enum):
    """How a new statement stands to an older one that it agrees with."""

    SAME = "same"
    MORE = "more"
    LESS = "less"


def same(new: Statement, old: Statement) -> bool:
    """Whether they say the same in other words or another order, about the same names and numbers."""
    # "can do it" and "will do it" share all that they say, which is nothing.
    tells = bool(new.gist) or new.bare == old.bare
    return tells and _comparable(new, old) and new.words == old.words and _in_order(new, old)


def part(new: Statement, old: Statement, kind: Kind, *, loose: bool = False) -> Said | None:
    """Whether one says all that the other says and more; `loose` where they are known to speak of one thing."""
    if not _comparable(new, old) or new.language is None:
        return None
    if new.words > old.words:
        return Said.MORE if _holds(new, old, kind, loose=loose) else None
    if new.words < old.words:
        return Said.LESS if _holds(old, new, kind, loose=loose) else None
    return None


def _comparable(new: Statement, old: Statement) -> bool:
    return (
        new.language is old.language
        and new.denied == old.denied
        and new.past == old.past
        and new.cancels == old.cancels
        and new.parts == old.parts
    )


def _in_order(new: Statement, old: Statement) -> bool:
    """Whether who does it to whom is the same, and which of two is preferred."""
    if new.language is None or new.directed or old.directed:
        return new.said == old.said
    return new.names == old.names


def _holds(more: Statement, less: Statement, kind: Kind, *, loose: bool) -> bool:
    """Whether the longer one repeats the shorter one whole, and only adds to it."""
    own = more.words - less.words
    assert more.language is not None
    if own & more.language.roles or (less.bounded and not more.bounded):
        return False
    if own <= more.language.light and more.names == less.names and not more.directed:
        return True
    if loose:
        rest = iter(more.said)
        return all(word in rest for word in less.said)
    start = _found(more.said, less.said)
    if start is None or len(less.said) < 2:  # noqa: PLR2004
        return False
    end = start + len(less.said)
    narrows = more.close[start] or (end < len(more.close) and more.close[end])
    return not (narrows and kind in PREFERENCES)


def _found(whole: tuple[str, ...], run: tuple[str, ...]) -> int | None:
    """Where the words stand in the other's, one after another."""
    size = len(run)
    places = (n for n in range(len(whole) - size + 1) if whole[n : n + size] == run)
    return next(places, None)


def contrary(new: Statement, old: Statement) -> bool:
    """Whether one denies what the other says."""
    if new.denied == old.denied or new.language is not old.language or new.language is None:
        return False
    denial, claim = (new, old) if new.denied else (old, new)
    liking = new.language.liking
    if denial.roles != claim.roles or not denial.words - {liking}:
        return False
    if new.denied and new.ends:
        return _ends(new, old)
    # Where it is only about times, the times are what it is about: mornings.
    timeless = denial.lasting - {liking} and claim.lasting - {liking}
    denies, says = (denial.lasting, claim.lasting) if timeless else (denial.words, claim.words)
    return (
        denies <= says
        and (liking in denies) == (liking in says)
        and jaccard(denies, says) >= _DENIED
    )


def _ends(new: Statement, old: Statement) -> bool:
    """Whether what is over now is what was said before: all of it, not a narrower thing."""
    if new.gist and new.gist <= old.lasting and old.gist <= new.words:
        return True
    assert old.language is not None
    told = bool(old.gist - {old.language.liking})
    return told and old.lasting <= new.lasting and not _narrower(new, old.words)


def _narrower(new: Statement, shared: frozenset[str]) -> bool:
    """Whether a word of its own stands right beside a shared one: "fish soup" is not all fish."""
    for place, near in enumerate(new.close):
        before, after = new.said[place - 1], new.said[place]
        if near and (before in shared) != (after in shared):
            return True
    return False


def turned_round(new: Statement, old: Statement) -> bool:
    """Whether they weigh the same two things against each other, the other way round."""
    weighed = new.directed and old.directed and new.denied == old.denied
    return weighed and new.words == old.words and new.said != old.said


def left_behind(new: Statement, old: Statement) -> bool:
    """Whether the new one says that what the old one speaks of was given up for something else."""
    if not new.left or old.denied or new.language is not old.language or new.language is None:
        return False
    rest = old.gist - new.left
    held = old.words & new.language.light or len(rest) == 0
    return bool(held) and new.left <= old.lasting and len(rest) <= 1 and not old.roles


def parted(new: Statement, old: Statement) -> bool:
    """Whether the new one says that a couple is none any more, and the old one that it is."""
    if not new.parts or old.denied or old.parts or old.language is None:
        return False
    return bool(old.roles & old.language.partners and set(old.names) & set(new.names))


def other_value(new: Statement, old: Statement, *, said_so: bool) -> bool:
    """Whether they are one sentence but for one name, number or day, and not of what there may be many.

    `said_so` where the speaker says that it is otherwise now: then the new one may hold other words too.
    """
    if new.language is not old.language or new.language is None or new.denied or old.denied:
        return False
    mine, theirs = new.lasting - old.lasting, old.lasting - new.lasting
    if not mine and not theirs:
        mine, theirs = new.words - old.words, old.words - new.words
    shared = new.lasting & old.lasting
    if not (mine and theirs and shared):
        return False
    counted = _counted(new, mine) and _counted(old, theirs)
    if new.many and not counted:
        return False
    if said_so:
        return bool(mine & {*new.numbers, *new.names, *new.language.times}) and _value(old, theirs)
    known = new.definite and old.definite
    return (known or counted) and _value(new, mine) and _value(old, theirs)


def _counted(statement: Statement, own: frozenset[str]) -> bool:
    """Whether these words of the statement are numbers."""
    return own <= set(statement.numbers)


def _value(statement: Statement, own: frozenset[str]) -> bool:
    """Whether these words are one run of names, numbers or times, and not what the sentence begins with."""
    assert statement.language is not None
    plain = set(statement.names) | set(statement.numbers) | statement.language.times
    places = [n for n, word in enumerate(statement.said) if word in own]
    run = places[-1] - places[0] + 1 == len(places)
    return own <= plain and run and (places[0] > 0 or _counted(statement, own))
