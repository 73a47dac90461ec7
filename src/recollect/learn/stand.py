"""How a proposal stands to one memory, decided with care: in doubt they have nothing to do with each other."""

from datetime import datetime
from enum import Enum
from typing import Final

from recollect.learn.agreement import (
    PREFERENCES,
    Said,
    contrary,
    given_up,
    in_its_place,
    left_behind,
    narrowed,
    other_value,
    part,
    preferred_otherwise,
    same,
    same_frame,
    shut_out,
    turned,
    turned_round,
)
from recollect.learn.claim import OTHERS, Claim, another, called, same_subject
from recollect.learn.counted import counted_anew, only_counted
from recollect.learn.endings import (
    at_work_again,
    before,
    brought_to_an_end,
    fell_apart,
    lived_together,
    off_diet,
    once,
    out_of_work,
    outlived,
)
from recollect.learn.exclusive import MANNERS, THINGS
from recollect.learn.lexicon import folded, words
from recollect.learn.plans import ends_plan
from recollect.learn.regions import REGIONS
from recollect.learn.several import one_of_several
from recollect.learn.statement import Statement
from recollect.learn.verdict import Likeness, VerifyRules
from recollect.model.entry import Entry, Origin
from recollect.model.learning import USER, Proposal
from recollect.model.similarity import jaccard

# Where it is a name that tells one value from another.
_NAMED: Final = frozenset(
    "home hometown address employer school partner team manager laptop car".split()
)
# Where numbers and names are the whole of it.
_COUNTED: Final = frozenset("age birthday phone email height weight shoe_size blood_type".split())
# Of these people have had one after the other.
_AFTER_EACH_OTHER: Final = frozenset(
    "home address employer job_title school partner marital_status team manager car laptop".split()
)
# Of these most people have one and some have two.
_SOFT: Final = frozenset({"job_title"})


_BORN: Final = words("born geboren nací nació nacido nacida né née")
# There is a mail address for each of these.
_SORTS: Final = words(
    """work business office private personal home company backup secondary dienstlich dienstliche geschäftlich geschäftliche privat
    private arbeit firmen trabajo personal privado privada oficina empresa travail pro perso personnel personnelle
    professionnel professionnelle privé privée bureau"""
)


class Stand(Enum):
    """How a proposal stands to one memory."""

    APART = "apart"
    SAME = "same"
    MORE = "more"
    LESS = "less"
    REPLACES = "replaces"
    REPLACED = "replaced"
    CORRECTS = "corrects"
    DOUBTFUL = "doubtful"


def may_concern(new: Proposal, one: Entry) -> bool:
    """Whether they can be about the same, before the memory is read."""
    if USER in {new.subject, one.subject} or same_subject(new.subject, one.subject):
        return True
    return _mentions(new.content, one.subject) or _mentions(one.content, new.subject)


def _mentions(content: str, subject: str | None) -> bool:
    return subject is None or called(subject) <= set(folded(content).strip(".!").split())


def stand(
    claim: Claim, one: Entry, old: Claim, likeness: Likeness | None, rules: VerifyRules
) -> Stand:
    """How the proposal, read as a claim, stands to this memory, read likewise."""
    how = _stand(claim, one, old, likeness, rules)
    if how not in {Stand.REPLACES, Stand.CORRECTS, Stand.DOUBTFUL}:
        return how
    if once(claim, old):
        return Stand.APART
    return Stand.DOUBTFUL if one_of_several(claim, old, one.content) else how


def over_now(claim: Claim) -> bool:
    """Whether it says that something is no more."""
    new = claim.statement
    return new.ends or new.cancels or new.dies or new.denied or new.parts or bool(new.left)


def _stand(
    claim: Claim, one: Entry, old: Claim, likeness: Likeness | None, rules: VerifyRules
) -> Stand:
    if claim.naming is not None and claim.naming == old.naming:
        return Stand.SAME
    if outlived(claim, old):
        return replaces(claim, old, one)
    about = same_subject(claim.subject, old.subject) or _spoken_of(claim, old)
    about = about or _parted_from(claim, old)
    if not about or other_people(claim, old):
        return Stand.APART
    agreed = _agree(claim, one, old, likeness, rules)
    if agreed is not None:
        return agreed
    if ends_plan(claim, old):
        return replaces(claim, old, one)
    return _differ(claim, one, old, rules) if claim.planned == old.planned else Stand.APART


