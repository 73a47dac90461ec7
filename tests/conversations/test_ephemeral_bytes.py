"""S1: the bytes of all ephemeral conversations stay under their cap, whatever clients do."""

import tracemalloc
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import examples
from recollect.budget.counters import by_characters
from recollect.conversations.ephemeral import Ephemeral
from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.limits import ConversationPurpose, Limits
from recollect.errors import InvalidInput
from recollect.testing import FixedClock

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
WIDE = Limits(max_messages=10_000, max_conversations=10_000)
PINNED = Limits(max_messages=10_000, max_conversations=10_000, pin_first=True)


def place(name, profile=ConversationPurpose.CHAT, agent="default"):
    return ConversationKey(agent, name, profile)


def said(kept, where):
    return [message.content for message in kept.messages(where)]


@pytest.fixture
def narrow(keeping):
    return keeping(
        {ConversationPurpose.CHAT: WIDE, ConversationPurpose.SESSION: PINNED}, max_bytes=10_000
    )


def test_s1_when_bytes_run_out_the_least_recently_used_of_all_profiles_goes_first(narrow):
    for name, profile in (
        ("a", ConversationPurpose.SESSION),
        ("b", ConversationPurpose.CHAT),
        ("c", ConversationPurpose.SESSION),
    ):
        narrow.add(place(name, profile), "user", "x" * 1_500)
    narrow.messages(place("a", ConversationPurpose.SESSION))
    narrow.add(place("d"), "user", "x" * 1_500)
    assert said(narrow, place("b")) == []
    assert len(said(narrow, place("a", ConversationPurpose.SESSION))) == 1
    assert len(said(narrow, place("c", ConversationPurpose.SESSION))) == 1


def test_s1_a_conversation_that_fills_everything_loses_its_own_oldest_messages(narrow):
    narrow.add(place("other"), "user", "hello")
    for number in range(20):
        narrow.add(place("c"), "user", f"{number} " + "x" * 2_000)
    assert [words.split()[0] for words in said(narrow, place("c"))] == ["16", "17", "18", "19"]
    assert said(narrow, place("other")) == []


def test_when_bytes_run_out_the_agent_with_most_of_them_loses_its_own_first(narrow):
    small = place("s", agent="small")
    narrow.add(small, "user", "hello")
    for name in "abcdefgh":
        narrow.add(place(name, agent="large"), "user", name * 1_500)
    for number in range(20):
        narrow.add(place("one", agent="large"), "user", f"{number} " + "x" * 2_000)
    assert said(narrow, small) == ["hello"]
    assert [words.split()[0] for words in said(narrow, place("one", agent="large"))] == [
        "17",
        "18",
        "19",
    ]


def test_a_message_that_needs_nearly_all_bytes_is_stored_all_the_same(narrow):
    for name in "abc":
        narrow.add(place(name, agent=name), "user", "hello")
    narrow.add(place("large"), "user", "x" * 8_500)
    assert len(said(narrow, place("large"))) == 1
    assert said(narrow, place("a", agent="a")) == []


def test_s1_and_its_pinned_first_message_stays(narrow):
    where = place("s", ConversationPurpose.SESSION)
    for number in range(20):
        narrow.add(where, "user", f"{number} " + "x" * 2_000)
    assert [words.split()[0] for words in said(narrow, where)] == ["0", "17", "18", "19"]


def test_s1_a_message_over_the_cap_is_refused_and_nothing_is_forgotten_for_it(narrow):
    narrow.add(place("c"), "user", "hello")
    before = narrow.nbytes
    for where in (place("c"), place("new"), place("n" * 10_000)):
        with pytest.raises(InvalidInput, match=r"may use 10,000 \(setting ephemeral_max_mb\)"):
            narrow.add(where, "user", "x" * 10_000)
    assert narrow.nbytes == before
    assert said(narrow, place("c")) == ["hello"]


def test_s1_a_message_that_does_not_fit_beside_the_pinned_one_is_refused(narrow):
    where = place("s", ConversationPurpose.SESSION)
    narrow.add(where, "user", "x" * 5_000)
    narrow.add(where, "user", "second")
    with pytest.raises(InvalidInput, match="does not fit"):
        narrow.add(where, "user", "x" * 5_000)
    assert said(narrow, where) == ["x" * 5_000, "second"]


def test_s1_the_cap_counts_what_utf_8_needs(narrow):
    with pytest.raises(InvalidInput):
        narrow.add(place("c"), "user", "語" * 3_400)
    narrow.add(place("c"), "user", "x" * 3_400)


@pytest.mark.parametrize(
    ("conversations", "messages", "words"),
    [
        (3_000, 1, "x"),
        (300, 10, "hello"),
        (30, 50, "é" * 200),
        (30, 50, "x" * 200 + "😀"),
        (2, 1_500, "x"),
    ],
)
def test_s1_python_needs_no_more_memory_than_was_counted(conversations, messages, words):
    kept = Ephemeral(FixedClock(NOW), by_characters, 2**30, {ConversationPurpose.CHAT: WIDE})
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for name in range(conversations):
            for number in range(messages):
                kept.add(place(f"conversation {name}"), "user", words + str(number))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) <= kept.nbytes <= 2 * (after - before)


