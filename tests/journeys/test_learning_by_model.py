"""M3, M5, M6, M9, FIELD 1-4: learning, recaps and the profile by the core model."""

import json
import signal
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from forked import run_python
from recollect import (
    CircuitOpen,
    InvalidSetting,
    Memory,
    ProviderError,
    ProviderUnavailable,
)
from recollect.domain.chat import Stop
from recollect.extraction.prompts import EXTRACT, PROFILE, RECAP
from recollect.settings import load
from recollect.testing import FixedClock, ToyEmbedder
from recollect.wiring import build
from scripted_model import Line, ScriptedModel, Stall

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SAID = "I live in Rome now."
ROME = {
    "turn": 0,
    "quote": "I live in Rome",
    "kind": "fact",
    "content": "User lives in Rome.",
    "subject": "user",
    "attribute": "home",
    "entities": [{"name": "Rome", "type": "place"}],
    "links": [{"subject": "user", "relation": "lives in", "object": "Rome"}],
}
RECAPPED = json.dumps({"topics": ["Rome"], "overall": "User has moved.", "key_dates": []})
PORTRAYED = json.dumps({"about": ["User lives in Rome."], "likes": [], "people": ["Theo, a son"]})


def notes(*stated):
    return json.dumps({"statements": [{**ROME, **each} for each in stated]})


class Mind:
    """Gives each task its own lines, so that a test need not know in which order they come."""

    def __init__(self, *learning, recap=RECAPPED, portrait=PORTRAYED):
        self.learning = iter(learning)
        self.others = {RECAP.task: recap, PROFILE.task: portrait}

    def __call__(self, messages):
        task = messages[0].content
        return next(self.learning) if task == EXTRACT.task else self.others[task]


def asked(model, prompt=EXTRACT):
    """What the model was shown for one task."""
    return [
        each.messages[1].content for each in model.asked if each.messages[0].content == prompt.task
    ]


@pytest.fixture
def clock():
    return FixedClock(NOW)


@pytest.fixture
def thinking(tmp_path, clock):
    """A memory that learns with a model: thinking(model, **settings)."""
    memories = []

    def opened(model, *, background=False, **settings):
        chosen = {"extractor": "model", "embedding_backend": "none", **settings}
        house = build(load(**chosen), tmp_path / "m.sqlite", chat_model=model, clock=clock)
        memories.append(Memory(house, background=background))
        return memories[-1]

    yield opened
    for memory in memories:
        memory.close()


def contents(memory, agent="anna"):
    return [entry.content for entry in memory.agent(agent).memories.list()]


def learning(memory):
    """The agent's own learning, beside which the dead letters of conversations stand."""
    (job,) = [job for job in memory.jobs.list() if job.kind == "learn" and not job.conversation]
    return job


def given_up(memory):
    """The one dead letter."""
    (job,) = memory.jobs.list(state="dead")
    return job


def run(memory):
    """What is due now or was put off, without waiting for a clock that stands."""
    house = memory._components
    house.store.hasten_every_job(frozenset({learning(memory).kind}), house.clock.now())
    house.worker._runner.run_due()


def state(memory, agent="anna"):
    """All that was derived for an agent, with its history."""
    return memory._components.store.dump(agent).histories


def standing(memory, agent="anna"):
    """How each memory stands, whatever its status."""
    latest = [history[-1].entry for history in state(memory, agent)]
    return {each.content: each.status for each in latest if each.kind != "summary"}


# --- good answers


def test_a_statement_is_kept_with_the_words_it_rests_on(thinking):
    model = ScriptedModel(Mind(notes({})))
    memory = thinking(model)
    anna = memory.agent("anna")
    turn = anna.remember(SAID, conversation="c")
    assert memory.sync().ok
    (entry,) = anna.memories.list()
    assert (entry.content, entry.quote) == ("User lives in Rome.", "I live in Rome")
    assert (entry.source.turn_id, entry.source.start, entry.source.end) == (turn.id, 0, 14)
    assert [each.sentence for each in anna.graph.search("Rome")] == ["user lives in Rome"]
    assert learning(memory).outcome == "1 turn, 1 statement, 1 change"


def test_a_statement_has_the_tags_of_what_it_tells_and_those_the_model_gives_it(thinking):
    told = {"tags": ["Moving house", "#italy", "italy", " ", "x" * 60, "home"]}
    model = ScriptedModel(Mind(notes(told)))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    assert memory.sync().ok
    (entry,) = memory.agent("anna").memories.list()
    assert entry.tags == ("home", "moving house", "italy")
    memory.rebuild("anna")
    assert memory.sync().ok
    assert memory.agent("anna").memories.list() == [entry]
    assert "`tags`" in EXTRACT.task


def test_the_question_shows_who_said_what_and_when_and_asks_for_the_users_language(thinking):
    model = ScriptedModel(Mind(notes()))
    memory = thinking(model)
    memory.agent("anna").ingest(
        "c",
        [
            {"role": "system", "content": "Be kind."},
            {"role": "assistant", "content": "Where do you live?"},
            {"role": "user", "content": "<memory>Likes tea</memory> In Rome.", "speaker": "Anna"},
        ],
    )
    memory.sync()
    (shown,) = asked(model)
    rows = [json.loads(line) for line in shown.splitlines()]
    assert [row.get("old") for row in rows] == ["system", "assistant", None]
    assert (rows[2]["turn"], rows[2]["by"]) == (2, "user")
    assert rows[2]["text"] == "In Rome."
    assert rows[2]["name"] == "Anna"
    assert rows[2]["at"] == "2026-05-01 12:00 Friday"
    assert "in the language of the quote" in model.asked[0].messages[0].content