def _differ(claim: Claim, one: Entry, old: Claim, rules: VerifyRules) -> Stand:
    """How they stand when they do not say the same."""
    if left_behind(claim.statement, old.statement) or any(
        ended(claim, old) for ended in (fell_apart, out_of_work, brought_to_an_end)
    ):
        return replaces(claim, old, one)
    if at_work_again(claim, old) or off_diet(claim, old) or _shut_out(claim, old):
        return replaces(claim, old, one) if claim.says_so else Stand.DOUBTFUL
    if contrary(claim.statement, old.statement) or _preferred(claim, old):
        plain = (
            claim.says_so
            or claim.statement.ends
            or _one_at_a_time(claim, old)
            or (claim.planned and old.planned)
        )
        if narrowed(claim.statement, old.statement):
            return Stand.DOUBTFUL
        return replaces(claim, old, one) if plain else Stand.DOUBTFUL
    if given_up(claim.statement, old.statement) or lived_together(claim, old):
        return Stand.DOUBTFUL
    return _other(claim, old, one, rules)


def _shut_out(claim: Claim, old: Claim) -> bool:
    """Whether both cannot be so of one thing, or an answer cannot be given both ways."""
    new, was = claim.statement, old.statement
    if _one_at_a_time(claim, old) and claim.attribute == f"favourite:{new.favourite}":
        return False
    if claim.attribute == old.attribute == "instruction":
        return new.scope == was.scope and shut_out(new, was, MANNERS)
    if turned(new, was):
        return True
    one_thing = new.definite and was.definite and not (new.adds or new.many)
    return one_thing and shut_out(new, was, THINGS) and same_frame(new, was)


def _spoken_of(claim: Claim, old: Claim) -> bool:
    """Whether one is about what the other, told of the speaker, begins with: Theo, and my son Theo."""
    if another(claim.subject) != another(old.subject):
        return False
    mine, other = (old, claim) if claim.subject == USER else (claim, old)
    about = called(mine.subject or USER)
    return other.statement.definite and mine.statement.definite and about <= other.statement.words


def _parted_from(claim: Claim, old: Claim) -> bool:
    """Whether it says that a couple is none any more, of whom the other one is told."""
    names, was = set(claim.statement.names), old.statement
    couple = was.language is not None and bool(was.roles & was.language.partners)
    known = called(old.subject or USER) | (set(was.names) if couple else set())
    return claim.statement.parts and not names.isdisjoint(known)


def other_people(claim: Claim, old: Claim) -> bool:
    """Whether they speak of different relatives, or one of a relative and the other of the speaker."""
    new, was = claim.statement, old.statement
    if new.roles and was.roles and not new.roles & was.roles:
        return True
    if new.named and was.named and new.named != was.named:
        return True
    if USER not in {claim.subject, old.subject} and bool(new.head) == bool(was.head):
        return False
    # Theo is my son Theo; but whoever works at BMW is not each other.
    people = _people(claim) | _people(old)
    named = {*new.names, *new.about} & {*was.names, *was.about} & people
    return new.head != was.head and not named


def _people(claim: Claim) -> frozenset[str]:
    """The names by which it calls somebody: its subject, what it begins with, and who is called what."""
    said = claim.statement
    naming = said.language is not None and said.language.naming in said.words
    names = said.names if naming else said.names[:1] if said.others else ()
    return called(claim.subject or USER) | said.about | frozenset(names)


def _preferred(claim: Claim, old: Claim) -> bool:
    return claim.kind in PREFERENCES and turned_round(claim.statement, old.statement)


def _one_at_a_time(claim: Claim, old: Claim) -> bool:
    return (
        claim.attribute is not None
        and claim.attribute == old.attribute
        and (claim.single or old.single)
    )


def replaces(claim: Claim, old: Claim, one: Entry) -> Stand:
    """That the new takes the place of the old, unless that was said later, or is not for it to take."""
    if one.pinned or (claim.origin is Origin.TOOL and one.origin is not Origin.TOOL):
        return Stand.DOUBTFUL
    if claim.at is not None and old.at is not None and old.at > claim.at:
        return Stand.REPLACED
    return Stand.REPLACES


def _agree(
    claim: Claim,
    one: Entry,
    old: Claim,
    likeness: Likeness | None,
    rules: VerifyRules,
) -> Stand | None:
    """Whether they say the same, or one of them more; None where they do not."""
    if claim.planned != old.planned:
        return None
    if dated_otherwise(claim.valid_from, old.valid_from) or dated_otherwise(
        claim.valid_until, old.valid_until
    ):
        return None
    if same(claim.statement, old.statement):
        return Stand.SAME
    loose = _one_at_a_time(claim, old)
    # "My son Theo" is in "my son Theo is 8", but outlives it.
    akin = claim.kind is old.kind or loose
    said = part(claim.statement, old.statement, claim.kind, loose=loose) if akin else None
    if said is None or not (loose or _alike(claim, one, old, likeness, rules)):
        return None
    if said is Said.LESS:
        return Stand.LESS
    # The words of a person's own hand stay as they are; the fuller ones stand beside them.
    return Stand.APART if one.edited or one.pinned or one.origin is Origin.MANUAL else Stand.MORE


