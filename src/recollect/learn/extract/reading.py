"""A turn clause by clause: which of them state anything, and of whom."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from recollect.learn.extract.brackets import Beside, names_somebody
from recollect.learn.extract.candidate import Candidate, Way
from recollect.learn.extract.clauses import BLANK, SECRET, Clause, clauses, own_words, without_code
from recollect.learn.extract.days import speak_of
from recollect.learn.extract.finding import SOMEBODY, candidates, is_first, of_oneself
from recollect.learn.extract.games import Game
from recollect.learn.extract.joking import without_jokes
from recollect.learn.extract.language import Language
from recollect.learn.extract.opens import leaves_open
from recollect.learn.extract.proposing import Place
from recollect.learn.extract.repair import of_another, remember, repaired
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.whom import EITHER, answers_for, asked_about, others, without_roles
from recollect.learn.extract.wishes import Draft
from recollect.model.entry import Kind
from recollect.model.turn import Turn

# A clause of more letters was not understood.
_LONGEST: Final = 280
# So far back somebody may be named whom "der" means.
_NEAR: Final = 120
# A sentence that begins so goes on about whom the one before it is: "My sister is in Leeds. Works as a nurse."
_GOES_ON: Final = re.compile(
    r"(?:lives|works|teaches|studies|wohnt|arbeitet|lebt|studiert)\b", re.IGNORECASE
)

# What a doctor has found is so: "el médico me dijo que" it is.
_DIAGNOSED: Final = re.compile(
    r"\b(?:(?:my|the) (?:doctor|doc|gp|cardiologist) (?:told me|says|said|tells me) (?:that )?(?=I(?: have| am|'ve got|'m)\b)"
    r"|(?:el|la|mi) (?:médic[oa]|doctora?|cardiólog[oa]|endocrin[oa]) (?:me )?(?:dijo|ha dicho|dice) que (?=(?:yo )?(?:tengo|soy|padezco)\b)"
    r"|(?:mein|meine|der|die) (?:haus|fach)?(?:arzt|ärztin|doc) (?:sagt|sagte|meint|meinte|hat (?:mir )?gesagt),? (?:dass )?(?=ich\b.* hab)"
    r"|(?:le|la|mon|ma) (?:médecin|docteure?|toubib|généraliste|cardiologue) (?:m'a dit|me dit|a dit|dit) (?:que |qu')(?=j'ai|je suis\b))",
    re.IGNORECASE,
)
# Who is given a name.
_CALLED: Final = re.compile(
    r"\b(?i:named|called|name is|name's|is|namens|heißt|heisst|genannt|ist|llamad[oa]|se llama|es|nommée?|appelée?|s'appelle|est)"
    r" (?P<name>[A-ZÀ-Þ][\w'-]+)"
)


def read(turn: Turn, scene: Scene, language: Language) -> Iterator[Candidate]:
    """What a person's turn may state, clause by clause."""
    text = _heard(turn, scene, language)
    invented = _invented(text, scene, language)
    supposed, sentence, subject, fiction = -1, -1, "", False
    asked, game = asked_about(scene, language), Game()
    scene.about = "other" if asked.strip(EITHER) else ""
    beside, draft = Beside(text, turn.content), Draft(scene)
    for clause in clauses(text, language):
        beside.enter(clause, subject)
        meant = language.plainly(clause.text, clause.earlier[-_NEAR:] + clause.before, scene)
        near = clause.before[-60:] + " " + clause.text
        if clause.end >= invented or _supposes(near, clause, language):
            supposed = clause.sentence
        told = bool(language.guards.fiction.search(near))
        played = game.has(clause.text, clause.sentence, fiction=told)
        if told:
            supposed, fiction = clause.sentence, True
            scene.invent(one["name"] for one in _CALLED.finditer(clause.text))
        either = language.either(clause.text)
        same = clause.sentence == sentence or _GOES_ON.match(clause.text) or either
        owner = others(beside.owner, scene, language)
        before = beside.owner if beside.resumed else (subject if same else "") or owner
        unclear = either and not before and scene.about == "other"
        whole, subject = language.carry(meant, before or asked.strip(EITHER))
        # A bare answer has no subject, though its first word has a capital: "Metformin twice a day".
        of = asked if is_first(clause) and not language.alone.verbs.search(clause.text) else ""
        headed = beside.opens(clause) and names_somebody(clause.text, scene, language)
        subject = clause.text if headed else "" if of else subject
        asked = asked if subject.lower() in {"", asked.lower(), *SOMEBODY} else ""
        sentence, about = clause.sentence, scene.about
        if answers_for(clause.text, asked, scene, language):
            asked = clause.text
            continue
        instead = of_another(clause, turn, scene, language)
        right = instead[0] if instead else repaired(clause, turn, scene, language)
        for_text = draft.hears(clause, language)
        states = _states(clause, language) or (right and not SECRET.search(right))
        states = states and not (fiction and not of_oneself(clause, language))
        if states and not (unclear or for_text or scene.playing or played or sentence == supposed):
            remember(right or clause.text, scene, turn.index)
            place = Place(turn, clause, scene, language)
            for one in candidates(place, whole, right, of or asked, "" if subject else owner):
                if headed and one.way is Way.PLAIN:
                    continue
                if one.rule.kind is Kind.PROCEDURE:  # its steps follow
                    supposed = sentence
                about = _in_the_end(one, scene, language)
                yield replace(one, instead=instead[1]) if instead else one
        language.notice(without_roles(clause), scene)
        scene.about = about
        speak_of(without_code(clause.text), turn, scene, language)
    scene.tell(text)