def test_the_question_shows_the_speakers_own_time(thinking):
    model = ScriptedModel(Mind(notes()))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, at="2026-05-01T23:30:00-08:00")
    memory.sync()
    (shown,) = asked(model)
    assert json.loads(shown)["at"] == "2026-05-01 23:30 Friday"


def test_a_stretch_of_turns_is_one_question_and_those_without_a_statement_of_anybodys_are_none(
    thinking,
):
    model = ScriptedModel(
        Mind(notes({}, {"turn": 2, "quote": "I have a dog", "content": "User has a dog."}))
    )
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.ingest("c", [{"user": SAID}, {"assistant": "Nice!"}, {"user": "I have a dog."}])
    assert memory.sync().ok
    anna.ingest("c", [{"assistant": "What is its name?"}])
    assert memory.sync().ok
    assert len(asked(model)) == 1
    assert sorted(contents(memory)) == ["User has a dog.", "User lives in Rome."]


def test_turns_are_gathered_for_a_while_before_the_model_is_asked(thinking, clock):
    model = ScriptedModel(Mind(notes({})))
    memory = thinking(model, summary_debounce_seconds=60)
    anna = memory.agent("anna")
    anna.remember(SAID, conversation="c")
    clock.advance(59)
    anna.remember("And I am fine.", conversation="c")
    memory._components.worker._runner.run_due()
    assert model.asked == []
    clock.advance(1)
    memory._components.worker._runner.run_due()
    assert len(asked(model)) == 1


def test_no_secret_is_sent(thinking):
    model = ScriptedModel(Mind(notes()))
    memory = thinking(model)
    memory.agent("anna").remember(
        "My password is correct-horse-7 and I live in Rome.", conversation="c"
    )
    memory.sync()
    assert model.asked
    assert all("correct-horse" not in m.content for each in model.asked for m in each.messages)


def test_no_secret_that_a_model_writes_is_kept(thinking):
    card, key = "4111 1111 1111 1111", "ghp_" + "aB3dE6gH9j" * 4
    told = {
        "content": "User lives in Rome, the password is correct-horse-7.",
        "entities": [{"name": f"Rome {key}", "type": "place"}],
    }
    recap = json.dumps({"topics": [key], "overall": f"User pays with {card}.", "key_dates": [key]})
    portrait = json.dumps({"about": [f"User pays with {card}."], "people": [key]})
    model = ScriptedModel(Mind(notes(told), recap=recap, portrait=portrait))
    memory = thinking(model, profile_regenerate_threshold=1)
    anna = memory.agent("anna")
    anna.ingest("c", [{"user": SAID}, {"assistant": "Nice!"}])
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome, the password is [redacted:password]."]
    assert anna.summaries.list()[0].overall == "User pays with [redacted:card-number]."
    assert "User pays with [redacted:card-number]." in anna.profile.current().text
    kept = [*anna.summaries.list(), *anna.profile.versions(), *anna.graph.entities()]
    assert "[redacted:github-token]" in str(kept)
    assert not any(each in str(kept) for each in (card, key, "correct-horse"))


def test_a_long_turn_and_many_conversations_are_read_bit_by_bit_and_wholly(thinking):
    def answer(messages):
        if messages[0].content != EXTRACT.task:
            return RECAPPED if messages[0].content == RECAP.task else PORTRAYED
        rows = [json.loads(line) for line in messages[1].content.splitlines()]
        return notes(
            *(
                {
                    "turn": row["turn"],
                    "quote": word,
                    "content": f"User knows {word}.",
                    "attribute": None,
                }
                for row in rows
                for word in row.get("text", "").split()
                if "turn" in row and word.startswith("Zq")
            )
        )

    model = ScriptedModel(answer)
    memory = thinking(model)
    anna = memory.agent("anna")
    text = "\n\n".join(f"Zq{n} is one of my friends. " + "I say bla. " * 700 for n in range(3))
    anna.remember(text, conversation="long")
    for number in range(5):
        anna.remember(f"Zq1{number} is a friend too.", conversation=f"c{number}")
    assert memory.sync().ok
    wanted = [*range(3), *range(10, 15)]
    assert sorted(contents(memory)) == sorted(f"User knows Zq{n}." for n in wanted)
    assert all(len(shown) < 14_000 for shown in asked(model))
    before = len(model.asked)
    memory.rebuild("anna")
    assert memory.sync().ok
    assert len(model.asked) == before


# --- what is known


DOG = {"quote": "I have a dog", "content": "User has a dog.", "attribute": "pet"}


def rows(shown):
    return [json.loads(line) for line in shown.splitlines()]


def known(shown):
    """The memories that a model was shown, by their short ids."""
    return {name: text for row in rows(shown) for name, text in row.items() if name[1:].isdigit()}


def short_id(shown, content):
    return next(name for name, text in known(shown).items() if content in text)


@pytest.fixture
def told(thinking):
    """A memory to which things are said one after the other; what is noted may name what is known."""

    def answered(messages):
        task, shown = (message.content for message in messages)
        if task != EXTRACT.task:
            return RECAPPED if task == RECAP.task else PORTRAYED
        (turn,) = [row for row in rows(shown) if "turn" in row]
        return notes(*({"turn": turn["turn"], **each} for each in told.notes(shown)))

    def told(text, notes, agent="anna", conversation="c", **more):
        told.notes = notes if callable(notes) else lambda _shown: notes
        told.memory.agent(agent).remember(text, conversation=conversation, **more)
        assert told.memory.sync().ok

    told.model = ScriptedModel(answered)
    told.memory = thinking(told.model)
    return told


def test_the_nearest_memories_are_shown_under_short_ids_with_their_days(told):
    told(SAID, [{}])
    told("I have a dog.", [DOG])
    first, second = asked(told.model)
    assert known(first) == {}
    assert known(second) == {"m1": "1 May 2026: User lives in Rome."}


