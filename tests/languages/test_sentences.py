"""Sentences are split, but not inside a name, a number or an address."""

import pytest

from recollect.languages.sentences import after_openers, sentences, without_fillers


def cut(text):
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "whole",
    [
        "The shop is at example.com and ships on Mondays.",
        "Version 3.5 of node.js is too old for us.",
        "Dr. Haas moved to 12 Elm St. last week.",
        "I live at 12 Elm St. Apt. 4 in Salem.",
        "See https://example.com/a.b?q=1.5&r=2 for the plan.",
        "Mail me at j.smith@example.co.uk before noon.",
        "J. R. R. Tolkien and A. Smith taught at St. John's.",
        "The U.S. Open starts at 9 a.m. on Court No. 5.",
        "It costs $3.50 or 1.200,50 € with tax.",
        "My favourite language is C#",
        "We are open Mon – Fri, 10 – 12 and 14 – 18.",
        "Ich ziehe am 3. Mai zu Fr. Dr. Weber in die Hauptstr. 5.",
        "Wir nehmen z. B. Brot inkl. Butter mit.",
        "El Sr. Ortega vive en la Avda. de América núm. 12.",
        "Me quedo p. ej. en EE.UU. con la Dra. Ruiz.",
        "Mme. Petit habite au 4 av. Foch, bât. B.",
        "Il Sig. Rossi abita in P.zza Navona n. 7, cioè a Roma.",
        "O Dr. Sousa mora na R. das Flores, 12 na Av. Central.",
        "1. Buy milk for Noor",
        "Am 3. Mai fahren wir in den 2. Stock.",
    ],
)
def test_a_sentence_is_not_split(whole):
    assert cut(whole) == [whole]
    assert cut(f"{whole.rstrip('.')}. Thanks a lot!") in (
        [f"{whole.rstrip('.')}.", "Thanks a lot!"],
        # A sentence that ends in an abbreviation or a single letter may continue.
        [f"{whole.rstrip('.')}. Thanks a lot!"],
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I said no. He left.", ["I said no.", "He left."]),
        ("He told me. Then we went out. It rained.", None),
        ("so do I. She too.", ["so do I.", "She too."]),
        ("Call at 5 p.m. Then we go.", ["Call at 5 p.m.", "Then we go."]),
        ("Really? Yes! Fine…", ["Really?", "Yes!", "Fine…"]),
        ("- Milk\n- Bread\n# Plans\n* #1 is Rome", ["Milk", "Bread", "Plans", "#1 is Rome"]),
        (
            "My size is 43. My son is 9. He is tall.",
            ["My size is 43.", "My son is 9.", "He is tall."],
        ),
        ("Ich bin 43. Meine Frau auch.", ["Ich bin 43.", "Meine Frau auch."]),
        ("Ho 43 anni. Mia figlia 7. Io lavoro.", ["Ho 43 anni.", "Mia figlia 7.", "Io lavoro."]),
        ("1. I cook.\n 2. My wife bakes.", ["1. I cook.", "2. My wife bakes."]),
        ("Ich komme. Du auch?", ["Ich komme.", "Du auch?"]),
        ("Vivo en Lugo. ¿Y tú?", ["Vivo en Lugo.", "¿Y tú?"]),
        ("J'habite à Lyon. Et toi ?", ["J'habite à Lyon.", "Et toi ?"]),
        ("Abito a Roma. Mi piace.", ["Abito a Roma.", "Mi piace."]),
        ("Moro em Faro. Gosto muito.", ["Moro em Faro.", "Gosto muito."]),
        ("我住在东京。你呢？", ["我住在东京。", "你呢？"]),
    ],
)
def test_sentences_are_split(text, parts):
    assert cut(text) == (parts or ["He told me.", "Then we went out.", "It rained."])


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "And I moved to Porto", "I moved to Porto"),
        ("en", "Yes, also my sister is a vet", "my sister is a vet"),
        ("en", "No nuts for me", "No nuts for me"),
        ("en", "Yes, penicillin", "Yes, penicillin"),
        ("en", "Also", "Also"),
        ("de", "Und ich wohne in Ulm", "ich wohne in Ulm"),
        ("es", "No, y además vivo en Lugo", "vivo en Lugo"),
        ("fr", "Ma sœur habite Lyon", "Ma sœur habite Lyon"),
        ("pt", "É enfermeira em Braga", "É enfermeira em Braga"),
        ("it", "Ma vivo a Bari", "vivo a Bari"),
    ],
)
def test_openers_of_a_statement_are_skipped(language, text, said):
    assert text[after_openers(text, language) :] == said


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("en", "Actually I moved to Derby.", "         I moved to Derby."),
        ("en", "Hm. well I'm a nurse now.", "Hm.      I'm a nurse now."),
        ("de", "Also ich wohne jetzt in Ulm.", "     ich wohne jetzt in Ulm."),
        ("es", "En realidad me mudé a Lugo.", "            me mudé a Lugo."),
        ("fr", "En fait j'habite à Lyon.", "        j'habite à Lyon."),
        ("it", "In realtà mi piace il tè.", "          mi piace il tè."),
        ("pt", "Na verdade eu moro em Faro.", "           eu moro em Faro."),
        ("en", "Actually good question.", None),
        ("en", "Actually, I moved to Derby.", None),
        ("en", "So that is it.", None),
        ("en", "No I don't.", None),
        ("en", "Actually", None),
    ],
)
def test_fillers_before_a_pronoun_are_blanked(language, text, read):
    assert without_fillers(text, language) == (read or text)
