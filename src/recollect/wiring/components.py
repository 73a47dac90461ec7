"""The parts of `Memory`, and what they are built from, as plain values without behaviour."""

from collections.abc import Callable
from dataclasses import dataclass

from recollect.budget.tuner import Tuner
from recollect.context.assemble import Assembler
from recollect.conversations.ephemeral import Ephemeral
from recollect.conversations.tail_cache import TailCache
from recollect.domain.ports import ChatModel, Clock, Reader, Store, TokenCounter
from recollect.domain.shared import Shared
from recollect.jobs.worker import Worker
from recollect.learning.intake import Intake
from recollect.learning.pipeline import Learner
from recollect.learning.quotas import Quotas
from recollect.providers.embedders import CachedEmbedder
from recollect.providers.resilience import Meter
from recollect.recall.items import ItemSearch
from recollect.recall.pipeline import Recall
from recollect.settings import Settings
from recollect.settings.live import LiveSettings


@dataclass(frozen=True, slots=True)
class Inputs:
    """What most parts are built from."""

    settings: Settings
    live: LiveSettings
    store: Store
    clock: Clock
    counter: TokenCounter
    reader: Reader
    embedder: CachedEmbedder | None
    # The same with less patience: somebody waits for a search.
    question_embedder: CachedEmbedder | None
    shared: Shared | None = None


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Components:
    """The parts of one open memory. `close` releases them in reverse order."""

    live: LiveSettings
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
    item_search: ItemSearch
    assembler: Assembler
    ephemeral: Ephemeral
    recent: TailCache
    tuner: Tuner
    learner: Learner
    quotas: Quotas
    # What servers on one database share besides memory; None where it is one server's.
    shared: Shared | None
    close: Callable[[], None]

    @property
    def settings(self) -> Settings:
        """The settings in force, with the main switch as it is now."""
        return self.live.current()
