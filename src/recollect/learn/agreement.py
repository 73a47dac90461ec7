"""Whether two statements say the same thing, one of them perhaps more of it, or the contrary of each other."""

from enum import Enum

from recollect.learn.lexicon import folded, words
from recollect.learn.statement import Statement
from recollect.model.entry import Kind
from recollect.model.similarity import jaccard

# How much a denial must have in common with what it denies.
_DENIED = 0.5
# What one likes or can do is not the same when it is narrower: wine, red wine.
PREFERENCES = frozenset({Kind.PREFERENCE, Kind.USER_PREFERENCE, Kind.SKILL})
# So many words make one value at most.
_FEW = 2
# Who is nobody's.
_FREE = frozenset(
    "single divorced separated widowed ledig geschieden verwitwet getrennt soltero soltera divorciado divorciada viudo"
    " viuda separado separada célibataire divorcé divorcée veuf veuve séparé séparée".split()
)
_WED = words(
    "married remarried engaged wife husband verheiratet verlobt ehefrau ehemann casado casada comprometido comprometida esposa"
    " esposo marido marié mariée remarié remariée fiancé fiancée femme mari"
)
_SINGLE = frozenset("single ledig soltero soltera célibataire".split())
# Who studies to be a nurse is none.
BECOMING = frozenset({"study", "lernen", "estudiar", "etudier"})
# It is not the same one.
_ANOTHER = words(
    "another second third andere anderen anderes zweite zweites otro otra segundo segunda autre deuxième seconde"
)
DOSES = frozenset("mg mcg µg ug g ml iu ie ui".split())
# Less than so many letters are no root of a word.
_ROOT = 4


class Said(Enum):
    """How a new statement stands to an older one that it agrees with."""

    SAME = "same"
    MORE = "more"
    LESS = "less"


def same(new: Statement, old: Statement) -> bool:
    """Whether they say the same in other words or another order, about the same names and numbers."""
    # "can do it" and "will do it" share all that they say, which is nothing.
    tells = bool(new.gist) or new.bare == old.bare
    alike = new.words == old.words and new.left == old.left
    return tells and alike and _comparable(new, old) and _in_order(new, old)


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
        and new.turning == old.turning
        and new.bare & _ANOTHER == old.bare & _ANOTHER
    )


def _in_order(new: Statement, old: Statement) -> bool:
    """Whether who does it to whom is the same, and which of two is preferred."""
    if new.language is None:
        return new.said == old.said
    if new.directed or old.directed:
        # What is done may stand anywhere: allergic to nuts, a nut allergy.
        verbs = new.language.senses
        return [w for w in new.said if w not in verbs] == [w for w in old.said if w not in verbs]
    return new.names == old.names


def _holds(more: Statement, less: Statement, kind: Kind, *, loose: bool) -> bool:
    """Whether the longer one repeats the shorter one whole, and only adds to it."""
    own = more.words - less.words
    assert more.language is not None
    if own & (more.language.roles | BECOMING) or (less.bounded and not more.bounded):
        return False
    if own <= more.language.light and more.names == less.names and _in_order(more, less):
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
    # Lucía is allergic no more, who is my daughter.
    others = denial.roles != claim.roles and not denial.about & claim.about
    if others or not denial.words - {liking} or _elsewhen(denial, claim):
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


def turned(new: Statement, old: Statement) -> bool:
    """Whether only a small word is another, and turns it round: in hospital, out of hospital."""
    alike = new.words == old.words and new.denied == old.denied and bool(new.gist)
    return alike and new.turning != old.turning and new.language is old.language


def _elsewhen(denial: Statement, claim: Statement) -> bool:
    """Whether what is denied of some days is said of others, or of any."""
    if denial.moments and not denial.moments & claim.moments:
        return True
    # The day on which something ended is not the only one it ended for.
    return not denial.ends and bool(denial.dates) and not denial.dates <= claim.dates


