"""S1, S2: conversations in RAM under the limits of two profiles."""

import json
import traceback
from datetime import UTC, datetime, timedelta

import pytest

from forked import run_python
from recollect.conversations.in_memory import ConversationKey
from recollect.conversations.limits import PROFILES, ConversationPurpose, Limits
from recollect.domain.plain import plain
from recollect.domain.turn import Role
from recollect.errors import Closed, Conflict, InvalidInput

MINUTE, HOUR = 60, 3_600


def chat(name, agent="default"):
    return ConversationKey(agent, name, ConversationPurpose.CHAT)


def session(name, agent="default"):
    return ConversationKey(agent, name, ConversationPurpose.SESSION)


def said(kept, place):
    return [message.content for message in kept.messages(place)]


def say(kept, place, *words):
    for word in words:
        kept.add(place, "user", word)


# S1: the short memory behind /chat.


def test_s1_the_last_eight_messages_are_kept_in_their_order(kept):
    say(kept, chat("c"), *map(str, range(12)))
    assert said(kept, chat("c")) == [str(number) for number in range(4, 12)]


def test_s1_a_conversation_is_forgotten_after_sixty_idle_minutes_and_not_before(kept, clock):
    say(kept, chat("c"), "hello")
    clock.advance(60 * MINUTE)
    assert said(kept, chat("c")) == ["hello"]
    clock.advance(1)
    assert said(kept, chat("c")) == []


def test_s1_a_new_message_begins_the_idle_time_anew_and_reading_does_not(kept, clock):
    say(kept, chat("c"), "one")
    clock.advance(59 * MINUTE)
    say(kept, chat("c"), "two")
    clock.advance(59 * MINUTE)
    assert said(kept, chat("c")) == ["one", "two"]
    clock.advance(2 * MINUTE)
    assert said(kept, chat("c")) == []


def test_s1_with_a_time_of_zero_nothing_expires(keeping, clock):
    kept = keeping({ConversationPurpose.CHAT: Limits(max_messages=8, max_conversations=500)})
    say(kept, chat("c"), "hello")
    clock.advance(10_000 * HOUR)
    kept.sweep(clock.now())
    assert said(kept, chat("c")) == ["hello"]


def test_s1_a_message_to_a_conversation_that_is_over_begins_a_new_one(kept, clock):
    say(kept, chat("c"), "old")
    clock.advance(61 * MINUTE)
    say(kept, chat("c"), "new")
    assert said(kept, chat("c")) == ["new"]
    assert kept.conversation(chat("c")).started_at == clock.now()


def test_s1_the_five_hundred_and_first_conversation_puts_out_the_least_recently_used(kept):
    for number in range(500):
        say(kept, chat(str(number)), "hello")
    kept.messages(chat("0"))
    say(kept, chat("1"), "again")
    say(kept, chat("500"), "hello")
    there = {each.id for each in kept.conversations("default", ConversationPurpose.CHAT)}
    assert there == {str(number) for number in range(501)} - {"2"}


def test_s1_the_limit_of_conversations_counts_those_of_all_agents(keeping):
    kept = keeping({ConversationPurpose.CHAT: Limits(max_messages=8, max_conversations=2)})
    for agent in ("a", "b", "c"):
        say(kept, chat("same", agent), agent)
    assert [said(kept, chat("same", agent)) for agent in ("a", "b", "c")] == [[], ["b"], ["c"]]


@pytest.mark.parametrize("place", [chat, session])
def test_an_agent_with_most_conversations_makes_room_for_those_of_others(kept, place):
    limit = PROFILES[place("x").profile].max_conversations
    for agent in ("small", "large", "late"):
        for number in range(3 * limit if agent == "large" else 2):
            say(kept, place(str(number), agent), agent)

    def there(agent):
        found = kept.conversations(agent, place("x").profile)
        return sorted(int(each.id) for each in found)

    assert there("small") == there("late") == [0, 1]
    assert there("large") == list(range(2 * limit + 4, 3 * limit))


def test_agents_with_equally_many_conversations_lose_the_first_of_all(keeping):
    kept = keeping({ConversationPurpose.CHAT: Limits(max_messages=8, max_conversations=4)})
    for name, agent in (("1", "b"), ("1", "a"), ("2", "a"), ("2", "b"), ("1", "new")):
        say(kept, chat(name, agent), "hello")
    assert said(kept, chat("1", "b")) == []
    assert said(kept, chat("1", "a")) == said(kept, chat("1", "new")) == ["hello"]


