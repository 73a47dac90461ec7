"""Statements worth keeping, found in a conversation by rules: no model, no network, the same every time."""

from collections.abc import Sequence

from recollect.learn.extract.knowledge import learned, watch
from recollect.learn.extract.languages import language_of
from recollect.learn.extract.reading import read
from recollect.learn.extract.scene import Scene
from recollect.model.learning import USER, Proposal
from recollect.model.turn import Role, Turn

__all__ = ["extract"]


def extract(turns: Sequence[Turn], *, since: int = 0) -> tuple[Proposal, ...]:
    """What the turns of one conversation state, in order; those before `since` are only there to be referred to."""
    scene = Scene(acting=any(turn.role is Role.TOOL for turn in turns))
    proposals: list[Proposal] = []
    before: str | None = None
    for turn in turns:
        language = language_of(turn.content, before)
        before = language.code if language else before
        made: list[Proposal] = []
        watch(turn, scene)
        if turn.role is Role.USER and language:
            scene.speaker = turn.speaker or USER
            made = list(read(turn, scene, language))
        elif turn.role in {Role.ASSISTANT, Role.TOOL} and language:
            made = list(learned(turn, scene, language))
            language.notice(turn.content, scene)
        if turn.role is not Role.TOOL:
            scene.question = turn.content
        if turn.index >= since:
            proposals += made
    return tuple(proposals)