def test_at_most_twelve_memories_are_shown(told):
    for number in range(20):
        text = f"Thing{number} is one of my things"
        told(f"{text}.", [{"quote": text, "content": f"User owns Thing{number}."}])
    assert len(known(asked(told.model)[-1])) == 12
    assert all("Thing" in text for text in known(asked(told.model)[-1]).values())


def test_what_says_the_same_better_takes_the_place_of_what_was_known(told):
    told(SAID, [{}])
    fuller = "User lives in Rome, near the river."
    told(
        "My flat in Rome is near the river.",
        lambda shown: [
            {
                "quote": "My flat in Rome is near the river",
                "content": fuller,
                "updates": short_id(shown, "Rome"),
            }
        ],
    )
    (entry,) = told.memory.agent("anna").memories.list()
    assert (entry.content, entry.version) == (fuller, 2)
    assert [source.quote for source in entry.sources] == [
        "My flat in Rome is near the river",
        "I live in Rome",
    ]


def test_what_is_over_ends_with_what_takes_its_place(told):
    told(SAID, [{}])
    told(
        "We moved to Porto in the end.",
        lambda shown: [
            {
                "quote": "We moved to Porto",
                "content": "User lives in Porto.",
                "ends": [short_id(shown, "Rome")],
            }
        ],
    )
    assert contents(told.memory) == ["User lives in Porto."]
    assert standing(told.memory)["User lives in Rome."] == "superseded"


def test_what_is_over_ends_without_anything_in_its_place(told):
    told("I have a dog.", [DOG])
    told(
        "We gave the dog away last week.",
        lambda shown: [
            {
                "quote": "We gave the dog away last week",
                "content": "",
                "ends": [short_id(shown, "dog")],
            }
        ],
    )
    (left,) = told.memory.agent("anna").memories.list()
    assert (left.content, left.is_quotation) == ("We gave the dog away last week", True)
    (ended,) = told.memory.agent("anna").memories.list(status="superseded")
    assert (ended.content, ended.superseded_by) == ("User has a dog.", left.id)


def test_an_end_and_a_statement_of_the_same_words_are_both_believed(told):
    told("I have a dog.", [DOG])
    told(SAID, [{}])
    quote = "We gave the dog away and moved to Porto"
    told(
        f"{quote}.",
        lambda shown: [
            {"quote": quote, "content": "", "ends": [short_id(shown, "dog")]},
            {
                "quote": quote,
                "content": "User lives in Porto.",
                "ends": [short_id(shown, "Rome")],
            },
            {"quote": quote, "content": "User gave the dog away.", "attribute": None},
        ],
    )
    assert sorted(contents(told.memory)) == ["User gave the dog away.", "User lives in Porto."]


def test_a_rebuild_ends_the_same_memories_and_asks_nothing(told):
    test_what_is_over_ends_with_what_takes_its_place(told)
    before, calls = state(told.memory), len(told.model.asked)
    told.memory.rebuild("anna")
    assert told.memory.sync().ok
    assert len(told.model.asked) == calls
    assert state(told.memory) == before


def test_a_memory_that_was_not_shown_is_neither_updated_nor_ended(told):
    told(SAID, [{}])
    told(
        "I have a dog.",
        [{**DOG, "ends": ["m7"]}, {"quote": "I have a dog", "content": "", "ends": ["m9"]}],
    )
    assert sorted(contents(told.memory)) == ["User has a dog.", "User lives in Rome."]
    assert "2 refused (2 referencing a memory that was not shown)" in learning(told.memory).outcome


def test_nobody_ends_what_another_has_said_of_themselves(told):
    told(SAID, [{"content": "Ben lives in Rome."}], speaker="Ben")
    told(
        "I moved to Porto.",
        lambda shown: [
            {
                "quote": "I moved to Porto",
                "content": "Anna lives in Porto.",
                "ends": [short_id(shown, "Rome")],
            }
        ],
        speaker="Anna",
    )
    assert sorted(contents(told.memory)) == ["Anna lives in Porto.", "Ben lives in Rome."]
    assert "1 changing a memory about someone else" in learning(told.memory).outcome


def test_what_was_said_later_is_not_ended_by_what_arrives_late(told):
    told(SAID, [{}], at="2026-04-01T12:00:00Z")
    told("I live in Bonn.", [{"quote": "I live in Bonn"}], at="2026-01-01T12:00:00Z")
    assert known(asked(told.model)[-1]) == {}


def test_no_other_agents_memories_are_shown(told):
    told(SAID, [{}], agent="ben")
    told("I have a dog in Rome.", [DOG])
    assert known(asked(told.model)[-1]) == {}


def test_the_nearest_turns_of_earlier_conversations_are_shown_as_old(told):
    told("The dentist in Harbour Street is my cousin.", [], conversation="a", speaker="Anna")
    told("Harbour Street has a dentist.", [], conversation="b", speaker="Ben")
    told("I have been to the cinema with them.", [], conversation="d", speaker="Anna")
    told("I saw the dentist today.", [], conversation="c", speaker="Anna")
    *earlier, new = rows(asked(told.model)[-1])
    assert new["turn"] == 0
    assert [(row["old"], row["name"], row["text"]) for row in earlier] == [
        ("user", "Anna", "The dentist in Harbour Street is my cousin.")
    ]


def test_a_memory_says_who_said_it_and_what_read_it(told):
    told(
        "Always answer me in German.",
        lambda _shown: [
            {
                "quote": "Always answer me in German",
                "kind": "procedure",
                "content": "Anna wants answers in German.",
                "attribute": None,
                "standing": True,
            }
        ],
        speaker="Anna",
    )
    (entry,) = told.memory.agent("anna").memories.list()
    assert (entry.speaker, entry.is_standing) == ("Anna", True)
    assert entry.metadata["learned_with"] == f"{EXTRACT.version} scripted"


