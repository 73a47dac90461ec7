"""Marked words become highlights: their limits, what they state, and who they are about."""

from itertools import pairwise

import pytest

from recollect.domain.entry import Kind
from recollect.extraction.spans import best_sentence, highlight_at, highlights
from scripted_reader import Mark, ScriptedReader

KEPT = Mark(kept=0.9)


def found(text, marks, before=""):
    return highlights(text, before, ScriptedReader(marks).read(before, text), "en")


def quotes(text, marks, before=""):
    return [text[one.start : one.end] for one in found(text, marks, before)]


def test_no_highlight_without_likely_words():
    assert quotes("The weather is fine today.", {}) == []
    assert quotes("", {}) == []


def test_a_few_likely_words_highlight_their_sentence():
    text = "Well, my sister lives in Rome these days, but who knows for how long. Anyway!"
    assert quotes(text, {"lives in Rome": KEPT}) == [
        "Well, my sister lives in Rome these days, but who knows for how long"
    ]


def test_two_sentences_are_two_highlights():
    text = "I now live in Porto. I really like tea."
    assert quotes(text, {text: KEPT}) == ["I now live in Porto", "I really like tea"]


def test_only_a_clause_of_a_long_sentence_is_kept():
    text = f"{'It was all about this and that and those ' * 7}, my dog Rex bit him, so there."
    assert quotes(text, {"my dog Rex bit him": KEPT}) == ["my dog Rex bit him"]


def test_a_long_sentence_is_split_at_self_contained_statements():
    text = (
        "I live in the far north of Porto with two others whom I like a lot, and I work at Acme"
        " three days a week, as long as there is work for me."
    )
    marks = {text: KEPT, "and": Mark(kept=0.2), "three": Mark(opens=0.9)}
    opened = {**marks, "I": Mark(opens=0.9)}
    assert quotes(text, marks) == [text[:-1]]
    assert quotes(text, opened) == [
        "I live in the far north of Porto with two others whom I like a lot",
        "I work at Acme three days a week, as long as there is work for me",
    ]


def test_a_reference_is_kept_with_the_sentence_before_it():
    text = "We have a new puppy. She bit the neighbour on Sunday."
    assert quotes(text, {"bit the neighbour": KEPT}) == [text[:-1]]
    assert quotes(text, {text: KEPT}) == [text[:-1]]


def test_a_few_words_are_kept_with_the_sentence_before_them():
    text = "I have an interview at Stantec. By Zoom."
    assert quotes(text, {"By Zoom": KEPT}) == [text[:-1]]


def test_an_unresolved_reference_is_not_kept():
    assert quotes("She bit the neighbour on Sunday.", {"bit the neighbour": KEPT}) == []
    assert quotes("What now? She bit the neighbour.", {"bit the neighbour": KEPT}) == []
    assert quotes("By Zoom.", {"By Zoom": KEPT}) == []


def test_an_instruction_can_be_short():
    standing = Mark(kept=0.9, standing=0.9)
    assert quotes("No emojis!", {"No emojis": standing}) == ["No emojis"]
    text = "Be blunt with me please. Always."
    assert quotes(text, {text: standing}) == [text[:-1]]


def test_two_highlights_of_one_sentence_share_no_words():
    text = (
        "I moved to Porto last May with all of my things and two cats, and I adopted a dog there,"
        " and I sold my old car for 900 euros to a neighbour."
    )
    marks = {text: KEPT, "I": Mark(opens=0.9)}
    places = [(one.start, one.end) for one in found(text, marks)]
    assert len(places) == 3
    assert all(one[1] <= other[0] for one, other in pairwise(places))


