"""A follow-up made to stand alone: by rules, by a model, and by rules again when the model fails."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.rewriting import judge, questions, score
from recollect.conversations.rewrite import By, can_rewrite, rewrite
from recollect.domain.chat import ChatMessage
from recollect.domain.turn import Role
from recollect.errors import CircuitOpen, ProviderError, ProviderUnavailable

FIXTURE = sorted((Path(__file__).parent / "fixture").glob("follow_ups_*.json"))
LEASE = [
    ChatMessage(Role.USER, "I've uploaded the lease for 12 Harbour Street."),
    ChatMessage(Role.ASSISTANT, "I've read it: 24 months, two months' notice."),
]
PETS = "What does it say about pets?"
BY_RULES = "What does the lease for 12 Harbour Street say about pets?"
LARGE = "Llama-3.3-70B-Instruct"


@dataclass(frozen=True)
class Said:
    text: str


@dataclass
class Scripted:
    """A model that says what it was told to, or fails so."""

    answer: str | Exception
    asked: list = field(default_factory=list)

    def complete(self, messages, *, max_tokens, temperature, schema=None):
        self.asked.append(messages)
        assert max_tokens > 0
        assert temperature == 0
        assert schema is None
        if isinstance(self.answer, Exception):
            raise self.answer
        return Said(self.answer)


PRONOUNS = set(
    """he him his she her it its they them their there er ihn ihm sie ihr ihre ihren ihrem ihrer ihres
    sein seine seinen seinem seiner seines es él ella il elle t qu""".split()
)


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def said(*texts):
    roles = (Role.USER, Role.ASSISTANT)
    return [ChatMessage(roles[place % 2], text) for place, text in enumerate(texts)]


# --- by rules


@pytest.mark.parametrize(
    ("history", "question", "text"),
    [
        (
            ("The printer jammed.", "Turn it off and on again."),
            "How do I fix it?",
            "How do I fix it (printer jammed)?",
        ),
        (
            ("Is the Louvre open today?", "Yes, until six."),
            "How old is it?",
            "How old is it (Louvre open)?",
        ),
        (
            ("Anna and Sarah are coming on Sunday.", "Lovely."),
            "What does she like to eat?",
            "What does she (Anna) like to eat?",
        ),
        (
            ("How do I see which branches were merged?", "Run `git branch --merged`."),
            "How do I delete them?",
            "How do I delete them? (branches, merged, git branch)",
        ),
        (
            ("Can I get Anna a cat?", "Ask first."),
            "Should I bring her flowers?",
            "Should I bring her (Anna) flowers?",
        ),
        (
            ("How good is the best pizza place?", "Da Michele is great."),
            "Is it expensive?",
            "Is it expensive? (pizza place, Da Michele)",
        ),
        (("Should I brine the turkey?", "Yes."), "How long?", "How long? (brine the turkey)"),
        (
            ("Is the Louvre open on Mondays?", "Yes, until six."),
            "And on Tuesdays?",
            "And on Tuesdays? (Louvre open)",
        ),
        (
            ("Ich habe Julia eine Lampe geschenkt.", "Wie schön!"),
            "Was hat sie gekostet?",
            "Was hat sie (Julia eine Lampe) gekostet?",
        ),
        (("Julia und Tom heiraten.", "Toll."), "Wo wohnen sie?", "Wo wohnen sie (Julia)?"),
        (("Tom hat einen Hund.", "Toll."), "Wie alt ist er?", "Wie alt ist er? (Tom, Hund)"),
        (
            ("Ich fahre mit der Bahn.", "Gut."),
            "Wann kommt er an?",
            "Wann kommt er (Bahn) an?",
        ),
        (
            ("Ich suche einen Film.", "Der Pate ist gut."),
            "Wie lange dauert er?",
            "Wie lange dauert er (Film)?",
        ),
        (
            ("Le train part à huit heures.", "Bien."),
            "Il arrive quand ?",
            "Il arrive quand ? (train, huit heures)",
        ),
        (
            ("Julie a acheté une voiture.", "Bien."),
            "Combien elle a coûté ?",
            "Combien elle a coûté ? (Julie, voiture)",
        ),
        (
            ("Recomiéndame tres playas.", "Bolonia, Zahara y Valdevaqueros."),
            "¿La segunda tiene aparcamiento?",
            "¿La segunda tiene aparcamiento? (Zahara, playas)",
        ),
        (
            ("J'hésite entre Lyon et Nantes.", "Lyon est plus grande."),
            "Et l'autre ?",
            "Et l'autre (Nantes) ?",
        ),
    ],
)
def test_what_is_meant_stands_in_brackets_and_no_word_is_lost(history, question, text):
    made = rewrite(question, said(*history))
    assert made.text == text
    assert made.question == question
    assert made.by is By.HEURISTIC
    assert "no model is configured" in made.why


def test_what_is_no_follow_up_comes_back_as_it_is():
    question = "  Who directed Portrait of a Lady on Fire ?\n"
    made = rewrite(question, LEASE, model=Scripted("Something else?"), model_name=LARGE)
    assert made.text is question
    assert made.by is By.NOBODY


def test_a_follow_up_of_nothing_that_can_be_named_comes_back_as_it_is_and_says_so():
    made = rewrite("Why?", said("ok", "Fine."))
    assert made.text == "Why?"
    assert made.by is By.NOBODY
    assert made.why.endswith("the conversation does not say what it refers to")


def test_only_what_was_talked_about_last_is_taken():
    history = said(
        *("Which robot vacuum is good?", "The Roborock Q7."),
        *("I want an air fryer from Cosori.", "A good brand."),
    )
    text = rewrite("How much power does it use?", history).text
    assert "Cosori" in text
    assert "Roborock" not in text


@pytest.mark.parametrize(
    ("history", "question", "text"),
    [
        (
            ("what are the planetary boundaries?", "Nine limits, such as climate change."),
            "How many of them have been breached?",
            "How many of the planetary boundaries have been breached?",
        ),
        (
            ("I'm thinking of getting a Brompton.", "Good choice if you combine it with trains."),
            "can i take it on a plane?",
            "can i take the Brompton on a plane?",
        ),
        (
            ("I signed up for a pottery class.", "Sounds fun!"),
            "When does it start?",
            "When does the pottery class start?",
        ),
        (
            ("My friend Anna visited us in May.", "How nice."),
            "What about her brother?",
            "What about Anna's brother?",
        ),
        (
            ("My friend Anna visited us in May.", "How nice."),
            "What did I cook for her?",
            "What did I cook for Anna?",
        ),
        (("My brother Tom is ill.", "Oh no."), "What's his number?", "What's Tom's number?"),
        (
            ("My brother Tom lives in Leeds.", "A fine city."),
            "When did he move there?",
            "When did Tom move to Leeds?",
        ),
        (
            ("My parents are visiting next week.", "Lovely."),
            "What are their hobbies?",
            "What are my parents' hobbies?",
        ),
        (
            ("How tall is the Eiffel Tower?", "330 metres."),
            "When was it built?",
            "When was the Eiffel Tower built?",
        ),
        (
            ("What's the capital of Canada?", "Ottawa."),
            "How many people live there?",
            "How many people live in Ottawa?",
        ),
        (
            ("I lent my drill to Peter.", "Noted."),
            "Did he return it?",
            "Did Peter return my drill?",
        ),
        (("Mein Bruder Tom wohnt in Köln.", "Schön."), "Wo arbeitet er?", "Wo arbeitet Tom?"),
        (("Meine Tochter Julia heiratet.", "Toll."), "Wo wohnt sie?", "Wo wohnt Julia?"),
        (
            ("Meine Tochter Julia heiratet.", "Toll."),
            "Was soll ich ihr zur Hochzeit schenken?",
            "Was soll ich Julia zur Hochzeit schenken?",
        ),
        (
            ("Meine Tochter Julia heiratet.", "Toll."),
            "Wie heißt ihr Mann?",
            "Wie heißt Julias Mann?",
        ),
        (("Hans kommt morgen.", "Gut."), "Wie ist seine Adresse?", "Wie ist Hans' Adresse?"),
        (
            ("Ich habe einen Hund und eine Katze.", "Wie schön!"),
            "Was frisst er am liebsten?",
            "Was frisst der Hund am liebsten?",
        ),
        (
            ("Ich habe den Flug gebucht.", "Gut."),
            "Kannst du ihn stornieren?",
            "Kannst du den Flug stornieren?",
        ),
        (
            ("Wann fährt der Zug nach Köln?", "Um acht."),
            "Wie lange braucht er?",
            "Wie lange braucht der Zug nach Köln?",
        ),
        (("Das Buch von Anna ist da.", "Ja."), "Ist es gut?", "Ist das Buch von Anna gut?"),
        (("Mon frère Paul habite à Lyon.", "Bien."), "Il travaille où ?", "Paul travaille où ?"),
        (("Mon frère Paul part.", "Bien."), "Où habite-t-il ?", "Où habite Paul ?"),
        (("Mon amie Anne arrive.", "Bien."), "Est-ce qu'elle dort ?", "Est-ce qu'Anne dort ?"),
        (
            ("J'ai acheté une machine à laver.", "Bien."),
            "Est-ce qu'elle est garantie ?",
            "Est-ce que la machine à laver est garantie ?",
        ),
        (
            ("J'ai acheté un ordinateur.", "Bien."),
            "Il est rapide ?",
            "L'ordinateur est rapide ?",
        ),
        (
            ("Mi hermana Ana vive en Sevilla.", "Qué bien."),
            "¿Qué le gusta a ella?",
            "¿Qué le gusta a Ana?",
        ),
    ],
)
def test_a_pronoun_is_replaced_where_it_is_sure_what_it_means(history, question, text):
    made = rewrite(question, said(*history))
    assert made.text == text
    assert made.by is By.HEURISTIC


@pytest.mark.parametrize(
    "question",
    [
        *("What's my address?", "What do you know about me?", "Who am I?", "What is our budget?"),
        *("Recommend a restaurant", "Tell me a joke"),
    ],
)
def test_what_is_about_the_user_or_a_new_request_is_no_follow_up(question):
    history = said("My sister Anna starts a pottery class in Leeds.", "Has she done it before?")
    assert rewrite(question, history).text == question


@given(st.text(max_size=120), st.lists(st.text(max_size=120), min_size=1, max_size=4))
def test_only_pronouns_are_ever_removed(question, texts):
    lost = words(question) - words(rewrite(question, said(*texts)).text)
    assert lost <= PRONOUNS


# --- by a model


def test_a_large_model_is_asked_with_the_conversation_and_its_answer_taken():
    model = Scripted(' "What does the lease for 12 Harbour Street say about pets?" \n')
    made = rewrite(PETS, LEASE, model=model, model_name=LARGE)
    assert made.text == "What does the lease for 12 Harbour Street say about pets?"
    assert made.by is By.MODEL
    [[task, told]] = model.asked
    assert task.role == "system"
    assert "Do not answer it" in task.content
    assert "user: I've uploaded the lease" in told.content
    assert told.content.index("Harbour Street") < told.content.index(PETS)


@pytest.mark.parametrize(
    ("name", "able"),
    [
        ("qwen2.5:7b", False),
        ("phi-4-mini", False),
        ("mistral-nemo", False),
        ("qwen2.5:14b", True),
        ("gemma3:27b", True),
        ("gpt-5", True),
        ("claude-opus-4-1", True),
        ("my-finetune", False),
        ("", False),
    ],
)
def test_a_model_is_asked_from_14_billion_parameters_on(name, able):
    model = Scripted("What does the lease say about pets?")
    made = rewrite(PETS, LEASE, model=model, model_name=name)
    assert can_rewrite(name) is able
    assert bool(model.asked) is able
    assert made.by is (By.MODEL if able else By.HEURISTIC)


def test_why_a_model_was_not_asked_can_be_read():
    model = Scripted("What does the lease say about pets?")
    small = rewrite(PETS, LEASE, model=model, model_name="llama3.2:1b")
    assert "fewer than 14 billion parameters" in small.why
    assert "size is unknown" in rewrite(PETS, LEASE, model=model, model_name="mine").why


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ProviderError("no"), "provider_error"),
        (ProviderUnavailable("down"), "provider_unavailable"),
        (CircuitOpen("later", retry_after=3.0), "circuit_open"),
        ("", "was empty"),
        (" \n ", "was empty"),
        (PETS, "changed nothing"),
        ("What exactly does it say about pets?", "added nothing"),
        ("What does the lease say?", "lost words of the question"),
        ("The lease allows small pets.", "was not a question"),
        ("Does the lease for Harbour Street mention pets? " * 9, "was too long"),
        ("Sure, here you are:\nWhat does the lease say about pets?", "more than one line"),
        (
            "Do pets like hamsters, rabbits, canaries and goldfish need permission?",
            "added words that are not in the conversation",
        ),
    ],
)
def test_the_rules_stand_in_for_a_model_that_fails_or_answers_nonsense(answer, why):
    made = rewrite(PETS, LEASE, model=Scripted(answer), model_name=LARGE)
    assert made.text == BY_RULES
    assert made.by is By.HEURISTIC
    assert why in made.why


def test_an_error_that_is_not_the_providers_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        rewrite(PETS, LEASE, model=Scripted(ZeroDivisionError()), model_name=LARGE)


# --- how well


@pytest.mark.parametrize(
    ("part", "told", "resolved", "untouched"),
    [("dev", 0.95, 0.95, 0.95), ("held_out", 0.89, 0.7, 0.9)],
)
def test_follow_ups_are_told_and_resolved_as_well_as_was_measured(part, told, resolved, untouched):
    judged = [judge(one) for path in FIXTURE for one in questions(path) if one.part == part]
    found = score(judged)
    assert found.precision >= told
    assert found.recall >= told
    assert found.resolved >= resolved
    assert found.untouched >= untouched
