"""A question for all that is remembered names no topic, in any wording."""

import pytest

from recollect.languages.words import asks_for_overview


@pytest.mark.parametrize(
    "text",
    ["What do you know about me?", "Tell me everything you remember about me"]
    + ["What personal data do you have on me?", "What information do you hold about me?"]
    + ["Show me all the data you have about me, please.", "Was weißt du alles über mich?"]
    + ["Welche personenbezogenen Daten hast du über mich gespeichert?"]
    + ["¿Qué datos personales tienes sobre mí?", "Dime todo lo que recuerdas de mí."]
    + ["Quelles données personnelles as-tu sur moi ?", "Dis-moi tout ce que tu sais sur moi."]
    + ["Who am I, according to your notes?", "what have you got on me?", "Describe me."]
    + ["What have I told you so far?", "What's in my profile?", "Wer bin ich?", "Qui suis-je ?"]
    + ["Cosa sai di me?", "Que dados tem sobre mim?"],
)
def test_it_is_recognized_by_having_no_other_words(text: str) -> None:
    assert asks_for_overview(text)


@pytest.mark.parametrize(
    "text",
    ["What do you know about Lisbon?", "What do you remember about my daughter?", "hello", ""]
    + ["Do you know my name?", "What should I remember?", "What data do we need for the report?"]
    + ["Describe that", "What have I told you about Tom?", "Who am I meeting?", "What do I have?"]
    + ["Was weißt du über Berlin?", "¿Qué sabes de mi hija?", "Tell me more", "know " * 60],
)
def test_a_question_with_a_topic_is_another(text: str) -> None:
    assert not asks_for_overview(text)