def _ends(new: Statement, old: Statement) -> bool:
    """Whether what is over now is what was said before: all of it, not a narrower thing."""
    # Who it is of whom both are told is no part of it.
    gist = (old.gist - old.roles if new.about & old.about else old.gist) - _dose(old)
    if new.gist and new.gist <= old.lasting and gist <= new.words:
        return True
    if new.gist and _roots(new, new.gist) == _roots(old, gist):
        return True
    if old.favourite and new.gist and new.gist <= old.gist | {_liking(old)}:
        return old.gist - old.favours <= new.gist
    assert old.language is not None
    told = bool(old.gist - {old.language.liking})
    return told and old.lasting <= new.lasting and not _narrower(new, old.words)


def _dose(statement: Statement) -> frozenset[str]:
    """How much of something is taken, which is over with it: 80 mg."""
    units = statement.words & DOSES
    return units | frozenset(statement.numbers) if units else units


def given_up(new: Statement, old: Statement) -> bool:
    """Whether one thing is done no more, and the old one tells how it was done: a pack a day."""
    over = new.ends and new.denied and not old.denied and old.spoken
    if not over or new.language is not old.language:
        return False
    done = new.lasting - set(new.numbers)
    return len(done) == 1 and done < old.lasting and done == frozenset(old.said[:1])


def narrowed(new: Statement, old: Statement) -> bool:
    """Whether more is said of what has ended than was known of it: on stage."""
    if not new.ends or new.joined or old.favourite:
        return False
    own = _roots(new, new.gist - new.roles) - _roots(old, old.lasting)
    return bool(own - {_liking(new)} - set(new.names)) and not new.gist <= old.lasting


def _liking(statement: Statement) -> str:
    assert statement.language is not None
    return statement.language.liking


def _roots(statement: Statement, words: frozenset[str]) -> set[str]:
    """What is done, whether the word is for the doer, the doing or the deed: plumber, plumbing."""
    assert statement.language is not None
    doing = statement.language.doing
    cut = {word: doing.sub("", folded(word)) for word in words}
    return {root if len(root) >= _ROOT else word for word, root in cut.items()}


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
    if new.moments and old.moments and not new.moments & old.moments:
        return False
    rest = old.gist - new.left - new.roles
    # To have been there is not over, nor to like it.
    held = old.words & new.language.light or not (old.past or old.words & {_liking(old)})
    # "Anna left Bosch" is of my wife Anna.
    known = old.head is not None and bool(old.about & {*new.about, *new.names})
    roles = old.roles - {old.head} if known else old.roles
    return bool(held) and new.left <= old.lasting and len(rest) <= 1 and roles <= new.roles


def parted(new: Statement, old: Statement, *, bound: bool) -> bool:
    """Whether the new one says that a couple is none any more, and the old one that it is."""
    if not new.parts or new.denied or old.denied or old.parts or old.language is None:
        return False
    known = {*old.names, *old.about}
    if new.names and known and not known & set(new.names):
        return False
    return bound or bool(old.roles & old.language.partners and (known or new.bound))


def bound_anew(new: Statement, old: Statement) -> bool:
    """Whether the new one says that somebody is bound, and the old one that they were none any more."""
    free = bool(old.bare & _FREE) or (old.parts and old.bound)
    # Who is divorced has married before, and may tell of that, and may have somebody.
    news = bool(old.bare & _SINGLE or (new.bare & _WED and not new.past))
    return free and news and not old.past and new.bound and not (new.parts or new.denied)


def other_value(new: Statement, old: Statement, *, said_so: bool) -> bool:
    """Whether they are one sentence but for one name, number or day, and not of what there may be many.

    `said_so` where the speaker says that it is otherwise now: then the new one may hold other words too.
    """
    if new.language is not old.language or new.language is None or new.denied or old.denied:
        return False
    light = new.language.light if said_so else frozenset[str]()
    # What the one is told of, the other may only speak of: my mail address.
    told, known = new.lasting | new.about, old.lasting | old.about
    mine, theirs = told - known - light, known - told - light
    if not mine and not theirs:
        mine, theirs = new.words - old.words - light, old.words - new.words - light
    elif new.moments and old.moments and not (said_so or new.moments & old.moments):
        return False  # one dose in the morning, another in the evening
    shared = told & known
    if not (mine and theirs and shared):
        return False
    counted = _counted(new, mine) and _counted(old, theirs)
    if new.many and not counted:
        return False
    if said_so:
        return _told_anew(new, mine, old, theirs)
    one = new.definite and old.definite
    return (one or counted) and _value(new, mine) and _value(old, theirs)


