"""English: how a rule is written."""

from recollect.learn.extract.en_words import PARTS
from recollect.learn.extract.language import Rule, Timing, expanded, words
from recollect.model.entry import Kind
from recollect.model.learning import EntityType


def rule(
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
    """A rule with the parts of English filled in; its tag is what it tells of."""
    tag = (attribute or "").partition(":")[0].replace("_", " ")
    return Rule(
        cues=words(cues),
        said=expanded(said, **PARTS),
        kind=kind,
        attribute=attribute,
        timing=timing,
        past=past,
        confidence=confidence,
        relation=relation,
        type=type,
        tags=(tag,) if tag else (),
        corrects=corrects,
        after=after,
        dated=dated,
        answers=answers,
    )