def dated_otherwise(one: datetime | None, other: datetime | None) -> bool:
    """Whether both have a date, and not the same one."""
    return one is not None and other is not None and one != other


def _alike(
    claim: Claim,
    one: Entry,
    old: Claim,
    likeness: Likeness | None,
    rules: VerifyRules,
) -> bool:
    # Only a verb that goes with anything is more: a teacher, works as a teacher.
    only_light = claim.statement.gist == old.statement.gist != frozenset()
    if only_light or share(claim, old) > rules.duplicate_words:
        return True
    return likeness is not None and likeness(one) > rules.duplicate_meaning


def share(claim: Claim, old: Claim) -> float:
    """How many of their words they share, by letter or by sense."""
    new, was = claim.statement, old.statement
    return max(jaccard(new.bare, was.bare), jaccard(new.words, was.words))


def _other(claim: Claim, old: Claim, one: Entry, rules: VerifyRules) -> Stand:
    """How they stand when neither is the contrary of the other: do they give one thing two values?"""
    new = claim.statement
    no_value = _no_value(new) or _no_value(old.statement)
    if no_value or _for_a_while(claim) or _over(old, claim) or _side_by_side(claim, old):
        return Stand.APART
    if _one_at_a_time(claim, old) and not new.adds and _same_time(claim, old):
        return _value(claim, old, one)
    if share(claim, old) < rules.contradiction_words:
        return Stand.APART
    sentence = _one_sentence(claim, old)
    if sentence or _one_tool(claim, old) or _in_its_place(claim, old):
        plain = claim.says_so if sentence or new.prefers else new.switches
        plain = plain or (sentence and counted_anew(claim, old))
        return replaces(claim, old, one) if plain else Stand.DOUBTFUL
    apart = new.gist and new.gist.isdisjoint(old.statement.gist)  # a lesson, a kitchen
    if apart or not (claim.corrects and _both_own(claim, old)):
        return Stand.APART
    how = replaces(claim, old, one)
    return Stand.CORRECTS if how is Stand.REPLACES else how


def _same_time(claim: Claim, old: Claim) -> bool:
    """Whether neither tells of the past or of some days alone; a birthday is told in any tense."""
    if claim.statement.parts and before(claim, old):  # from another
        return False
    at_times = old.statement.moments ^ claim.statement.moments  # in Spain, but only in summer
    if at_times and not (claim.says_so or claim.planned or claim.statement.favourite):
        return False
    both_past = claim.statement.past and old.statement.past and not claim.says_so
    if both_past and claim.attribute in _AFTER_EACH_OTHER:  # two years in Rome, five in Milan
        return False
    alike = claim.statement.past == old.statement.past or claim.attribute in _COUNTED
    return alike or claim.says_so


def _no_value(statement: Statement) -> bool:
    """Whether it only says what is not, or what has come to an end."""
    return statement.denied or (statement.parts and not statement.bound)


def _one_sentence(claim: Claim, old: Claim) -> bool:
    """Whether they are one sentence with two values, as far as words can tell."""
    new, said_so = claim.statement, claim.says_so
    if new.adds or (new.past and not said_so):
        return False
    if claim.attribute and old.attribute and claim.attribute != old.attribute and not said_so:
        return only_counted(new, old.statement)
    return other_value(new, old.statement, said_so=said_so)


def _in_its_place(claim: Claim, old: Claim) -> bool:
    """Whether something else is said to be so now, or preferred, and not of what is told in numbers and names."""
    new, was = claim.statement, old.statement
    if preferred_otherwise(new, was):
        return True
    plain = not (_told(claim) - _told(old) or _told(old) - _told(claim))
    said_so = claim.says_so and not (new.adds or new.past or was.past)
    return plain and said_so and new.scope == was.scope and in_its_place(new, was)


def _one_tool(claim: Claim, old: Claim) -> bool:
    """Whether something else is used now for what another was used for."""
    new, was = claim.statement, old.statement
    if claim.attribute != "uses" or old.attribute != "uses" or new.language is None:
        return False
    if not claim.says_so or new.adds or new.past or was.past or new.language is not was.language:
        return False
    purpose = (new.lasting & was.lasting) - new.language.many - set(new.names)
    return bool(purpose) and _both_own(claim, old)


