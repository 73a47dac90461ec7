"""Turns of a conversation become proposals with a quote, a subject, a period and a kind."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory
from recollect.domain.entry import Kind
from recollect.domain.marks import MessageMarks, Relation
from recollect.domain.provenance import Origin
from recollect.domain.turn import Role, Turn
from recollect.extraction.propose import propose
from recollect.providers.message_reader import bundled_reader
from recollect.settings import load
from recollect.testing import ToyEmbedder
from recollect.wiring import build
from scripted_reader import UNRELATED, Mark, ScriptedReader

NOW = datetime(2026, 6, 8, 12, tzinfo=UTC)


def turns(*said, speaker=None, role=Role.USER):
    """Turns a minute apart; a pair names its role too."""
    made = []
    for number, one in enumerate(said):
        who, content = one if isinstance(one, tuple) else (role, one)
        at = NOW + timedelta(minutes=number)
        made.append(
            Turn(
                id=str(number),
                conversation="c",
                index=number,
                role=who,
                content=content,
                at=at,
                recorded_at=at,
                tokens=1,
                speaker=speaker if who is Role.USER else None,
            )
        )
    return made


def proposed(marks, *said, since=0, speaker=None, **more):
    found = propose(turns(*said, speaker=speaker), ScriptedReader(marks, **more), since=since)
    return [one for one in found if not one.only_instructions]


KEPT = Mark(kept=0.95)
NOTHING = MessageMarks((), (), 0.0)


def test_a_proposal_quotes_its_source():
    text = "Hello! I can't do spicy food since the surgery. Anyway, thanks."
    (one,) = proposed({"I can't do spicy food since the surgery": KEPT}, text)
    assert one.content == one.quote == "I can't do spicy food since the surgery"
    assert text[one.start : one.end] == one.quote
    assert (one.subject, one.speaker, one.origin) == ("user", "", Origin.USER)
    assert one.learned_with == "scripted"


def test_only_what_is_worth_keeping_is_proposed():
    text = "I had toast. It was fine, I suppose."
    assert proposed({"I had toast": Mark(kept=0.5)}, text) == []
    assert len(proposed({"I had toast": Mark(kept=0.8)}, text)) == 1


def test_a_message_that_says_nothing_else_needs_a_lower_score():
    assert len(proposed({"I live in Porto": Mark(kept=0.6)}, "I live in Porto")) == 1


def test_conversations_among_people_need_a_higher_score():
    text = "I had toast. It was fine, I suppose."
    marks = {"I had toast": Mark(kept=0.65)}
    assert len(proposed(marks, text)) == 1
    assert proposed(marks, text, speaker="Maya") == []
    kept = proposed(marks, (Role.ASSISTANT, "Hello!"), text, speaker="Maya")
    assert [(one.speaker, one.subject) for one in kept] == [("Maya", "Maya")]


def test_a_question_is_never_kept():
    assert proposed({"Do I live in Porto": KEPT}, "Do I live in Porto?") == []


def test_two_fragments_of_one_statement_are_one_memory():
    marks = {"to all": Mark(kept=0.4), "I am allergic": KEPT, "nuts": KEPT}
    (one,) = proposed(marks, "I am allergic to all nuts, sadly.")
    assert one.content == "I am allergic to all nuts, sadly"


def test_she_is_resolved_from_the_preceding_turns():
    marks = {
        "she has been allergic to cashews": Mark(kept=0.95, about_other=0.9),
        "Noor": Mark(subject=0.9),
    }
    said = ("Noor is coming for dinner.", "Oh, and she has been allergic to cashews.")
    (one,) = proposed(marks, *said, speaker="Maya", since=1)
    assert (one.subject, one.speaker) == ("Noor", "Maya")
    assert "she has been allergic to cashews" in one.content


REPLIES = (
    "A model would have read this: […]",
    "Here is what I would suggest for the first week:",
    "Lisbon has a lot to offer:\n\n1. **Belém** - a tower.\n2. **Alfama** - old streets.\n\nEnjoy!",
    "Sure:\n\n```python\ndef add(a, b):\n    return a + b\n```\n\nIt returns the sum.",
    "Peanut allergies can be serious, so carry an injector if your doctor has prescribed one. " * 4,
)


@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_that_asks_nothing_does_not_suppress_what_follows(reply):
    replied = (Role.ASSISTANT, reply)
    for said in (
        "I prefer tea to coffee.",
        "I left Kone on Friday",
        "My sister Noor lives in Bath.",
    ):
        talk = turns("I'm allergic to peanuts.", replied, "I live in Lisbon.", replied, said)
        (one,) = propose(talk, bundled_reader(), since=4)
        assert one.quote == said.rstrip(".")
        assert not one.tentative


def test_of_a_long_reply_the_reader_sees_the_last_question_and_all_if_the_message_refers_to_it():
    plays = "Hamlet is by Shakespeare. " * 9
    reply = (Role.ASSISTANT, f"{plays}Have you seen it? I can find a theatre.")
    for said, seen in (
        ("I saw it in Bath.", "user: Hello\nassistant: Have you seen it?\n"),
        ("He is the best.", f"user: Hello\nassistant: {reply[1]}\n"),
    ):
        reader = ScriptedReader({})
        list(propose(turns("Hello", reply, said), reader, since=2))
        assert reader.read_texts == [(seen, said)]


def test_a_short_reply_with_a_question_is_read_whole():
    reply = (Role.ASSISTANT, "Good to know. How is the flat?")
    reader = ScriptedReader({})
    list(propose(turns("Hello", reply, "Bright, and loud."), reader, since=2))
    assert reader.read_texts == [(f"user: Hello\nassistant: {reply[1]}\n", "Bright, and loud.")]


def test_an_earlier_session_does_not_resolve_names():
    earlier, later = turns("Noor is coming.", "She is allergic to cashews.")
    later = Turn(**{**_fields(later), "at": later.at + timedelta(days=1)})
    reader = ScriptedReader({"She is allergic": Mark(kept=0.95, about_other=0.9)})
    list(propose([earlier, later], reader, since=1))
    assert reader.read_texts == [("", "She is allergic to cashews.")]


def _fields(turn):
    return {name: getattr(turn, name) for name in turn.__dataclass_fields__}


def test_a_pronoun_is_never_a_subject():
    marks = {"she is allergic": Mark(kept=0.95, about_other=0.9), "she": Mark(subject=0.9)}
    (one,) = proposed(marks, "Sadly she is allergic to nuts.")
    assert one.subject == "user"


def test_a_statement_that_names_its_owner_is_not_about_somebody_named_before():
    said = "Mira's doctor said she can have eggs."
    marks = {said: Mark(kept=0.95, about_other=0.9), "Noor": Mark(subject=0.9)}
    (one,) = propose(turns("Noor is coming.", said), ScriptedReader(marks), since=1)
    assert one.subject == "user"


HOME = {"I live in Porto": Mark(kept=0.95, attribute="home"), "Porto": Mark(value=0.9)}


def test_a_certain_attribute_becomes_a_plain_sentence_with_a_link():
    (one,) = proposed(HOME, "I live in Porto.")
    assert (one.content, one.quote) == ("User lives in Porto.", "I live in Porto")
    assert (one.attribute, one.value, one.tags) == ("home", "Porto", ("home",))
    assert [(tie.subject, tie.relation, tie.object) for tie in one.links] == [
        ("user", "lives in", "Porto")
    ]


@pytest.mark.parametrize(
    "before", ["What does the cat eat?|Fish.", "Who wrote Hamlet?|William Shakespeare."]
)
def test_a_value_is_read_whatever_was_asked_before(before):
    question, answer = before.split("|")
    talk = turns(question, (Role.ASSISTANT, answer), "I am studying at Uppsala.")
    (one,) = propose(talk, bundled_reader(), since=2)
    assert (one.attribute, one.value) == ("school", "Uppsala")


@pytest.mark.parametrize(
    ("said", "is_rule"),
    [
        ("In this repo, never push to main.", True),
        ("In this project always use npm.", True),
        ("In diesem Projekt immer Tabs verwenden.", True),
        ("In this repo, fix the parser.", False),
        ("In this project we lost two days.", False),
    ],
)
def test_a_rule_may_say_first_where_it_holds(said, is_rule):
    found = [one for one in propose(turns(said), bundled_reader()) if not one.tentative]
    assert [(one.quote, one.standing) for one in found] == [(said.rstrip("."), True)] * is_rule


@pytest.mark.parametrize(
    ("said", "subject", "home"),
    [
        ("Tom moved to York.", "Tom", "York"),
        ("Beth lives in York.", "Beth", "York"),
        ("Ann moved in with Dan.", "Ann", None),
        ("Tom started at Siemens in May.", "Tom", None),
        ("Moved to York.", "user", "York"),
        ("We moved to York today! I'm exhausted.", "user", "York"),
        ("I moved to York today, I'm exhausted.", "user", "York"),
        ("Started at Siemens in May.", "user", None),
    ],
)
def test_a_sentence_that_begins_with_a_name_is_about_that_name(said, subject, home):
    (one,) = propose(turns(said), bundled_reader())
    assert (one.subject, one.value if one.attribute == "home" else None) == (subject, home)


def test_a_trip_after_a_question_is_no_move():
    answer = (Role.ASSISTANT, "William Shakespeare.")
    talk = turns("Who wrote Hamlet?", answer, "I went to Porto last week.")
    assert all(one.value is None for one in propose(talk, bundled_reader(), since=2))


@pytest.mark.parametrize("before", [(), ("What does the cat eat?", (Role.ASSISTANT, "Fish."))])
@pytest.mark.parametrize(
    ("said", "relation", "name"),
    [
        ("My new boss is Karin.", "manager", "Karin"),
        ("Karin is my boss.", "manager", "Karin"),
        ("My sister's name is Nora.", "sibling", "Nora"),
        ("Our dog is called Rex.", "pet", "Rex"),
        ("My dog's name is Rex.", "pet", "Rex"),
        ("Mein neuer Chef ist Herr Braun.", "manager", None),
        ("Mi hermano se llama Luis.", "sibling", "Luis"),
    ],
)
def test_the_words_say_which_relative_a_name_is(before, said, relation, name):
    talk = turns(*before, said)
    (one,) = propose(talk, bundled_reader(), since=len(before))
    assert (one.attribute, one.subject) == (relation, "user")
    assert one.value == name or (name is None and "Braun" in one.value)


@pytest.mark.parametrize(
    "said",
    [
        "My wife is German.",
        "My boss likes Karin.",
        "My old boss was Karin.",
        "My neighbour's dog is called Rex.",
        "My son's name is not Tom.",
        "Mein alter Chef heißt Tom.",
    ],
)
def test_other_words_around_a_name_make_no_relative(said):
    assert all(one.value is None for one in propose(turns(said), bundled_reader()))


def test_the_quote_stays_if_a_plain_sentence_would_lose_something():
    text = "I live in Porto with my brothers and two dogs."
    (one,) = proposed({text: Mark(kept=0.95, attribute="home"), "Porto": Mark(value=0.9)}, text)
    assert one.content == "I live in Porto with my brothers and two dogs"
    assert (one.attribute, one.value) == ("home", "Porto")


LEFT = Relation(0.0, 0.0, 0.0, 0.95, 0.05, 0.0)
PERHAPS_LEFT = Relation(0.0, 0.0, 0.0, 0.6, 0.4, 0.0)


@pytest.mark.parametrize(
    ("said", "relation", "home"),
    [
        ("We moved from Leeds to York.", LEFT, "York"),
        ("We moved to New York from Leeds.", LEFT, "New York"),
        ("We moved from Leeds.", LEFT, None),
        ("We moved from Leeds to York.", PERHAPS_LEFT, None),
        ("We moved around, from Leeds to York daily.", UNRELATED, "Leeds"),
        ("We moved to Leeds.", LEFT, "Leeds"),
    ],
)
def test_a_home_is_where_somebody_moved_to(said, relation, home):
    marks = {said[:-1]: Mark(kept=0.95, attribute="home"), "Leeds": Mark(value=0.9)}
    (one,) = proposed(marks, said, compares=lambda _before, _now: relation)
    assert (one.attribute, one.value) == ("home" if home else one.attribute, home)
    assert [link.object for link in one.links] == ([home] if home else [])


def test_where_somebody_else_moved_to_is_in_their_words_only():
    said = "My sister moved from Leeds to York"
    other = Mark(kept=0.95, attribute="home", about_other=0.9)
    (one,) = proposed({said: other, "Leeds": Mark(value=0.9)}, said)
    assert (one.content, one.value, one.links) == (said, None, ())


@pytest.mark.parametrize(
    "greeting",
    [
        *("hi, ", "Hi there, ", "hi ", "Good morning, ", "Hey! ", "Hallo, ", "Bonjour ! "),
        *("ok, ", "Well, ", "ok, well, ", "So, ", " Actually, "),
    ],
)
def test_a_statement_after_a_greeting_is_read_alone_if_nothing_was_learned(greeting):
    class Distracted(ScriptedReader):
        def read(self, before, text):
            return super().read(before, text) if text.strip() == "I play the cello." else NOTHING

    said = f"{greeting}I play the cello"
    (one,) = propose(turns(said), Distracted({"I play the cello": KEPT}))
    assert (one.quote, said[one.start : one.end]) == ("I play the cello", "I play the cello")


@pytest.mark.parametrize(
    "said",
    [
        *("Hey Jude is my favourite song", "hi, how are you", "hi, I am here. I play the cello"),
        *("ok, I like it", "ok, I will try that", "well, that works", "ok, do it"),
    ],
)
def test_other_messages_are_read_once(said):
    reader = ScriptedReader()
    assert all(one.only_instructions for one in propose(turns(said), reader))
    assert len(reader.read_texts) == 1


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ("Okay, good to know.", ""),
        ("Alles klar, danke!", ""),
        ("Tea or coffee?", "assistant: Tea or coffee?\n"),
        ("Lima.", ""),
    ],
)
def test_the_reply_before_is_read_if_it_asks_something(reply, read):
    reader = ScriptedReader()
    list(propose(turns((Role.ASSISTANT, reply), "I would rather have tea."), reader, since=1))
    assert reader.read_texts[0][0] == read


def test_a_value_that_is_not_a_name_is_dropped():
    marks = {"I live in a tent": Mark(kept=0.95, attribute="home"), "a tent": Mark(value=0.9)}
    (one,) = proposed(marks, "I live in a tent.")
    assert (one.content, one.value, one.links) == ("I live in a tent", None, ())


def test_a_relative_date_is_resolved_next_to_the_words():
    (one,) = proposed({"I sold the boat yesterday": KEPT}, "I sold the boat yesterday.")
    assert one.content == "I sold the boat yesterday"
    assert one.when == "7 June 2026"
    assert str(one.valid_from)[:10] == "2026-06-07"
    assert one.valid_until is None


def test_a_calendar_date_needs_no_bracket():
    (one,) = proposed({"I was born on 3 May 1990": KEPT}, "I was born on 3 May 1990.")
    assert one.when == ""


def test_a_plan_holds_for_its_day():
    marks = {"I will call the bank tomorrow": Mark(kept=0.95, kind=Kind.COMMITMENT)}
    (one,) = proposed(marks, "I will call the bank tomorrow.")
    assert one.when == "9 June 2026"
    assert str(one.valid_from)[:10] == str(one.valid_until)[:10] == "2026-06-09"


def test_the_date_of_another_sentence_is_not_that_of_a_plan():
    plan = Mark(kept=0.95, kind=Kind.COMMITMENT)
    # It is June: 20 January may be of either year.
    for first in ("Entered the chess open on 20 January", "Entered the chess open"):
        said = f"{first}. Last year i came 4th"
        (one,) = proposed({said: Mark(kept=0.9), first: plan}, said)
        assert one.quote == said
        assert (one.when, one.valid_from, one.valid_until) == ("", None, None)


def test_the_date_of_the_next_sentence_is_that_of_an_event():
    first, second = "Emre sold the bakery", "it was yesterday"
    (one,) = proposed({first: KEPT, second: Mark(kept=0.9)}, f"{first}. {second}.")
    assert (one.when, str(one.valid_from)[:10]) == ("7 June 2026", "2026-06-07")


def test_the_date_of_somebody_else_is_not_that_of_the_first_sentence():
    first, second = "My sister Eva is a baker", "Her son Tom was born in 2015"
    (one,) = proposed({first: KEPT, second: Mark(kept=0.9)}, f"{first}. {second}.")
    assert (one.valid_from, one.valid_until) == (None, None)


@pytest.mark.parametrize(
    "said",
    [
        "I moved to Oldenburg yesterday because it is quieter.",
        "We moved to Oldenburg yesterday, the stairs in Bremen were too steep.",
    ],
)
def test_what_is_said_beside_a_move_does_not_hide_it(said):
    (one,) = propose(turns(said), bundled_reader())
    assert (one.attribute, one.value) == ("home", "Oldenburg")


def test_since_and_until_limit_the_validity():
    (one,) = proposed({"I work at Acme since May 2024": KEPT}, "I work at Acme since May 2024.")
    assert (str(one.valid_from)[:10], one.valid_until) == ("2024-05-01", None)
    (one,) = proposed({"I am in Oslo until 20 June 2026": KEPT}, "I am in Oslo until 20 June 2026.")
    assert (one.valid_from, str(one.valid_until)[:10]) == (None, "2026-06-20")


def test_what_begins_on_a_day_goes_on_after_it():
    said = "My friend Priya is starting at Wheatfields hospice on 2 July"
    (one,) = proposed({said: KEPT}, f"{said}.")
    assert (str(one.valid_from)[5:10], one.valid_until) == ("07-02", None)


def test_the_day_of_one_sentence_does_not_limit_another():
    said = "I drive a Skoda. Its MOT is due on 2 July"
    (one,) = proposed({said: KEPT}, f"{said}.")
    assert (one.valid_from, one.valid_until) == (None, None)


@pytest.mark.parametrize(
    ("said", "limited"),
    [
        ("So no more nights from August", True),
        ("Pilates is off until October", True),
        ("I will stop working nights on 20 July", True),
        ("I have not worked nights since March", False),
        ("I do not run on Thursdays any more", False),
        ("I lived in Leeds until 2019", False),
        ("The divorce came through today", False),
    ],
)
def test_a_day_to_come_limits_a_statement(said, limited):
    (one,) = proposed({said: KEPT}, f"{said}.")
    assert one.limited is limited
    if not limited:
        assert one.valid_until is None


RULE = {"Always run the linter first": Mark(kept=0.95, standing=0.9, kind=Kind.PROCEDURE)}
CALL = (Role.TOOL, "ok")


def test_a_standing_instruction_without_tools_is_a_preference():
    (one,) = proposed(RULE, "Always run the linter first.")
    assert one.standing
    assert (one.kind, one.key) == (Kind.PREFERENCE, None)
    assert "instruction" in one.tags


@pytest.mark.parametrize(
    ("between", "kind"),
    [(0, Kind.USER_PREFERENCE), (11, Kind.USER_PREFERENCE), (12, Kind.PREFERENCE)],
)
def test_a_standing_instruction_near_a_tool_call_is_for_the_agent(between, kind):
    said = [CALL, *["Well."] * between, "Always run the linter first."]
    (one,) = proposed(RULE, *said, since=between + 1)
    assert one.kind is kind
    # It is compared with other instructions, and needs no key.
    assert one.key is None


@pytest.mark.parametrize(
    ("said", "standing", "kept"),
    [
        ("never edit files under src/gen/", 0.9, True),
        ("please don't ever force-push", 0.9, True),
        ("Make sure you run the tests before you push.", 0.9, True),
        # Neither the words alone nor the reader alone, and nothing that is no whole sentence.
        ("never edit files under src/gen/", 0.7, True),
        ("never edit files under src/gen/", 0.6, False),
        ("in this repo, always run make lint", 0.97, True),
        ("in this repo, always run make lint", 0.9, False),
        ("edit the files under src/gen/", 0.9, False),
        ("no, never", 0.9, False),
        ("never edit files under src/gen/, ok?", 0.9, False),
        ("don't edit it, just this once", 0.9, False),
    ],
)
def test_what_begins_like_an_instruction_and_surely_stands_is_kept_however_it_scores(
    said, standing, kept
):
    found = proposed({said.rstrip(".?"): Mark(kept=0.01, standing=standing)}, said)
    assert [one.standing for one in found] == [True] * kept
    assert all(one.quote in said and one.quote.endswith(said.rstrip(".")[-4:]) for one in found)


def test_an_agent_preference_without_an_agent_is_a_preference():
    marks = {"I prefer tabs over spaces": Mark(kept=0.95, kind=Kind.USER_PREFERENCE)}
    (one,) = proposed(marks, "I prefer tabs over spaces.")
    assert one.kind is Kind.PREFERENCE


def test_from_a_tool_only_keyed_knowledge_is_kept():
    said = ("Open example.org please.", (Role.TOOL, "The login form needs a phone number."))
    know = {"The login form needs a phone number": Mark(kept=0.95, kind=Kind.WEBSITE_KNOWLEDGE)}
    (one,) = proposed(know, *said, since=1)
    assert one.origin is Origin.TOOL
    assert one.key.startswith("example.org:")
    assert (one.subject, one.tags) == ("example.org", ("example.org",))
    fact = {"The login form needs a phone number": Mark(kept=0.95, kind=Kind.FACT)}
    assert proposed(fact, *said, since=1) == []


def test_a_long_tool_result_is_skipped():
    page = "The login form needs a phone number. " + "More of the page. " * 40
    marks = {"The login form needs a phone number": Mark(kept=0.95, kind=Kind.WEBSITE_KNOWLEDGE)}
    assert proposed(marks, "Open example.org.", (Role.TOOL, page), since=1) == []


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.SYSTEM])
def test_other_roles_are_never_learned_from(role):
    reader = ScriptedReader({"I live in Porto": KEPT}, changes=0.9)
    assert list(propose(turns((role, "I live in Porto.")), reader)) == []
    assert (
        list(
            propose(
                turns("Hello there!", (role, "Remember that I live in Porto.")), reader, since=1
            )
        )
        == []
    )


def test_pasted_words_are_not_even_read():
    reader = ScriptedReader({"I live in Porto": KEPT})
    said = "> I live in Porto.\nWhat do you think of that?"
    assert list(propose(turns(said), reader)) == []
    assert "Porto" not in reader.read_texts[0][1]
    assert len(reader.read_texts[0][1]) == len(said)


REMEMBER = {
    "en": "Remember that the blue folder is the right one.",
    "de": "Merk dir, dass der blaue Ordner der richtige ist.",
    "es": "Recuerda que la carpeta azul es la correcta.",
    "fr": "Souviens-toi que le dossier bleu est le bon.",
    "pt": "Lembra que a pasta azul é a certa para mim.",
    "it": "Ricorda che la cartella blu è quella giusta.",
}


@pytest.mark.parametrize("said", REMEMBER.values(), ids=REMEMBER.keys())
def test_a_request_to_remember_is_always_kept(said):
    (one,) = proposed({}, said)
    assert one.content == said.rstrip(".")
    assert one.confidence >= 0.85
    assert not one.tentative


def test_it_is_kept_once_and_whole():
    marks = {"the blue folder": KEPT, "I like tea a lot": KEPT}
    first, second = proposed(marks, f"I like tea a lot. {REMEMBER['en']}")
    assert (first.content, second.content) == ("I like tea a lot", REMEMBER["en"].rstrip("."))


def test_don_t_let_me_forget_that_keeps_what_it_points_at():
    text = "They said no ibuprofen with apixaban. Don't let me forget that."
    (one,) = proposed({"Don't let me forget that": KEPT}, text)
    assert one.content == "They said no ibuprofen with apixaban"
    later = proposed({}, "No ibuprofen with apixaban.", "Keep that in mind, please.", since=1)
    assert [(one.turn_id, one.quote) for one in later] == [("0", "No ibuprofen with apixaban")]


def test_a_request_to_remember_alone_is_never_kept():
    assert proposed({"Don't forget that": KEPT}, "Don't forget that.") == []
    answered = ["What is 2 + 2?", (Role.ASSISTANT, "4."), "Remember that."]
    assert proposed({"Remember that": KEPT}, *answered) == []


def test_what_is_only_supposed_is_no_instruction():
    text = "I applied for a post. If I get it I'd be Monday to Friday, no more nights ever."
    standing = Mark(kept=0.95, standing=0.95)
    marks = {"I applied for a post": KEPT, text.partition(". ")[2].rstrip("."): standing}
    (one,) = proposed(marks, text)
    assert (one.quote, one.standing) == ("I applied for a post", False)


def test_words_of_an_instruction_help_an_unsure_reader():
    unsure = Mark(kept=0.95, standing=0.3)
    said = ("Don't recommend anything with cashews", "I grew up without any cashews")
    assert [one.standing for one in proposed(dict.fromkeys(said, unsure), *said)] == [True, False]


def test_a_name_is_learned_when_more_is_said_after_it():
    text = "Hi, I'm Ann Lee. I'm a nurse in the city of Leeds."

    class OnlyAlone(ScriptedReader):
        """Takes the start of a longer message for a greeting, as the trained reader does."""

        def read(self, before, text):
            marks = (
                {}
                if "nurse" in text
                else {"I'm Ann Lee": KEPT, "Ann Lee": Mark(value=0.9, attribute="name")}
            )
            return ScriptedReader({"I'm a nurse in the city of Leeds": KEPT, **marks}).read(
                before, text
            )

    found = list(propose(turns(text), OnlyAlone({})))
    assert [(one.quote, one.value) for one in found] == [
        ("I'm Ann Lee", "Ann Lee"),
        ("I'm a nurse in the city of Leeds", None),
    ]


def test_do_you_remember_is_a_question():
    assert proposed({}, "Do you remember my dog?") == []


def test_remember_among_people_is_not_a_request():
    assert proposed({}, "Remember that day we met.", speaker="Maya") == []


@pytest.mark.parametrize("said", ["Ich bin.", "ok", "!!!", "", "   ", "12345"])
def test_empty_statements_are_not_kept(said):
    assert proposed({}, said) == []


@pytest.mark.parametrize(
    "said",
    [
        "Mieszkam w Porto i pracuję jako lekarz.",
        "私は東京に住んでいます。",
        "Я живу в Москве уже пять лет.",
    ],
)
def test_from_a_language_without_a_pack_nothing_is_learned(said):
    assert proposed({said: KEPT, said.rstrip(".。"): KEPT}, said) == []


def test_a_likely_change_is_proposed_tentatively():
    said = "Hi. We gave the keys back on Friday. Ok?"
    marks = {"We gave the keys back on Friday": Mark(kept=0.2)}
    (one,) = proposed(marks, said, changes=0.9)
    assert one.tentative
    assert one.content == "We gave the keys back on Friday"
    assert proposed(marks, said, changes=0.1) == []
    assert proposed({}, said, changes=0.9) == []


def test_earlier_turns_are_only_context():
    marks = {"I live in Porto": KEPT, "I have two dogs": KEPT}
    (one,) = proposed(marks, "I live in Porto.", "I have two dogs.", since=1)
    assert (one.turn_id, one.content) == ("1", "I have two dogs")


def test_a_missing_full_stop_makes_no_difference():
    with_, without = (
        proposed({"I live in Porto": KEPT}, f"I live in Porto{end}") for end in (".", "")
    )
    assert [one.content for one in with_] == [one.content for one in without] == ["I live in Porto"]


def test_unsupported_languages_are_stored_and_found(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path / "home"))
    house = build(load(), tmp_path / "m.sqlite", embedder=ToyEmbedder())
    with Memory(house, background=False) as memory:
        agent = memory.agent("ann")
        agent.remember("Mieszkam w Porto i pracuję jako lekarz.", conversation="c")
        memory.sync()
        assert agent.memories.list() == []
        assert "Mieszkam w Porto" in agent.context("Mieszkam w Porto?").text


def test_a_date_of_an_uncertain_year_is_dropped():
    near, far = "I moved to Porto in April.", "I moved to Porto in December."
    (one,) = proposed({near: KEPT}, near)
    assert one.when == "April 2026"
    (one,) = proposed({far: KEPT}, far)
    assert (one.when, one.valid_from) == ("", None)


def quotes(marks, text):
    return [one.quote for one in proposed(marks, text)]


def test_a_dependent_statement_is_quoted_with_its_context():
    text = "exactly. one thing tho, no spiders. ever, in anything you make for the game. thanks"
    marks = {"no spiders": Mark(kept=0.3), "ever, in anything you make for the game": KEPT}
    assert quotes(marks, text) == [
        "one thing tho, no spiders. ever, in anything you make for the game"
    ]


def test_a_self_contained_statement_is_quoted_alone():
    text = "We live in Lisbon now! The spare key is with the neighbour on the second floor."
    marks = {text[:-1]: KEPT}
    assert quotes(marks, text) == [
        "We live in Lisbon now",
        "The spare key is with the neighbour on the second floor",
    ]


def test_a_stated_value_stays_a_separate_memory():
    text = "My sister is Noor. nobody cooks like her on a sunday."
    marks = {
        "My sister is Noor": Mark(kept=0.95, attribute="sibling"),
        "Noor": Mark(value=0.9),
        "nobody cooks like her on a sunday": KEPT,
    }
    assert quotes(marks, text) == ["My sister is Noor", text[:-1]]


def test_a_request_phrased_as_a_question_is_quoted_with_its_reason():
    text = "would you give me ounces from now? grams mean nothing at all to me."
    marks = {
        "would you give me ounces from now": Mark(kept=0.7, standing=0.9),
        "grams mean nothing at all to me": KEPT,
    }
    assert quotes(marks, text) == [text[:-1]]


@pytest.mark.parametrize(
    "text",
    [
        "how old is it?\n\n> pasted by somebody else\n\nnobody at my table eats any of that stuff.",
        "is that so? nobody at my table eats any of that stuff.",
    ],
)
def test_questions_and_pasted_text_are_not_included(text):
    marks = {"nobody at my table eats any of that stuff": KEPT}
    assert quotes(marks, text) == ["nobody at my table eats any of that stuff"]


@pytest.mark.parametrize(
    "said",
    [
        "please write it formally, just this once",
        "schreib das bitte förmlich, nur diesmal",
        "escríbelo de usted, solo esta vez",
        "écris ça au passé, juste cette fois",
        "scrivilo in inglese, solo stavolta",
        "escreve isso em inglês, só dessa vez",
    ],
)
def test_a_one_off_request_is_not_a_standing_instruction(said):
    assert proposed({said: Mark(kept=0.95, standing=0.9)}, said) == []


PASTED = "\n\n> We will ship a replacement lid by Friday.\n> Kind regards, Priya"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Here's what your colleague sent me last week.", False),
        ("Here is the mail my boss sent me on Friday.", False),
        ("My landlord raised the rent to 900 euros, here's his mail.", True),
    ],
)
def test_a_sentence_that_only_introduces_pasted_text_is_no_memory(said, kept):
    marks = {said.rstrip("."): KEPT}
    assert [one.quote for one in proposed(marks, said + PASTED)] == [said.rstrip(".")] * kept
    # Without a text after it, it is one.
    assert proposed(marks, said)
