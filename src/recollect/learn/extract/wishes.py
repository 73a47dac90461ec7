"""How somebody wants to be answered: where it is asked for as a question, and where it is for one text alone."""

import re
from typing import Final

from recollect.learn.extract.clauses import clauses
from recollect.learn.extract.language import Language
from recollect.learn.extract.scene import Scene

# Up to the question mark some words may follow that say nothing: "…, please?".
_MARK: Final = re.compile(r"[^\w?]{0,12}(?:\w+[^\w?]{1,4}){0,4}\w*\?")


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

    def hears(self, said: str, language: Language) -> bool:
        """Note whether a clause asks for a text; whether it is a wish for that text, and not for all that follows."""
        wishes, scene = language.wishes, self._scene
        asked = self._before or scene.drafting
        own = asked and bool(wishes.told.match(said)) and not wishes.lasts.search(said)
        scene.drafting = scene.drafting or own or bool(wishes.drafts.search(said))
        return own
