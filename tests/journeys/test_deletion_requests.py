"""What a user asks in a chat to be forgotten is never learned, and a person deletes it."""

import pytest

from recollect import Conflict, InvalidInput
from recollect.domain.entry import Kind
from recollect.domain.marks import Relation
from scripted_reader import Mark, ScriptedReader

SAID = (
    "My phone number is 07700 900123",
    "My daughter Lena is seven",
    "Lena starts school",
    "I like tea",
)
ASKED = "Please delete my phone number, and forget everything about my daughter"


def replaces(_earlier, _later):
    return Relation(0.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@pytest.fixture
def told(opened, clock):
    """An agent that has learned four things, with a reader that would learn any request too."""
    marks = {said: Mark(kept=0.95) for said in SAID}
    marks |= {said: Mark(kept=0.95, about_other=0.95) for said in SAID[1:3]}
    marks |= {"Lena": Mark(subject=0.95)}
    marks |= {said: Mark(kept=0.95, standing=0.95) for said in (ASKED, "forget that")}
    memory = opened(clock=clock, message_reader=ScriptedReader(marks, affects=replaces))
    alice = memory.agent("alice")
    for said in SAID:
        alice.remember(said, conversation="c1")
    memory.sync()
    return memory, alice


def ask(memory, alice, text=ASKED, **more):
    alice.remember(text, conversation="c2", **more)
    memory.sync()


def contents(entries):
    return {entry.content for entry in entries}


def test_a_request_is_not_learned_and_lists_what_it_names(told):
    memory, alice = told
    ask(memory, alice)
    assert contents(alice.memories.list(status=("active", "review", "superseded"))) == {*SAID}
    assert ASKED not in alice.context("Hello").text
    (request,) = alice.review.deletion_requests()
    assert (request.entry.content, request.entry.kind) == (ASKED, Kind.DELETION_REQUEST)
    assert contents(request.memories) == {*SAID[:3]}
    assert alice.review.list() == []


def test_a_request_reaches_what_its_memories_have_replaced(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    asked = "Forget my address."
    for said in ("I live in Leeds.", "I live in York now.", "My name is Ann.", asked):
        alice.remember(said, conversation=said)
        memory.sync()
    (request,) = alice.review.deletion_requests()
    assert {entry.value for entry in request.memories} == {"Leeds", "York"}
    assert "Leeds" not in alice.context("What is my address?").text
    for profile in (alice.profile.current(), alice.profile.current(as_of=clock.now())):
        assert profile.text == "About the user\n- User's name is Ann."
    alice.review.resolve(request.id, keep="none")
    left = alice.memories.list(status=("active", "superseded"))
    assert [entry.attribute for entry in left] == ["name"]
    assert "Leeds" not in alice.context("What is my address?").text


def test_a_memory_that_is_reworded_first_keeps_what_nobody_asked_to_forget(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    for said in ("I live in Leeds with my dog Rex.", "Forget my address."):
        alice.remember(said, conversation=said)
        memory.sync()
    (request,) = alice.review.deletion_requests()
    (home,) = request.memories
    clock.advance(60)
    alice.memories.update(home.id, pinned=True)
    assert len(alice.review.deletion_requests()[0].memories) == 1
    alice.memories.update(home.id, content="Has a dog called Rex")
    assert alice.review.deletion_requests()[0].memories == ()
    shown = alice.context("Where do I live, and what is my dog called?").text
    assert ("called Rex" in shown, "Leeds" in shown) == (True, False)
    assert alice.review.resolve(request.id, keep="none") == []
    assert contents(alice.memories.list()) == {"Has a dog called Rex"}
    shown = alice.context("Where do I live, and what is my dog called?").text
    assert ("called Rex" in shown, "Leeds" in shown) == (True, False)


def test_contexts_of_the_past_leave_out_what_was_forgotten_since(opened, clock):
    memory = opened(clock=clock)
    alice = memory.agent("alice")
    alice.remember("My Zorbank card has an overdraft of 900 pounds.", conversation="c")
    reply = "A Zorbank overdraft of 900 pounds can be paid off step by step."
    alice.remember(reply, role="assistant", conversation="c")
    alice.remember("My brother plays chess for Durham.", conversation="c")
    memory.sync()
    then = clock.now()
    clock.advance(86_400)
    assert "step" in alice.context("Tell me about my Zorbank overdraft", as_of=then).text
    asked = "Please forget everything about the Zorbank and the overdraft."
    alice.remember(asked, conversation="d")
    memory.sync()
    (request,) = alice.review.deletion_requests()
    alice.review.resolve(request.id, keep="none")
    for as_of in (None, then):
        assert "step" not in alice.context("Tell me about my Zorbank overdraft", as_of=as_of).text


def test_one_decision_deletes_them_and_keeps_them_out_of_contexts(told):
    memory, alice = told
    ask(memory, alice)
    (request,) = alice.review.deletion_requests()
    decided = alice.review.resolve(request.id, keep="none")
    assert {entry.status.value for entry in decided} == {"deleted"}
    assert contents(alice.memories.list()) == {"I like tea"}
    assert alice.review.deletion_requests() == []
    for question in ("What is my phone number?", "Tell me about Lena and my daughter"):
        text = alice.context(question).text
        assert not any(said in text for said in ("07700", "seven", "school", "Please delete"))
    with pytest.raises(Conflict):
        alice.review.resolve(request.id, keep="none")
    memory.rebuild("alice")
    memory.sync()
    assert (contents(alice.memories.list()), alice.review.deletion_requests()) == ({SAID[3]}, [])


@pytest.mark.parametrize("keep", ["none", "all"])
def test_a_decision_is_taken_back_and_the_request_names_the_same_again(told, keep):
    memory, alice = told
    ask(memory, alice)
    (request,) = alice.review.deletion_requests()
    for decided in alice.review.resolve(request.id, keep=keep):
        if decided.status == "deleted":
            alice.memories.restore(decided.id)
    alice.memories.restore(request.id)
    (again,) = alice.review.deletion_requests()
    assert (again.id, contents(again.memories)) == (request.id, contents(request.memories))
    assert contents(alice.memories.list()) == {*SAID}


def test_a_refused_request_keeps_everything_and_is_not_asked_again(told):
    memory, alice = told
    ask(memory, alice)
    (request,) = alice.review.deletion_requests()
    with pytest.raises(InvalidInput, match="none or all"):
        alice.review.resolve(request.id, keep="this")
    assert contents(alice.review.resolve(request.id, keep="all")) == {*SAID[:3]}
    memory.rebuild("alice")
    memory.sync()
    assert (contents(alice.memories.list()), alice.review.deletion_requests()) == ({*SAID}, [])
    known = alice.memories.list()[0]
    with pytest.raises(InvalidInput, match="this, others or both"):
        alice.review.resolve(known.id, keep="none")


def test_forget_that_means_the_message_before_and_is_listed_only_if_that_was_learned(told):
    memory, alice = told
    alice.remember("forget that", conversation="c1")
    alice.remember("forget that", conversation="c3")
    memory.sync()
    (request,) = alice.review.deletion_requests()
    assert contents(request.memories) == {"I like tea"}
    assert contents(alice.memories.list()) == {*SAID}


@pytest.mark.parametrize("keep", ["none", "all"])
def test_forget_that_means_the_message_before_even_if_nothing_was_learned_from_it(told, keep):
    memory, alice = told
    said = "The vault code is four swans."
    for text in (said, "Forget that."):
        alice.remember(text, conversation="c2")
    memory.sync()
    (request,) = alice.review.deletion_requests()
    assert (request.message, request.memories) == (said, ())
    assert "swans" not in alice.context("What is the vault code?").text
    alice.review.resolve(request.id, keep=keep)
    assert ("swans" in alice.context("What is the vault code?").text) == (keep == "all")


def test_never_mind_after_a_question_asks_nothing_and_a_request_goes_with_its_own_message(told):
    memory, alice = told
    for text in ("What is the vault code?", "Forget it."):
        alice.remember(text, conversation="c2")
    memory.sync()
    assert alice.review.deletion_requests() == []
    for text in ("The vault code is four swans.", "Forget that."):
        turn = alice.remember(text, conversation="c3")
    memory.sync()
    assert len(alice.review.deletion_requests()) == 1
    alice.conversations.delete_turn("c3", turn.id)
    assert alice.review.deletion_requests() == []
    assert "swans" in alice.context("What is the vault code?").text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("You can drop my phone number from your notes", {SAID[0]}),
        ("I'd rather you didn't remember my phone number", {SAID[0]}),
        ("Scrap what I told you about the oncologist.", set()),
        ("Never mind, forget I said that", {SAID[3]}),
    ],
)
def test_a_request_in_everyday_words_is_neither_learned_nor_ends_anything(
    opened, clock, asked, said
):
    marks = {text: Mark(kept=0.95) for text in SAID} | {asked: Mark(kept=0.95, standing=0.95)}
    memory = opened(clock=clock, message_reader=ScriptedReader(marks, affects=replaces))
    alice = memory.agent("alice")
    for text in (*SAID, asked):
        alice.remember(text, conversation="c1")
        memory.sync()
    assert contents(alice.memories.list(status=("active", "review", "superseded"))) == {*SAID}
    (request,) = alice.review.deletion_requests()
    assert contents(request.memories) == said


@pytest.mark.parametrize("idiom", ["Never mind, forget it.", "Oh forget it, I'll buy a cake."])
def test_never_mind_after_a_question_hides_nothing_that_was_said_with_it(told, idiom):
    memory, alice = told
    ask(memory, alice, "I'm allergic to walnuts. What can I bake for Sunday?")
    ask(memory, alice, idiom)
    assert alice.review.deletion_requests() == []
    assert "walnuts" in alice.context("What am I allergic to?").text


def test_pasted_words_and_people_among_themselves_ask_nothing(told):
    memory, alice = told
    ask(memory, alice, f"> {ASKED}\n\nWhat does this mail mean?")
    alice.remember(ASKED, conversation="c4", speaker="Ann")
    alice.ingest("c5", [{"assistant": ASKED}])
    memory.sync()
    assert alice.review.deletion_requests() == []


def test_a_request_about_nothing_that_is_known_is_listed_if_it_is_the_users_own(told):
    memory, alice = told
    ask(memory, alice, "Forget my passport number. Forget about the cheese.")
    (request,) = alice.review.deletion_requests()
    assert (request.entry.content, request.memories) == ("Forget my passport number", ())


def test_what_no_memory_matches_is_said_beside_what_others_do(told):
    memory, alice = told
    ask(memory, alice, "Delete my phone number, and forget everything about my passport")
    (request,) = alice.review.deletion_requests()
    assert contents(request.memories) == {SAID[0]}
    assert (request.named, request.unmatched) == (("phone number", "passport"), ("passport",))
    ask(memory, alice, "Forget the tea")
    assert alice.review.deletion_requests()[0].unmatched == ()


@pytest.mark.parametrize(
    ("asked", "attribute"),
    [
        ("Delete my phone number, and forget everything about my address.", "home"),
        ("Forget my new home address.", "home"),
        ("Supprime mon adresse.", "home"),
        ("Speichere meine Adresse nicht.", "home"),
        ("Olvida mi dirección.", "home"),
        ("Dimentica la mia data di nascita.", "birthday"),
        ("Esqueça o meu trabalho.", "employer"),
        ("Forget my employer and my allergies", "employer"),
        ("Do not store anything about my health.", "allergy"),
    ],
)
def test_the_word_for_an_attribute_finds_the_users_memories_with_it(opened, asked, attribute):
    said = {
        "home": "I live at 12 Baker Lane in Leeds",
        "employer": "I earn my money at Siemens",
        "birthday": "I was born on 4 May 1980",
        "allergy": "I am allergic to nuts",
    }
    other = "Tom moved to Leeds"
    marks = {text: Mark(kept=0.95, attribute=name) for name, text in said.items()}
    marks |= {value: Mark(value=0.95) for value in ("Baker Lane", "Siemens", "4 May 1980", "nuts")}
    memory = opened(message_reader=ScriptedReader(marks | {other: Mark(kept=0.95)}))
    alice = memory.agent("alice")
    for text in (*said.values(), other):
        alice.remember(text, conversation="c1")
    memory.sync()
    ask(memory, alice, asked)
    (request,) = alice.review.deletion_requests()
    assert attribute in {entry.attribute for entry in request.memories}
    assert other not in contents(request.memories)
    ask(memory, alice, "Forget my daughter's address.")
    assert contents(alice.review.deletion_requests()[0].memories) == set()


def test_a_request_names_the_users_own_values_by_their_form(opened):
    own = ("My email is jo.doe@example.org", "Reach me at jo@example.com")
    others = ("My wife's email is eva@example.org", "I like tea")
    memory = opened(message_reader=ScriptedReader({said: Mark(kept=0.95) for said in own + others}))
    alice = memory.agent("alice")
    for said in own + others:
        alice.remember(said, conversation=said[:8])
    memory.sync()
    ask(memory, alice, "Please forget my e-mail address.")
    (request,) = alice.review.deletion_requests()
    assert contents(request.memories) == {*own}
    text = alice.context("What is my email?").text
    assert ("jo" in text, "eva@example.org" in text) == (False, True)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Tom and I had a horrible fight about Christmas", "Forget everything about the fight with Tom."),
        ("Ich arbeite als Krankenschwester", "Vergiss bitte meinen Beruf."),
        ("Ich arbeite als Krankenschwester", "Please forget my job."),
        ("My sister Mia is a teacher in Leipzig", "Vergiss bitte alles über meine Schwester Mia."),
        ("My sister Mia is a teacher in Leipzig", "Please forget everything about my sister Ida."),
    ],
)  # fmt: skip
def test_a_request_names_a_memory_in_other_words_and_in_another_language(opened, said, asked):
    memory = opened(message_reader=ScriptedReader({said: Mark(kept=0.95)}))
    alice = memory.agent("alice")
    alice.remember(said, conversation="c1")
    memory.sync()
    ask(memory, alice, asked)
    (request,) = alice.review.deletion_requests()
    assert contents(request.memories) == (set() if "Ida" in asked else {said})