def test_marks_around_a_highlight_are_trimmed_but_what_belongs_to_its_last_word_stays():
    assert quotes('"I really like C++"', {"I really like C++": KEPT}) == ["I really like C++"]
    assert quotes("(I pay her 20 €).", {"(I pay her 20 €).": KEPT}) == ["I pay her 20 €"]
    for said in (
        "Run `make lint` before `git push`",
        "`make` is my only tool",
        "Never touch files in vendor/",
    ):
        assert quotes(f"{said}.", {said: KEPT}) == [said]
    assert quotes("I do have cats (4).", {"I do have cats (4).": KEPT}) == ["I do have cats (4)"]
    text = 'Always sign with "Best, Ines".'
    assert quotes(text, {text: KEPT}) == ['Always sign with "Best, Ines"']


def test_a_question_is_not_kept():
    assert quotes("Do I live in Porto?", {"Do I live in Porto?": KEPT}) == []
    assert quotes("Should I move, what do you think?", {"what do you think": KEPT}) == []


def test_a_statement_before_a_question_in_the_same_sentence_is_kept():
    text = "I am allergic to nuts, is that a problem?"
    assert quotes(text, {"I am allergic to nuts": KEPT}) == ["I am allergic to nuts"]


def test_a_word_or_two_that_state_a_value_are_kept():
    marks = {"From Porto": Mark(kept=0.9, attribute="origin"), "Porto": Mark(value=0.9)}
    assert quotes("From Porto.", marks) == ["From Porto"]


def test_a_highlight_is_as_likely_as_its_words():
    (one,) = found("I live in Porto.", {"I live in Porto": Mark(kept=0.6)})
    assert one.score > 0.5
    (one,) = found("I live in Porto.", {"I live in Porto": Mark(kept=0.9, kind=Kind.DECISION)})
    assert one.score >= 0.85
    assert one.kind is Kind.DECISION


def stated(text, value, attribute="home", **more):
    marks = {text: Mark(kept=0.9, attribute=attribute, **more), value: Mark(value=0.9)}
    (one,) = found(text, marks)
    return one.attribute, one.value


def test_an_attribute_has_the_value_that_is_marked():
    assert stated("I live in Porto now.", "Porto") == ("home", "Porto")
    assert stated("I live in New York City.", "New York City") == ("home", "New York City")


def test_a_value_that_splits_a_compound_is_dropped():
    assert stated("I am left-handed, they say.", "left", "condition") == ("condition", None)
    assert stated("I work for Procter & Gamble.", "Procter", "employer")[1] in {None, "Procter"}
    assert stated("I live in Aix-en-Provence.", "Provence") == ("home", None)


def test_a_value_that_is_a_clause_is_dropped():
    value = "a very small village far up in the hills"
    assert stated(f"I live in {value}.", value) == ("home", None)


def test_without_an_attribute_there_is_no_value():
    (one,) = found("I live in Porto.", {"I live in Porto": KEPT, "Porto": Mark(value=0.9)})
    assert (one.attribute, one.value) == (None, None)


OTHER = Mark(kept=0.9, about_other=0.9)


def subject(text, name, before=""):
    (one,) = found(text, {text: OTHER, name: Mark(subject=0.9)}, before)
    return one.subject


def test_the_subject_is_named_in_the_message_or_before_it():
    assert subject("Noor is allergic to nuts.", "Noor") == "Noor"
    before = "user: My sister Noor is visiting.\nassistant: Nice!\n"
    assert subject("She is allergic to nuts.", "Noor", before) == "Noor"


def test_an_earlier_speaker_is_not_the_subject():
    before = "Maya: My sister Noor is visiting.\nassistant: Nice!\n"
    text = "She is allergic to nuts."
    marks = {text: OTHER, "Maya": Mark(subject=0.9), "Noor": Mark(subject=0.2)}
    (one,) = found(text, marks, before)
    assert one.subject == "Noor"


def test_she_is_the_person_named_last():
    before = "user: My neighbour Ada has the key.\nuser: My sister Noor is visiting us.\n"
    text = "She is allergic to nuts."
    marks = {text: OTHER, "Ada": Mark(subject=0.9), "Noor": Mark(subject=0.1)}
    (one,) = found(text, marks, before)
    assert one.subject == "Noor"


