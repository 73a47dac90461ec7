"""Conversations that live in RAM and nowhere else, within limits of number, length, time and bytes.

Nothing here writes, logs or starts a thread: whoever owns the store calls `sweep` as time goes by.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime, timedelta

from recollect.conversations.held import Held, HeldConversation, Place
from recollect.conversations.limits import PROFILES, Limits, Profile
from recollect.domain import checks
from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.conversation import Conversation
from recollect.domain.message import Message
from recollect.domain.ports import Clock, TokenCounter
from recollect.domain.turn import Role
from recollect.errors import Closed, Conflict, InvalidInput


class Ephemeral:
    """All ephemeral conversations, by place. Safe for threads.

    Over its bytes it forgets whole conversations, the least recently used first, and at last the oldest messages of
    the one that grows. To be read or added to is to be used; only a new message keeps a conversation from expiring.
    """

    def __init__(
        self,
        clock: Clock,
        counter: TokenCounter,
        max_bytes: int,
        limits: Mapping[Profile, Limits] = PROFILES,
    ) -> None:
        self._clock = clock
        self._counter = counter
        self._max_bytes = max_bytes
        self._limits = dict(limits)
        self._lock = threading.Lock()
        self._nbytes = 0
        self._closed = False
        # By use over all profiles; and in each the order in which its limits let them go.
        self._talks: OrderedDict[Place, HeldConversation] = OrderedDict()
        self._leaving: dict[Profile, OrderedDict[Place, None]] = {
            profile: OrderedDict() for profile in self._limits
        }
        self._swept = dict.fromkeys(self._limits, clock.now())

    def __repr__(self) -> str:
        """How much there is, and none of it."""
        return f"<Ephemeral: {len(self._talks):,} conversations, {self._nbytes:,} bytes>"

    @property
    def nbytes(self) -> int:
        """What all conversations weigh, never more than the limit."""
        with self._lock:
            return self._nbytes

    def begin(self, place: Place, title: object = None) -> Conversation:
        """Begin a conversation before anything is said in it; one that goes on stays as it is."""
        label = checks.check_label(title, "title")
        with self._lock:
            now = self._now()
            talk = self._live(place, now)
            if talk is None:
                talk = HeldConversation(place, now, label)
                self._check_room(talk.nbytes, "title")
                self._enter(talk)
                self._make_room(talk, 0)
            return talk.conversation()

    def add(
        self,
        place: Place,
        role: object,
        content: object,
        *,
        id: object = None,  # noqa: A002 - the public name
        at: object = None,
        speaker: object = None,
    ) -> Message:
        """Keep a message and return it; the same id with the same words is kept once, with others a Conflict.

        `at` is what its timestamp says; the order is that of arrival, and time runs by the clock alone.
        """
        moment = self._clock.now() if at is None else checks.check_moment(at, "at")
        name = f"m_{secrets.token_hex(8)}" if id is None else checks.check_id(id, "id")
        spoken, words = _role(role), _words(content)
        voice = checks.check_label(speaker, "speaker")
        held = Held(name, spoken, words.encode(), moment, self._counter(words), voice)
        with self._lock:
            now = self._now()
            talk = self._live(place, now) or HeldConversation(place, now)
            known = None if id is None else talk.find(name)
            if known is None:
                self._take(talk, held, now)
            elif (known.role, known.words) != (held.role, held.words):
                raise Conflict(f"the message {name!r:.80} is already here with other words")
            self._use(place)
        return (known or held).message()

    def messages(self, place: Place) -> tuple[Message, ...]:
        """Copies of what is kept of a conversation, in its order; nothing where it is over, or never began."""
        with self._lock:
            talk = self._live(place, self._now())
            if talk is None:
                return ()
            self._use(place)
            held = tuple(talk.held)
        return tuple(each.message() for each in held)

    def conversation(self, place: Place) -> Conversation | None:
        """One conversation as lists show it; to look is not to use."""
        with self._lock:
            talk = self._live(place, self._now())
            return None if talk is None else talk.conversation()

    def conversations(self, agent: str, profile: Profile) -> tuple[Conversation, ...]:
        """The conversations of an agent, the one started last first."""
        with self._lock:
            now = self._now()
            mine = [place for place in reversed(self._of(profile)) if place.agent == agent]
            talks = [self._live(place, now) for place in mine]
            found = [talk.conversation() for talk in talks if talk is not None]
        return tuple(sorted(found, key=lambda each: each.started_at, reverse=True))

    def clear(self, place: Place) -> bool:
        """Forget one conversation; whether there was one."""
        with self._lock:
            there = self._live(place, self._now()) is not None
            if there:
                self._drop(place)
        return there

    def clear_agent(self, agent: str, profile: Profile | None = None) -> int:
        """Forget the conversations of an agent, in one profile or in all, and say how many there were."""
        with self._lock:
            return self._drop_all([place for place in self._of(profile) if place.agent == agent])

    def clear_every(self, profile: Profile | None = None, reach: Reach = EVERYBODY) -> int:
        """Forget the conversations of all agents, in one profile or in all, and say how many there were."""
        with self._lock:
            return self._drop_all([p for p in self._of(profile) if reach.covers(p.agent)])

    def sweep(self, now: datetime) -> int:
        """Forget what is over, where a profile's time between two sweeps has passed, and say how many there were."""
        with self._lock:
            return sum(self._sweep(profile, now) for profile in self._limits)

    def close(self) -> None:
        """Forget everything and refuse what comes after; closing twice is fine, and so is a last sweep."""
        with self._lock:
            self._drop_all(self._of(None))
            self._closed = True

    # What follows is done under the lock.

    def _now(self) -> datetime:
        if self._closed:
            raise Closed("this memory has been closed: its ephemeral conversations are gone")
        return self._clock.now()

    def _of(self, profile: Profile | None) -> list[Place]:
        return list(self._talks if profile is None else self._leaving[profile])

    def _live(self, place: Place, now: datetime) -> HeldConversation | None:
        """The conversation, which is forgotten here and now if it is over."""
        talk = self._talks.get(place)
        if talk is None:
            return None
        if self._limits[place.profile].expired(now - talk.last, now - talk.started):
            self._drop(place)
            return None
        return talk

    def _take(self, talk: HeldConversation, held: Held, now: datetime) -> None:
        limits = self._limits[talk.place.profile]
        pinned = int(limits.pin_first)
        stays = sum(m.nbytes for m in [*talk.held[:pinned], held])
        self._check_room(talk.frame + stays, "content")
        self._enter(talk)
        self._nbytes += held.nbytes
        talk.append(held, now)
        while len(talk.held) > limits.max_messages:
            self._shorten(talk, pinned)
        self._make_room(talk, pinned)

    def _enter(self, talk: HeldConversation) -> None:
        """Count a conversation in, where it is new."""
        if talk.place not in self._talks:
            self._nbytes += talk.nbytes
            self._talks[talk.place] = talk
            self._leaving[talk.place.profile][talk.place] = None

    def _check_room(self, needed: int, field: str) -> None:
        """Refuse what would not fit if nothing else were here, before anything is forgotten for it."""
        if needed > self._max_bytes:
            message = (
                f"{field} does not fit: with what stays beside it, it takes {needed:,} bytes, and all ephemeral "
                f"conversations together may take {self._max_bytes:,} (setting ephemeral_max_mb)"
            )
            raise InvalidInput(message, field=field)

    def _make_room(self, talk: HeldConversation, pinned: int) -> None:
        self._use(talk.place)
        leaving = self._leaving[talk.place.profile]
        while len(leaving) > self._limits[talk.place.profile].max_conversations:
            self._drop(next(iter(leaving)))
        while self._nbytes > self._max_bytes and len(self._talks) > 1:
            self._drop(next(iter(self._talks)))
        while self._nbytes > self._max_bytes:
            self._shorten(talk, pinned)

    def _use(self, place: Place) -> None:
        self._talks.move_to_end(place)
        if not self._limits[place.profile].oldest_first:
            self._leaving[place.profile].move_to_end(place)

    def _shorten(self, talk: HeldConversation, pinned: int) -> None:
        before = talk.nbytes
        talk.drop(pinned)
        self._nbytes -= before - talk.nbytes

    def _drop(self, place: Place) -> None:
        self._nbytes -= self._talks.pop(place).nbytes
        del self._leaving[place.profile][place]

    def _drop_all(self, places: list[Place]) -> int:
        for place in places:
            self._drop(place)
        return len(places)

    def _sweep(self, profile: Profile, now: datetime) -> int:
        # A clock that was set back sweeps at once rather than wait until it has caught up.
        if timedelta(0) <= now - self._swept[profile] < self._limits[profile].sweep_every:
            return 0
        self._swept[profile] = now
        places = self._of(profile)
        return sum(self._live(place, now) is None for place in places)


def _words(content: object) -> str:
    text = checks.check_text(content, "content")
    if not text.strip():
        raise InvalidInput("content is empty: there is nothing to remember", field="content")
    return text


def _role(value: object) -> Role:
    # Unlike elsewhere the refused value is not shown: it may be the words, given in the wrong place.
    found = next((role for role in Role if role == value), None)
    if found is None:
        raise InvalidInput(f"role is not known; it is one of: {', '.join(Role)}", field="role")
    return found
