"""How much of a medicine is taken: what the speaker's doctor changes there is the speaker's."""

from typing import Final

from recollect.learn.agreement import DOSES
from recollect.learn.claim import Claim, called
from recollect.learn.lexicon import SPEAKERS, folded, words
from recollect.model.learning import USER

_DOCTORS: Final = words(
    """doctor gp psychiatrist cardiologist neurologist consultant nurse arzt hausarzt psychiater psychiaterin kardiologe kardiologin
    médico psiquiatra cardiólogo cardióloga enfermera médecin docteur psychiatre cardiologue infirmière"""
)


def dosed_anew(claim: Claim, old: Claim) -> bool:
    """Whether the speaker's doctor has told them to take more or less of what they take, and of nobody else's."""
    new, was = claim.statement, old.statement
    if old.subject != USER or not _by_doctor(claim) or not claim.says_so or claim.planned:
        return False
    if new.denied or was.denied or was.past or old.planned or new.language is not was.language:
        return False
    if new.roles - _DOCTORS or (new.language and new.bare & new.language.pets):
        return False
    if new.moments and was.moments and not new.moments & was.moments:
        return False
    amounts = {*new.numbers, *was.numbers}
    same = new.words & was.words & DOSES and (new.gist & was.gist) - DOSES - amounts
    return bool(same) and set(new.numbers) != set(was.numbers)


def _by_doctor(claim: Claim) -> bool:
    who = claim.subject or USER
    theirs = not SPEAKERS.isdisjoint(folded(who).replace("'s", "").replace("'", " ").split())
    return theirs and who != USER and not _DOCTORS.isdisjoint(called(who))
