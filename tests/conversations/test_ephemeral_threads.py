"""S1: many threads at once lose nothing and mix nothing."""

import sys
import threading
from collections import Counter

import pytest

from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.limits import PROFILES, ConversationPurpose, Limits

THREADS, CONVERSATIONS = 16, 500


@pytest.fixture
def hurried():
    """Threads take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work):
    """Run the work in every thread, all starting together, and raise what any of them raised."""
    start, failures = threading.Barrier(THREADS), []

    def run(thread):
        start.wait()
        try:
            work(thread)
        except BaseException as failure:
            failures.append(failure)
            raise

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def place(number):
    return ConversationKey(
        f"agent {number % 7}", f"conversation {number}", ConversationPurpose.CHAT
    )


def theirs(thread):
    """A hundred of the five hundred conversations; each thread shares some with others."""
    return [(thread * 31 + step) % CONVERSATIONS for step in range(100)]


@pytest.mark.usefixtures("hurried")
def test_s1_sixteen_threads_in_five_hundred_conversations_lose_and_mix_nothing(keeping):
    limits = Limits(max_messages=1_000, max_conversations=CONVERSATIONS)
    kept = keeping({ConversationPurpose.CHAT: limits})

    def work(thread):
        for round_ in range(3):
            for number in theirs(thread):
                kept.add(place(number), "user", f"{number} {thread} {round_}")
                read = [message.content.split() for message in kept.messages(place(number))]
                assert all(words[0] == str(number) for words in read)
                mine = [int(words[2]) for words in read if words[1] == str(thread)]
                assert mine == list(range(round_ + 1))

    at_once(work)
    expected = Counter(number for thread in range(THREADS) for number in theirs(thread))
    for number in range(CONVERSATIONS):
        assert len(kept.messages(place(number))) == 3 * expected[number]


@pytest.mark.usefixtures("hurried")
def test_s1_threads_that_begin_the_same_conversations_at_once_all_find_their_words_in_them(keeping):
    kept = keeping(
        {ConversationPurpose.CHAT: Limits(max_messages=1_000, max_conversations=CONVERSATIONS)}
    )

    def work(thread):
        for number in range(CONVERSATIONS):
            kept.add(place(number), "user", str(thread))

    at_once(work)
    everyone = sorted(map(str, range(THREADS)))
    for number in range(CONVERSATIONS):
        assert sorted(message.content for message in kept.messages(place(number))) == everyone


@pytest.mark.usefixtures("hurried")
def test_s1_under_pressure_the_limits_hold_and_the_count_of_bytes_stays_true(keeping):
    kept = keeping(
        {ConversationPurpose.CHAT: Limits(max_messages=4, max_conversations=50), **_sessions()},
        max_bytes=60_000,
    )

    def work(thread):
        for step, number in enumerate(theirs(thread)):
            where = ConversationKey("a", str(number), list(ConversationPurpose)[number % 2])
            kept.add(where, "user", f"{number} {'x' * (step * 7 % 900)}")
            assert all(m.content.split()[0] == str(number) for m in kept.messages(where))
            assert kept.nbytes <= 60_000
            if step % 10 == 0:
                kept.clear(
                    ConversationKey(
                        "a", str(number - 1), list(ConversationPurpose)[(number - 1) % 2]
                    )
                )
            if step % 25 == 0:
                kept.clear_every(ConversationPurpose.SESSION)

    at_once(work)
    assert kept.nbytes == sum(talk.nbytes for talk in kept._conversations.values())
    for talk in kept._conversations.values():
        assert talk.nbytes == talk.key.nbytes + sum(held.nbytes for held in talk.messages)
    kept.clear_every()
    assert kept.nbytes == 0


def _sessions():
    return {ConversationPurpose.SESSION: PROFILES[ConversationPurpose.SESSION]}
