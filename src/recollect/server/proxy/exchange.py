"""Who talks with whom about what: the conversation and the turn that a request belongs to.

Everything is found from the request alone, so that a retry, or the same request after a restart, finds itself again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from recollect.context.fence import unfenced
from recollect.domain.ids import digest
from recollect.server.proxy.body import SYSTEM, Body

# Of a long message its beginning and its end are asked for: a question stands at one of them.
_END: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What the user said last, as which turn of which conversation, and whether the model is at work on it already."""

    conversation: str
    turn: str
    words: str
    # Messages stand behind the user's: tools have been called, and what was put there must stay.
    going_on: bool
    present: tuple[str, ...]
    step: int

    @property
    def query(self) -> str | None:
        """What memory is asked for."""
        return query_of(self.words)

    def reply_id(self, text: str) -> str:
        """The id of the turn that answers it."""
        return digest("reply", self.turn, self.step, text)


def exchange(agent: str, conversation: str | None, body: Body) -> Exchange:
    """The exchange that a request belongs to; without a name the conversation is known by how it began."""
    # Blanks at the end are lost when a fence behind them is: they are no difference.
    said = [(message.role, own_words(message.words).strip()) for message in body.messages]
    name = conversation or _name(agent, said)
    last = body.question
    before = said if last is None else said[:last]
    words = "" if last is None else said[last][1]
    # The system's words may hold the time of day: they do not say where in a conversation we are.
    earlier = [part for role, text in before if role not in SYSTEM for part in (role, text)]
    return Exchange(
        conversation=name,
        turn=digest("said", name, digest(*earlier), words),
        words=words,
        going_on=last is not None and last < len(said) - 1,
        present=tuple(text for role, text in said if role not in SYSTEM and text),
        step=len(said),
    )


def query_of(words: str) -> str | None:
    """What memory is asked for, for these words; nothing for none."""
    text = words.strip()
    if len(text) > 2 * _END:
        text = f"{text[:_END]}\n{text[-_END:]}"
    return text or None


def own_words(text: str) -> str:
    """What somebody said, without what memory said, and without signs that nobody can keep."""
    return unfenced(text).replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")


def _name(agent: str, said: Sequence[tuple[str, str]]) -> str:
    system = [text for _, text in takewhile(lambda each: each[0] in SYSTEM, said)]
    first = next((text for role, text in said if role == "user"), "")
    return digest("conversation", agent, "\n\n".join(system), first)