@pytest.mark.slow
def test_a_chat_of_a_hundred_turns_costs_at_most_60_000_tokens(thinking, clock):
    """The worst case: after every single turn, learning and the recap are asked for at once."""

    def said(number):
        words = [f"word{number}", *("about", "the", "garden", "behind", "our", "house") * 7]
        return " ".join(words) + "."

    def answered(messages):
        task, shown = (message.content for message in messages)
        if task == RECAP.task:
            return json.dumps(
                {
                    "topics": ["the garden", "the house", "a plan"],
                    "decisions": ["User plants tomatoes in May.", "User buys no new tools."],
                    "action_items": ["User asks the neighbour for seeds."],
                    "overall": "User talks about the garden behind the house. " * 3,
                }
            )
        new = [row for row in rows(shown) if "turn" in row] if task == EXTRACT.task else []
        return (
            PORTRAYED
            if task == PROFILE.task
            else notes(
                *(
                    {
                        "turn": row["turn"],
                        "quote": row["text"].split()[0],
                        "content": f"User has {row['text'].split()[0]} in the garden behind the house.",
                        "attribute": None,
                    }
                    for row in new
                    if row["turn"] % 4 == 0
                )
            )
        )

    model = ScriptedModel(answered)
    memory = thinking(model)
    anna = memory.agent("anna")
    for number in range(100):
        anna.ingest("c", [{("user", "assistant")[number % 2]: said(number)}])
        assert memory.sync().ok
        clock.advance(30)
    assert len(said(50)) // 4 == 61
    assert len(contents(memory)) == 25

    def cost(prompt):
        shown = [prompt.task + each for each in asked(model, prompt)]
        return len(shown), sum(map(len, shown)) // 4

    costs = {prompt.version: cost(prompt) for prompt in (EXTRACT, RECAP, PROFILE)}
    print(f"\nquestions and tokens: {costs}")  # noqa: T201 - what docs/models.md says
    assert costs[EXTRACT.version][1] + costs[RECAP.version][1] <= 60_000
    before = len(model.asked)
    memory.rebuild("anna")
    assert memory.sync().ok
    assert len(model.asked) == before


# --- bad answers


def test_what_rests_on_nobodys_words_is_refused_and_counted(thinking):
    model = ScriptedModel(
        Mind(
            notes(
                {},
                {"quote": "I love jazz", "content": "User loves jazz."},
                {"turn": 1, "quote": "you own a yacht", "content": "User owns a yacht."},
                {"kind": "rumour"},
                {"content": " "},
            )
        )
    )
    memory = thinking(model)
    memory.agent("anna").ingest("c", [{"user": SAID}, {"assistant": "And you own a yacht!"}])
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]
    told = learning(memory).outcome
    assert told.startswith("2 turns, 1 statement, 1 change, 4 refused (")
    for why in (
        "1 with a quote that does not exist",
        "1 quoting someone else or an old turn",
        "1 of unknown kind",
    ):
        assert why in told
    assert "jazz" not in told


def test_a_broken_answer_is_asked_for_once_more_with_what_was_wrong(thinking):
    model = ScriptedModel(Mind(Line(('{"statements": [',), stop=Stop.LENGTH), notes({})))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    assert memory.sync().ok
    first, second = asked(model)
    assert second.startswith(first)
    assert "was cut off at the token limit" in second
    assert contents(memory) == ["User lives in Rome."]


@pytest.mark.parametrize(
    "bad", ["I would rather not: Rome!", '{"notes": []}', "", "```json\n{}\n```"]
)
def test_an_answer_that_is_broken_twice_is_a_dead_letter_without_anybodys_words(thinking, bad):
    model = ScriptedModel(Mind(bad, bad, notes({})))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    report = memory.sync()
    assert (report.ok, report.dead) == (False, 1)
    job = given_up(memory)
    assert (job.kind, job.conversation, len(asked(model))) == ("learn", "c", 2)
    assert learning(memory).outcome.endswith("1 turn set aside for a retry")
    assert job.outcome.startswith("unusable_answer: The answer of scripted does not match")
    assert job.outcome.endswith("or extractor = built_in; then: recollect sync --retry")
    assert "Rome" not in job.outcome
    assert contents(memory) == []
    memory.jobs.retry(job.id)
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]


@pytest.mark.parametrize(
    "around",
    [
        "```json\n{}\n```",
        "<think>Rome, {{so}} a home.</think>\n{}",
        "Here you are:\n{}\nAnything else?",
    ],
)
def test_an_answer_is_taken_out_of_a_fence_or_of_words_around_it(thinking, around):
    model = ScriptedModel(Mind(around.format(notes({}))))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    assert memory.sync().ok
    assert len(asked(model)) == 1
    assert contents(memory) == ["User lives in Rome."]


def test_an_answer_in_fragments_is_put_together(thinking):
    whole = notes({})
    model = ScriptedModel(Mind(Line([whole[at : at + 7] for at in range(0, len(whole), 7)])))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]


@pytest.mark.parametrize(
    "fault",
    [
        ProviderUnavailable("it timed out"),
        ProviderUnavailable("too many requests", retry_after=1.0),
    ],
)
def test_a_passing_fault_is_tried_again_as_a_job_after_1_2_and_4_seconds(thinking, clock, fault):
    model = ScriptedModel(Mind(fault, fault, fault, notes({})))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    run(memory)
    waits = []
    for _ in range(3):
        waits.append((learning(memory).due_at - clock.now()).total_seconds())
        clock.advance(waits[-1])
        memory._components.worker._runner.run_due()
    assert waits == [1, 2, 4]
    assert contents(memory) == ["User lives in Rome."]


