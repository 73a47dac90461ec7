"""How somebody wants to be answered: where it is asked for as a question, and where it is for one text alone."""

import re
from typing import Final

from recollect.learn.extract.clauses import Clause, clauses
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene

# Up to the question mark some words may follow that say nothing: "…, please?".
_MARK: Final = re.compile(r"[^\w?]{0,12}(?:\w+[^\w?]{1,4}){0,4}\w*\?")
# What a wish is opened with that is for this once.
_ONCE: Final = re.compile(
    r"\b(?:for (?:this|that) (?:one|message|reply|answer|text|time)|just this once|this time"
    r"|für diese (?:antwort|nachricht)|für diesen text|dieses mal|diesmal|nur (?:heute|hier)"
    r"|(?:por |en )?esta vez|para (?:este (?:mensaje|texto)|esta respuesta)"
    r"|pour (?:cette|ce) (?:réponse|message|fois|texte|coup)|cette fois(?:-ci)?)\W*$",
    re.IGNORECASE,
)


def commanded(text: str, language: Language) -> str:
    """The text with "could you" and the question mark blanked where a wish has them; the length stays.

    A reader who takes questions for idle finds nothing in "Could you call me Kee?", and much in "call me Kee".
    """
    for clause in clauses(text, language):
        if not language.wishes.told.match(clause.text):
            continue
        opens = language.wishes.opens.match(clause.text)
        begin = clause.start + (opens.end() if opens else 0)
        mark = _MARK.match(text, clause.end)
        text = text[: clause.start] + " " * (begin - clause.start) + text[begin:]
        if mark:
            text = f"{text[: mark.end() - 1]}.{text[mark.end() :]}"
    return text


class Draft:
    """The text that the turn before asked for, or this one: "write a caption. No emojis." says nothing of answers."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._before = scene.drafting
        scene.drafting = False

    def hears(self, clause: Clause, language: Language) -> bool:
        """Note whether a clause asks for a text; whether it is a wish for that text, and not for all that follows."""
        wishes, scene, said = language.wishes, self._scene, clause.text
        wish = bool(wishes.told.match(said))
        asked = self._before or scene.drafting
        own = asked and wish and not wishes.lasts.search(said)
        scene.drafting = scene.drafting or own or bool(wishes.drafts.search(said))
        return own or (wish and bool(_ONCE.search(clause.before)))
