"""How a rule is written, the same in every language; how its words are spelled is the language's own."""

from collections.abc import Callable
from dataclasses import dataclass

from recollect.learn.extract.language import Rule, Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType


def _as_it_is(pattern: str) -> str:
    return pattern


@dataclass(frozen=True, slots=True)
class Rules:
    """Makes the rules of one language: `cues` reads the words a rule waits for, `said` fills in a pattern's parts.

    `told` does that for the patterns of what stands before and of what answers.
    """

    cues: Callable[[str], frozenset[str]]
    said: Callable[[str], str]
    told: Callable[[str], str] = _as_it_is

    def __call__(
        self,
        kind: Kind,
        cues: str,
        said: str,
        attribute: str | None = None,
        *,
        timing: Timing = Timing.STATE,
        past: bool | None = None,
        confidence: float = 0.7,
        relation: str | None = None,
        type: EntityType = EntityType.CONCEPT,  # noqa: A002
        corrects: bool = False,
        after: str | None = None,
        dated: bool = False,
        answers: str | None = None,
    ) -> Rule:
        """A rule; its tag is what it tells of."""
        tag = (attribute or "").partition(":")[0].replace("_", " ")
        return Rule(
            cues=self.cues(cues),
            said=self.said(said),
            kind=kind,
            attribute=attribute,
            timing=timing,
            past=past,
            confidence=confidence,
            relation=relation,
            type=type,
            tags=(tag,) if tag else (),
            corrects=corrects,
            after=self.told(after) if after else None,
            dated=dated,
            answers=self.told(answers) if answers else None,
        )