def test_a_service_that_asks_to_be_left_alone_is_not_asked_before(thinking, clock, monkeypatch):
    monkeypatch.setenv("RECOLLECT_OPTIMIZER_ENABLED", "false")
    fault = ProviderUnavailable("too many requests", retry_after=300.0)
    model = ScriptedModel(Mind(*[fault] * 5, notes({})))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    run(memory)
    for _ in range(5):
        job = learning(memory)
        assert (job.due_at - clock.now()).total_seconds() == 300
        assert (job.state, job.attempts) == ("pending", 0)
        until = f"{job.due_at:%Y-%m-%d %H:%M:%S} UTC"
        assert (
            job.outcome == f"postponed until {until}, as the service requested: too many requests"
        )
        memory.agent("anna").remember(SAID, conversation="c")
        clock.advance(299)
        assert memory._components.worker._runner.run_due() == 0
        clock.advance(1)
        memory._components.worker._runner.run_due()
    assert contents(memory) == ["User lives in Rome."]


@pytest.mark.parametrize(("asked", "waits"), [(3.0, [3, 3, 4]), (8.0, [8, 8, 8])])
def test_a_short_rest_lengthens_the_pauses_and_counts(thinking, clock, asked, waits):
    model = ScriptedModel(Mind(*[ProviderUnavailable("slowly", retry_after=asked)] * 4))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    run(memory)
    for wait in waits:
        assert (learning(memory).due_at - clock.now()).total_seconds() == wait
        clock.advance(wait)
        memory._components.worker._runner.run_due()
    assert learning(memory).state == "dead"


def test_no_service_puts_work_off_for_longer_than_a_day(thinking, clock):
    model = ScriptedModel(Mind(ProviderUnavailable("closed", retry_after=10.0**9)))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    run(memory)
    assert (learning(memory).due_at - clock.now()).total_seconds() == 86_400


@pytest.mark.attack("fault", "a core model that is away")
def test_a_service_that_stays_away_is_a_dead_letter(thinking, clock):
    model = ScriptedModel(Mind(*[ProviderUnavailable("it timed out")] * 4))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    for _ in range(4):
        run(memory)
    assert learning(memory).outcome == "provider_unavailable, 4 attempts: it timed out"
    assert learning(memory).state == "dead"


def test_an_open_breaker_postpones_and_counts_no_attempt(thinking, clock):
    model = ScriptedModel(Mind(*[CircuitOpen("not now", retry_after=60.0)] * 5, notes({})))
    memory = thinking(model)
    memory.agent("anna").remember(SAID, conversation="c")
    run(memory)
    for _ in range(5):
        job = learning(memory)
        assert (job.state, job.attempts) == ("pending", 0)
        clock.advance((job.due_at - clock.now()).total_seconds())
        memory._components.worker._runner.run_due()
    assert contents(memory) == ["User lives in Rome."]


@pytest.mark.attack("fault", "a core model that is slow")
def test_a_slow_model_keeps_nobody_waiting_and_holds_no_database(thinking):
    stall = Stall()
    model = ScriptedModel(Mind(Line((stall, notes({}))), notes()))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.remember(SAID, conversation="c")
    done = threading.Thread(target=memory.sync)
    done.start()
    try:
        assert stall.reached.wait(30)
        anna.remember("Rome is warm.", conversation="d")
        assert anna.search("warm")[0].text == "Rome is warm."
    finally:
        stall.over.set()
        done.join()
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]


@pytest.fixture
def stalled(tmp_path, clock):
    """A memory at work in the background whose model has been asked and does not answer yet."""
    stall = Stall()
    model = ScriptedModel(Mind(Line((stall, notes({}))), notes()))
    chosen = load(extractor="model", background_poll_seconds=0.05)
    house = build(
        chosen, tmp_path / "m.sqlite", embedder=ToyEmbedder(), chat_model=model, clock=clock
    )
    with Memory(house) as memory:
        memory.agent("anna").remember(SAID, conversation="c")
        clock.advance(60)
        assert stall.reached.wait(30)
        yield memory, stall
        stall.over.set()


def test_turns_are_embedded_while_a_slow_model_thinks(stalled):
    memory, stall = stalled
    memory.agent("anna").remember("Rome is warm.", conversation="d")
    deadline = time.monotonic() + 60
    while memory.stats().store.turns_embedded < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert memory.stats().store.turns_embedded == 2
    assert learning(memory).state == "running"
    stall.over.set()
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]


def test_closing_waits_for_a_model_that_thinks(stalled, tmp_path):
    memory, stall = stalled
    closing = threading.Thread(target=memory.close)
    closing.start()
    stall.over.set()
    closing.join(60)
    assert not closing.is_alive()
    with Memory.open(tmp_path / "m.sqlite", background=False) as again:
        assert contents(again) == ["User lives in Rome."]


def test_what_is_deleted_while_the_model_answers_does_not_come_back(thinking):
    stall = Stall()
    model = ScriptedModel(Mind(Line((stall, notes({})))))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.remember(SAID, conversation="c")
    done = threading.Thread(target=memory.sync)
    done.start()
    try:
        assert stall.reached.wait(30)
        anna.conversations.delete("c")
    finally:
        stall.over.set()
        done.join()
    assert memory.sync().ok
    assert contents(memory) == []
    assert state(memory) == ()


# --- what the model cannot answer


BAD = "Let us speak of THAT."
REFUSED = ProviderError("it refused", this_only=True)


class Touchy:
    """Reads homes out of what is said, and answers nothing that has to do with what is tabu."""

    def __init__(self, bad="{broken"):
        self.bad, self.tabu = bad, "THAT"

    def __call__(self, messages):
        task, shown = (message.content for message in messages)
        if task != EXTRACT.task:
            return RECAPPED if task == RECAP.task else PORTRAYED
        if self.tabu and self.tabu in shown:
            return self.bad
        rows = [json.loads(line) for line in shown.splitlines() if line.startswith("{")]
        new = [row for row in rows if "turn" in row]
        homes = [(row, row["text"].partition("I live in ")[2].strip(".")) for row in new]
        return notes(
            *(
                {
                    "turn": row["turn"],
                    "quote": f"I live in {home}",
                    "content": f"User lives in {home}.",
                    "entities": [],
                    "links": [],
                }
                for row, home in homes
                if home
            )
        )


