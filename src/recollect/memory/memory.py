"""`Memory`: the memory of many agents in one database."""

import atexit
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from recollect.context.assemble import Assembler
from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.language import compile_patterns
from recollect.conversations.limits import ConversationPurpose
from recollect.conversations.tiers import ModelTier, tier_of
from recollect.domain import checks
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.access_store import AccessRecords
from recollect.domain.conversation import AgentSummary
from recollect.domain.erasure import ErasureReport, KeptCopy
from recollect.domain.found_text import TextSearch, check_phrases
from recollect.domain.job import SyncReport
from recollect.domain.ports import ChatModel
from recollect.domain.receipt import Receipt
from recollect.domain.shared import Shared
from recollect.domain.store_results import StoreStats
from recollect.domain.timekeeping import ClockMarks
from recollect.errors import InvalidInput
from recollect.importers import Format, ImportSource, detect_file, is_recollect_export
from recollect.memory import recording
from recollect.memory.agent import Agent
from recollect.memory.all_agents import AllAgents
from recollect.memory.conversation import OpenConversation, Retention
from recollect.memory.durable_conversation import DurableConversation
from recollect.memory.ephemeral_conversation import ChatConversation, EphemeralConversation
from recollect.memory.erasure_report import erasure_report
from recollect.memory.export_page import write_export
from recollect.memory.importing import FileImport
from recollect.memory.jobs import Jobs
from recollect.memory.optimizer import Optimizer
from recollect.memory.recent import Recent
from recollect.memory.transfer import (
    ExportFormat,
    ExportImport,
    Imported,
    Progress,
    Transfer,
    check_not_the_database,
)
from recollect.providers.resilience import CallCounts
from recollect.recall.pipeline import Recall
from recollect.settings import Settings, load
from recollect.settings.fields import is_database_url
from recollect.settings.live import SharedSwitch
from recollect.storage.sqlite.copies import described_copies
from recollect.wiring import Components, build
from recollect.wiring.backup import Backup, Restored, back_up, restore

_open_components: weakref.WeakSet[Components] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Close every open memory at exit: model threads must not outlive the interpreter."""
    for components in list(_open_components):
        components.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Statistics: `store` counts rows, `embedding` and `chat` count model calls."""

    store: StoreStats
    embedding: CallCounts
    embedder: str | None
    chat: CallCounts
    chat_model: str | None
    path: str
    counted_at: datetime
    # Whether deleted text may still be in unused parts of the database's files.
    has_traces: bool
    # From before upgrades and restores: what was erased one by one since is still in them.
    copies: tuple[KeptCopy, ...]


def _rows(counted: StoreStats) -> int:
    return counted.turns + counted.entries + sum(counted.jobs_by_state.values())


