"""Statements worth keeping, found in a conversation: no model, no network, the same every time.

Rules and the plain clauses of what people say make candidates (`reading.py`); learned weights choose among them and
give each its kind (`worth.py`).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from recollect.learn.extract.candidate import Candidate, Way
from recollect.learn.extract.knowledge import learned, watch
from recollect.learn.extract.languages import language_of
from recollect.learn.extract.reading import read
from recollect.learn.extract.scene import Scene
from recollect.learn.extract.signs import Setting, signs, tokens
from recollect.learn.extract.worth import Weights, shipped
from recollect.model.entry import Kind
from recollect.model.learning import USER, Proposal
from recollect.model.turn import Role, Turn

__all__ = ["Choose", "choose_by", "extract", "proposed"]

# A clause of a known form has its kind, and is kept unless it is likely idle; any other has to be likely worth it, and
# of the kind that it is taken for. Chosen on dialogues and pairs of statements that the weights were not learned from.
_KNOWN: Final = 0.2
_PLAIN: Final = 0.55
# What is told of others is more often the world's than the speaker's.
_OTHERS: Final = 0.6
# Gives the kind that a candidate is to be kept as; None where it is not to be kept.
Choose = Callable[[Candidate, Setting], Kind | None]


def extract(turns: Sequence[Turn], *, since: int = 0) -> tuple[Proposal, ...]:
    """What the turns of one conversation state, in order; those before `since` are only there to be referred to."""
    return tuple(proposed(turns, partial(choose_by, shipped()), since=since))


def choose_by(weights: Weights, one: Candidate, where: Setting) -> Kind | None:
    """The kind that these weights give a candidate, if it is worth noting."""
    worth = weights.weigh(signs(one, where))
    if one.way is Way.PLAIN:
        least = _OTHERS if one.about == "other" else _PLAIN
        return worth.kind if worth.noted * worth.sure >= least else None
    return one.rule.kind if worth.noted >= _KNOWN else None


def proposed(turns: Sequence[Turn], choose: Choose, *, since: int = 0) -> Iterator[Proposal]:
    """What the turns state, where this chooses among what people may have stated."""
    scene = Scene(acting=any(turn.role is Role.TOOL for turn in turns))
    before: str | None = None
    for turn in turns:
        language = language_of(turn.content, before)
        before = language.code if language else before
        made: list[Proposal] = []
        watch(turn, scene)
        if turn.role is Role.USER and language:
            scene.speaker = turn.speaker or USER
            where = _setting(turn, scene, language.code)
            for one in read(turn, scene, language):
                kind = choose(one, where)
                found = one.propose(kind) if kind else None
                made += [found] if found else []
            scene.heard |= frozenset(tokens(turn.content))
        elif turn.role in {Role.ASSISTANT, Role.TOOL} and language:
            made = list(learned(turn, scene, language))
            language.notice(turn.content, scene)
        if turn.role is not Role.TOOL:
            scene.question = turn.content
        if turn.index >= since:
            yield from made


def _setting(turn: Turn, scene: Scene, code: str) -> Setting:
    return Setting(
        language=code,
        turn=turn.content,
        index=turn.index,
        before=scene.question,
        heard=scene.heard,
        speaker=scene.speaker,
        acting=scene.acting,
    )
