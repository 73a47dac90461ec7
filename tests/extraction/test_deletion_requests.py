"""Requests to forget are recognized in every language, and what sounds alike is left alone."""

import pytest

from recollect.domain.similarity import stems_of
from recollect.extraction.deletion_requests import deletion_requests, without_requests


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (
            "Please delete my phone number, and forget everything about my daughter.",
            ("phone number", "daughter"),
        ),
        ("Forget my favourite colour.", ("favourite colour",)),
        ("Could you forget my daughter's birthday?", ("daughter's birthday",)),
        ("I moved, please forget my old address.", ("address",)),
        ("Remove my address from your memory", ("address",)),
        ("Forget my address, my phone number and my email.", ("address", "phone number", "email")),
        ("Please forget about Tom.", ("tom",)),
        (
            "Please forget everything I told you about my money, the Barclaycard and the overdraft.",
            ("money", "barclaycard", "overdraft"),
        ),
        (
            "Please forget about slimming club, Priya's cousin and all that.",
            ("slimming club", "priya's cousin"),
        ),
        ("Forget what I told you about Declan's job and the £600.", ("declan's job", "600")),
        ("Forget my car, please, and where my mum lives.", ("car", "mum lives")),
        (
            "Vergiss alles über mein Geld, die Kreditkarte und das Konto.",
            ("geld", "kreditkarte", "konto"),
        ),
        (
            "Olvida todo lo que dije sobre el dinero, la tarjeta y mi deuda.",
            ("dinero", "tarjeta", "deuda"),
        ),
        ("Olvida lo de Juan y la boda, no quiero que salga.", ("de juan", "boda")),
        ("Oublie ce que j'ai dit sur la banque et le crédit.", ("banque", "crédit")),
        (
            "Bitte lösche meine Telefonnummer und vergiss alles über meine Tochter.",
            ("telefonnummer", "tochter"),
        ),
        ("Vergiss meine Lieblingsfarbe.", ("lieblingsfarbe",)),
        ("Kannst du meine Telefonnummer löschen?", ("telefonnummer",)),
        (
            "Por favor, borra mi número de teléfono y olvida todo sobre mi hija.",
            ("número de teléfono", "hija"),
        ),
        ("Olvida mi color favorito.", ("color favorito",)),
        ("¿Puedes olvidar mi dirección?", ("dirección",)),
        (
            "Supprime mon numéro de téléphone, et oublie tout sur ma fille.",
            ("numéro de téléphone", "fille"),
        ),
        ("Peux-tu effacer mon adresse ?", ("adresse",)),
        ("Dimentica il mio colore preferito.", ("colore preferito",)),
        ("Please stop remembering my age", ("age",)),
        ("Don't remember my phone number, please.", ("phone number",)),
        ("Do not store anything about my health.", ("health",)),
        ("Hör auf, dir mein Alter zu merken.", ("alter",)),
        ("Merk dir meine Adresse nicht!", ("adresse",)),
        ("Deja de recordar mi edad.", ("edad",)),
        ("Ne retiens pas mon âge.", ("âge",)),
        ("Smetti di ricordare la mia età.", ("età",)),
        ("Pare de guardar o meu endereço.", ("endereço",)),
        ("Esqueça a minha cor favorita.", ("cor favorita",)),
        ("Bitte vergiss, dass ich keinen Alkohol trinke.", ("keinen alkohol trinke",)),
        ("Vergiss, dass ich nicht gern fliege.", ("nicht gern fliege",)),
        ("Vergiss, daß ich Vegetarier bin, bitte.", ("vegetarier",)),
        ("Bitte lösche, dass ich in Köln wohne.", ("in köln wohne",)),
        ("Vergiss bitte, wo ich wohne.", ("wohne",)),
        ("Vergiss, dass ich rauche und dass meine Frau trinkt.", ("rauche", "frau trinkt")),
        ("Kannst du vergessen, dass ich rauche?", ("rauche",)),
        ("Kannst du löschen, was ich über meine Mutter erzählt habe?", ("mutter",)),
        ("Ich möchte, dass du vergisst, dass ich rauche.", ("rauche",)),
        ("Ich bitte dich, meine Telefonnummer zu löschen.", ("telefonnummer",)),
        ("Könntest du aufhören, dir meine Adresse zu merken?", ("adresse",)),
        ("Bitte speichere nicht, dass ich rauche.", ("rauche",)),
        ("Merk dir bitte nicht, wo ich arbeite.", ("arbeite",)),
        ("Forget, please, that I'm vegetarian.", ("i'm vegetarian",)),
        ("Delete that I live in Leeds.", ("live in leeds",)),
        ("Olvida, por favor, que no bebo alcohol.", ("no bebo alcohol",)),
        ("Could you delete my phone number from your system?", ("phone number",)),
        ("I would like my phone number deleted.", ("phone number",)),
        ("I want my old address to be removed", ("address",)),
        ("I want you to remove my phone number.", ("phone number",)),
        ("Please don't keep my phone number.", ("phone number",)),
        ("Under the GDPR I request deletion of my phone number.", ("phone number",)),
        ("Hi, quick one: forget my phone number, ok?", ("phone number",)),
        ("Könntest du meine Nummer aus deinem System löschen?", ("nummer",)),
        ("Ich möchte, dass meine Nummer gelöscht wird.", ("nummer",)),
        ("Nach der DSGVO verlange ich die Löschung meiner Nummer.", ("nummer",)),
        ("¿Podrías borrar mi dirección de tu sistema?", ("dirección",)),
        ("Solicito la eliminación de mi número de teléfono.", ("número de teléfono",)),
        ("Peux-tu supprimer mon adresse de ton système ?", ("adresse",)),
        ("Je demande la suppression de mon adresse.", ("adresse",)),
        ("Chiedo la cancellazione del mio numero.", ("numero",)),
        ("You can drop my salary from your notes", ("salary",)),
        ("Please drop the oncologist from your notes", ("oncologist",)),
        ("Scrap what I told you about the oncologist.", ("oncologist",)),
        ("Take my email off your records", ("email",)),
        ("I'd rather you didn't remember my salary", ("salary",)),
        ("I'd prefer you didn't keep my salary", ("salary",)),
        ("Could you not keep my email address on file?", ("email address",)),
        ("Forget I ever mentioned the oncologist", ("oncologist",)),
        ("Ignore what I said about strawberries.", ("strawberries",)),
        ("Please disregard what I told you about my health", ("health",)),
        ("Ignore everything I said about Anna in May.", ("anna in may",)),
        ("Disregard my previous message about the trip.", ("trip",)),
        ("Scrap what I said about the cat", ("cat",)),
        ("Ignorier bitte, was ich über Anna gesagt habe.", ("anna",)),
        ("Ignoriere, was ich dir über mein Gehalt erzählt habe.", ("gehalt",)),
        ("Nimm mein Gehalt aus deinen Notizen.", ("gehalt",)),
        ("Bitte streich den Onkologen aus deinen Notizen.", ("onkologen",)),
        ("Ignora lo que dije sobre las fresas.", ("fresas",)),
        ("Saca mi sueldo de tus notas, por favor.", ("sueldo",)),
        ("Preferiría que no recordaras mi sueldo.", ("sueldo",)),
        ("Ignore ce que j'ai dit sur les fraises.", ("fraises",)),
        ("Raye l'oncologue de tes notes.", ("l'oncologue",)),
        ("Je préférerais que tu ne retiennes pas mon salaire.", ("salaire",)),
        ("Lascia perdere quello che ho detto sulle fragole.", ("fragole",)),
        ("Togli il mio stipendio dai tuoi appunti.", ("stipendio",)),
        ("Preferirei che non ricordassi il mio stipendio.", ("stipendio",)),
        ("Desconsidera o que eu disse sobre os morangos.", ("morangos",)),
        ("Tira o meu salário das tuas notas.", ("salário",)),
        ("Preferia que não guardasses o meu salário.", ("salário",)),
        ("Forget my phone number too", ("phone number",)),
        ("Forget Dr. Lee's e-mail", ("dr lee's e-mail",)),
        ("Delete the landlord's phone number.", ("landlord's phone number",)),
        ("Lösche die Telefonnummer von Herrn Müller.", ("telefonnummer herrn müller",)),
        ("Vergiss Annas Geburtstag", ("annas geburtstag",)),
        ("Scrub my email from your records.", ("email",)),
        ("Supprime mon adresse s'il te plaît", ("adresse",)),
        ("Supprime le numéro de M. Dupont.", ("numéro de m dupont",)),
        ("Borra el teléfono del señor García.", ("teléfono señor garcía",)),
    ],
)
def test_a_request_names_what_to_forget(text: str, named: tuple[str, ...]) -> None:
    (request,) = deletion_requests(text)
    assert request.targets.words == named
    assert request.targets.refers_back is False