@pytest.mark.parametrize("asked", ["Forget my daughter's name.", "Forget the name of my daughter."])
def test_the_name_of_a_relative_is_found_where_nobody_said_name(opened, asked):
    said, others = "My daughter is called Lotte", ("My daughter hates peas", "My son is called Ben")
    marks = {text: Mark(kept=0.95) for text in others}
    marks |= {said: Mark(kept=0.95, attribute="child"), "Lotte": Mark(value=0.95)}
    memory = opened(message_reader=ScriptedReader(marks))
    alice = memory.agent("alice")
    for text in (said, *others):
        alice.remember(text, conversation=text)
        memory.sync()
    ask(memory, alice, asked)
    (request,) = alice.review.deletion_requests()
    assert contents(request.memories) == {said}
    assert request.unmatched == ()


def test_a_request_is_exported_and_goes_with_its_message(told, tmp_path, opened):
    memory, alice = told
    ask(memory, alice)
    memory.export(tmp_path / "alice.jsonl", agent="alice")
    other = opened(path=tmp_path / "other.sqlite")
    other.import_(tmp_path / "alice.jsonl")
    (copied,) = other.agent("alice").review.deletion_requests()
    assert contents(copied.memories) == {*SAID[:3]}
    alice.conversations.delete("c2")
    assert alice.review.deletion_requests() == []


