"""R8: whether the words of a message show that it needs memory."""

import pytest

from recollect.recall.intent import about_user, is_general, is_small_talk


@pytest.mark.parametrize(
    "text",
    [
        "What do I do for a living?",
        "where did we park",
        "Is a ham sandwich okay for me?",
        "Tell me my wife's birthday.",
        "Wie heißt mein Hund?",
        "Wo wohne ich?",
        "Sag mir, wann meine Frau Geburtstag hat.",
        "¿Dónde vivo?",
        "¿Cuándo cumple años mi padre?",
        "Quel est mon métier ?",
        "Où est-ce que j'habite ?",
        "Dis-moi où j'habite.",
    ],
)
def test_a_question_about_the_user_is_recognized_by_its_words(text):
    assert about_user(text) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Do you remember the name of the hotel?",
        "What did you suggest last time?",
        "Was habe ich dir neulich gesagt?",
        "¿Qué me recomendaste?",
        "Est-ce que tu te souviens de notre hôtel ?",
    ],
)
def test_a_question_about_an_earlier_conversation_needs_memory(text):
    assert about_user(text) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Which ORM should I pick?",
        "Darf ich Aspirin nehmen?",
        "¿Puedo comer nueces?",
        "Puis-je manger des noix ?",
    ],
)
def test_a_question_that_anyone_may_ask_counts_half(text):
    assert about_user(text) == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "How do I exit vim?",
        "How do I tie a bow tie?",
        "Tell me a joke.",
        "Erzähl mir einen Witz.",
        "Wie lösche ich den Verlauf im Browser?",
        "¿Cómo puedo quitar una mancha de vino?",
        "Comment puis-je enlever une tache ?",
        'Translate "where is my hotel?" into Turkish.',
        "I'm bored.",
        "Which guest would have had to pass on soy sauce?",
    ],
)
def test_general_knowledge_and_statements_do_not_count(text):
    assert about_user(text) == 0


def test_a_task_about_the_users_things_counts_half():
    assert about_user("How do I reset my router?") == 0.5
    assert about_user("Write an email to my landlord.") == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Translate this into Italian.",
        "please write a haiku about autumn",
        "Why do cats purr?",
        "What is a Ponzi scheme?",
        "Übersetze das ins Schwedische.",
        "Wie funktioniert ein Kühlschrank?",
        "¿Qué es la fotosíntesis?",
        "Qu'est-ce qu'un trou noir ?",
        "Who painted the Night Watch?",
        "How deep is the Mariana Trench?",
        "How many legs does a spider have?",
        "What's the difference between sleet and hail?",
        "Wie weit ist der Mond entfernt?",
        "Wer hat die Glühbirne erfunden?",
        "¿Cuántas patas tiene una araña?",
        "¿Quién pintó el Guernica?",
        "Combien de pattes a une araignée ?",
        "Quelle est la différence entre la grêle et le grésil ?",
    ],
)
def test_tasks_and_explanations_are_general(text):
    assert is_general(text)


@pytest.mark.parametrize(
    "text",
    [
        "What happened to Clover's hoof?",
        "Wann ist die Probe?",
        "Where is the key?",
        "How old is Clover?",
    ],
)
def test_a_question_about_one_thing_is_not_general(text):
    assert not is_general(text)


@pytest.mark.parametrize(
    "text",
    [
        *("hi there", "ok, thanks!", "danke, das reicht mir", "hola", "merci beaucoup", "👍"),
        *(
            "hey, how are you doing today?",
            "what's up",
            "Hallo, wie geht es dir?",
            "hola, ¿qué tal?",
            "bonjour, ça va ?",
        ),
    ],
)
def test_small_talk_is_recognized(text):
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "thanks, and the hotel?",
        "ok 42",
        "你好吗",
        "How is it going with the garden?",
        "is it today?",
    ],
)
def test_one_more_word_is_not_small_talk(text):
    assert not is_small_talk(text)


@pytest.mark.parametrize("text", ["?", "???", "?! … 🎉", "- ?"])
def test_question_marks_alone_ask_nothing(text):
    assert about_user(text) == 0