@pytest.mark.parametrize(
    "text",
    [
        "forget that",
        "Forget it.",
        "Actually, forget what I just said",
        "Vergiss das.",
        "Olvida eso.",
        "Forget I said that.",
        "Never mind, forget I said that",
        "Forget the last thing I told you",
        "Strike that from your memory",
        "Delete it from your records.",
    ]
    + ["Oublie ça.", "Dimentica questo.", "Esqueça isso."]
    + ["Ignore my last message.", "Disregard what I just said.", "Scrap what I said."]
    + ["Vergiss, dass ich das gesagt habe.", "Ignoriere, was ich gerade gesagt habe."]
    + ["Olvida que dije eso.", "Oublie que j'ai dit ça.", "Dimentica che l'ho detto."]
    + ["Esquece que eu disse isso.", "Streich das aus deinem Gedächtnis."],
)
def test_forget_that_means_what_was_said_before(text: str) -> None:
    (request,) = deletion_requests(text)
    assert (request.targets.refers_back, request.targets.is_explicit) == (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "Delete everything you know about me.",
        "Delete all my data.",
        "Oubliez tout ce que vous savez sur moi, svp.",
    ]
    + ["Vergiss alles über mich", "Borra todo lo que sabes de mí."],
)
def test_everything_names_no_words_and_is_explicit(text: str) -> None:
    (request,) = deletion_requests(text)
    assert (request.targets.everything, request.targets.is_explicit) == (True, True)
    assert stems_of(" ".join(request.targets.words)) == frozenset()