@pytest.mark.parametrize(
    "said",
    ["Tell me everything you remember about me.", "Never mind, show me all my data"]
    + ["Zeig mir bitte alles über meine Reise", "Dime todo lo que recuerdas de mí."]
    + ["Montre-moi toutes mes données, s'il te plaît."],
)
def test_a_request_for_one_answer_is_not_learned(opened, said):
    memory = opened(message_reader=ScriptedReader({said: Mark(kept=0.95, standing=0.95)}))
    alice = memory.agent("alice")
    alice.remember(said, conversation="c")
    memory.sync()
    assert alice.memories.list() == []
    assert alice.review.deletion_requests() == []


PHONE = ("What is my phone number?", None)


WAITS = "A user asked to forget it: it waits in Review for a decision."


def test_what_waits_to_be_deleted_is_in_no_context_until_the_request_is_refused(told):
    memory, alice = told
    assert all("07700" in alice.context(question).text for question in PHONE)
    ask(memory, alice)
    for question in (*PHONE, "What do you know about me?", "Is Lena at school?"):
        text = alice.context(question).text
        assert not any(said in text for said in ("07700", "seven", "school"))
        assert question != "What do you know about me?" or "tea" in text
    assert {entry.status.value for entry in alice.memories.list()} == {"active"}
    assert any("07700" in hit.text for hit in alice.search("phone number"))
    (phone,) = (entry for entry in alice.memories.list() if "07700" in entry.content)
    why = alice.why_not(phone.id, PHONE[0])
    assert (why.included, why.reason, why.sentence) == (False, "asked_to_forget", WAITS)
    assert alice.why_not(phone.id).reason == "asked_to_forget"
    left_out = alice.context(PHONE[0]).receipt.left_out
    said = {item.id: item.reason for item in left_out}
    (turn,) = (turn for turn in alice.turns() if turn.content == SAID[0])
    assert (said[phone.id], said[turn.id]) == ("asked_to_forget", "asked_to_forget")
    (request,) = alice.review.deletion_requests()
    alice.review.resolve(request.id, keep="all")
    assert all("07700" in alice.context(question).text for question in PHONE)


