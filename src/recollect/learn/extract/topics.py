"""What a few words state that answer a question about allergies, animals, languages and the like."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from recollect.learn.extract.scene import Scene

# More words than these are no bare answer.
_MOST_WORDS: Final = 10
# A question of so few does not say whom it is about.
_FEW_WORDS: Final = 4
# "A tortoise that is called Ray".
_SAYS_MORE: Final = re.compile(
    r",? (?:who(?:'s| is) called|(?:that|which)(?:'s| is) called|que se llaman?|qui s'appell(?:e|ent))\b",
    re.IGNORECASE,
)


# Whom or what somebody has to do with; a question about it asks nothing of them: "the trip with Tom".
_BESIDE: Final = re.compile(
    r"\b(?:with|for|to|of|about|from|at|and|mit|für|von|bei|zu|an|über|und|con|para|de|por|a|sobre|y|avec|pour|chez|à|sur|et)\s+$",
    re.IGNORECASE,
)


def named_in(question: str, scene: Scene) -> str:
    """The name in a question of somebody who was spoken of before, if it asks about them; "" where there is none."""
    for one in scene.people:
        name = one.subject.name
        found = re.search(rf"(?<!\w){re.escape(name)}(?![\w'’-])", question)
        known = not one.bare or one.gender
        if known and found and not _BESIDE.search(question[: found.start()]):
            return name
    return ""


def as_it_is(said: str) -> str:
    """The words of an answer, unchanged."""
    return said


def uncapped(said: str) -> str:
    """The words of an answer without the capital that any sentence begins with."""
    return said if said[1:2].isupper() else said[:1].lower() + said[1:]


def aged(unit: str, end: str = "") -> Callable[[str], str]:
    """An age as it is told, with the unit that is left out where it is one of years, and without its end."""

    def told(said: str) -> str:
        said = uncapped(said).removesuffix(".").removesuffix(f" {end}")
        return said if " " in said else f"{said} {unit}"

    return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that people are asked about: how, and what an answer states in full, or a no."""

    asked: re.Pattern[str]
    # "" where an answer states nothing of the speaker.
    form: str = ""
    none: str | None = None
    # What an answer states of somebody else, in full; "" where it states nothing of others.
    theirs: str = ""
    # What the answer must have to be one.
    fits: re.Pattern[str] | None = None
    shaped: Callable[[str], str] = as_it_is


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """The topics of a language, and what tells a bare answer from anything else that may be replied."""

    topics: tuple[Topic, ...]
    # The question is about somebody else, or about something else than what people have and do.
    of_others: re.Pattern[str]
    # The question is about the one who answers.
    to_you: re.Pattern[str]
    # Somebody else is spoken of, whom a question of a few words may be about: "And your dog? Any allergies?".
    spoken_of: re.Pattern[str]
    # The whole answer is no.
    none: re.Pattern[str]
    # What stands before an answer and says nothing: "just", "well".
    front: re.Pattern[str]
    # What begins no answer.
    vague: re.Pattern[str]
    # What has a verb is a sentence of its own, unless it only says more of what is named.
    verbs: re.Pattern[str]

    def told(self, message: str, question: str, reply: str) -> str | None:
        """What a reply states in full, in the first person; None where it is no bare answer to such a question."""
        asked = [one for one in self.topics if one.form and one.asked.search(question)]
        if not asked or self._is_of_others(message, question):
            return None
        if self.none.fullmatch(reply):
            return asked[0].none
        said = self.front.sub("", reply)
        if not self._is_bare(said):
            return None
        fitting = (one for one in asked if one.fits is None or one.fits.search(said))
        topic = next(fitting, None)
        return topic.form.format(topic.shaped(said)) if topic else None

    def told_of(self, who: str, question: str, reply: str) -> str | None:
        """What a reply states in full of somebody else, of whom was asked; None where it is no bare answer."""
        said = self.front.sub("", reply)
        if not self._is_bare(said):
            return None
        for one in self.topics:
            fits = one.fits is None or one.fits.search(said)
            if one.theirs and fits and one.asked.search(question):
                return one.theirs.format(one.shaped(said), who=who)
        return None

    def names(self, rest: str) -> bool:
        """Whether what follows a yes names something, and is no politeness and no sentence of its own."""
        return len(rest) > 1 and self._is_bare(rest)

    def of_anybody(self, question: str) -> bool:
        """Whether a question asks for what anybody may have, and names nobody: "Any allergies?"."""
        asked = any(one.theirs and one.asked.search(question) for one in self.topics)
        return asked and not (self.of_others.search(question) or self.to_you.search(question))

    def _is_of_others(self, message: str, question: str) -> bool:
        short = len(question.split()) <= _FEW_WORDS
        return bool(self.of_others.search(question) or (short and self.spoken_of.search(message)))

    def _is_bare(self, said: str) -> bool:
        """Whether words name something and do no more."""
        named = _SAYS_MORE.split(said, maxsplit=1)[0]
        sentence = self.vague.match(said) or self.verbs.search(named) or said.endswith("?")
        return bool(said) and not sentence and len(said.split()) <= _MOST_WORDS
