"""The rooms, joined: what `Memory` works with."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from recollect.budget.tuner import Tuner
from recollect.context.assemble import Assembler
from recollect.context.why_not import Explainer
from recollect.errors import Disabled, NotFound
from recollect.jobs.worker import Worker
from recollect.learning.intake import Intake
from recollect.learning.pipeline import Learner
from recollect.model.access import Reach
from recollect.model.entry import RECORDS, SHOWN
from recollect.model.job import JobKind
from recollect.model.ports import ChatModel, Clock, Store, TokenCounter
from recollect.model.turn import NewTurn, Turn
from recollect.model.writes import AddTurn, DeleteConversation, Enqueue, Rederive, Write
from recollect.providers.embedders import CachedEmbedder
from recollect.providers.resilience import Meter
from recollect.recall.pipeline import Recall
from recollect.sessions.ephemeral import Ephemeral
from recollect.sessions.recent import Recent
from recollect.settings import Settings


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class House:
    """The rooms, joined: what `Memory` works with."""

    settings: Settings
    path: str
    store: Store
    clock: Clock
    counter: TokenCounter
    intake: Intake
    embedder: CachedEmbedder | None
    meter: Meter
    chat_model: ChatModel | None
    chat_meter: Meter
    worker: Worker
    recall: Recall
    assembler: Assembler
    explainer: Explainer
    ephemeral: Ephemeral
    recent: Recent
    tuner: Tuner
    learner: Learner
    close: Callable[[], None]

    def check_enabled(self) -> None:
        """Refuse to record while memory is switched off: saying ok would not be true."""
        if not self.settings.enabled:
            raise Disabled("memory is switched off (setting enabled = false): nothing was recorded")

    def check_recording(self) -> None:
        """The same, before something is written to the database, which is made ours to work on."""
        self.check_enabled()
        self.worker.prepare()

    def keep(
        self, agent: str, conversation: str, new: NewTurn, *, beside: Turn | None = None
    ) -> Turn:
        """Store a turn and the work that follows, as one fact; the turn as it stands then."""
        work = self.work(conversation)
        (added,) = self.store.write(agent, AddTurn(conversation, new, beside), *work).turns
        self.worker.wake()
        stored = None if added.new else self.store.turn(agent, conversation, added.id)
        return stored or new.settled(added.id, conversation, added.index)

    def work(self, conversation: str) -> tuple[Enqueue, ...]:
        """What follows from new turns of a conversation, to be asked for together with them."""
        now = self.clock.now()
        work = [Enqueue(JobKind.EMBED, conversation, now)]
        work += self.learning()
        if self.settings.optimizer_enabled:
            work.append(self.tuner.after(conversation))
        return tuple(work)

    def learning(self) -> tuple[Enqueue, ...]:
        """To learn from what is new, where anything is learned."""
        if self.settings.extractor == "none":
            return ()
        return (self.learner.after(self.clock.now()),)

    def changed(self, *agents: str) -> None:
        """Have the work done that follows from memories somebody has put there, and of too many the least valuable go.

        Where that is not asked for because of a crash, the sweep of the day does it.
        """
        for agent in agents:
            if self._crowded(agent):
                # One that is erased meanwhile has none too many.
                with suppress(NotFound):
                    sweep = Enqueue(JobKind.SWEEP, "", self.clock.now(), hastened=True)
                    self.store.write(agent, sweep)
        self.worker.wake()

    def _crowded(self, agent: str) -> bool:
        most = self.settings.max_entries_per_agent
        if not most or self.store.memories_held(agent) <= most:
            return False
        tallies = self.store.every_tally(Reach(only=agent))
        return sum(each.count for each in tallies if each.status in SHOWN) > most

    def forget(self, agent: str, conversation: str) -> None:
        """Erase a conversation; what others have said as well is learned from them again."""
        touched = self.store.entries_from(agent, conversation)
        again = self._relearning() if any(each.kind not in RECORDS for each in touched) else ()
        self.store.write(agent, DeleteConversation(conversation), *again)
        self.recent.forget(agent, conversation)
        self.worker.wake()

    def rebuild(self, agent: str | None = None) -> None:
        """Throw away what was made of the turns and memories of one agent, or of all, and have it made anew.

        That is the readings and the vectors. It is asked for here and done in the background: `sync` waits for it.
        """
        self.check_recording()
        if agent is not None:
            self.store.write(agent, *self._anew())
        for known in self.store.every_agent() if agent is None else ():
            # One that is erased meanwhile has nothing to be made anew.
            with suppress(NotFound):
                self.store.write(known.id, *self._anew())
        self.worker.wake()

    def _anew(self) -> tuple[Write, ...]:
        return Rederive(self.clock.now()), *self._relearning()

    def _relearning(self) -> tuple[Enqueue, ...]:
        """Everything learned anew, where anything is learned."""
        if not self.settings.enabled or self.settings.extractor == "none":
            return ()
        return (self.learner.anew(self.clock.now()),)