def test_s1_what_is_read_is_a_copy(kept):
    say(kept, chat("c"), "one")
    before = kept.messages(chat("c"))
    say(kept, chat("c"), "two")
    assert [message.content for message in before] == ["one"]
    assert kept.messages(chat("c"))[0] is not before[0]
    with pytest.raises(AttributeError):
        before[0].content = "another"


# S2: private sessions.


def test_s2_fifty_messages_are_kept_and_the_first_is_one_of_them(kept):
    say(kept, session("example.com:42"), *map(str, range(120)))
    expected = ["0", *map(str, range(71, 120))]
    assert said(kept, session("example.com:42")) == expected


def test_s2_a_session_is_over_a_day_after_its_start_however_lively_it_is(kept, clock):
    say(kept, session("s"), "first")
    clock.advance(23 * HOUR)
    say(kept, session("s"), "second")
    clock.advance(HOUR)
    assert said(kept, session("s")) == ["first", "second"]
    clock.advance(1)
    assert said(kept, session("s")) == []


def test_s2_of_more_than_a_hundred_sessions_the_one_started_first_goes(kept):
    for number in range(100):
        say(kept, session(str(number)), "hello")
    say(kept, session("0"), "still here")
    say(kept, session("100"), "hello")
    there = {each.id for each in kept.conversations("default", ConversationPurpose.SESSION)}
    assert there == {str(number) for number in range(1, 101)}


def test_s2_a_sweep_frees_what_is_over_every_thirty_minutes(kept, clock):
    say(kept, session("s"), "hello")
    clock.advance(24 * HOUR - 20 * MINUTE)
    assert kept.sweep(clock.now()) == 0
    clock.advance(21 * MINUTE)
    assert kept.sweep(clock.now()) == 0, "the last sweep was 21 minutes ago"
    assert kept.nbytes > 0
    clock.advance(9 * MINUTE)
    assert kept.sweep(clock.now()) == 1
    assert kept.nbytes == 0


def test_s2_a_sweep_keeps_what_is_not_over(kept, clock):
    say(kept, session("old"), "hello")
    clock.advance(24 * HOUR)
    say(kept, session("new"), "hello")
    clock.advance(1)
    assert kept.sweep(clock.now()) == 1
    assert said(kept, session("new")) == ["hello"]


def test_s2_a_clock_that_was_set_back_does_not_stop_the_sweep(kept, clock):
    kept.sweep(clock.now() + timedelta(days=300))
    say(kept, session("s"), "hello")
    clock.advance(25 * HOUR)
    assert kept.sweep(clock.now()) == 1


def test_s2_what_is_over_is_not_shown_before_it_is_swept(kept, clock):
    say(kept, session("s"), "hello")
    clock.advance(25 * HOUR)
    assert kept.conversations("default", ConversationPurpose.SESSION) == ()
    say(kept, session("t"), "hello")
    clock.advance(25 * HOUR)
    assert kept.conversation(session("t")) is None
    say(kept, session("u"), "hello")
    clock.advance(25 * HOUR)
    assert kept.clear(session("u")) is False
    assert kept.nbytes == 0


@pytest.mark.parametrize("name", ["", "example.com:42", "a\x00b", "\ud800", "名前", "x" * 5_000])
def test_s2_any_string_names_a_session(kept, name):
    say(kept, session(name), "hello")
    assert said(kept, session(name)) == ["hello"]


def test_s2_agents_names_and_profiles_are_kept_apart(kept):
    places = [
        ConversationKey(agent, name, profile)
        for agent in ("a", "b", "a:b")
        for name in ("x", "y", "b:x")
        for profile in ConversationPurpose
    ]
    for number, place in enumerate(places):
        say(kept, place, f"{number} first", f"{number} second")
    for number, place in enumerate(places):
        assert said(kept, place) == [f"{number} first", f"{number} second"]


def test_s2_clearing_one_leaves_the_others(kept):
    say(kept, session("a"), "hello")
    say(kept, session("b"), "hello")
    assert kept.clear(session("a")) is True
    assert kept.clear(session("a")) is False
    assert said(kept, session("a")) == []
    assert said(kept, session("b")) == ["hello"]