DEBTS = "I owe £600 on the Barclaycard. My cat Otto is ill. The overdraft is £900."


def test_what_only_messages_say_is_in_no_context_until_the_request_is_refused(told, clock):
    memory, alice = told
    alice.ingest(
        "c2", [{"user": DEBTS}, {"assistant": "Then pay the Barclaycard first, then rest."}]
    )
    request = "Forget everything I said about the Barclaycard and the overdraft."
    ask(memory, alice, request)
    clock.advance(60)
    alice.remember("The Barclaycard is paid.", conversation="c3")
    questions = ("What do I owe on the Barclaycard and the overdraft?", "Is my cat Otto ill?")
    for question in questions:
        text = alice.context(question).text
        assert not any(said in text for said in ("£600", "£900", "pay the Barclaycard", "Forget"))
    assert "My cat Otto is ill" in alice.context(questions[1]).text
    assert "The Barclaycard is paid" in alice.context(questions[0]).text
    (open_request,) = alice.review.deletion_requests()
    assert (open_request.named, open_request.memories) == (("barclaycard", "overdraft"), ())
    alice.review.resolve(open_request.id, keep="none")
    assert "£600" not in alice.context(questions[0]).text
    ask(memory, alice, request)
    alice.memories.restore(open_request.id)
    for waiting in alice.review.deletion_requests():
        alice.review.resolve(waiting.id, keep="all")
    assert "£600" in alice.context(questions[0]).text
