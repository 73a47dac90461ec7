"""Whom a question is about that the turn before has asked, and whose brackets are spoken in."""

from typing import Final

from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene

# What is asked stands at the end of a message.
ASKED: Final = 1000
# Stands for whom a question means where it may be the speaker or somebody else.
EITHER: Final = "?"


def asked_about(scene: Scene, language: Language) -> str:
    """Of whom else was asked, who stays the one that is spoken of."""
    own = scene.asker == scene.speaker
    question = "" if own else scene.question[-ASKED:]
    asked = language.asked_about(question, scene)
    if not asked and language.asked_of_anybody(question):
        asked = _left_open(scene, language)
    if asked.strip(EITHER):
        language.notice(asked, scene)
    else:
        scene.lately = []
    return asked


def others(owner: str, scene: Scene, language: Language) -> str:
    """Whose brackets they are, if somebody else's than the speaker's."""
    subject = language.who(owner, scene) if owner else None
    return owner if subject and subject.name != scene.speaker else ""


def answers_for(name: str, asked: str, scene: Scene, language: Language) -> bool:
    """Whether somebody is named of whom an answer is then told: "Rory - egg"."""
    question = "" if scene.asker == scene.speaker else scene.question[-ASKED:]
    if "?" in question and any(one.subject.name == name for one in scene.people):
        return True
    given = name[:1].isupper() and bool(gender_of_name(name))
    return given and (bool(asked) or language.asked_of_anybody(question))


def _left_open(scene: Scene, language: Language) -> str:
    """Whom "Any allergies?" asks about: the one other person whom the answerer has just spoken of, if it was no other."""
    near = [one for one in scene.lately if one.subject.name != scene.speaker]
    if not near or scene.about == "self":
        return ""
    sure = len(near) == 1 and scene.about == "other" and not (near[0].bare and not near[0].gender)
    return language.pronouns.get(near[0].gender or "m", EITHER) if sure else EITHER