@pytest.mark.parametrize("bad", ["{broken", Line(("No.",), stop=Stop.REFUSED), REFUSED])
def test_what_the_model_cannot_answer_keeps_nothing_else_from_being_learned(thinking, bad):
    model = ScriptedModel(Touchy(bad))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.ingest("bad", [{"user": BAD}, {"assistant": "No."}])
    assert memory.sync().dead == 1
    calls = len(asked(model))
    anna.ingest("good", [{"user": "I live in Rome."}, {"assistant": "Nice!"}])
    assert memory.sync().dead == 1
    anna.ingest("bad", [{"user": "I live in Oslo."}, {"assistant": "Nice!"}])
    report = memory.sync()
    assert (report.ok, report.dead) == (False, 1)
    assert {"User lives in Oslo."} <= set(contents(memory))
    assert sorted(each.conversation for each in anna.summaries.list()) == ["bad", "good"]
    assert len(asked(model)) == calls + 2
    job = given_up(memory)
    assert (job.kind, job.conversation) == ("learn", "bad")
    assert "THAT" not in job.outcome
    assert learning(memory).state == "done"


def test_what_was_set_aside_is_learned_by_a_retry_as_if_it_had_been_understood_at_once(thinking):
    touchy = Touchy()
    model = ScriptedModel(touchy)
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.remember("I live in Bonn. " + BAD, conversation="bad", at="2026-01-01T12:00:00Z")
    anna.remember("Not THAT again! I live in Ulm.", conversation="other", at="2026-01-02T12:00:00Z")
    anna.remember("I live in Rome.", conversation="good", at="2026-03-01T12:00:00Z")
    assert memory.sync().dead == 2
    calls = len(asked(model))
    memory.rebuild("anna")
    assert memory.sync().dead == 2
    assert contents(memory) == ["User lives in Rome."]
    assert len(asked(model)) == calls
    touchy.tabu = None
    for job in memory.jobs.list(state="dead"):
        memory.jobs.retry(job.id)
    assert memory.sync().ok
    calls = len(asked(model))
    stood = standing(memory)
    memory.rebuild("anna")
    assert memory.sync().ok
    assert len(asked(model)) == calls
    assert standing(memory) == stood
    assert "User lives in Rome." in contents(memory)
    assert len(stood) == 3


def test_each_stretch_that_was_set_aside_is_tried_for_itself(thinking):
    touchy = Touchy()
    memory = thinking(ScriptedModel(touchy))
    anna = memory.agent("anna")
    for text in ("THAT ONE. I live in Bonn.", "THAT TOO. I live in Rome."):
        anna.remember(text, conversation="bad")
        memory.sync()
    assert contents(memory) == []
    for tabu, learned, dead in (("ONE", ["User lives in Rome."], 1), (None, None, 0)):
        touchy.tabu = tabu
        memory.jobs.retry(given_up(memory).id)
        assert memory.sync().dead == dead
        assert learned is None or contents(memory) == learned
    assert len(standing(memory)) == 2


def test_a_dead_letter_goes_with_its_conversation(thinking):
    memory = thinking(ScriptedModel(Touchy()))
    anna = memory.agent("anna")
    anna.remember(BAD, conversation="bad")
    anna.remember("I live in Rome.", conversation="good")
    assert memory.sync().dead == 1
    anna.conversations.delete("bad")
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]


def test_a_service_that_takes_no_question_at_all_sets_nothing_aside(thinking):
    lines = [ProviderError("it answered 401. Check the API key."), notes({})]
    memory = thinking(ScriptedModel(Mind(*lines)))
    memory.agent("anna").remember(SAID, conversation="c")
    assert memory.sync().dead == 1
    assert learning(memory).state == "dead"
    memory.jobs.retry(learning(memory).id)
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]


# --- asked once


def test_a_rebuild_asks_nothing_and_changes_nothing(thinking):
    model = ScriptedModel(
        Mind(notes({}), notes({"quote": "I am a baker", "content": "User is a baker."}))
    )
    memory = thinking(model, profile_regenerate_threshold=1)
    anna = memory.agent("anna")
    anna.remember(SAID, conversation="c")
    assert memory.sync().ok
    anna.ingest("c", [{"assistant": "What do you do?"}, {"user": "I am a baker."}])
    assert memory.sync().ok
    before, calls = state(memory), len(model.asked)
    for _ in range(2):
        memory.rebuild("anna")
        assert memory.sync().ok
    assert len(model.asked) == calls
    assert state(memory) == before
    assert sorted(contents(memory)) == ["User is a baker.", "User lives in Rome."]


def test_another_model_is_asked_for_itself(thinking):
    first = ScriptedModel(Mind(notes({})), name="one")
    memory = thinking(first)
    memory.agent("anna").remember(SAID, conversation="c")
    memory.sync()
    memory.close()
    second = ScriptedModel(Mind(notes({"content": "User now lives in Rome."})), name="two")
    memory = thinking(second)
    memory.rebuild("anna")
    assert memory.sync().ok
    assert len(asked(second)) == 1
    assert contents(memory) == ["User now lives in Rome."]


def test_learning_the_same_turns_twice_changes_nothing(thinking):
    model = ScriptedModel(Mind(notes({})))
    memory = thinking(model)
    anna = memory.agent("anna")
    for _ in range(2):
        anna.ingest("c", [{"id": "t", "role": "user", "content": SAID}])
        assert memory.sync().ok
    before = state(memory)
    memory.rebuild("anna")
    assert memory.sync().ok
    assert state(memory) == before
    assert len(asked(model)) == 1