PLACES = st.builds(
    ConversationKey,
    st.sampled_from("ab"),
    st.sampled_from(["x", "y", "名"]),
    st.sampled_from(ConversationPurpose),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), PLACES, st.sampled_from([1, 10, 300, 900, 2_500])),
        st.tuples(st.just("read"), PLACES, st.none()),
        st.tuples(st.just("clear"), PLACES, st.none()),
        st.tuples(st.just("wait"), st.none(), st.sampled_from([1, 1_800, 3_601, 90_000])),
        st.tuples(st.just("sweep"), st.none(), st.none()),
    ),
    max_size=80,
)


def subsequence(short, long):
    rest = iter(long)
    return all(item in rest for item in short)


@settings(max_examples=examples(200))
@given(steps=STEPS, cap=st.integers(1_500, 12_000))
def test_s1_the_cap_holds_under_any_use_and_no_place_ever_shows_anothers_words(steps, cap):
    clock = FixedClock(NOW)
    kept = Ephemeral(clock, by_characters, cap)
    told = {}
    for number, (step, where, amount) in enumerate(steps):
        if step == "add":
            words = f"{number} {'語' * amount}"
            try:
                kept.add(where, "user", words)
                told.setdefault(where, []).append(words)
                assert said(kept, where)[-1] == words
            except InvalidInput:
                stays = (
                    said_quietly(kept, where)[:1]
                    if where.profile is ConversationPurpose.SESSION
                    else []
                )
                assert sum(len(each.encode()) for each in [*stays, words]) + 1_500 > cap
        elif step == "read":
            kept.messages(where)
        elif step == "clear":
            kept.clear(where)
            told.pop(where, None)
        elif step == "wait":
            clock.advance(amount)
        else:
            kept.sweep(clock.now())
        assert kept.nbytes <= cap
        for place_, words in told.items():
            assert subsequence(said_quietly(kept, place_), words)
    kept.clear_every()
    assert kept.nbytes == 0


def said_quietly(kept, where):
    """What is held, without using the conversation."""
    talk = kept._conversations.get(where)
    return [held.to_message().content for held in talk.messages] if talk else []


class Plain:
    """The same rules without bytes, written as plainly as they can be."""

    def __init__(self, limits):
        self.limits, self.talks, self.uses = limits, {}, 0

    def live(self, where, now):
        talk = self.talks.get(where)
        limits = self.limits[where.profile]
        if talk and (
            (limits.idle and now - talk["last"] > limits.idle)
            or (limits.age and now - talk["start"] > limits.age)
        ):
            talk = self.talks.pop(where) and None
        return talk

    def add(self, where, words, now):
        limits = self.limits[where.profile]
        self.uses += 1
        talk = self.live(where, now) or {"start": now, "made": self.uses, "words": []}
        self.talks[where] = talk | {"last": now, "used": self.uses}
        talk["words"].append(words)
        if len(talk["words"]) > limits.max_messages:
            del talk["words"][1 if limits.pin_first else 0]
        peers = [each for each in self.talks if each.profile is where.profile]
        if len(peers) > limits.max_conversations:
            by = "made" if limits.oldest_first else "used"
            counts = {
                each.agent: [peer.agent for peer in peers].count(each.agent) for each in peers
            }
            most = [each for each in peers if counts[each.agent] == max(counts.values())]
            del self.talks[min(most, key=lambda each: self.talks[each][by])]

    def read(self, where, now):
        talk = self.live(where, now)
        self.uses += 1
        if talk:
            talk["used"] = self.uses
        return talk["words"] if talk else []


SMALL = {
    ConversationPurpose.CHAT: Limits(
        max_messages=2, max_conversations=2, idle=NOW - NOW.replace(hour=11)
    ),
    ConversationPurpose.SESSION: Limits(
        max_messages=3,
        max_conversations=3,
        pin_first=True,
        oldest_first=True,
        age=NOW - NOW.replace(hour=9),
    ),
}


@settings(max_examples=examples(200))
@given(steps=STEPS)
def test_s1_s2_limits_do_what_their_plain_reading_says(steps):
    clock = FixedClock(NOW)
    kept, oracle = Ephemeral(clock, by_characters, 2**30, SMALL), Plain(SMALL)
    for number, (step, where, amount) in enumerate(steps):
        if step == "add":
            kept.add(where, "user", str(number))
            oracle.add(where, str(number), clock.now())
        elif step == "read":
            assert said(kept, where) == oracle.read(where, clock.now())
        elif step == "clear":
            assert kept.clear(where) is (oracle.live(where, clock.now()) is not None)
            oracle.talks.pop(where, None)
        elif step == "wait":
            clock.advance(amount)
        else:
            # A plain reading needs no sweep: it must make no difference but to memory.
            kept.sweep(clock.now())
            for place_ in list(oracle.talks):
                oracle.live(place_, clock.now())
    for where in list(oracle.talks):
        assert said(kept, where) == oracle.read(where, clock.now())
