"""What a statement puts an end to without naming it: by a death, a parting, a job lost or found."""

from collections.abc import Mapping
from typing import Final

from recollect.learn.agreement import bound_anew, parted
from recollect.learn.claim import Claim, called
from recollect.learn.exclusive import DIETS
from recollect.learn.lexicon import words
from recollect.learn.statement import Statement
from recollect.model.entry import Kind
from recollect.model.learning import USER

# How people call whom they are with no more.
_EX: Final = words(
    "ex ex-wife ex-husband ex-frau ex-mann exfrau exmann ex-mujer exmujer ex-marido exmarido ex-femme ex-mari"
)
# Accents tell "entré", I went in, from "entre", between.
_STARTED: Final = frozenset(
    """started began begun joined angefangen begonnen gestartet eingestiegen empecé empezó empezado empezar comencé comenzó
    comenzado comenzar entré entró entrado entrar commencé commencer débuté débuter""".split()
)
_WEEKENDS: Final = frozenset("weekends weekend wochenende wochenenden findes week-end".split())
WORK: Final = frozenset({"employer", "job_title", "team", "manager"})
# What stays so of somebody who has died.
_OUTLIVES: Final = frozenset(
    {"birthday", "hometown", "event", "relative", "role", "former", "name"}
)
_GOING_ON: Final = frozenset({"busy", "uses", "studies", "medication"})
_CALLED: Final = ("kin:", "name_of:", "relative")
_HELD: Final = frozenset({"owns", "pet", "relative"})


def outlived(claim: Claim, old: Claim) -> bool:
    """Whether somebody has died of whom the old one speaks as of the living."""
    if not claim.statement.dies or claim.statement.denied or claim.planned:
        return False
    if old.statement.past or old.statement.dies or old.planned:
        return False
    if old.subject == USER:
        return _has(claim, old)
    mine, theirs = called(claim.subject or USER), called(old.subject or USER)
    if USER in mine and _of_pet(old.statement):  # we had to put Rex down
        dead = frozenset(claim.statement.names) & (theirs | old.statement.words)
        mine = theirs if dead else mine
    earlier = claim.at is not None and old.at is not None and old.at < claim.at
    tie = (old.kind is Kind.RELATIONSHIP or old.attribute in _OUTLIVES) and not (
        _of_pet(old.statement) and earlier
    )
    return USER not in mine and mine == theirs and not tie


def _has(claim: Claim, old: Claim) -> bool:
    """Whether the speaker said that they have them: a cat called Milo."""
    dead = claim.statement.about or frozenset(claim.statement.names)
    was = old.statement
    held = old.attribute in _HELD and was.spoken
    called_so = _of_pet(was) and (old.attribute or "").startswith(_CALLED)  # my dog is Rex
    return bool(dead) and (held or called_so) and dead <= was.words


def _of_pet(statement: Statement) -> bool:
    language = statement.language
    return language is not None and bool(statement.bare & language.pets)


def given_away(claim: Claim, old: Claim) -> bool:
    """Whether what somebody has, or has bought, was sold, given away or stolen."""
    new, was = claim.statement, old.statement
    if not new.gives or (new.denied and not new.ends) or claim.planned or new.head:
        return False
    if old.attribute not in {"owns", "car"} or was.gives or was.denied or old.planned:
        return False
    shared = (new.gist & was.gist) - new.roles
    return bool(shared) and (len(was.gist - new.words) <= 1 or not shared.isdisjoint(was.names))


def now_an_ex(claim: Claim, old: Claim) -> bool:
    """Whether somebody is called an ex who was the partner: my ex Dana."""
    new, was = claim.statement, old.statement
    if claim.kind is not Kind.RELATIONSHIP or was.language is None:
        return False
    if new.bare.isdisjoint(_EX) or not was.bare.isdisjoint(_EX):
        return False
    couple = was.bound or not was.roles.isdisjoint(was.language.partners)
    named = {*new.names, *new.about} & {*was.names, *was.about}
    return couple and bool(named) and not (was.parts or was.past)


def employed_elsewhere(claim: Claim, old: Claim) -> bool:
    """Whether somebody works elsewhere now who was known as what they were there: a developer at Acme."""
    new, was = claim.statement, old.statement
    if claim.attribute != "employer" or old.attribute != "job_title" or not was.engaged:
        return False
    if new.denied or was.denied or was.past or new.adds or new.moments or new.bounded:
        return False
    begun = claim.says_so or claim.valid_from is not None
    return begun and bool(new.gist - was.gist)


