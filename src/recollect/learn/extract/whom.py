"""Whom a question is about that the turn before has asked, and whose brackets are spoken in."""

import re
from typing import Final

from recollect.learn.extract.clauses import Clause, without_code
from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene

# What is asked stands at the end of a message.
ASKED: Final = 1000
# Stands for whom a question means where it may be the speaker or somebody else.
EITHER: Final = "?"
# What somebody named right before it is to another one: "my sister Anna is her godmother", "my sister Anna, her godmother".
_ROLE: Final = re.compile(
    r"(?<![\w'])(?!(?:this|that|it|there|here|he|das|dies|hier|da|esto|este|esta|ese|esa|ce)\b)(?:\w[\w'-]*"
    r",? (?:is|was|ist|war|es|era|est|était|sera)(?: also| auch| también| aussi)? |(?-i:[A-ZÀ-Þ])[\w'-]*, (?=\w+ [\w-]+[\s.!…]*$))"
    r"(?P<whose>his|her|their|seine?|ihre?|su|son|sa|leur) (?=\w)",
    re.IGNORECASE,
)


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


def without_roles(clause: Clause) -> str:
    """The words of a clause for the people in them: whoever is "her godmother" was named already."""
    text, ahead = without_code(clause.text), clause.before
    whole = ahead + text + clause.after
    for found in _ROLE.finditer(whole):
        start, end = (place - len(ahead) for place in found.span("whose"))
        if 0 <= start < len(text):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


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