VICTIM = """
import os, signal, sys
from recollect import Memory
from recollect.domain.writes import PutAnswer
from recollect.settings import load
from scripted_model import ScriptedModel
from recollect.wiring import build

path, answer, said = sys.argv[1:]
settings = load(extractor="model", embedding_backend="none")
house = build(settings, path, chat_model=ScriptedModel([answer]))
write = type(house.store).write

def killed(store, agent, *writes):
    if any(isinstance(each, PutAnswer) for each in writes):
        os.kill(os.getpid(), signal.SIGKILL)
    return write(store, agent, *writes)

type(house.store).write = killed
memory = Memory(house, background=False)
memory.agent("anna").remember(said, conversation="c")
memory.sync()
"""


def test_a_worker_killed_between_answer_and_write_loses_and_doubles_nothing(thinking, tmp_path):
    died = run_python(VICTIM, tmp_path / "m.sqlite", notes({}), SAID)
    assert died.returncode == -signal.SIGKILL, died.stderr
    model = ScriptedModel(Mind(notes({})))
    memory = thinking(model)
    assert contents(memory) == []
    assert memory.sync().ok
    assert contents(memory) == ["User lives in Rome."]
    assert [len(history) for history in state(memory)] == [1]
    assert len(asked(model)) == 1


def test_answers_written_before_a_fault_are_not_asked_for_again(thinking):
    model = ScriptedModel(
        Mind(
            notes({}),
            notes({"quote": "I have a dog", "content": "User has a dog."}),
            ProviderUnavailable("busy"),
            notes({"quote": "I am a baker", "content": "User is a baker."}),
        )
    )
    memory = thinking(model)
    anna = memory.agent("anna")
    for name, text in (("a", SAID), ("b", "I have a dog."), ("c", "I am a baker.")):
        anna.remember(text, conversation=name)
    run(memory)
    assert learning(memory).outcome == "provider_unavailable: busy"
    assert contents(memory) == []
    run(memory)
    assert len(asked(model)) == 4
    assert len(contents(memory)) == 3


# --- recaps and the profile


def test_recaps_are_the_models(thinking):
    model = ScriptedModel(Mind(notes({})))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.ingest("c", [{"user": SAID}, {"assistant": "Nice!"}])
    assert memory.sync().ok
    (summary,) = anna.summaries.list()
    assert (summary.topics, summary.overall, summary.turns) == (("Rome",), "User has moved.", 2)
    assert len(asked(model, RECAP)) == 1


def test_a_recap_is_asked_for_with_pasted_words_apart_from_the_users(thinking):
    model = ScriptedModel(Mind(notes()))
    memory = thinking(model)
    memory.agent("anna").ingest(
        "c", [{"user": "What should I answer her?\n\n> I live in Glasgow."}, {"assistant": "Hm."}]
    )
    assert memory.sync().ok
    row = json.loads(asked(model, RECAP)[0].splitlines()[0])
    assert (row["text"], row["pasted"]) == ("What should I answer her?", "> I live in Glasgow.")


def talk(number, word="word"):
    """So many turns, each of which can be told from the others."""
    roles = ("user", "assistant")
    return [{roles[each % 2]: f"This is {word} {each}."} for each in range(number)]


def test_a_recap_goes_on_from_the_last_one_with_the_turns_since(thinking):
    model = ScriptedModel(Mind(notes(), notes()))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.ingest("c", talk(4, "old"))
    assert memory.sync().ok
    anna.ingest("c", talk(10, "new"))
    assert memory.sync().ok
    first, second = asked(model, RECAP)
    assert "old 3" in first
    assert "old" not in second
    rows = [json.loads(line) for line in second.splitlines()]
    assert rows[0] == {"recap": "About Rome.\nUser has moved."}
    assert [row["text"] for row in rows[1:]] == [f"This is new {each}." for each in range(10)]
    assert anna.summaries.list()[0].turns == 14


def test_a_few_new_turns_are_recapped_when_the_conversation_has_rested(thinking, clock):
    model = ScriptedModel(Mind(notes(), notes()))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.ingest("c", talk(4))
    assert memory.sync().ok
    anna.ingest("c", [{"user": "See you."}])
    assert memory.sync().ok
    assert len(asked(model, RECAP)) == 1
    assert anna.summaries.list()[0].turns == 4
    clock.advance(3_600)
    memory._components.worker._runner.run_due()
    assert len(asked(model, RECAP)) == 2
    assert anna.summaries.list()[0].turns == 5


def test_a_recap_that_was_made_is_not_asked_for_by_a_rebuild(thinking):
    model = ScriptedModel(Mind(notes(), notes()))
    memory = thinking(model)
    anna = memory.agent("anna")
    for word in ("old", "new"):
        anna.ingest("c", talk(12, word))
        assert memory.sync().ok
    calls = len(model.asked)
    memory.rebuild("anna")
    assert memory.sync().ok
    assert len(model.asked) == calls
    assert anna.summaries.list()[0].turns == 24


def test_a_failed_recap_is_a_dead_letter_and_nothing_is_written_in_its_place(thinking):
    model = ScriptedModel(Mind(notes({}), recap="Rome, I think"))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.ingest("c", [{"user": SAID}, {"assistant": "Nice!"}])
    assert not memory.sync().ok
    (dead,) = memory.jobs.list(state="dead")
    assert dead.kind == "summarize"
    assert "Rome" not in dead.outcome
    assert anna.summaries.list() == []
    assert contents(memory) == ["User lives in Rome."]