def _told_anew(
    new: Statement, mine: frozenset[str], old: Statement, theirs: frozenset[str]
) -> bool:
    """Whether a number takes the place of a number, or a name or a time that of another."""
    assert new.language is not None
    times = new.language.times | new.timed | old.timed
    sorts = (
        (mine & set(new.numbers) - times, theirs & set(old.numbers) - times),
        (mine & set(new.names), theirs & set(old.names)),
        (mine & times, theirs & times),
    )
    plain = {*old.numbers, *old.names, *times}
    value = theirs & plain
    # My password manager: a number may stand for a name where all else is the same.
    alike = old.lasting - new.lasting == value
    return (
        bool(value)
        and (alike or any(one and other for one, other in sorts))
        and len(theirs - plain) <= 1
        and _value(old, value)
    )


def in_its_place(new: Statement, old: Statement) -> bool:
    """Whether they are one sentence but for a word or two, which stand at the same place: night shift, day shift."""
    if new.language is None or new.language is not old.language or new.denied or old.denied:
        return False
    shared = new.lasting & old.lasting
    if new.roles != old.roles or shared & new.language.many or not shared - new.language.light:
        return False
    mine, theirs = _own_run(new, old), _own_run(old, new)
    if mine is None or theirs is None:
        return False
    one, other = _unplanned(new), _unplanned(old)
    return one[: mine[0]] == other[: theirs[0]] and one[mine[1] :] == other[theirs[1] :]


def _own_run(one: Statement, other: Statement) -> tuple[int, int] | None:
    """Where the one run of a few words begins and ends that only the one has."""
    places = [n for n, word in enumerate(_unplanned(one)) if word not in other.words]
    if not places or places[-1] - places[0] >= _FEW:
        return None
    return places[0], places[-1] + 1


def _unplanned(statement: Statement) -> tuple[str, ...]:
    return tuple(word for word in statement.said if word not in statement.intent)


def preferred_otherwise(new: Statement, old: Statement) -> bool:
    """Whether of one kind of thing two are preferred, window seats and aisle seats, or two times of the day for it."""
    both = new.prefers and old.prefers and not (new.directed or old.directed or new.adds)
    times = new.words ^ old.words <= new.moments | old.moments
    return both and (times or new.said[-1:] == old.said[-1:]) and in_its_place(new, old)


def shut_out(new: Statement, old: Statement, classes: frozenset[str]) -> bool:
    """Whether they give values of one of these classes that shut each other out."""
    mine, theirs = _by_class(new), _by_class(old)
    return any(mine[name] != theirs[name] for name in mine.keys() & theirs.keys() & classes)


def same_frame(new: Statement, old: Statement) -> bool:
    """Whether they say the same but for such values."""
    if new.denied or old.denied:
        return False
    return new.lasting - new.valued == old.lasting - old.valued


def _by_class(statement: Statement) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, value in statement.values:
        found.setdefault(name, set()).add(value)
    return found


def _counted(statement: Statement, own: frozenset[str]) -> bool:
    """Whether these words of the statement are numbers."""
    return own <= set(statement.numbers)


def _value(statement: Statement, own: frozenset[str]) -> bool:
    """Whether these words are one run of names, numbers or times, and not what the sentence begins with."""
    assert statement.language is not None
    plain = set(statement.names) | set(statement.numbers) | statement.language.times
    places = [n for n, word in enumerate(statement.said) if word in own]
    # What they share of a date stands between: 14 May 2025, 10:30.
    run = set(statement.said[places[0] : places[-1]]) <= own | plain - set(statement.names)
    return (
        own <= plain
        and run
        and (places[0] > 0 or bool(statement.about) or _counted(statement, own))
    )
