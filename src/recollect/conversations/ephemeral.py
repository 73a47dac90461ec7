"""Conversations that exist only in RAM, with limits on number, length, time and bytes.

Nothing here writes, logs or starts a thread: the owner calls `sweep` from time to time.
"""

import hashlib
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from recollect.conversations.in_memory import ConversationKey, InMemoryConversation, InMemoryMessage
from recollect.conversations.limits import PROFILES, ConversationPurpose, Limits
from recollect.domain import checks
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.conversation import Conversation
from recollect.domain.message import Message
from recollect.domain.ports import Clock, TokenCounter
from recollect.domain.turn import Role
from recollect.errors import Closed, Conflict, InvalidInput

# Ids of conversations that have ended; they are digests, so that nothing can be read from them.
_MAX_NAMED: Final = 10_000


class Ephemeral:
    """All ephemeral conversations. Thread-safe.

    Where a limit is reached, the agent that has most makes room: of too many conversations its
    first in order goes, of too many bytes its least recently used one, and finally the oldest
    messages of the growing conversation. So no agent can push out those of the others. Reading and
    adding both count as use, but only a new message keeps a conversation from expiring.
    """

    def __init__(
        self,
        clock: Clock,
        counter: TokenCounter,
        max_bytes: int,
        limits: Mapping[ConversationPurpose, Limits] = PROFILES,
    ) -> None:
        self._clock = clock
        self._counter = counter
        self._max_bytes = max_bytes
        self._limits = dict(limits)
        self._lock = threading.Lock()
        self._total = 0
        self._by_agent: Counter[str] = Counter()
        self._closed = False
        # Least recently used first, over all profiles; and the order of eviction within each.
        self._conversations: OrderedDict[ConversationKey, InMemoryConversation] = OrderedDict()
        self._eviction_order: dict[ConversationPurpose, OrderedDict[ConversationKey, None]] = {
            profile: OrderedDict() for profile in self._limits
        }
        # By agent, and a digest of the conversation: what was named as ephemeral stays so after it
        # has expired or made room, so that a late message is not stored by mistake.
        self._named: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._last_sweep = dict.fromkeys(self._limits, clock.now())

    def __repr__(self) -> str:
        """Counts only, never content."""
        return f"<Ephemeral: {len(self._conversations):,} conversations, {self._total:,} bytes>"

    @property
    def nbytes(self) -> int:
        """The size of all conversations in bytes, never above the limit."""
        with self._lock:
            return self._total

    def name(self, key: ConversationKey) -> None:
        """Note that a conversation is to exist in RAM only, before anything is said in it."""
        with self._lock:
            self._now()
            self._note(key)

    def was_named(self, key: ConversationKey) -> bool:
        """Whether it was named as ephemeral, also after it expired, unless it was deleted.

        Without the lock, which every stored turn would wait for, and which a signal handler that
        stores one in the midst of this would never get. A conversation that goes meanwhile is still
        among the names.
        """
        self._now()
        return key in self._conversations or _name_of(key) in self._named

    def begin(self, key: ConversationKey, title: object = None) -> Conversation:
        """Begin a conversation before its first message; an existing one stays unchanged."""
        label = checks.check_label(title, "title")
        with self._lock:
            now = self._now()
            conversation = self._live(key, now)
            if conversation is None:
                conversation = InMemoryConversation(key, now, label)
                self._check_size(conversation.nbytes, "title")
                self._register(conversation)
                self._evict(conversation, 0)
            return conversation.to_conversation()

    def add(
        self,
        key: ConversationKey,
        role: object,
        content: object,
        *,
        id: object = None,  # noqa: A002 - the public name
        at: object = None,
        speaker: object = None,
    ) -> Message:
        """Store a message and return it.

        Adding the same id and content again has no effect; other content is a Conflict. `at` only
        sets the timestamp: messages are ordered by arrival and expire by the clock.
        """
        timestamp = self._clock.now() if at is None else checks.check_moment(at, "at")
        message_id = f"m_{secrets.token_hex(8)}" if id is None else checks.check_id(id, "id")
        checked_role, text = _check_role(role), _check_content(content)
        label = checks.check_label(speaker, "speaker")
        tokens = self._counter(text)
        message = InMemoryMessage(message_id, checked_role, text.encode(), timestamp, tokens, label)
        with self._lock:
            now = self._now()
            conversation = self._live(key, now) or InMemoryConversation(key, now)
            known = None if id is None else conversation.find(message_id)
            if known is None:
                self._append(conversation, message, now)
            elif (known.role, known.content) != (message.role, message.content):
                raise Conflict(f"the message {message_id!r:.80} already exists with other content")
            self._use(key)
        return (known or message).to_message()

    def messages(self, key: ConversationKey) -> tuple[Message, ...]:
        """Copies of a conversation's messages, in order; empty if it expired or never began."""
        with self._lock:
            conversation = self._live(key, self._now())
            if conversation is None:
                return ()
            self._use(key)
            messages = tuple(conversation.messages)
        return tuple(message.to_message() for message in messages)

    def conversation(self, key: ConversationKey) -> Conversation | None:
        """The description of a conversation; None if there is none. This does not count as use."""
        with self._lock:
            conversation = self._live(key, self._now())
            return None if conversation is None else conversation.to_conversation()

    def conversations(self, agent: str, profile: ConversationPurpose) -> tuple[Conversation, ...]:
        """The conversations of an agent, most recently started first."""
        with self._lock:
            now = self._now()
            keys = [key for key in reversed(self._keys(profile)) if key.agent == agent]
            live = [self._live(key, now) for key in keys]
            found = [conversation.to_conversation() for conversation in live if conversation]
        return tuple(sorted(found, key=lambda each: each.started_at, reverse=True))

    def delete_message(self, key: ConversationKey, message_id: str) -> bool:
        """Forget one message and return whether there was one."""
        with self._lock:
            conversation = self._live(key, self._now())
            ids = [message.id for message in conversation.messages] if conversation else []
            if conversation is None or message_id not in ids:
                return False
            self._shorten(conversation, ids.index(message_id))
        return True

    def clear(self, key: ConversationKey) -> bool:
        """Forget one conversation and return whether there was one."""
        with self._lock:
            exists = self._live(key, self._now()) is not None
            if exists:
                self._drop(key)
            self._named.pop(_name_of(key), None)
        return exists

    def clear_agent(self, agent: str, profile: ConversationPurpose | None = None) -> int:
        """Forget the conversations of an agent, in one profile or all; return their number."""
        return self.clear_every(profile, Reach(only=agent))

    def clear_every(
        self, profile: ConversationPurpose | None = None, reach: Reach = ALL_AGENTS
    ) -> int:
        """Forget the conversations of all agents, in one profile or all; return their number."""
        with self._lock:
            for name in [name for name in self._named if reach.covers(name[0])]:
                del self._named[name]
            return self._drop_all([p for p in self._keys(profile) if reach.covers(p.agent)])

    def sweep(self, now: datetime) -> int:
        """Forget expired conversations of the profiles due for a sweep, and return their number."""
        with self._lock:
            return sum(self._sweep(profile, now) for profile in self._limits)

    def close(self) -> None:
        """Forget everything and reject later calls, except further sweeps and closes."""
        with self._lock:
            self._drop_all(self._keys(None))
            self._named.clear()
            self._closed = True

    # The lock must be held for all methods below.

    def _now(self) -> datetime:
        if self._closed:
            raise Closed("this memory has been closed: its ephemeral conversations no longer exist")
        return self._clock.now()

    def _keys(self, profile: ConversationPurpose | None) -> list[ConversationKey]:
        return list(self._conversations if profile is None else self._eviction_order[profile])

    def _live(self, key: ConversationKey, now: datetime) -> InMemoryConversation | None:
        """The conversation, unless it has expired; then it is forgotten now."""
        conversation = self._conversations.get(key)
        if conversation is None:
            return None
        if self._limits[key.profile].has_expired(
            now - conversation.last, now - conversation.started
        ):
            self._drop(key)
            return None
        return conversation

    def _append(
        self, conversation: InMemoryConversation, message: InMemoryMessage, now: datetime
    ) -> None:
        limits = self._limits[conversation.key.profile]
        pinned = int(limits.pin_first)
        required = sum(m.nbytes for m in [*conversation.messages[:pinned], message])
        self._check_size(conversation.base_nbytes + required, "content")
        self._register(conversation)
        self._count(conversation.key.agent, message.nbytes)
        conversation.append(message, now)
        while len(conversation.messages) > limits.max_messages:
            self._shorten(conversation, pinned)
        self._evict(conversation, pinned)

    def _register(self, conversation: InMemoryConversation) -> None:
        """Add a conversation if it is new."""
        if conversation.key not in self._conversations:
            self._count(conversation.key.agent, conversation.nbytes)
            self._conversations[conversation.key] = conversation
            self._eviction_order[conversation.key.profile][conversation.key] = None
            self._note(conversation.key)

    def _note(self, key: ConversationKey) -> None:
        if key.profile is ConversationPurpose.SESSION:
            self._named[_name_of(key)] = None
            self._named.move_to_end(_name_of(key))
            # Those that still exist are found among the conversations.
            while len(self._named) > _MAX_NAMED:
                self._named.popitem(last=False)

    def _check_size(self, needed: int, field: str) -> None:
        """Reject what could never fit, before anything is evicted for it."""
        if needed > self._max_bytes:
            message = (
                f"{field} does not fit: it needs {needed:,} bytes, and all ephemeral conversations"
                f" together may use {self._max_bytes:,} (setting ephemeral_max_mb)"
            )
            raise InvalidInput(message, field=field)

    def _evict(self, conversation: InMemoryConversation, pinned: int) -> None:
        self._use(conversation.key)
        order = self._eviction_order[conversation.key.profile]
        while len(order) > self._limits[conversation.key.profile].max_conversations:
            counts = Counter(key.agent for key in order)
            most = max(counts.values())
            self._drop(next(key for key in order if counts[key.agent] == most))
        while self._total > self._max_bytes:
            self._free_bytes(conversation, pinned)

    def _free_bytes(self, growing: InMemoryConversation, pinned: int) -> None:
        """Take something from the agent with the most bytes."""
        (largest, _), *_ = self._by_agent.most_common(1)
        others = [key for key in self._conversations if key != growing.key]
        own = next((key for key in others if key.agent == largest), None)
        if own is not None:
            self._drop(own)
        elif len(growing.messages) > pinned + 1:
            self._shorten(growing, pinned)
        else:
            # Nothing else of the growing conversation can go.
            self._drop(others[0])

    def _use(self, key: ConversationKey) -> None:
        self._conversations.move_to_end(key)
        if not self._limits[key.profile].oldest_first:
            self._eviction_order[key.profile].move_to_end(key)

    def _shorten(self, conversation: InMemoryConversation, pinned: int) -> None:
        before = conversation.nbytes
        conversation.drop(pinned)
        self._count(conversation.key.agent, conversation.nbytes - before)

    def _count(self, agent: str, added: int) -> None:
        self._total += added
        self._by_agent[agent] += added
        if not self._by_agent[agent]:
            del self._by_agent[agent]

    def _drop(self, key: ConversationKey) -> None:
        self._count(key.agent, -self._conversations.pop(key).nbytes)
        del self._eviction_order[key.profile][key]

    def _drop_all(self, keys: list[ConversationKey]) -> int:
        for key in keys:
            self._drop(key)
        return len(keys)

    def _sweep(self, profile: ConversationPurpose, now: datetime) -> int:
        # If the clock was set back, sweep now rather than wait until it has caught up.
        if timedelta(0) <= now - self._last_sweep[profile] < self._limits[profile].sweep_every:
            return 0
        self._last_sweep[profile] = now
        keys = self._keys(profile)
        return sum(self._live(key, now) is None for key in keys)


def _name_of(key: ConversationKey) -> tuple[str, str]:
    # Any string names a conversation here, also one that is not valid Unicode.
    name = key.conversation.encode("utf-8", "surrogatepass")
    return key.agent, hashlib.sha256(name).hexdigest()


def _check_content(content: object) -> str:
    text = checks.check_text(content, "content")
    if not text.strip():
        raise InvalidInput("content is empty: there is nothing to remember", field="content")
    return text


def _check_role(value: object) -> Role:
    # The message omits the value, which may be content passed as the wrong argument.
    known = next((role for role in Role if role == value), None)
    if known is None:
        raise InvalidInput(f"unknown role; use one of: {', '.join(Role)}", field="role")
    return known