@pytest.mark.parametrize(
    "text",
    ["Don't forget my birthday is in May.", "Never forget that I'm allergic to nuts."]
    + ["I always forget my keys.", "I get up late, forget my keys and miss the bus."]
    + ["I don't remember my password.", "Don't store passwords in plain text."]
    + ["Don't save my changes in the file.", "Merk dir, das mag ich nicht.", "Merk dir mein Alter."]
    + ["Delete the third paragraph.", "Remove my name from the letter.", "I forgot my password."]
    + ["Did you forget my birthday?", "How do I delete my account on Instagram?"]
    + ["Vergiss nicht, dass ich Vegetarier bin.", "Vergiss bitte nicht meinen Geburtstag."]
    + ["Vergiss bloß nicht, wo ich wohne.", "Vergiss nie, dass ich Vegetarier bin."]
    + ["Ich habe vergessen, dass ich einen Termin habe.", "Lösche, dass das Treffen um 10 ist."]
    + ["Bitte nicht vergessen, dass ich rauche.", "Sie vergessen, dass ich rauche."]
    + ["Bitte nicht vergessen: ich bin Vegetarier.", "Ich vergesse oft meine Schlüssel."]
    + ["N'oublie pas mon anniversaire.", "Oublie pas mon anniversaire"]
    + ["No olvides mi cumpleaños.", "Non dimenticare il mio compleanno."]
    + ["Could you delete the file?", "I'd like the row deleted.", "Don't keep me waiting."]
    + ["Drop the last column.", "Scrap that plan.", "Take me off the call.", "Drop my bag off."]
    + ["Take what you know about me and write a bio.", "Strike my name from the letter."]
    + ["Always ignore the failing tests.", "Ignore the vendor folder.", "Ignore that."]
    + ["Ignore the errors I told you about.", "Don't ignore what I said about nuts."]
    + ["Take what I said seriously.", "Never disregard what I told you about my allergy."]
    + ["Nimm meine Jacke mit.", "Ignoriere ab jetzt den Ordner vendor.", "Saca a mi perro."]
    + ["Ignoriere nicht, was ich über Nüsse gesagt habe.", "Sors le chien.", "Tira uma foto."]
    + ["Could you not keep me waiting?", "Take my dog for a walk.", "Scrap that.", "Drop it."]
    + ["I want my phone number.", "Don't save me a seat.", "Deletion of my account takes a day."],
)
def test_what_sounds_alike_is_no_request(text: str) -> None:
    assert deletion_requests(text) == []


def test_the_rest_of_a_sentence_is_still_read() -> None:
    text = "Hi. Forget that I live in Leeds, I moved to York."
    (request,) = deletion_requests(text)
    assert text[request.start : request.end] == "Forget that I live in Leeds"
    left = without_requests(text, [request])
    assert (len(left), left.split()) == (len(text), ["Hi.", "I", "moved", "to", "York."])


@pytest.mark.parametrize(
    ("text", "request_text", "left"),
    [
        (
            "Forget what I said about the lottery and Priya's cousin, I don't want that coming up.",
            "Forget what I said about the lottery and Priya's cousin",
            "",
        ),
        (
            "Can you forget my weight? It's depressing. I'm vegan.",
            "Can you forget my weight",
            "I'm vegan.",
        ),
        (
            "Forget my old number. This is my new one: 0123.",
            "Forget my old number",
            ". This is my new one: 0123.",
        ),
        (
            "Forget what I said about Leeds, it's wrong, I live in York.",
            "Forget what I said about Leeds",
            "I live in York.",
        ),
        ("Vergiss mein Alter, das geht niemanden etwas an.", "Vergiss mein Alter", ""),
        (
            "Forget my birthday, and answer in French from now on.",
            "Forget my birthday",
            "answer in French from now on.",
        ),
        ("Forget my car and tell me a joke.", "Forget my car", "tell me a joke."),
    ],
)
def test_a_remark_about_a_request_is_not_read_but_what_is_new_is(
    text: str, request_text: str, left: str
) -> None:
    (request,) = deletion_requests(text)
    assert text[request.start : request.end] == request_text
    assert without_requests(text, [request]).strip() == left


def test_offsets_are_those_of_the_message() -> None:
    (request,) = deletion_requests("İstanbul is nice. Forget my address!")
    assert (request.start, request.end) == (18, 35)


def test_a_long_run_of_spaces_costs_no_time() -> None:
    assert deletion_requests("bitte " + " " * 30_000 + " löschen, vergiss") == []
