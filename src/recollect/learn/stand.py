"""How a proposal stands to one memory, decided with care: in doubt they have nothing to do with each other."""

from datetime import datetime

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
from recollect.learn.claim import Claim, another, called, same_subject
from recollect.learn.counted import counted_anew, only_counted
from recollect.learn.doses import dosed_anew
from recollect.learn.endings import (
    at_work_again,
    begun,
    brought_to_an_end,
    employed_elsewhere,
    fell_apart,
    given_away,
    lived_together,
    now_an_ex,
    off_diet,
    once,
    out_of_work,
    outlived,
)
from recollect.learn.exclusive import THINGS
from recollect.learn.lexicon import folded
from recollect.learn.manners import settled, wished_otherwise
from recollect.learn.newcomers import may_be_new, newcomer
from recollect.learn.plans import ends_plan
from recollect.learn.several import one_of_several
from recollect.learn.spared import left_elsewhere
from recollect.learn.standing import Stand, replaces
from recollect.learn.statement import Statement
from recollect.learn.values import both_own, one_at_a_time, same_time, side_by_side, told, value
from recollect.learn.verdict import Likeness, VerifyRules
from recollect.model.entry import Entry, Origin
from recollect.model.learning import USER, Proposal
from recollect.model.similarity import jaccard


def may_concern(new: Proposal, one: Entry) -> bool:
    """Whether they can be about the same, before the memory is read."""
    if USER in {new.subject, one.subject} or same_subject(new.subject, one.subject):
        return True
    if _mentions(new.content, one.subject) or _mentions(one.content, new.subject):
        return True
    return may_be_new(new, one)


def _mentions(content: str, subject: str | None) -> bool:
    return subject is None or called(subject) <= set(folded(content).strip(".!").split())


def stand(
    claim: Claim, one: Entry, old: Claim, likeness: Likeness | None, rules: VerifyRules
) -> Stand:
    """How the proposal, read as a claim, stands to this memory, read likewise."""
    how = _stand(claim, one, old, likeness, rules)
    if how not in {Stand.REPLACES, Stand.CORRECTS, Stand.DOUBTFUL}:
        return how
    if once(claim, old) or left_elsewhere(claim, old):
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
    if outlived(claim, old) or newcomer(claim, old) or dosed_anew(claim, old):
        return replaces(claim, old, one)
    about = same_subject(claim.subject, old.subject) or _spoken_of(claim, old)
    about = about or _parted_from(claim, old)
    if not about or other_people(claim, old):
        return Stand.DOUBTFUL if now_an_ex(claim, old) else Stand.APART
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
    wished = wished_otherwise(claim, old)
    if wished or at_work_again(claim, old) or off_diet(claim, old) or _shut_out(claim, old):
        plain = settled(claim, old) if wished else claim.says_so
        return replaces(claim, old, one) if plain else Stand.DOUBTFUL
    if contrary(claim.statement, old.statement) or _preferred(claim, old):
        plain = (
            claim.says_so
            or claim.statement.ends
            or one_at_a_time(claim, old)
            or (claim.planned and old.planned)
        )
        if narrowed(claim.statement, old.statement):
            return Stand.DOUBTFUL
        return replaces(claim, old, one) if plain else Stand.DOUBTFUL
    if given_up(claim.statement, old.statement) or any(
        maybe(claim, old) for maybe in (lived_together, given_away, employed_elsewhere)
    ):
        return Stand.DOUBTFUL
    return _other(claim, old, one, rules)


def _shut_out(claim: Claim, old: Claim) -> bool:
    """Whether both cannot be so of one thing."""
    new, was = claim.statement, old.statement
    if one_at_a_time(claim, old) and claim.attribute == f"favourite:{new.favourite}":
        return False
    if claim.attribute == old.attribute == "instruction":
        return False
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
    # Theo is my son Theo; but whoever works at BMW is not each other.
    people = _people(claim) | _people(old)
    named = {*new.names, *new.about} & {*was.names, *was.about} & people
    if new.through != was.through and not named:
        return True
    if USER not in {claim.subject, old.subject} and bool(new.head) == bool(was.head):
        return False
    return new.head != was.head and not named


def _people(claim: Claim) -> frozenset[str]:
    """The names by which it calls somebody: its subject, what it begins with, and who is called what."""
    said = claim.statement
    naming = said.language is not None and said.language.naming in said.words
    names = said.names if naming else said.names[:1] if said.others else ()
    return called(claim.subject or USER) | said.about | frozenset(names)


def _preferred(claim: Claim, old: Claim) -> bool:
    return claim.kind in PREFERENCES and turned_round(claim.statement, old.statement)


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
    loose = one_at_a_time(claim, old)
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
    """Whether both have a date, and not the same one; the third of March is the same to people of two zones."""
    if one is None or other is None:
        return False
    return one.replace(tzinfo=None) != other.replace(tzinfo=None)


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
    if no_value or _for_a_while(claim) or _over(old, claim) or side_by_side(claim, old):
        return Stand.APART
    if one_at_a_time(claim, old) and not new.adds and same_time(claim, old):
        return value(claim, old, one)
    if share(claim, old) < rules.contradiction_words:
        return Stand.APART
    sentence = _one_sentence(claim, old)
    if sentence or _one_tool(claim, old) or _in_its_place(claim, old):
        plain = claim.says_so if sentence or new.prefers else new.switches
        plain = plain or (sentence and counted_anew(claim, old))
        return replaces(claim, old, one) if plain else Stand.DOUBTFUL
    apart = new.gist and new.gist.isdisjoint(old.statement.gist)  # a lesson, a kitchen
    if apart or not (claim.corrects and both_own(claim, old)):
        return Stand.APART
    how = replaces(claim, old, one)
    return Stand.CORRECTS if how is Stand.REPLACES else how


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
    plain = not (told(claim) - told(old) or told(old) - told(claim))
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
    return bool(purpose) and both_own(claim, old)


def _for_a_while(claim: Claim) -> bool:
    """Whether it holds only for a stretch of time, or no longer: that ends nothing that lasts."""
    stays = claim.statement.moves or begun(claim)  # who moved or began in May
    bounded = claim.statement.bounded and not stays
    return bounded or (claim.valid_until is not None and not claim.planned)


def _over(old: Claim, claim: Claim) -> bool:
    """Whether the old one had ended by itself when the new one begins."""
    # An appointment that was put off begins later, but it is put off now.
    begins = claim.at if claim.planned and claim.says_so else claim.valid_from or claim.at
    return old.valid_until is not None and begins is not None and old.valid_until <= begins
