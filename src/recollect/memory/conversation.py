"""One conversation at the front desk: what is said goes in, and what fits a model comes out.

A durable one is stored with its agent's turns; an ephemeral one lives in RAM and is written nowhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from recollect.budget.compressor import Shortener, summarize
from recollect.budget.fitting import fitted
from recollect.budget.partition import TokenBudget
from recollect.conversations.held import Place
from recollect.conversations.limits import Profile
from recollect.conversations.rewrite import Rewritten, rewrite
from recollect.conversations.stretches import Messages, in_place, message_of, reading, stands_for
from recollect.conversations.tiers import ModelTier, tier_of
from recollect.conversations.windows import Allowance, chosen, last_n, seed_middle_tail
from recollect.domain import checks
from recollect.domain.conversation import Conversation
from recollect.domain.framing import Framing
from recollect.domain.message import Message, Window
from recollect.domain.talk import Stretch
from recollect.domain.turn import Role, Turn
from recollect.domain.writes import RestoreConversation
from recollect.errors import InvalidInput, NotFound
from recollect.memory import recording
from recollect.wiring import Components


class Retention(StrEnum):
    """Where a conversation is kept."""

    DURABLE = "durable"
    EPHEMERAL = "ephemeral"


class Strategy(StrEnum):
    """How a conversation is fitted into tokens."""

    LAST_N = "last-n"
    SEED_MIDDLE_TAIL = "seed-middle-tail"
    BUDGETED = "budgeted"


# So much of what was said last is looked at to understand a question that leans on it.
_HISTORY = 20
_ALL = 2**31
SUMMARY_MARK = "[CONTEXT SUMMARY]"


class OpenConversation(ABC):
    """One conversation of one agent."""

    retention: Retention

    def __init__(self, components: Components, agent: str, conversation: str) -> None:
        self.agent = agent
        self.id = conversation
        self._components = components

    @abstractmethod
    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
        speaker: str | None = None,
    ) -> Message:
        """Keep one message; the same id and content again is a no-op."""

    @abstractmethod
    def begin(self, title: str | None = None) -> Conversation:
        """Have the conversation before anything is said in it; one that is there stays, with its title."""

    @abstractmethod
    def known(self) -> Conversation | None:
        """The conversation as lists show it; None where there is none."""

    @abstractmethod
    def page(self, *, after: str | None = None, limit: int) -> list[Message]:
        """Some messages in the order of their arrival, beginning behind the one of this id."""

    @abstractmethod
    def messages(self) -> list[Message]:
        """Every message that is kept, in the order in which they came."""

    @abstractmethod
    def delete(self) -> None:
        """Forget the conversation."""

    def answered(self, content: str, *, whole: bool = True) -> Message | None:  # noqa: ARG002 - where it is stored, it is marked
        """Keep what a model has said, and that it is not whole where it broke off; nothing where it said nothing."""
        return self.add(Role.ASSISTANT, content) if content.strip() else None

    def cleaned(self, content: str, field: str = "content") -> str:
        """The words as they would be kept: checked, and without secrets."""
        return self._components.intake.content(content, field)

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
        `seed-middle-tail` the first, the last ones in full, and the beginnings of what lies between;
        `budgeted` as much as there is room for, older messages compressed or left out.
        """
        wanted = checks.check_choice(strategy, "strategy", Strategy)
        frame = None if framing is None else checks.check_choice(framing, "framing", Framing)
        tier = None if model is None else tier_of(checks.check_id(model, "model"))
        most = self._components.settings.session_max_tokens if tokens is None else tokens
        if wanted is Strategy.BUDGETED and tokens is None:
            most = self._room(tier)
        allowance = Allowance(self._components.counter, most, frame)
        return reading(
            self._stretch, lambda messages: self._window(wanted, messages, allowance, tier)
        )

    def rewrite(self, question: str, *, model: str | None = None) -> str:
        """The question so that it can be understood alone; one that is no follow-up comes back untouched.

        The core model is asked where the named one, or else itself, has 14 billion parameters or more; rules do it
        otherwise, and whenever it fails, is late or answers nonsense.
        """
        return self.rewritten(question, model=model).text

    def rewritten(self, question: str, *, model: str | None = None) -> Rewritten:
        """The same with who rewrote it, the rules or the core model, and why."""
        components = self._components
        core = components.chat_model
        own = core.name if core else ""
        return rewrite(
            components.intake.words(checks.check_query(question, "question")),
            [message_of(turn) for turn in self._stretch(_HISTORY).last],
            model=core,
            model_name=own if model is None else checks.check_id(model, "model"),
            patience=components.settings.rewrite_timeout_seconds,
        )

    @abstractmethod
    def compress(self, *, older_than: str, summary: str | None = None) -> Message | None:
        """Show a summary in place of every message before the one named; the stored messages stay as they are.

        Without a summary one is made of their first lines, addresses, numbers and other facts. The message that
        stands for them comes back; None where there is nothing older.
        """

    @abstractmethod
    def _stretch(self, last: int) -> Stretch:
        """The last messages that a window may show."""

    def _room(self, tier: ModelTier | None) -> int:
        """The tokens that a conversation may take: all but the reserves, or the share that a model of this size gives it."""
        budget = self._components.tuner.budget
        if tier is None:
            return budget.room
        return min(budget.room, budget.max_context_tokens * tier.split.history // 100)

    def _window(
        self,
        strategy: Strategy,
        messages: Messages,
        allowance: Allowance,
        tier: ModelTier | None,
    ) -> Window:
        settings = self._components.settings
        match strategy:
            case Strategy.LAST_N:
                count = settings.memory_max_turns if tier is None else 2 * tier.pairs
                return last_n(messages, allowance, count=count)
            case Strategy.SEED_MIDDLE_TAIL:
                return seed_middle_tail(
                    messages,
                    allowance,
                    tail=settings.session_tail_size,
                    seed_preservation=settings.seed_preservation,
                )
            case Strategy.BUDGETED:
                return self._budgeted(messages, allowance, tier)
            case _:
                assert_never(strategy)

    def _budgeted(self, messages: Messages, allowance: Allowance, tier: ModelTier | None) -> Window:
        parameters = self._components.tuner.parameters(self.agent)
        count = len(messages)
        summarized = bool(count) and messages.turn(0).covers is not None
        budget = TokenBudget(
            max_context_tokens=allowance.room,
            system_prompt_tokens=0,
            response_reserve_tokens=0,
            max_short_term_tokens=allowance.room,
            full_message_window=parameters.full_message_window if tier is None else 2 * tier.pairs,
            compression_trigger_ratio=parameters.compression_trigger,
        )
        # Each is weighed as it will be shown, so that what fits here is not over the budget there.
        newest_first = (
            replace(messages.turn(place), tokens=allowance.weight(messages[place]))
            for place in range(count - 1, summarized - 1, -1)
        )
        forms = fitted(newest_first, budget, Shortener(allowance.form_weight))
        return chosen(
            messages,
            {count - 1 - distance: text for distance, text in forms.items()},
            allowance,
            summarized=summarized,
        )


class DurableConversation(OpenConversation):
    """A conversation that is stored, searched and learned from like every other."""

    retention = Retention.DURABLE

    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
        speaker: str | None = None,
    ) -> Message:
        """Keep one message; on return it is on the disk."""
        components = self._components
        recording.check_can_record(components)
        new = components.intake.turn(content, role=role, speaker=speaker, at=at, id=id)
        return message_of(recording.store_turn(components, self.agent, self.id, new))

    def answered(self, content: str, *, whole: bool = True) -> Message | None:
        """Keep what a model has said; half an answer is stored as such."""
        if whole or not content.strip():
            return super().answered(content)
        components = self._components
        recording.check_can_record(components)
        half = {"unfinished": True}
        new = components.intake.turn(content, role=Role.ASSISTANT, metadata=half)
        return message_of(recording.store_turn(components, self.agent, self.id, new))

    def begin(self, title: str | None = None) -> Conversation:
        """Store the conversation before anything is said in it."""
        components = self._components
        recording.check_can_record(components)
        now = components.clock.now()
        new = Conversation(
            id=self.id,
            title=components.intake.label(title, "title"),
            started_at=now,
            last_at=now,
            turns=0,
            created_at=now,
        )
        components.store.write(self.agent, RestoreConversation(new))
        return self.known() or new

    def known(self) -> Conversation | None:
        """The stored conversation."""
        return self._components.store.conversation(self.agent, self.id)

    def page(self, *, after: str | None = None, limit: int) -> list[Message]:
        """Some stored messages; those that a summary stands for are marked as compressed."""
        store = self._components.store
        last = None if after is None else store.turn(self.agent, self.id, after)
        if after is not None and last is None:
            raise InvalidInput(f"there is no message {after!r} to go on from", field="cursor")
        index = -1 if last is None else last.index
        turns = store.window(self.agent, self.id, after=index, limit=limit)
        summary = store.stretch(self.agent, self.id, last=1).first
        return [message_of(turn, covered=stands_for(summary, turn)) for turn in turns]

    def messages(self) -> list[Message]:
        """Every stored message, in order; those that a summary stands for are marked as compressed."""
        return in_place(self._components.store.turns(self.agent, self.id))

    def compress(self, *, older_than: str, summary: str | None = None) -> Message | None:
        """Show a summary in place of every message before the one named; the stored messages stay as they are."""
        components = self._components
        recording.check_can_record(components)
        name = checks.check_id(older_than, "older_than")
        bound = components.store.turn(self.agent, self.id, name)
        if bound is None:
            message = f"there is no message {name!r} in conversation {self.id!r}"
            raise NotFound(message, field="older_than")
        words = None if summary is None else components.intake.content(summary, "summary")
        if words is not None:  # the mark before it takes room as well
            components.intake.content(f"{SUMMARY_MARK}\n{words}", "summary")
        shown = components.store.stretch(self.agent, self.id, last=_ALL)
        old = shown.first if shown.first and shown.first.covers is not None else None
        below = bound.index if bound.covers is None else bound.covers
        below = max(below, (old and old.covers) or 0)
        older = [turn for turn in shown.last if turn.index < below]
        if not older and (old is None or words is None):
            return message_of(old) if old else None
        text = words or self._told(old, older)
        new = components.intake.turn(f"{SUMMARY_MARK}\n{text}", role=Role.SYSTEM)
        if old and (old.content, old.covers) == (new.content, below):
            return message_of(old)
        # What was deleted while it was summarized stays deleted.
        return message_of(
            recording.store_turn(
                components, self.agent, self.id, replace(new, covers=below), beside=bound
            )
        )

    def _told(self, old: Turn | None, older: Sequence[Turn]) -> str:
        """What the earlier summary said, and one of the messages since; what is oldest goes where it is too much."""
        most = self._components.intake.max_content_bytes - len(f"{SUMMARY_MARK}\n")
        if old is None:
            return summarize(older, most)
        since = summarize(older, most // 2)
        earlier = old.content.removeprefix(f"{SUMMARY_MARK}\n")
        room = most - len(f"{since}\n".encode())
        if len(earlier.encode()) > room:
            earlier = "..." + earlier.encode()[3 - room :].decode(errors="ignore")
        return f"{earlier}\n{since}"

    def _stretch(self, last: int) -> Stretch:
        return self._components.recent.stretch(self.agent, self.id, last)

    def delete(self) -> None:
        """Remove the conversation, its turns, and what was learned from them; nothing is done where there is none."""
        if self._components.store.conversation(self.agent, self.id) is not None:
            recording.delete_conversation(self._components, self.agent, self.id)


class EphemeralConversation(OpenConversation):
    """A conversation in RAM alone: nothing is learned from it, and nothing of it is written anywhere."""

    retention = Retention.EPHEMERAL

    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
        speaker: str | None = None,
    ) -> Message:
        """Keep one message, until the conversation is over its time, or deleted, or the process ends."""
        components = self._components
        recording.check_enabled(components)
        # Where no thread works in the background, whoever speaks sweeps.
        components.ephemeral.sweep(components.clock.now())
        words = components.intake.content(content)
        voice = components.intake.label(speaker, "speaker")
        return components.ephemeral.add(self._place, role, words, id=id, at=at, speaker=voice)

    def begin(self, title: str | None = None) -> Conversation:
        """Make room for the conversation before anything is said in it."""
        components = self._components
        recording.check_enabled(components)
        components.ephemeral.sweep(components.clock.now())
        return components.ephemeral.begin(self._place, components.intake.label(title, "title"))

    def known(self) -> Conversation | None:
        """The conversation, as long as it is kept."""
        return self._components.ephemeral.conversation(self._place)

    def page(self, *, after: str | None = None, limit: int) -> list[Message]:
        """Some of the messages that are kept; where the one of this id is gone, those since then are all there are."""
        messages = self.messages()
        places = {message.id: place for place, message in enumerate(messages)}
        start = 0 if after is None else places.get(after, -1) + 1
        return messages[start : start + limit]

    def messages(self) -> list[Message]:
        """Every message that is kept, the first pinned."""
        return [*self._components.ephemeral.messages(self._place)]

    def delete(self) -> None:
        """Forget the conversation."""
        self._components.ephemeral.clear(self._place)

    def compress(self, *, older_than: str, summary: str | None = None) -> Message | None:  # noqa: ARG002 - the same for every conversation
        """Refused: what an ephemeral conversation keeps is bounded as it is."""
        message = "only a durable conversation is compressed; an ephemeral one keeps to its limits"
        raise InvalidInput(message, field="retention")

    def _stretch(self, last: int) -> Stretch:  # noqa: ARG002 - it is short, and comes whole
        messages = self._components.ephemeral.messages(self._place)
        turns = tuple(
            Turn(
                id=message.id,
                conversation=self.id,
                index=index,
                role=message.role,
                content=message.content,
                at=message.timestamp,
                recorded_at=message.timestamp,
                tokens=message.token_count or 0,
                speaker=message.speaker,
            )
            for index, message in enumerate(messages)
        )
        return Stretch(count=len(turns), first=turns[0] if turns else None, last=turns)

    @property
    def _place(self) -> Place:
        return Place(self.agent, self.id)


class ChatConversation(EphemeralConversation):
    """A conversation of `/chat`: its last messages, for as long as it is not idle."""

    @property
    def _place(self) -> Place:
        return Place(self.agent, self.id, Profile.CHAT)


KINDS: dict[Retention, Callable[[Components, str, str], OpenConversation]] = {
    Retention.DURABLE: DurableConversation,
    Retention.EPHEMERAL: EphemeralConversation,
}