def test_a_thing_is_not_a_person_named_before():
    assert subject("The oven is broken since May.", "Noor", "user: Noor is here.\n") == ""


def test_a_name_in_the_message_wins_over_earlier_turns():
    text = "Tom is allergic to nuts."
    marks = {text: OTHER, "Tom": Mark(subject=0.9), "Noor": Mark(subject=0.9)}
    (one,) = found(text, marks, "user: Noor is here.\n")
    assert one.subject == "Tom"


def test_she_is_no_brother_and_may_be_mum():
    before = "user: My mum has AF.\nuser: My brother Declan is in Cork.\n"
    assert subject("Her follow-up is on 20 December.", "Declan", before) == "mum"
    assert subject("He is a carpenter in Cork.", "Declan", before) == "Declan"
    alone = "Her follow-up is on 20 December."
    assert found(alone, {alone: OTHER, "Declan": Mark(subject=0.1)}, before[21:]) == []
    said = "user: The GP has stopped Mum's tablets.\n"
    assert subject("She takes others instead now.", "GP", said) == "Mum"
    assert subject("They said she must not take it.", "GP", said) == "Mum"
    assert subject("She is eighty years old.", "", "user: Aunt Mary called.\n") == "Aunt Mary"


@pytest.mark.parametrize(
    ("animal", "text", "name"),
    [
        ("We have a dog called Biscuit.", "He is allergic to chicken.", "Biscuit"),
        ("Our cat is called Luna.", "She is allergic to chicken.", "Luna"),
        ("My parrot's name is Kiko.", "He is allergic to chicken.", "Kiko"),
        ("Our cat is twelve now.", "She is allergic to chicken.", "cat"),
        ("Wir haben einen Hund namens Bello.", "Er ist allergisch gegen Huhn.", "Bello"),
        ("Nous avons un chat qui s'appelle Filou.", "Il est allergique au poulet.", "Filou"),
    ],
)
def test_an_animal_named_last_goes_before_a_person(animal, text, name):
    before = "user: My brother Tom and my sister Anna are here.\n"
    assert subject(text, "Tom", f"{before}user: {animal}\n") == name


def test_a_sentence_is_about_whom_it_names_first_not_about_whom_another_does():
    text = "Priya is vegetarian. Mia can't have dairy, she's lactose intolerant."
    marks = {text: OTHER, "Priya": Mark(subject=0.9), "Mia": Mark(subject=0.2)}
    assert [one.subject for one in found(text, marks)] == ["Priya", "Mia"]
    assert subject("Mia isn't lactose intolerant.", "Mia isn") == "Mia"
    assert subject("Apparently Mia isn't lactose intolerant.", "isn") == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tom is allergic to nuts.", "Tom"),
        ("Tom ist allergisch gegen nuts.", "Tom"),
        ("Tom est allergique aux nuts.", "Tom"),
        ("Allergic to nuts.", ""),
        ("I am allergic to nuts.", ""),
    ],
)
def test_a_value_is_of_whom_the_sentence_begins_with(text, name):
    (one,) = found(text, {text: Mark(kept=0.9, attribute="allergy"), "nuts": Mark(value=0.9)})
    assert (one.about_other, one.subject) == (bool(name), name)


def test_a_clause_about_somebody_else_does_not_hide_what_the_speaker_states():
    text = "I live in Leeds with my son Tom, who is 8."
    marks = {
        text: KEPT,
        "Leeds": Mark(value=0.8, attribute="home"),
        "8": Mark(value=0.9, attribute="age", about_other=0.9),
    }
    (one,) = found(text, marks)
    assert (one.attribute, one.value, one.about_other) == ("home", "Leeds", False)


def test_a_pronoun_is_not_a_subject():
    for text, pronoun in (("I hear she is allergic", "she"), ("Nun ist sie allergisch", "sie")):
        assert subject(f"{text}.", pronoun) == ""


