"""Formal requests, objections and withdrawn consent are requests to forget, in every language."""

import pytest

from recollect.extraction.deletion_requests import deletion_requests


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("I hereby request the deletion of my address.", "address"),
        ("Pursuant to Article 17 GDPR, I request the erasure of my phone number.", "phone number"),
        ("Please be advised that I want my phone number removed.", "phone number"),
        ("I demand that you delete my address.", "address"),
        ("I'd like to have my address deleted.", "address"),
        ("I don't want you to know where I work.", "work"),
        ("I no longer want you to keep my phone number.", "phone number"),
        ("I object to you storing my address.", "address"),
        ("You are not allowed to store my address.", "address"),
        ("I withdraw consent to the storage of my address.", "address"),
        ("My address should be deleted.", "address"),
        ("Nach Artikel 17 DSGVO verlange ich die Löschung meiner Adresse.", "adresse"),
        ("Gemäß Art. 17 DSGVO fordere ich Sie auf, meine Adresse zu löschen.", "adresse"),
        ("Merk dir meine Adresse nicht mehr.", "adresse"),
        ("Speichern Sie bitte nichts mehr über meinen Mann.", "mann"),
        ("Ich möchte nicht, dass du dir meine Adresse merkst.", "adresse"),
        ("Ich will nicht, dass du weißt, wo ich arbeite.", "arbeite"),
        ("Ich widerspreche der Speicherung meiner Adresse.", "adresse"),
        ("Du darfst meine Adresse nicht speichern.", "adresse"),
        ("Kannst du alles löschen, was du über meine Familie weißt?", "familie"),
        ("Conformément à l'article 17 du RGPD, je demande la suppression de mon nom.", "nom"),
        ("En virtud del artículo 17 del RGPD, solicito el borrado de mi dirección.", "dirección"),
        ("Ai sensi del GDPR, richiedo la cancellazione del mio indirizzo.", "indirizzo"),
        ("Ao abrigo do RGPD, solicito o apagamento da minha morada.", "morada"),
        ("Bitte löschen Sie nach Art. 17 DSGVO meine Adresse.", "adresse"),
        ("Je retire mon consentement à la conservation de mon adresse.", "adresse"),
        ("Je souhaite que mon numéro de téléphone soit supprimé.", "numéro de téléphone"),
        ("Je m'oppose à ce que vous gardiez mon adresse.", "adresse"),
        ("Je vous demande d'effacer mes données personnelles.", ""),
        ("Retiro mi consentimiento para guardar mi dirección.", "dirección"),
        ("Mon numéro de téléphone doit être supprimé.", "numéro de téléphone"),
        ("Quiero que mi número de teléfono sea eliminado.", "número de teléfono"),
        ("Vorrei che il mio indirizzo venga cancellato.", "indirizzo"),
        ("Gostaria que a minha morada fosse apagada.", "morada"),
        ("Mi oppongo a che conserviate il mio indirizzo.", "indirizzo"),
        ("Retiro o meu consentimento para guardar a minha morada.", "morada"),
    ],
)
def test_a_demand_or_an_objection_names_what_to_forget(text: str, named: str) -> None:
    (request,) = deletion_requests(text)
    assert (" ".join(request.targets.words), request.targets.is_explicit) == (named, True)


@pytest.mark.parametrize(
    "text",
    [
        "I hereby request erasure of all my personal data under GDPR.",
        "Please erase all the data you hold on me.",
        "I'm exercising my right to be forgotten.",
        "I withdraw my consent to store my data.",
        "I revoke my consent, effective immediately.",
        "Lösche alles, was du über mich weißt.",
        "Ich ziehe meine Einwilligung zurück.",
        "Hiermit widerrufe ich meine Einwilligung zur Speicherung meiner Daten.",
        "Ich mache von meinem Recht auf Löschung Gebrauch.",
        "Je m'oppose au traitement de mes données.",
        "Retiro mi consentimiento.",
        "Revoco il mio consenso.",
        "Oponho-me ao tratamento dos meus dados.",
        "Delete my account and everything you know about me",
        "Please delete my account and all my data from your servers.",
        "Bitte löschen Sie gem. Art. 17 DSGVO alle über mich gespeicherten Daten.",
        "Merci d'effacer toutes mes données.",
        "Le pido que borre todos mis datos.",
        "Le chiedo di cancellare tutti i miei dati.",
        "Peço que apague todos os meus dados.",
        "Delete my account.",
        "Lösche meinen Account und alle meine Daten.",
        "Supprime mon compte et toutes mes données.",
        "Borra mi cuenta y todos mis datos.",
        "Cancella il mio account e tutti i miei dati.",
        "Apaga a minha conta e todos os meus dados.",
    ],
)
def test_a_request_about_all_data_and_withdrawn_consent_are_requests(text: str) -> None:
    (request,) = deletion_requests(text)
    assert (request.targets.everything, request.targets.is_explicit) == (True, True)
    assert "".join(request.targets.words) == ""


@pytest.mark.parametrize(
    "text",
    ["I requested a refund.", "My boss withdrew consent.", "I withdraw money every Friday."]
    + ["I object to the new motorway in my town.", "I withdraw my consent to the surgery."]
    + ["I asked Tesco to delete my account.", "How do I withdraw my consent at Google?"]
    + ["I don't want you to use emojis.", "I don't want my mother to know where I work."]
    + ["I want my tattoo removed.", "My wisdom teeth must be removed."]
    + ["Send me a copy of my data.", "I request access to my personal data under the GDPR."]
    + ["Ich verlange Auskunft über meine gespeicherten Daten.", "Lösche die Datei."]
    + ["Delete the account of the customer.", "Delete the third phone number in the list."]
    + ["Can you forget about dinner, let's talk about work.", "Vergiss das Essen, lass uns reden."]
    + ["I forgot Mr Hussain's number", "Don't forget my phone number is 0170 1234567."]
    + ["Mein Chef hat seine Einwilligung widerrufen.", "Ich fordere eine Gehaltserhöhung."]
    + ["Ich will nicht, dass meine Mutter weiß, wo ich arbeite.", "Je retire de l'argent."]
    + ["Mon grain de beauté doit être supprimé."]
    + ["Je souhaite que mon fils réussisse.", "Quiero que mi casa sea grande."]
    + ["I saw an art. 17 people came.", "Je vous demande de garder mon adresse."],
)
def test_what_sounds_as_formal_is_none(text: str) -> None:
    assert deletion_requests(text) == []
