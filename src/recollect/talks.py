"""One conversation at the front desk: what is said goes in, and what fits a model comes out.

A durable one is stored with its agent's turns; an ephemeral one lives in RAM and is written nowhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from recollect.budget.counters import by_quarters
from recollect.model import checks
from recollect.model.framing import Framing
from recollect.model.message import Message, Window
from recollect.model.turn import Turn, View
from recollect.model.writes import DeleteConversation
from recollect.sessions.rewrite import rewrite
from recollect.sessions.talk import Place
from recollect.sessions.tiers import tier_of
from recollect.sessions.windows import Allowance, last_n, seed_middle_tail
from recollect.wiring import House


class Retention(StrEnum):
    """Where a conversation is kept."""

    DURABLE = "durable"
    EPHEMERAL = "ephemeral"


class Strategy(StrEnum):
    """How a conversation is fitted into tokens."""

    LAST_N = "last-n"
    SEED_MIDDLE_TAIL = "seed-middle-tail"


class Talk(ABC):
    """One conversation of one agent."""

    retention: Retention

    def __init__(self, house: House, agent: str, conversation: str) -> None:
        self.agent = agent
        self.id = conversation
        self._house = house

    @abstractmethod
    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
    ) -> Message:
        """Keep one message; the same id and content again is a no-op."""

    @abstractmethod
    def messages(self) -> list[Message]:
        """Every message that is kept, in the order in which they came."""

    @abstractmethod
    def delete(self) -> None:
        """Forget the conversation."""

    def context(
        self,
        strategy: str = Strategy.SEED_MIDDLE_TAIL,
        *,
        tokens: int | None = None,
        framing: str | None = None,
        model: str | None = None,
    ) -> Window:
        """What a model should read of this conversation, never over its tokens.

        `last-n` shows the last messages in full, as many pairs as suit the model's size where one is named;
        `seed-middle-tail` the first, the last ones in full, and the beginnings of what lies between.
        """
        settings = self._house.settings
        chosen = checks.check_choice(strategy, "strategy", Strategy)
        allowance = Allowance(
            by_quarters,
            settings.session_max_tokens if tokens is None else tokens,
            None if framing is None else checks.check_choice(framing, "framing", Framing),
        )
        if chosen is Strategy.LAST_N:
            named = None if model is None else checks.check_id(model, "model")
            count = settings.memory_max_turns if named is None else 2 * tier_of(named).pairs
            return last_n(self.messages(), allowance, count=count)
        return seed_middle_tail(
            self.messages(),
            allowance,
            tail=settings.session_tail_size,
            seed_preservation=settings.seed_preservation,
        )

    def rewrite(self, question: str, *, model: str | None = None) -> str:
        """The question so that it can be understood alone; one that is no follow-up comes back untouched."""
        name = "" if model is None else checks.check_id(model, "model")
        asked = self._house.intake.words(checks.check_query(question))
        return rewrite(asked, self.messages(), model_name=name).text


class DurableTalk(Talk):
    """A conversation that is stored, searched and learned from like every other."""

    retention = Retention.DURABLE

    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
    ) -> Message:
        """Keep one message; on return it is on the disk."""
        house = self._house
        house.check_recording()
        new = house.intake.turn(content, role=role, at=at, id=id)
        return _message(house.keep(self.agent, self.id, new))

    def messages(self) -> list[Message]:
        """Every stored message, in order."""
        return [_message(turn) for turn in self._house.store.turns(self.agent, self.id)]

    def delete(self) -> None:
        """Remove the conversation, its turns, and what was learned from them; nothing is done where there is none."""
        if self._house.store.conversation(self.agent, self.id) is not None:
            self._house.store.write(self.agent, DeleteConversation(self.id))
            self._house.worker.wake()


class EphemeralTalk(Talk):
    """A conversation in RAM alone: nothing is learned from it, and nothing of it is written anywhere."""

    retention = Retention.EPHEMERAL

    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
    ) -> Message:
        """Keep one message, until the conversation is over its time, or deleted, or the process ends."""
        house = self._house
        house.check_enabled()
        # Where no thread works in the background, whoever speaks sweeps.
        house.ephemeral.sweep(house.clock.now())
        words = house.intake.content(content)
        return house.ephemeral.add(self._place, role, words, id=id, at=at)

    def messages(self) -> list[Message]:
        """Every message that is kept, the first pinned."""
        return [*self._house.ephemeral.messages(self._place)]

    def delete(self) -> None:
        """Forget the conversation."""
        self._house.ephemeral.clear(self._place)

    @property
    def _place(self) -> Place:
        return Place(self.agent, self.id)


def _message(turn: Turn) -> Message:
    return Message(
        id=turn.id,
        role=turn.role,
        content=turn.content,
        timestamp=turn.at,
        token_count=turn.tokens,
        is_compressed=turn.view is View.COMPRESSED,
    )


KINDS: dict[Retention, Callable[[House, str, str], Talk]] = {
    Retention.DURABLE: DurableTalk,
    Retention.EPHEMERAL: EphemeralTalk,
}