def test_a_name_ends_before_a_common_word():
    assert subject("Jules is allergic to nuts.", "Jules is") == "Jules"
    assert subject("Maria de Souza is allergic.", "Maria de Souza") == "Maria de Souza"
    assert subject("Priya's handed in her notice.", "Priya's handed") == "Priya"
    assert subject("Maeve started school on Monday.", "Maeve started") == "Maeve"
    assert subject("Maeve doesn't like violin.", "Maeve doesn") == "Maeve"
    assert subject("Sister O'Dowd retires in March.", "Dowd") == "O'Dowd"
    assert subject("Sister O'Dowd retires in March.", "Sister O") == "Sister O'Dowd"
    assert subject("The GP has stopped the tablets.", "GP") == ""


def test_a_name_excludes_adjacent_words():
    assert subject("My brother Eli is allergic to nuts.", "My brother Eli") == "Eli"
    assert subject("My brother is allergic to nuts.", "My brother") == "brother"
    assert subject("Eli's dog is allergic to nuts.", "Eli'") == "Eli"


def test_a_statement_about_the_speaker_has_no_other_subject():
    text = "Noor and I live in Porto."
    (one,) = found(text, {text: KEPT, "Noor": Mark(subject=0.9)})
    assert (one.about_other, one.subject) == (False, "")


def test_the_best_sentence_is_never_a_question():
    text = "Hi there. I sold the boat last week! Is that fine?"
    marks = {"I sold the boat": Mark(kept=0.3), "Is that fine": Mark(kept=0.9)}
    read = ScriptedReader(marks).read("", text)
    best = best_sentence(text, "", read)
    assert text[best.start : best.end] == "I sold the boat last week"
    assert best_sentence("Is that fine?", "", ScriptedReader().read("", "Is that fine?")) is None


def test_highlight_at_returns_the_exact_span():
    text = "Remember that I hate tea."
    one = highlight_at(text, "", ScriptedReader().read("", text), 0, len(text))
    assert text[one.start : one.end] == "Remember that I hate tea"


def test_a_span_without_words_has_no_highlight():
    assert highlight_at("… !!!", "", ScriptedReader().read("", "… !!!"), 0, 5) is None


def test_an_endless_sentence_has_no_highlight():
    text = "I like " + "very " * 200 + "much tea."
    assert quotes(text, {text: KEPT}) == []


def test_a_quote_does_not_begin_with_the_end_of_another_clause():
    text = (
        "I'd switch to the glass one, the KW-5, but my wife Hannah is allergic to it, is it free?"
    )
    kept = {"the KW-5, but my wife Hannah is allergic to it": KEPT}
    assert quotes(text, kept) == ["but my wife Hannah is allergic to it"]
    named = "Anna, my sister, is coeliac, so which one?"
    assert quotes(named, {"Anna, my sister, is coeliac": KEPT}) == ["Anna, my sister, is coeliac"]


def test_a_month_is_nobody_and_a_statement_about_oneself_is_about_no_one_named_before():
    other = Mark(kept=0.9, about_other=0.9)
    text = "My sister Nora visits me in June."
    (one,) = found(text, {text[:-1]: other, "June": Mark(subject=0.9)})
    assert one.subject == "Nora"
    before = "User: Sabine arbeitet jetzt in Kiel."
    text = "Ich nehme jetzt Candesartan statt Ramipril."
    (one,) = found(text, {text[:-1]: other, "Sabine": Mark(subject=0.9)}, before)
    assert one.subject == ""


def test_whoever_is_introduced_in_a_quote_is_whom_it_is_about():
    other = Mark(kept=0.9, about_other=0.9)
    before = "User: I'm visiting my daughter Ellie."
    text = "My wife Hannah is allergic to nickel."
    marks = {"My wife Hannah is allergic to nickel": other, "Ellie": Mark(subject=0.9)}
    (one,) = found(text, marks, before)
    assert one.subject == "Hannah"
