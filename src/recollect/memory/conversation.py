"""`OpenConversation`: add messages, and get the window of them that fits a model."""

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Any, assert_never

from recollect.budget.analyzer import score
from recollect.budget.compressor import Shortener
from recollect.budget.fitting import fit_to_budget
from recollect.budget.partition import TokenBudget
from recollect.conversations.rewrite import Rewritten
from recollect.conversations.tail_messages import Messages, read_as_needed
from recollect.conversations.tiers import ModelTier, tier_of
from recollect.conversations.windows import Allowance, in_chosen_forms, last_n, seed_middle_tail
from recollect.domain import checks
from recollect.domain.conversation import Conversation, ConversationTail
from recollect.domain.framing import Framing
from recollect.domain.message import Message, Window
from recollect.domain.similarity import words_of
from recollect.domain.turn import Role
from recollect.memory import follow_ups
from recollect.wiring import Components


class Retention(StrEnum):
    """Whether a conversation is stored or kept in RAM only."""

    DURABLE = "durable"
    EPHEMERAL = "ephemeral"


class Strategy(StrEnum):
    """How a window is cut to its tokens."""

    LAST_N = "last-n"
    SEED_MIDDLE_TAIL = "seed-middle-tail"
    BUDGETED = "budgeted"


class OpenConversation(ABC):
    """One conversation of one agent."""

    retention: Retention

    def __init__(self, components: Components, agent: str, conversation: str) -> None:
        self.agent = agent
        self.id = conversation
        self._components = components

    def add(
        self,
        role: str,
        content: str,
        *,
        id: str | None = None,  # noqa: A002 - the public name
        at: datetime | str | None = None,
        speaker: str | None = None,
        origin: str | None = None,
    ) -> Message:
        """Add one message; repeating an id with the same content is a no-op.

        `origin` is that of `Agent.remember`. It is not kept of an ephemeral one, which nothing is
        learned from.
        """
        return self._add(content, role=role, speaker=speaker, at=at, id=id, origin=origin)

    @abstractmethod
    def _add(self, content: str, **fields: Any) -> Message:
        """Add one message."""

    @abstractmethod
    def begin(self, title: str | None = None) -> Conversation:
        """Create the conversation without messages; an existing one stays as it is."""

    @abstractmethod
    def info(self) -> Conversation | None:
        """The conversation as lists show it; None if it does not exist."""

    @abstractmethod
    def page(self, *, after: str | None = None, limit: int) -> list[Message]:
        """Messages in order of arrival, starting after the one with the id `after`."""

    @abstractmethod
    def messages(
        self, *, limit: int | None = None, offset: int = 0, last: int | None = None
    ) -> list[Message]:
        """Messages in order of arrival: all, some from an offset, or the last ones."""

    @abstractmethod
    def delete_message(self, message_id: str) -> None:
        """Delete one message, and what was learned from it; NotFound if there is none."""

    @abstractmethod
    def delete(self) -> None:
        """Delete the conversation."""

    def add_reply(self, content: str, *, whole: bool = True) -> Message | None:
        """Add a model's reply, `whole` or broken off; an empty one is ignored."""
        if not content.strip():
            return None
        metadata = {} if whole else {"unfinished": True}
        return self._add(content, role=Role.ASSISTANT, metadata=metadata)

    def _scored(self, message: Message) -> Message:
        """The message with its relevance as of now; a promoted one keeps its own."""
        if message.relevance is not None:
            return message
        age = self._components.clock.now() - message.timestamp
        points = score(message.role, message.content, age, words_of(message.content))
        return replace(message, relevance=points)

    def redacted(self, content: str, field: str = "content") -> str:
        """The text as it would be stored: checked and redacted."""
        return self._components.intake.content(content, field)

    def context(
        self,
        strategy: str = Strategy.SEED_MIDDLE_TAIL,
        *,
        tokens: int | None = None,
        framing: str | None = None,
        model: str | None = None,
    ) -> Window:
        """The window of this conversation for a model, never over its tokens.

        `last-n` shows the last messages in full, as many as suit the model if one is named;
        `seed-middle-tail` shows the first and last messages in full and the others shortened;
        `budgeted` shows as much as fits, with older messages compressed or left out. Without
        `tokens`, a named model gets its share of the context window.
        """
        wanted = checks.check_choice(strategy, "strategy", Strategy)
        frame = None if framing is None else checks.check_choice(framing, "framing", Framing)
        tier = None if model is None else tier_of(checks.check_id(model, "model"))
        max_tokens = self._default_tokens(wanted, tier) if tokens is None else tokens
        allowance = Allowance(self._components.counter, max_tokens, frame)
        return read_as_needed(
            self._tail, lambda messages: self._window(wanted, messages, allowance, tier)
        )

    def rewrite(self, question: str, *, model: str | None = None) -> str:
        """The question, rewritten to be understood without the conversation if it is a follow-up.

        The core model rewrites it if the named model, or else itself, has 14 billion parameters or
        more. Otherwise, and whenever it fails or is late, rules do.
        """
        return self.rewritten(question, model=model).text

    def rewritten(self, question: str, *, model: str | None = None) -> Rewritten:
        """The rewritten question, whether rules or the core model rewrote it, and why."""
        redact = self._components.intake.redact_text
        return follow_ups.rewritten(
            self._components,
            redact(checks.check_query(question, "question")),
            self._tail(follow_ups.HISTORY).last,
            model=checks.check_optional(checks.check_id, model, "model"),
        )

    @abstractmethod
    def compress(self, *, older_than: str, summary: str | None = None) -> Message | None:
        """Show a summary instead of all messages before `older_than`, which stay stored.

        Without a summary, one is made from their first lines, addresses, numbers and other facts.
        Returns the summary as a message; None if there are no older messages.
        """

    @abstractmethod
    def _tail(self, last: int) -> ConversationTail:
        """The last messages, from which a window is built."""

    def _default_tokens(self, strategy: Strategy, tier: ModelTier | None) -> int:
        """The token limit of a window; a named model has a share of its context for history."""
        budget = self._components.tuner.budget
        session = self._components.settings.session_max_tokens
        if tier is None:
            return budget.message_limit if strategy is Strategy.BUDGETED else session
        share = min(budget.message_limit, budget.max_context_tokens * tier.split.history // 100)
        return min(session, share) if strategy is Strategy.SEED_MIDDLE_TAIL else share

    def _last_messages(self, tier: ModelTier | None) -> int:
        """How many messages `last-n` shows: the setting, or as many pairs as suit the model."""
        return self._components.settings.memory_max_turns if tier is None else 2 * tier.pairs

    def _window(
        self, strategy: Strategy, messages: Messages, allowance: Allowance, tier: ModelTier | None
    ) -> Window:
        settings = self._components.settings
        match strategy:
            case Strategy.LAST_N:
                return last_n(messages, allowance, count=self._last_messages(tier))
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
            max_context_tokens=allowance.message_tokens,
            system_prompt_tokens=0,
            response_reserve_tokens=0,
            max_short_term_tokens=allowance.message_tokens,
            full_message_window=parameters.full_message_window if tier is None else 2 * tier.pairs,
            compression_trigger_ratio=parameters.compression_trigger,
        )
        # Counted as they will be rendered, so that the window does not exceed the budget.
        newest_first = (
            replace(messages.turn(place), tokens=allowance.tokens_of(messages[place]))
            for place in range(count - 1, summarized - 1, -1)
        )
        forms = fit_to_budget(newest_first, budget, Shortener(allowance.tokens_of_form))
        return in_chosen_forms(
            messages,
            {count - 1 - distance: text for distance, text in forms.items()},
            allowance,
            summarized=summarized,
        )