def test_the_profile_is_the_models_within_its_budget(thinking):
    model = ScriptedModel(Mind(notes({})))
    memory = thinking(model, profile_regenerate_threshold=1)
    anna = memory.agent("anna")
    anna.remember(SAID, conversation="c")
    assert memory.sync().ok
    text = anna.profile.current().text
    assert text == "About the user\n- User lives in Rome.\nPeople and things\n- Theo, a son"
    assert "User lives in Rome." in asked(model, PROFILE)[0]


def test_no_profile_is_written_of_a_memory_that_goes_meanwhile(thinking):
    stall = Stall()
    lines = iter([Line((stall, PORTRAYED))])

    def answer(messages):
        if messages[0].content == PROFILE.task:
            return next(lines, json.dumps({"likes": ["User likes tea."]}))
        return notes()

    model = ScriptedModel(answer)
    memory = thinking(model, profile_regenerate_threshold=1)
    anna = memory.agent("anna")
    anna.memories.add("User likes tea.")
    doomed = anna.memories.add("User lives in Rome.")
    done = threading.Thread(target=memory.sync)
    done.start()
    try:
        assert stall.reached.wait(30)
        anna.memories.delete(doomed.id)
    finally:
        stall.over.set()
        done.join()
    assert memory.sync().ok
    assert [each.text for each in anna.profile.versions()] == ["Preferences\n- User likes tea."]


# --- joined by the settings


def test_a_model_that_is_not_there_is_a_wrong_setting():
    with pytest.raises(InvalidSetting) as caught:
        Memory.open(":memory:", background=False, extractor="model")
    assert caught.value.field == "extractor"
    assert "core_model_api_key" in caught.value.message


def test_rules_ask_no_model(thinking):
    model = ScriptedModel()
    memory = thinking(model, extractor="rules")
    memory.agent("anna").ingest("c", [{"user": SAID}, {"assistant": "Nice!"}])
    assert memory.sync().ok
    assert model.asked == []


@contextmanager
def service(answer):
    """An OpenAI-compatible endpoint."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.seen.append(body)
            status, text = answer(body)
            reply = {
                "choices": [{"message": {"content": text}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10},
            }
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def connected(server, path):
    return Memory.open(
        path,
        background=False,
        extractor="model",
        core_model_provider="openai",
        core_model_name="qwen2.5:14b",
        core_model_base_url=f"http://127.0.0.1:{server.server_port}/v1",
    )


@pytest.fixture
def no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.mark.usefixtures("no_proxy")
def test_a_real_service_is_held_to_the_form_and_what_it_costs_is_counted(tmp_path):
    with (
        service(lambda _: (200, notes({}))) as server,
        connected(server, tmp_path / "m.sqlite") as memory,
    ):
        memory.agent("anna").remember(SAID, conversation="c")
        assert memory.sync().ok
        chat = memory.stats().chat
        assert contents(memory) == ["User lives in Rome."]
    assert (chat.calls, chat.failures, chat.tokens, chat.tokens_out) == (1, 0, 100, 10)
    (body,) = server.seen
    form = body["response_format"]["json_schema"]["schema"]
    stated = form["$defs"]["Stated"]["properties"]
    assert "commitment" in stated["kind"]["enum"]
    assert "summary" not in stated["kind"]["enum"]
    assert "person" in form["$defs"]["Named"]["properties"]["type"]["enum"]


@pytest.mark.usefixtures("no_proxy")
def test_a_job_does_not_wait_inside_for_a_service_that_is_away(tmp_path):
    with (
        service(lambda _: (503, "")) as server,
        connected(server, tmp_path / "m.sqlite") as memory,
    ):
        memory.agent("anna").remember(SAID, conversation="c")
        run(memory)
        assert len(server.seen) == 1
        assert learning(memory).outcome.startswith("provider_unavailable")
        assert learning(memory).attempts == 1


@pytest.mark.parametrize("whole", [False, True])
def test_what_a_model_carried_into_another_conversation_is_deleted_too(
    whole, thinking, clock, tmp_path
):
    bare = {"attribute": "", "entities": [], "links": []}

    def stated(quote, content, subject=""):
        return {**bare, "turn": 0, "quote": quote, "content": content, "subject": subject}

    named = stated("My sister is called Ottilie", "User's sister is called Ottilie.")
    piano = "My sister plays the piano"
    carried = stated(piano, "User's sister Ottilie plays the piano.", subject="Ottilie")
    again = stated(piano, "User's sister plays the piano.")
    model = ScriptedModel(Mind(notes(named), notes(carried), notes(again)))
    memory = thinking(model)
    anna = memory.agent("anna")
    anna.remember("My sister is called Ottilie.", conversation="c", id="1")
    memory.sync()
    clock.advance(60)
    anna.remember("My sister plays the piano.", conversation="d", id="1")
    memory.sync()
    assert "User's sister Ottilie plays the piano." in contents(memory)
    if whole:
        anna.conversations.delete("c")
    else:
        anna.conversations.delete_turn("c", "1")
    assert contents(memory) == []
    memory.sync()
    assert contents(memory) == ["User's sister plays the piano."]
    memory.close()
    assert b"Ottilie" not in (tmp_path / "m.sqlite").read_bytes()


def test_a_model_is_told_which_words_the_user_pasted(thinking):
    model = ScriptedModel(lambda *_: notes())
    memory = thinking(model)
    mail = "Dear customer,\n\nyour account is limited. I live in Zanzibar.\n\nYour Service Team"
    memory.agent("anna").remember(f"I got this, is it real?\n\n{mail}", conversation="c")
    memory.agent("ben").remember("I live in Rome.", conversation="c")
    assert memory.sync().ok
    pasted, typed = sorted((rows(shown)[0] for shown in asked(model)), key=len)[::-1]
    assert pasted["text"] == "I got this, is it real?"
    assert "I live in Zanzibar." in pasted["pasted"]
    assert (typed["text"], "pasted" in typed) == ("I live in Rome.", False)