def test_s2_clearing_an_agent_leaves_the_other_agents(kept):
    for place in (session("a", "x"), chat("a", "x"), session("a", "y")):
        say(kept, place, "hello")
    assert kept.clear_agent("x", ConversationPurpose.SESSION) == 1
    assert said(kept, chat("a", "x")) == ["hello"]
    assert kept.clear_agent("x") == 1
    assert said(kept, session("a", "y")) == ["hello"]


def test_s2_clearing_all_forgets_everything_or_one_profile(kept):
    for place in (session("a", "x"), chat("a", "x"), session("a", "y")):
        say(kept, place, "hello")
    assert kept.clear_every(ConversationPurpose.SESSION) == 2
    assert said(kept, chat("a", "x")) == ["hello"]
    assert kept.clear_every() == 1
    assert kept.nbytes == 0


def test_s2_after_closing_nothing_is_kept_and_nothing_is_taken(kept, clock):
    say(kept, session("a"), "hello")
    kept.close()
    kept.close()
    assert kept.nbytes == 0
    assert kept.sweep(clock.now() + timedelta(days=9)) == 0
    for use in (
        lambda: say(kept, session("a"), "hello"),
        lambda: kept.messages(session("a")),
        lambda: kept.conversations("default", ConversationPurpose.SESSION),
        lambda: kept.clear(session("a")),
    ):
        with pytest.raises(Closed):
            use()


# What a message is.


def test_a_message_has_the_fields_of_the_contract(kept, clock):
    kept.add(session("s"), "assistant", "Hello there")
    [message] = kept.messages(session("s"))
    assert plain(message) == {
        "id": message.id,
        "role": "assistant",
        "content": "Hello there",
        "timestamp": clock.now().isoformat(),
        "token_count": 3,
        "is_compressed": False,
        "speaker": None,
        "view": "full",
        "tier": "short_term",
        "relevance": None,
        "metadata": {},
    }


@pytest.mark.parametrize("role", Role)
def test_the_four_roles_are_kept(kept, role):
    assert kept.add(session("s"), str(role), "hello").role is role
    assert kept.messages(session("s"))[0].role is role


@pytest.mark.parametrize(
    ("role", "content", "field"),
    [
        ("developer", "hello", "role"),
        ("User", "hello", "role"),
        (None, "hello", "role"),
        (7, "hello", "role"),
        ("user", "", "content"),
        ("user", " \n\t", "content"),
        ("user", b"hello", "content"),
        ("user", "half \ud800", "content"),
        ("user", "nul \x00", "content"),
    ],
)
def test_what_cannot_be_a_message_is_refused_and_changes_nothing(kept, role, content, field):
    with pytest.raises(InvalidInput) as refused:
        kept.add(session("s"), role, content)
    assert refused.value.field == field
    assert kept.nbytes == 0


def test_a_name_that_is_not_text_is_refused():
    with pytest.raises(InvalidInput):
        ConversationKey("default", 42)
    with pytest.raises(InvalidInput):
        ConversationKey(None, "42")


def test_messages_have_ids_of_their_own(kept):
    say(kept, session("s"), *["hello"] * 50)
    assert len({message.id for message in kept.messages(session("s"))}) == 50


def test_a_repeated_id_is_kept_once_and_other_words_under_it_are_a_conflict(kept):
    first = kept.add(session("s"), "user", "hello", id="1")
    assert kept.add(session("s"), "user", "hello", id="1") == first
    before = kept.nbytes
    for role, content in (("user", "other"), ("assistant", "hello")):
        with pytest.raises(Conflict):
            kept.add(session("s"), role, content, id="1")
    assert kept.messages(session("s")) == (first,)
    assert kept.nbytes == before


def test_a_given_time_is_shown_and_neither_order_nor_expiry_follow_it(kept):
    then = datetime(2020, 1, 1, tzinfo=UTC)
    say(kept, chat("c"), "one")
    kept.add(chat("c"), "user", "two", at=then)
    assert said(kept, chat("c")) == ["one", "two"]
    assert kept.messages(chat("c"))[1].timestamp == then


def test_conversations_are_listed_newest_first_without_their_words(kept, clock):
    say(kept, session("a"), "one", "two")
    clock.advance(60)
    say(kept, session("b"), "three")
    say(kept, session("b", "other"), "three")
    listed = kept.conversations("default", ConversationPurpose.SESSION)
    assert [(each.id, each.turns, each.retention) for each in listed] == [
        ("b", 1, "ephemeral"),
        ("a", 2, "ephemeral"),
    ]
    assert listed[1].started_at == clock.now() - timedelta(seconds=60)


