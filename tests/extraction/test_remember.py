"""Requests to remember something are recognized in every language with a pack."""

import pytest

from recollect.extraction.remember import (
    asks_to_remember,
    is_one_off,
    is_supposed,
    pointing_requests,
)
from recollect.languages.pack import packs

ASKED = {
    "en": [
        "Remember that I hate cilantro.",
        "remember: I'm vegan",
        "Remember, the code word is heron.",
        "Please remember my sister is allergic.",
        "Ok, and please remember that I moved.",
        "Could you please remember that I moved.",
        "From now on answer in French.",
        "from now on, no more emojis",
        "Don’t forget I'm away in May.",
        "Keep in mind that we use tabs.",
        "Going forward, run the linter first.",
        "Recipes without nuts from now on, whatever I ask.",
    ],
    "de": [
        "Merk dir, dass ich keine Nüsse esse.",
        "Bitte merke dir, dass ich umgezogen bin.",
        "Ab jetzt bitte auf Deutsch.",
        "Vergiss nicht, dass ich im Mai weg bin.",
    ],
    "es": [
        "Recuerda que no como carne.",
        "A partir de ahora responde en español.",
        "Por favor, no olvides que me mudé.",
    ],
    "fr": [
        "Souviens-toi que je suis végétarien.",
        "N’oublie pas que je déménage en mai.",
        "Désormais, réponds en français.",
    ],
    "pt": [
        "Lembra que eu não como carne.",
        "A partir de agora responde em português.",
        "Por favor, não esqueça que me mudei.",
    ],
    "it": [
        "Ricorda che non mangio carne.",
        "D'ora in poi rispondi in italiano.",
        "Per favore, non dimenticare che mi sono trasferito.",
    ],
}
NOT_ASKED = {
    "en": [
        "Do you remember my dog?",
        "Remember my dog?",
        "I remember that day.",
        "I don't remember my password.",
        "She said from now on it is over.",
        "Remember that",
    ],
    "de": ["Weißt du noch, wie mein Hund heißt?", "Ich merke mir das nie."],
    "es": ["¿Recuerdas cómo se llama mi perro?", "No recuerdo mi clave."],
    "fr": ["Tu te souviens de mon chien ?", "Je ne me souviens pas."],
    "pt": ["Você lembra do meu cachorro?", "Não lembro da senha."],
    "it": ["Ti ricordi del mio cane?", "Non ricordo la password."],
}


def test_every_language_with_a_pack_is_tested():
    assert set(ASKED) == set(NOT_ASKED) == set(packs())


@pytest.mark.parametrize(
    ("language", "said"), [(code, one) for code, each in ASKED.items() for one in each]
)
def test_a_request_is_recognized(language, said):
    assert asks_to_remember(said, language)


@pytest.mark.parametrize(
    ("language", "said"), [(code, one) for code, each in NOT_ASKED.items() for one in each]
)
def test_other_sentences_are_not_requests(language, said):
    assert not asks_to_remember(said, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Never mind, show me all my data"),
        ("en", "Could you tell me everything you have on file"),
        ("en", "Ok, list what you have learned about my work."),
        ("en", "Remind me what I said about Tom"),
        ("de", "Zeig mir bitte alle meine Termine."),
        ("es", "Dime todo lo que hay en tu archivo."),
        ("fr", "Montre-moi tout ce que tu gardes."),
        ("it", "Dimmi tutto su di me."),
        ("pt", "Me mostra tudo o que guardou."),
        ("en", "Answer in French, just this once."),
        ("en", "can u give me a gmail filter that hides anything from jira@ unless im mentioned"),
        ("en", "no not like that, use a for loop"),
        ("en", "don't use the word synergy in it"),
        ("de", "Schreib mir einen Brief, nicht zu lang."),
        ("es", "Dame una receta sin ajo."),
        ("fr", "Écris-moi une lettre, pas trop longue."),
        ("en", "Don't run the tests this time, I'm in a hurry."),
        ("en", "Never mind the linter warnings in this file."),
        ("en", "You don't need to write type hints in this throwaway script."),
        ("en", "Don't commit yet."),
        ("en", "Don't commit yet"),
        ("en", "Don't touch that file for now."),
        ("en", "No need to update the changelog for this PR."),
        ("en", "Skip the tests today."),
        ("en", "Don't push this branch, please."),
        ("de", "Führe die Tests diesmal nicht aus."),
        ("de", "Committe noch nicht."),
        ("de", "Fass die Datei vorerst nicht an."),
        ("de", "Keine Docstrings in dieser Datei."),
        ("es", "No hagas commit todavía."),
        ("es", "No toques ese archivo por ahora."),
        ("es", "No ejecutes las pruebas esta vez."),
        ("es", "No hace falta actualizar el changelog para este PR."),
        ("fr", "Ne commite pas encore."),
        ("fr", "Ne touche pas à ce fichier pour l'instant."),
        ("fr", "Ne lance pas les tests cette fois."),
        ("fr", "Pas de docstrings dans ce script."),
        ("it", "Non fare commit per ora."),
        ("it", "Non eseguire i test questa volta."),
        ("it", "Niente docstring in questo file."),
        ("pt", "Não faça commit ainda."),
        ("pt", "Não toque nesse arquivo por enquanto."),
        ("pt", "Não rode os testes desta vez."),
        ("pt", "Não precisa de docstrings neste arquivo."),
    ],
)
def test_a_request_for_one_answer_is_not_standing(language, said):
    assert is_one_off(said, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Always show me the source."),
        ("en", "Show me the sources from now on."),
        ("en", "Tell me if you are not sure."),
        ("en", "Give me oven temperatures in Fahrenheit."),
        ("en", "List prices in euros."),
        ("en", "Always give me a source."),
        ("en", "Every time I send a draft, don't put emojis in it."),
        ("de", "Zeig mir in Zukunft die Quelle."),
        ("es", "Dime siempre la fuente."),
        ("fr", "Montre-moi chaque fois la source."),
        ("en", "From now on don't write docstrings in this file."),
        ("en", "Never touch this file."),
        ("en", "From today, don't commit without asking."),
        ("en", "Never mind, always answer in German."),
        ("de", "Ab heute keine Emojis mehr."),
        ("es", "Desde hoy no uses emojis."),
        ("fr", "À partir d'aujourd'hui, réponds en français."),
        ("it", "Da oggi rispondi in italiano."),
        ("pt", "A partir de hoje responde em português."),
    ],
)
def test_a_request_with_a_word_of_permanence_stays(language, said):
    assert not is_one_off(said, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Never commit to this repo without running ruff."),
        ("en", "Don't use emojis in this project."),
        ("en", "Use this commit message format: type, scope, subject."),
        ("en", "Make sure that commit messages are in English."),
        ("en", "Keep answers short yet precise."),
        ("en", "Don't show today's date."),
        ("en", "Don't touch the migrations folder."),
        ("de", "Keine Emojis in diesem Projekt."),
        ("es", "No uses emojis en este proyecto."),
        ("fr", "Pas d'emojis dans ce projet."),
        ("it", "Niente emoji in questo progetto."),
        ("pt", "Não use emojis neste projeto."),
    ],
)
def test_a_request_for_a_whole_project_stays(language, said):
    assert not is_one_off(said, language)