class Memory:
    """The memory of many agents in one database. Thread-safe; close it, or use `with`."""

    def __init__(self, components: Components, *, background: bool = True) -> None:
        self._components = components
        # A memory that was never closed must not leave threads behind once it is unreachable.
        self._abandoning = weakref.finalize(components, components.worker.abandon, components.close)
        self._abandoning.atexit = False
        _open_components.add(components)
        self.jobs = Jobs(components)
        self.optimizer = Optimizer(components)
        self.all_agents = AllAgents(components)
        self._recent = Recent(components.store.stats, _rows, components.clock)
        if background:
            components.worker.start()

    @classmethod
    def open(
        cls, path: str | Path | None = None, *, background: bool | None = None, **settings: Any
    ) -> Self:
        """Open ~/.recollect/memory.sqlite, another file, or ":memory:"; settings are keywords.

        A missing file is created with its folders, for its owner alone. With "postgresql://…" as
        the path or `database_url`, it is in PostgreSQL. `background=False` starts no thread: call
        `sync()` or run `recollect worker`. The default is the setting `background_work`.
        """
        if is_database_url(path):
            path, settings = None, {**settings, "database_url": path}
        where = None if path is None else checks.check_path(path)
        loaded = load(**settings)
        if background is None:
            background = loaded.background_work
        return cls(build(loaded, where), background=background)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._components.settings

    @property
    def database(self) -> str:
        """The path of the database, or its address without user name and password."""
        return self._components.path

    @property
    def shared(self) -> Shared | None:
        """What servers on one PostgreSQL share besides memory; None with SQLite."""
        return self._components.shared

    @property
    def main_switch(self) -> SharedSwitch | None:
        """The main switch of all servers on one PostgreSQL; None with SQLite."""
        return self._components.live.switch

    @property
    def access_records(self) -> AccessRecords:
        """What the database says about access to it, for servers."""
        return self._components.store

    @property
    def recall(self) -> Recall:
        """The search itself, for benchmarks."""
        return self._components.recall

    @property
    def assembler(self) -> Assembler:
        """The context assembler itself, for benchmarks."""
        return self._components.assembler

    @property
    def embedder(self) -> str | None:
        """The name of the embedding model; None without one."""
        return self._components.embedder.name if self._components.embedder else None

    @property
    def chat_model(self) -> ChatModel | None:
        """The core model; None if none is configured."""
        return self._components.chat_model

    def agent(self, agent_id: str) -> "Agent":
        """The memory of one agent, created on first use; agents share nothing."""
        return Agent(self._components, checks.check_id(agent_id, "agent_id"))

    def conversation(
        self, conversation_id: str, *, retention: str = Retention.DURABLE, agent: str = "default"
    ) -> OpenConversation:
        """One conversation, stored (`durable`) or in RAM only (`ephemeral`).

        What was named as ephemeral once is not stored by this process under the same id, until
        `delete` or, as durable, `begin` is called.
        """
        name = checks.check_id(conversation_id, "conversation_id")
        owner = checks.check_id(agent, "agent")
        if checks.check_choice(retention, "retention", Retention) is Retention.DURABLE:
            return DurableConversation(self._components, owner, name)
        self._components.ephemeral.name(ConversationKey(owner, name))
        return EphemeralConversation(self._components, owner, name)

    def chat(self, conversation_id: str, *, agent: str = "default") -> OpenConversation:
        """One conversation of `/chat`: the last `memory_max_turns` messages, in RAM, until idle."""
        name = checks.check_id(conversation_id, "conversation_id")
        return ChatConversation(self._components, checks.check_id(agent, "agent"), name)

    def clear_ephemeral(self, reach: Reach = ALL_AGENTS) -> int:
        """Forget every ephemeral conversation of this process, and return how many there were."""
        return self._components.ephemeral.clear_every(ConversationPurpose.SESSION, reach)

    def model_tier(self, name: str) -> ModelTier:
        """The size class of a model by its name, with its history length and window split."""
        return tier_of(checks.check_id(name, "name"))

    def agents(
        self, *, cursor: str | None = None, limit: int | None = None, reach: Reach = ALL_AGENTS
    ) -> list[AgentSummary]:
        """All agents by name, with how much each has stored."""
        behind = checks.check_optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        return [*self._components.store.every_agent(after=behind, limit=most, reach=reach)]

    def sync(self, agent: str | None = None) -> SyncReport:
        """Do all pending background work, of one agent or of all, and report the result."""
        return self._components.worker.sync(checks.check_optional(checks.check_id, agent, "agent"))

    def rebuild(self, agent: str | None = None) -> None:
        """Schedule everything derived for one agent, or for all, to be built again.

        It runs in the background, and `sync()` waits for it; turns and manual edits do not change.
        """
        components, jobs = self._components, recording.rebuild_jobs(self._components)
        if agent is not None:
            recording.schedule(components, agent, *jobs)
        else:
            agents = [known.id for known in components.store.every_agent()]
            recording.schedule_for_each(components, agents, *jobs)

    def stats(self, *, exact: bool = True) -> Stats:
        """How much is stored, and how often the models were called.

        Without `exact`, the counts of a large database may be five minutes old; it answers at once.
        """
        now, store = self._components.clock.now(), self._components.store
        counted, counted_at = (store.stats(), now) if exact else self._recent.get()
        return Stats(
            store=counted,
            counted_at=counted_at,
            has_traces=self.has_traces(),
            copies=tuple(self.copies()),
            embedding=self._components.meter.snapshot(),
            embedder=self.embedder,
            chat=self._components.chat_meter.snapshot(),
            chat_model=self.chat_model.name if self.chat_model else None,
            path=self.database,
        )

    def clock_marks(self) -> ClockMarks | None:
        """The last time that was taken to be right, and a later one in doubt; None if unused."""
        return self._components.store.clock_marks()

    def has_traces(self) -> bool:
        """Whether deleted text may still be in unused parts of the database's files."""
        return self._components.store.has_traces()

    def find(self, *phrases: str, agent: str | None = None) -> TextSearch:
        """Everything stored that contains one of the phrases, of all agents or one.

        Every table is read, so what is not found is not there: no index, no ranking, and no regard
        to case and spaces. `search` is the one that finds what answers a question.
        """
        wanted = check_phrases(phrases)
        name = checks.check_optional(checks.check_id, agent, "agent")
        reach = ALL_AGENTS if name is None else Reach(only=name)
        found, agents = self._components.store.every_text_with(wanted, reach)
        return TextSearch(wanted, tuple(found), len(agents), self.database)

    def copies(self) -> list[KeptCopy]:
        """Copies from before upgrades and restores: a deleted turn or memory is still in them.

        Erasing an agent deletes them. To delete one sooner than it goes by itself, delete the file.
        """
        is_file = not is_database_url(self.database) and self.database != ":memory:"
        return described_copies(self.database) if is_file else []

    def erasure_report(self, agent: str) -> ErasureReport:
        """Every place that may hold something of an erased agent, and until when."""
        return erasure_report(self._components, checks.check_id(agent, "agent"))

    def receipt(self, receipt_id: str) -> Receipt:
        """The receipt of a context; the last 1,000 are kept in RAM, or 10,000 in PostgreSQL."""
        return self._components.assembler.receipts.get(checks.check_id(receipt_id, "receipt_id"))

    def check_writable(self) -> None:
        """Raise StorageError if nothing could be stored now, and say why."""
        self._components.store.check_writable()

    def faults(self) -> list[str]:
        """What is wrong with the database, one sentence each; reads every row."""
        return [*self._components.store.faults()]

    def warm(self) -> None:
        """Load the embedder and the rules for follow-ups now, so that the first use is fast."""
        compile_patterns()
        if self._components.embedder is not None:
            self._components.embedder.warm()

    def export(
        self,
        path: str | Path,
        *,
        agent: str | None = None,
        format: str = ExportFormat.JSONL,  # noqa: A002 - as in import_
        progress: Progress | None = None,
    ) -> Transfer:
        """Write everything, or one agent, to a file of JSON lines, without loss.

        With `format="html"`, one agent as a page to read and print. `progress` is called with the
        number of turns and memories written so far.
        """
        chosen = checks.check_optional(checks.check_id, agent, "agent")
        wanted = checks.check_choice(format, "format", ExportFormat)
        return write_export(self._components, checks.check_path(path), chosen, wanted, progress)

    def backup(
        self, path: str | Path, *, passphrase: str | None = None, replace: bool = False
    ) -> Backup:
        """Write everything to one checked SQLite file, for `Memory.restore`; others may write.

        With a passphrase it is encrypted, in the format of the tool age.
        """
        target = checks.check_path(path)
        if self.database == ":memory:":
            raise InvalidInput("a memory in RAM has no backup: export it", field="path")
        url = self.settings.database_url
        source = url.get_secret_value() if url and self.shared is not None else self.database
        return back_up(self.settings, source, Path(target), passphrase=passphrase, replace=replace)

    @staticmethod
    def restore(
        path: str | Path, database: str | Path | None = None, *, passphrase: str | None = None
    ) -> Restored:
        """Put a backup in the place of a SQLite file, or into an empty PostgreSQL database.

        Nothing may have the file open; what was there is kept beside it for 30 days.
        """
        target = None if database is None else str(database)
        return restore(load(), Path(checks.check_path(path)), target, passphrase=passphrase)

    def import_(
        self,
        path: str | Path,
        *,
        agent: str | None = None,
        default_agent: str | None = None,
        conversation: str | None = None,
        format: str = Format.AUTO,  # noqa: A002 - the public name
        dry_run: bool = False,
        progress: Progress | None = None,
        label: str | None = None,
        check_agent: Callable[[str], object] | None = None,
    ) -> Imported:
        """Import an exported file, or one of another program; existing data stays as it is.

        `agent` gets everything (several agents of the file become `agent/NAME`), `default_agent`
        only what the file has for no agent. `conversation` applies to JSON lines of turns without
        one. With `dry_run`, nothing is stored, and the result has a few texts of each agent.
        `progress` is called with the number of bytes read so far. `label` is how the result and
        errors call the file; `check_agent` is called with every agent that it would write to, and
        may raise.
        """
        components = self._components
        recording.check_can_record(components)
        file = checks.check_path(path)
        check_not_the_database(file, components.path)
        owner = checks.check_optional(checks.check_id, agent, "agent")
        default = checks.check_optional(checks.check_id, default_agent, "default_agent")
        if owner is not None and default is not None:
            message = "agent is for everything in the file: omit default_agent"
            raise InvalidInput(message, field="default_agent")
        talk = checks.check_optional(checks.check_id, conversation, "conversation")
        wanted = checks.check_choice(format, "format", Format)
        source = ImportSource(file, talk, components.settings.max_content_kb * 1024, label)
        prepared: ExportImport | FileImport
        if wanted is Format.AUTO and is_recollect_export(source):
            prepared = ExportImport(components, source, progress)
        else:
            detected = detect_file(source, wanted)
            if talk is not None and detected.format is not Format.JSONL:
                message = f"a {detected.format} file already names its conversations"
                raise InvalidInput(message, field="conversation")
            prepared = FileImport(components, source, detected, owner, default)
        if check_agent is not None:
            for name in prepared.agents:
                check_agent(name)
        return prepared.run(dry_run=dry_run, progress=progress)

    def close(self) -> None:
        """Finish or release the running job and close the database; closing twice is fine."""
        self._abandoning.detach()
        _open_components.discard(self._components)
        self._components.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
