"""How people want to be answered and called: asked, wished, allowed or commanded; and what is only for one text."""

import pytest

from recollect.model.entry import Kind

WISHED = [
    ("could you call me Kee?", "User wants to be called Kee."),
    ("you can call me Jo", "User wants to be called Jo."),
    ("dont call me buddy", "User doesn't want to be called buddy."),
    ("don't call me after 9pm", "User wants this kept to: don't call them after 9pm."),
    ("could u keep ur answers short pls", "User wants this kept to: keep ur answers short."),
    ("short answers please", "User wants this kept to: short answers."),
    ("answer in German", "User wants this kept to: answer in German."),
    ("can we speak German?", "User wants this kept to: speak German."),
    ("can you use british spelling?", "User wants this kept to: use british spelling."),
    (
        "can you explain things step by step?",
        "User wants this kept to: explain things step by step.",
    ),
    (
        "when you give me code just the code",
        "User wants this kept to: when you give them code just the code.",
    ),
    ("id like you to be more direct with me", "User wants this kept to: be more direct with them."),
    ("don't sugarcoat things", "User wants this kept to: don't sugarcoat things."),
    ("please use they/them for me", "User wants this kept to: use they/them for them."),
    ("you can use emojis again", "User wants this kept to: you can use emojis again."),
    ("u know what use emojis i changed my mind", "User wants this kept to: use emojis."),
    (
        "can you start walking me through the code you write?",
        "User wants this kept to: start walking them through the code you write.",
    ),
    ("kannst du mich Basti nennen?", "Nutzer möchte Basti genannt werden."),
    ("Können wir uns duzen?", "Nutzer möchte geduzt werden."),
    ("Sagen wir doch du", "Nutzer möchte geduzt werden."),
    ("fass dich bitte kurz", "Nutzer möchte: fass dich bitte kurz."),
    ("bitte auf deutsch antworten", "Nutzer möchte: bitte auf deutsch antworten."),
    (
        "kannst du ab jetzt auf englisch antworten?",
        "Nutzer möchte: ab jetzt auf englisch antworten.",
    ),
    ("me puedes llamar Lola?", "El usuario pide: «me puedes llamar Lola»."),
    ("puedes contestar en español?", "El usuario pide: «puedes contestar en español»."),
    ("nada de emojis", "El usuario pide: «nada de emojis»."),
    ("respuestas cortas por favor", "El usuario pide: «respuestas cortas»."),
    ("usa el sistema métrico", "El usuario pide: «usa el sistema métrico»."),
    ("appelle-moi Manu", "Consigne de l'utilisateur : appelle-moi Manu."),
    ("en tirets s'il te plaît", "Consigne de l'utilisateur : en tirets."),
    ("on peut se tutoyer ?", "Consigne de l'utilisateur : on peut se tutoyer."),
    ("sans emojis svp", "Consigne de l'utilisateur : sans emojis."),
    ("évite le jargon", "Consigne de l'utilisateur : évite le jargon."),
]


@pytest.mark.parametrize(("said", "told"), WISHED, ids=lambda value: value)
def test_how_somebody_wants_to_be_answered_is_kept(only, said, told):
    one = only(said)
    assert (one.kind, one.content) == (Kind.PREFERENCE, told)


FOR_ONCE = [
    "call me an ambulance",
    "call me when you're done",
    "keep it short, it's for my boss",
    "write the caption without emojis",
    "answer the email in German for me",
    "can you answer this question?",
    "can you start writing the report?",
    "could you be a bit more detailed here?",
    "can you use a table for this?",
    "schreib die Mail ohne Emojis",
    "halt es kurz, ist für meinen Chef",
    "kannst du das kürzer machen?",
    "ohne emojis diesmal",
    "llámame cuando puedas",
    "escribe el correo sin emojis",
    "puedes traducirlo al alemán?",
    "appelle-moi un taxi",
    "écris le mail sans emojis",
    "explique-moi ça pas à pas",
]


@pytest.mark.parametrize("said", FOR_ONCE)
def test_what_is_for_one_text_or_one_time_is_not_kept(understood, said):
    assert [one.content for one in understood(said)] == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("call me crazy but I like pineapple on pizza", "User likes pineapple on pizza."),
        ("call me old-fashioned, but I like fax machines", "User likes fax machines."),
    ],
)
def test_who_wants_to_be_called_crazy_says_so_in_jest(only, said, told):
    assert only(said).content == told


ASKED_FOR = [
    ("write a caption for my photo", "use emojis"),
    ("write an email to my boss that the van is late", "no emojis please"),
    ("schreib eine mail an den Vermieter wegen der Heizung", "bitte keine emojis"),
    ("escribe un correo para la casera", "sin emojis por favor"),
    ("écris un mail pour la propriétaire", "pas d'emojis stp"),
]


@pytest.mark.parametrize(("asked", "wish"), ASKED_FOR, ids=str)
def test_a_wish_behind_a_text_that_was_asked_for_is_for_that_text(understood, asked, wish):
    draft = ("assistant", None, "🌅 …")
    assert [one.content for one in understood(f"{asked}. {wish}")] == []
    assert [one.content for one in understood(asked, draft, wish)] == []


def test_a_wish_for_all_that_follows_stays_behind_a_text_that_was_asked_for(only):
    draft = ("assistant", None, "🌅 …")
    one = only("write a caption for my photo", draft, "never use emojis with me")
    assert one.content == "User wants this kept to: never use emojis with them."