def fell_apart(claim: Claim, old: Claim) -> bool:
    """Whether a couple is none any more, or somebody bound again."""
    if before(claim, old):
        return False
    new, was = claim.statement, old.statement
    return (_tie(old) and _parted(claim, old)) or bound_anew(new, was)


def lived_together(claim: Claim, old: Claim) -> bool:
    """Whether a couple is none any more, and the old one tells of the speaker what they may have done together."""
    return old.subject == USER and not _tie(old) and _parted(claim, old) and not before(claim, old)


def _parted(claim: Claim, old: Claim) -> bool:
    bound = old.statement.bound or old.attribute == "marital_status"
    return parted(claim.statement, old.statement, bound=bound)


def _tie(old: Claim) -> bool:
    """Whether it tells who belongs to whom; what somebody does for a living stays so."""
    said, attribute = old.statement, old.attribute or ""
    named = said.language is not None and said.language.naming in said.words
    if named or said.bound or attribute.startswith(("kin:", "name_of:")):
        return True
    ties = {"marital_status", "partner", "relative"}
    return old.kind in {Kind.RELATIONSHIP, Kind.ENTITY} or attribute in ties


def out_of_work(claim: Claim, old: Claim) -> bool:
    """Whether a job is told of somebody who has none any more."""
    new, was = claim.statement, old.statement
    if not new.idle or new.denied or claim.planned or was.idle or was.denied or was.past:
        return False
    named = set(new.names) - new.idle
    other = named and was.names and not named & set(was.names)
    return old.attribute in WORK and not other and not before(claim, old)


def at_work_again(claim: Claim, old: Claim) -> bool:
    """Whether somebody who had no work has some."""
    new, was = claim.statement, old.statement
    idle = was.idle and not was.denied
    return (
        bool(idle)
        and claim.attribute in WORK
        and not (new.idle or new.denied or (new.past and not new.changes))
    )


def brought_to_an_end(claim: Claim, old: Claim) -> bool:
    """Whether what was going on is finished."""
    new, was = claim.statement, old.statement
    if not new.finished or new.denied or claim.planned or old.planned or was.denied or was.past:
        return False
    done = new.gist - new.finished
    going_on = old.kind is Kind.CONTEXT or old.attribute in _GOING_ON
    return going_on and bool(done) and done <= was.lasting and len(was.gist - done) <= 1


def off_diet(claim: Claim, old: Claim) -> bool:
    """Whether somebody has what their diet forbids, or a diet that forbids what they have."""
    new, was = claim.statement, old.statement
    if new.denied or was.denied or new.language is None or new.language is not was.language:
        return False
    if claim.planned or old.planned or (new.past and not claim.says_so) or was.past:
        return False
    diets = DIETS[new.language.code]
    return _forbids(diets, new, was) or _forbids(diets, was, new)


def _forbids(diets: Mapping[str, frozenset[str]], diet: Statement, meal: Statement) -> bool:
    assert meal.language is not None
    foods = frozenset().union(*(diets[word] for word in diet.bare & diets.keys()))
    if not foods & meal.bare or diets.keys() & meal.bare:
        return False
    return bool(meal.words & meal.language.meals)


def once(claim: Claim, old: Claim) -> bool:
    """Whether a habit is called off for a day: book club, every Wednesday."""
    new, was = claim.statement, old.statement
    called_off = (new.cancels or new.denied) and not new.ends
    return called_off and bool(new.dates) and was.habit and not was.dates


def another_thing(claim: Claim, old: Claim) -> bool:
    """Whether it ends something else of its kind: ibuprofen, and not insulin; the house in Wales, not that in Kent."""
    new, was = claim.statement, old.statement
    if new.left & was.lasting:
        return False
    named, known = set(new.names), set(was.names)
    if named and known and new.language is not None and not new.language.capital_nouns:
        return not named & known
    mine, theirs = new.lasting - was.lasting - new.finished, was.lasting - new.lasting
    alike = len(mine) == len(theirs) == 1 and bool(new.lasting & was.lasting)
    return alike and not new.joined  # who says more than one thing may put another beside it


def before(claim: Claim, old: Claim) -> bool:
    """Whether it had happened when the other was said, and so is no news to it."""
    if claim.valid_from is None or old.at is None or claim.valid_from >= old.at:
        return False
    # "This year" begins in January, and may yet be later.
    day = len(claim.statement.dates) > 1
    return day or claim.valid_from.year < old.at.year


def begun(claim: Claim) -> bool:
    """Whether it tells how somebody came to where they live or work, and not only for the weekends."""
    if claim.attribute == "home":
        return claim.statement.moves
    said = claim.statement.bare
    starts = not said.isdisjoint(_STARTED) and said.isdisjoint(_WEEKENDS)
    return claim.attribute == "employer" and starts