POINTING = {
    "en": ["Remember that.", "Don't let me forget that.", "Please don't forget that!"]
    + ["Make a note of that for me.", "Could you keep that in mind?", "Write that down, please."],
    "de": ["Merk dir das.", "Vergiss das bitte nicht.", "Schreib dir das auf.", "Denk daran!"],
    "es": ["No lo olvides.", "Que no se me olvide.", "Anótalo, por favor.", "Recuerda eso."],
    "fr": ["N’oublie pas ça.", "Ne me laisse pas oublier ça.", "Note-le.", "Garde ça en tête."],
    "pt": ["Não esqueça isso.", "Anota isso, por favor."],
    "it": ["Non dimenticarlo.", "Tienilo a mente.", "Segnatelo."],
}


@pytest.mark.parametrize(
    ("language", "said"), [(code, one) for code, each in POINTING.items() for one in each]
)
def test_a_request_that_points_back_means_the_sentence_before_it(language, said):
    fact = "Hanna: 5 mg"
    (request,) = pointing_requests(f"Ok! {fact}. {said}", language)
    assert request.pointed == (4, 4 + len(fact) + 1)
    (alone,) = pointing_requests(said, language)
    assert (alone.start, alone.end, alone.pointed) == (0, len(said), None)


@pytest.mark.parametrize(
    ("text", "pointed"),
    [
        ("No ibuprofen for Mum, don't let me forget that.", "No ibuprofen for Mum"),
        (
            "Mum has apixaban. She takes it daily. Note that.",
            "Mum has apixaban. She takes it daily.",
        ),
        ("Remember this. The bins go out on Monday.", "The bins go out on Monday."),
    ],
)
def test_what_a_request_points_at_is_clear_alone(text, pointed):
    (request,) = pointing_requests(text, "en")
    assert request.pointed is not None
    assert text[slice(*request.pointed)] == pointed


@pytest.mark.parametrize(
    "text",
    ["I'm vegan. Do you remember that?", "I'm vegan. I'll keep that in mind.", "Remember that?"]
    + ["I'm vegan. She told me to write that down.", "Don't forget that I'm vegan."],
)
def test_other_sentences_point_at_nothing(text):
    assert pointing_requests(text, "en") == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "If I get it I’d be Monday to Friday, no more nights ever"),
        ("en", "if we moved we would never drive again"),
        ("de", "Wenn ich die Stelle bekomme, hätte ich nie mehr Nachtdienst."),
        ("es", "Si me dan el puesto, nunca más tendría turnos de noche."),
        ("fr", "Si j'ai le poste, je ne serais plus jamais de nuit, je serais libre."),
    ],
)
def test_what_would_be_is_supposed(language, said):
    assert is_supposed(said, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "If I ask about money, I'd like you to be blunt."),
        ("en", "If you are not sure, say so."),
        ("en", "I would never eat meat."),
        ("de", "Wenn ich frage, hätte ich gern kurze Antworten."),
    ],
)
def test_conditions_and_wishes_are_not_supposed(language, said):
    assert not is_supposed(said, language)