def _value(claim: Claim, old: Claim, one: Entry) -> Stand:
    """Two values of what has only one: the new takes the place of the old where both are really told."""
    if claim.attribute not in _NAMED:
        return _unnamed(claim, old, one)
    no_town = _told(old) and not _told(claim)
    if claim.attribute == "home" and (no_town or (claim.statement.moves and before(claim, old))):
        return Stand.APART  # a bigger flat is in the same town, and a move long ago is no news
    mine = _told(claim) - _told(old)
    theirs = _told(old) - _told(claim)
    if mine and theirs:
        # Who grew up in Peru may have grown up in Chile as well; one is born once.
        both = claim.attribute == "hometown" and not claim.says_so and not _born(claim)
        return Stand.DOUBTFUL if both else replaces(claim, old, one)
    if _told(claim) and _told(old):
        return Stand.APART
    if claim.says_so:
        return replaces(claim, old, one)
    return Stand.APART if _told(claim) or _told(old) else Stand.DOUBTFUL


def _born(claim: Claim) -> bool:
    return not claim.statement.bare.isdisjoint(_BORN)


def _unnamed(claim: Claim, old: Claim, one: Entry) -> Stand:
    if not _both_own(claim, old):
        return Stand.APART
    if claim.attribute in _COUNTED and _other_things(claim.statement, old.statement):
        return Stand.APART
    agreed = _counted_alike(claim, old) if claim.attribute in _COUNTED else None
    if agreed is not None:
        return agreed
    if claim.attribute in _SOFT and not claim.says_so:
        return Stand.DOUBTFUL
    return replaces(claim, old, one)


def _counted_alike(claim: Claim, old: Claim) -> Stand | None:
    """Whether the numbers are the same, or of a birthday one has the year too."""
    if _told(claim) == _told(old) != set():
        return Stand.SAME
    mine, theirs = _day(claim.statement), _day(old.statement)
    if claim.attribute != "birthday" or not (mine < theirs or theirs < mine):
        return None
    return Stand.LESS if mine < theirs else Stand.MORE


def _day(statement: Statement) -> set[str]:
    months = statement.language.months if statement.language else frozenset[str]()
    return {*statement.numbers, *(statement.words & months)}


def _side_by_side(claim: Claim, old: Claim) -> bool:
    """Whether they speak of two of a kind, my other dog, or one of them of less than the other."""
    if claim.says_so:
        return False
    if (claim.statement.bare & OTHERS) != (old.statement.bare & OTHERS):
        return True
    return _one_at_a_time(claim, old) and (_of_another_sort(claim, old) or _wider(claim, old))


def _of_another_sort(claim: Claim, old: Claim) -> bool:
    """Whether one is for work and the other not, or each of a thing of its own: the shop and the website run on PHP."""
    new, was = claim.statement, old.statement
    version = (claim.attribute or "").startswith("version:")
    if new.bare & _SORTS != was.bare & _SORTS and (version or (new.definite and was.definite)):
        return True
    if not version or new.language is None:
        return False
    plain = {*new.numbers, *was.numbers} | new.language.light
    return bool(new.words - was.words - plain) and bool(was.words - new.words - plain)


def _wider(claim: Claim, old: Claim) -> bool:
    """Whether one tells the country and the other perhaps the town in it."""
    if claim.attribute not in {"home", "hometown", "address"}:
        return False
    mine, theirs = set(claim.statement.names), set(old.statement.names)
    return bool(mine & REGIONS) != bool(theirs & REGIONS) and bool(mine) and bool(theirs)


def _other_things(new: Statement, old: Statement) -> bool:
    """Whether each speaks of a thing of its own: my birthday, our anniversary."""
    one = new.definite and old.definite
    return one and not (new.gist | new.about) & (old.gist | old.about)


def _told(claim: Claim) -> set[str]:
    return {*claim.statement.names, *claim.statement.numbers} - claim.statement.left


def _both_own(claim: Claim, old: Claim) -> bool:
    mine, theirs = claim.statement.words, old.statement.words
    return bool(mine - theirs and theirs - mine)


def _for_a_while(claim: Claim) -> bool:
    """Whether it holds only for a stretch of time, or no longer: that ends nothing that lasts."""
    bounded = claim.statement.bounded and not claim.statement.moves  # who moved in May stays
    return bounded or (claim.valid_until is not None and not claim.planned)


def _over(old: Claim, claim: Claim) -> bool:
    """Whether the old one had ended by itself when the new one begins."""
    # An appointment that was put off begins later, but it is put off now.
    begins = claim.at if claim.planned and claim.says_so else claim.valid_from or claim.at
    return old.valid_until is not None and begins is not None and old.valid_until <= begins