def test_the_profiles_have_the_numbers_of_their_designs():
    assert PROFILES[ConversationPurpose.CHAT] == Limits(
        max_messages=8, max_conversations=500, idle=timedelta(minutes=60)
    )
    assert PROFILES[ConversationPurpose.SESSION] == Limits(
        max_messages=50,
        max_conversations=100,
        pin_first=True,
        age=timedelta(hours=24),
        oldest_first=True,
        sweep_every=timedelta(minutes=30),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_messages": 0},
        {"max_messages": 1, "pin_first": True},
        {"max_conversations": 0},
        {"idle": timedelta(-1)},
        {"age": timedelta(-1)},
        {"sweep_every": timedelta(-1)},
    ],
)
def test_limits_under_which_nothing_could_be_kept_are_refused(wrong):
    with pytest.raises(InvalidInput):
        Limits(**{"max_messages": 8, "max_conversations": 500} | wrong)


# S2: nothing reaches disk, logs or crash output.

SECRET = "the parrot knows"


def test_s2_no_repr_shows_what_was_said(kept):
    message = kept.add(session(SECRET), "user", SECRET)
    talk = kept._conversations[session(SECRET)]
    for value in (kept, message, (message,), talk, talk.messages, session(SECRET), vars(kept)):
        assert "parrot" not in repr(value)
        assert "parrot" not in f"{value}"
    assert repr(kept).startswith("<Ephemeral: 1 conversations,")


def test_s2_no_error_shows_what_was_said(keeping):
    kept = keeping(max_bytes=2_000)
    kept.add(session("s"), "user", "hello", id="1")
    for add in (
        lambda: kept.add(session("s"), SECRET, "user"),
        lambda: kept.add(session("s"), "user", SECRET, id="1"),
        lambda: kept.add(session("s"), "user", SECRET * 1_000),
        lambda: kept.add(session("s"), "user", SECRET + "\x00"),
    ):
        with pytest.raises((InvalidInput, Conflict)) as refused:
            add()
        report = "".join(traceback.format_exception(refused.value))
        lines = [line for line in report.splitlines() if "parrot" in line]
        assert not lines


def test_conversations_in_which_nothing_was_said_yet_keep_to_the_limits(keeping, clock):
    kept = keeping(max_bytes=20_000)
    for number in range(300):
        kept.begin(session(f"s{number}"), "a title" * 20)
        assert kept.nbytes <= 20_000
    assert 0 < len(kept.conversations("default", ConversationPurpose.SESSION)) < 100
    with pytest.raises(InvalidInput):
        keeping(max_bytes=500).begin(session("s"), "a title" * 20)
    kept.add(session("s299"), "user", "hello")
    assert kept.conversation(session("s299")).turns == 1
    clock.advance(24 * HOUR + 1)
    assert kept.conversations("default", ConversationPurpose.SESSION) == ()
    assert kept.nbytes == 0


TRACED = """
import sys, json
from recollect.domain.clock import SystemClock
from recollect.conversations import prompt, windows
from recollect.conversations.ephemeral import Ephemeral
from recollect.conversations.in_memory import ConversationKey

seen, at_work = [], False

def watch(event, arguments):
    if at_work and event.split(".")[0] in {"open", "os", "socket", "subprocess", "sqlite3", "shutil", "tempfile"}:
        seen.append(event)

kept = Ephemeral(SystemClock(), len, 2**20)
sys.addaudithook(watch)
at_work = True
place = ConversationKey("default", "example.com:42")
for number in range(120):
    kept.add(place, "user", f"the parrot knows {number}")
messages = kept.messages(place)
text = windows.seed_middle_tail(messages, windows.Allowance(len)).text
text += prompt.tagged("Be kind.", messages, "and now?")
try:
    kept.add(place, "user", "the parrot knows" * 2**17)
except ValueError:
    pass
kept.sweep(SystemClock().now())
kept.close()
at_work = False
assert text.count("parrot") > 50
print(json.dumps(seen))
"""


def test_s2_a_traced_run_opens_no_file_and_no_socket():
    done = run_python(TRACED)
    assert done.stderr == b""
    assert json.loads(done.stdout) == []