def _heard(turn: Turn, scene: Scene, language: Language) -> str:
    """The turn's own words, with blanks in place of what is not meant."""
    own, first = own_words(turn.content, language), not (scene.heard or scene.question)
    text = without_jokes(own, language, BLANK, first=first)
    text = _play(_relented(text, scene, language), scene, language)
    return _DIAGNOSED.sub(lambda found: BLANK * len(found[0]), text)


def _relented(text: str, scene: Scene, language: Language) -> str:
    """The text without a no to a question that its speaker takes back at once: whoever has one allergy does not have none."""
    asked = scene.asker != scene.speaker and scene.question.rstrip().endswith("?")
    found = language.relents.match(text) if asked else None
    return BLANK * found.end() + text[found.end() :] if found else text


def _in_the_end(one: Candidate, scene: Scene, language: Language) -> str:
    """Whom a turn is about so far, by one more of its clauses: "I need a cake for my son" may be about either."""
    if one.way is Way.ASIDE:
        return scene.about
    if one.about != "speaker":
        return "other"
    if one.way is Way.PLAIN and not of_oneself(one.clause, language):
        return scene.about
    if one.rule.kind is Kind.FACT and one.rule.attribute:
        return "self"
    met = Scene(speaker=scene.speaker)
    language.notice(one.clause.text, met)
    return (
        ""
        if met.people or not language.alone.people.keys().isdisjoint(one.clause.words)
        else "self"
    )


def _supposes(near: str, clause: Clause, language: Language) -> bool:
    """Whether a clause only imagines something; who would like it "if you answered in German" does not."""
    wish = language.wishes.told.match(clause.text)
    return not wish and bool(language.guards.supposes.search(near))


def _states(clause: Clause, language: Language) -> bool:
    guards = language.guards
    whole = clause.before + clause.text
    return (
        len(clause.text) <= _LONGEST
        and not clause.asked
        and not clause.wordless
        and not _is_cut_off(clause, language)
        and not _only_regrets(clause, language)
        and not SECRET.search(clause.text)
        and not guards.doubts.search(clause.text)
        and not (guards.idle.search(clause.text) and not language.wishes.told.match(clause.text))
        and not guards.mocks.search(whole)
        and not guards.reports.search(whole)
    )


def _only_regrets(clause: Clause, language: Language) -> bool:
    """Whether words do no more than announce that something is put right: "No wait". A bare "no" at first is an answer."""
    found = language.guards.puts_right.fullmatch(f"{clause.text}, 1") if clause.sentence else None
    return found is not None and found["value"] == "1"


def _is_cut_off(clause: Clause, language: Language) -> bool:
    """Whether what a clause needs was none of its writer's words: "my site is" and an address."""
    return clause.after.lstrip()[:1] == BLANK and leaves_open(clause.text, language.code)


def _play(text: str, scene: Scene, language: Language) -> str:
    """Note where people begin to play a part, and where they stop; the text without what was still played."""
    stops = language.guards.stops_playing.search(text) if scene.playing else None
    if stops:
        scene.playing = False
        return BLANK * stops.start() + text[stops.start() :]
    if language.guards.plays.search(text):
        scene.playing = True
    return text


def _invented(text: str, scene: Scene, language: Language) -> int:
    """From where on a turn says what a story is to be: behind a request for one.

    The turn after it says more of the story, and so do those that follow where it is to go on.
    """
    asked = language.guards.invents.search(text)
    before, goes_on = scene.inventing, language.guards.goes_on.search(text)
    scene.inventing = bool(asked or (before and goes_on))
    if before:
        return 0
    return asked.end() if asked else len(text) + 1
