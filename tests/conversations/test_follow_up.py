"""Telling a follow-up from a question that stands alone, on conversations of our own making."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.conversations.follow_up import detect
from recollect.conversations.language import ReferenceKind
from recollect.domain.chat import ChatMessage

TENT = {
    "en": ("I bought a tent.", "Great for summer."),
    "de": ("Ich habe mir ein Zelt gekauft.", "Praktisch für den Sommer."),
    "es": ("Me he comprado una tienda de campaña.", "¡Perfecta para el verano!"),
    "fr": ("J'ai acheté une tente.", "Parfait pour l'été."),
}
LEANING = {
    "en": """Is it waterproof? | Does it come with pegs? | where can i wash it | What about the poles? | Why?
        How much? | And for winter? | Is that a lot? | Which one is lighter? | How does the other one differ?
        Tell me more | Are you sure? | shorter please | What are the downsides? | And then? | In Norway?
        How do they make their money? | Can you explain that? | What else? | What's the second one like?
        Do I need to book? | How do I do this? | Is there anything cheaper? | Where can I get one?""",
    "de": """Ist es wasserdicht? | Wie oft muss ich das waschen? | Warum? | Wie viel? | Und im Winter?
        Was passt da rein? | Welches davon ist leichter? | Und das andere? | Was kostet der zweite?
        Bist du sicher? | Bitte kürzer | Und wenn es regnet? | Was ist mit den Stangen? | Geht das auch anders?
        Was sind die Nachteile? | Wo bekomme ich so etwas? | Wie komme ich dahin? | Muss ich reservieren?""",
    "es": """¿Es impermeable? | ¿Cuánto pesa? | ¿Dónde la puedo lavar? | ¿Por qué? | ¿Y en invierno?
        ¿Cuál es mejor? | ¿Y la otra? | ¿Cómo se monta? | ¿Puedo lavarla en casa? | Resúmelo, por favor
        ¿Y si llueve? | ¿Eso es mucho? | ¿Cuál de ellas es más ligera? | ¿Qué más? | cuanto cuesta?
        ¿Qué dice sobre la garantía? | ¿Y los niños? | ¿Hay algo más barato? | ¿El segundo tiene garantía?""",
    "fr": """Elle est imperméable ? | Comment la nettoyer ? | Pourquoi ? | Combien ? | Et en hiver ?
        Lequel est le moins cher ? | Et l'autre ? | C'est cher ? | Ça coûte combien ? | Et si ça ne marche pas ?
        Tu peux la décrire ? | On peut y dormir à quatre ? | Quels sont ses défauts ? | Et le deuxième ?
        Je l'ai mal montée, que faire ? | Il y en a d'autres ? | Pourquoi pas ? | Comment on fait ça ?""",
}
STANDING = {
    "en": """How long does it take to boil an egg? | What time is it in Tokyo? | Is there a cinema in Hull?
        Who sang Let It Be? | Is it true that goldfish have short memories? | Which is bigger, Texas or Alaska?
        How do bees make their honey? | Why do cats purr when they sleep? | What is entropy? | what's entropy
        Who was the second man on the moon? | Did you know that honey never spoils? | And how do I descale a kettle?
        Is it OK to feed bread to ducks? | Summarise this: The board met on Monday and approved the budget.
        What's the weather like in Oslo this weekend? | My sister's birthday is on 3 May and she loves tulips.
        How are you? | Thanks, that was great! | Is the population of Chile larger than that of Peru?
        If I plant tulips in March, will they flower this year? | What does "it depends" mean? | Tell me a joke""",
    "de": """Wie spät ist es in Tokio? | Gibt es in Husum ein Kino? | Ist es gefährlich, rohe Bohnen zu essen?
        Wenn meine Katze nicht frisst, ist sie dann krank? | Was ist Entropie? | Wie heißt der Film, in dem Tom Hanks spielt?
        Können Sie mir ein Hotel in Bonn empfehlen? | Was war das erste Buch von Thomas Mann? | Guten Morgen
        Übersetze das ins Englische: Die Sitzung wurde auf Dienstag verlegt. | Und wie heißt die Hauptstadt von Peru?
        Dieses Jahr fahren wir nach Dänemark. | Wie viel wiegt ein Elefant? | ok danke dir | rezept für kürbissuppe""",
    "es": """¿Qué hora es en Tokio? | ¿Hay un cine en Teruel? | ¿Es peligroso comer judías crudas? | ¿Qué es la entropía?
        ¿Por qué ronronean los gatos cuando duermen? | ¿Cuándo nació Cervantes? | ¿Cuánto pesa un elefante?
        ¿Y cuál es la moneda de Suecia? | Traduce esto al inglés: La reunión es el martes. | ¿Cómo estás?
        Si mi gato no come, ¿debo llevarlo al veterinario? | ¿Cuál es el río más largo de España? | muchas gracias
        ¿Tiene Suiza salida al mar? | ¿Se puede congelar el queso? | Esta semana tengo examen de química.""",
    "fr": """Il est quelle heure à Tokyo ? | Il y a un cinéma à Vannes ? | C'est quoi l'entropie ? | Ça va ?
        Est-il dangereux de manger des haricots crus ? | Pourquoi les chats ronronnent quand ils dorment ?
        Ma sœur fête son anniversaire le 3 mai. | Traduis ceci en anglais : La réunion est mardi.
        Quel temps fera-t-il demain à Brest ? | Un lapin, ça vit combien de temps ? | merci, c'est parfait
        Peut-on congeler le fromage ? | Cette année on part au Danemark. | Vaut-il mieux louer ou acheter à Rennes ?""",
}


def said(*texts):
    roles = ("user", "assistant")
    return [ChatMessage(roles[place % 2], text) for place, text in enumerate(texts)]


def rows(table):
    return [
        pytest.param(language, question.strip(), id=question.strip())
        for language, lines in table.items()
        for line in lines.splitlines()
        for question in line.split("|")
        if question.strip()
    ]


@pytest.mark.parametrize(("language", "question"), rows(LEANING))
def test_a_question_that_leaves_something_out_is_a_follow_up(language, question):
    found = detect(question, said(*TENT[language]))
    assert found
    assert found.language.code == language
    assert found.reason


@pytest.mark.parametrize(("language", "question"), rows(STANDING))
def test_a_question_that_says_what_it_is_about_is_none(language, question):
    assert not detect(question, said(*TENT[language]))


@pytest.mark.parametrize(("language", "question"), rows(LEANING))
def test_nothing_is_a_follow_up_of_nothing(language, question):
    assert not detect(question, [])
    assert not detect(question, said("   ", ""))


def test_an_answer_leans_on_what_was_asked():
    asked = said("I want to learn guitar.", "Great! Shall I find a teacher near you?")
    assert detect("yes please", asked).kind is ReferenceKind.YES
    assert detect("A teacher, yes", asked).kind is ReferenceKind.CHOICE
    told = said("I want to learn guitar.", "Great! Have fun.")
    assert not detect("My next lesson is on 14 June at 8:30.", told)


def test_the_reason_names_the_word_that_points_back_as_it_was_written():
    found = detect("Its poles, are they light?", said(*TENT["en"]))
    assert found.reason == "“Its” refers to what was said before"
    assert found.at == (0, 3)


ELSEWHERE = {
    (
        "Ho comprato una tenda per il campeggio.",
        "Ottima scelta, è perfetta.",
    ): "È impermeabile?|Quanto costa?",
    (
        "Comprei uma barraca para acampar.",
        "Ótima escolha, você vai gostar.",
    ): "É impermeável?|E quanto custa isso?",
    (
        "Ik heb een tent gekocht voor de vakantie.",
        "Dat is een goede keuze.",
    ): "Is het waterdicht?|Hoeveel kost die?",
    ("Jag har köpt ett tält.", "Det är bra för sommaren."): "Är det vattentätt?|Varför?",
    ("Я купил палатку.", "Отлично."): "Она непромокаемая?",
    ("テントを買いました。", "いいですね。"): "それは防水ですか？|???",
}


@pytest.mark.parametrize(
    ("history", "question"),
    [(history, question) for history, asked in ELSEWHERE.items() for question in asked.split("|")],
)
def test_in_a_language_that_is_not_known_nothing_is_guessed(history, question):
    assert not detect(question, said(*history))


def test_a_long_message_brings_its_own_context():
    assert not detect("it is " * 100, said(*TENT["en"]))


@given(st.text(max_size=500), st.lists(st.text(max_size=200), max_size=4))
def test_any_text_in_any_conversation_is_judged(question, texts):
    found = detect(question, said(*texts))
    assert bool(found) == (found.kind is not None)
    if found.at:
        assert 0 <= found.at[0] <= found.at[1] <= len(question)
