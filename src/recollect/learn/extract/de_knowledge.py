"""German: what an agent at work says of the sites and services it deals with."""

from typing import Final

from recollect.learn.extract.de_rule import rule
from recollect.learn.extract.language import rule_book
from recollect.model.entry import Kind

# A statement of how things are, not of what was just done.
_GENERAL = r"(?!(?:ich|wir|du|sie|dein|ihr|ihre|deine|fertig|hier|soll|möchtest|möchten|welche\w*|was|wie|alles|ok|okay|gern|gerne|erledigt|verstanden|notiert|klar|gut|ja|nein|öffne|prüfe|starte)\b)(?!.*\b(?:ich prüfe|ich schaue|wurde|wurden|war|waren|worden|du|dir|dein\w*|ihnen|habe ich|hab ich|ist (?:gebucht|gespeichert|gesendet|bestellt|angehängt|erledigt|heruntergeladen|erstellt|hochgeladen|bestätigt)|sind (?:gebucht|gespeichert|gesendet|heruntergeladen|angehängt))\b)"
_LOGIN = r"(?:login|anmeldung|anmelden|angemeldet|eingeloggt|einloggen|konto|kundenkonto|passwort|zwei-faktor\w*|2fa|sitzung|session|mitgliedschaft|registrierung|captcha)"
_FAILS = r"(?:blockier\w*|verweiger\w*|lehnt|abgelehnt|schlägt fehl|scheitert|fehler\w*|zeitüberschreitung|timeout\w*|captchas?|begrenz\w*|limit\w*|gesperrt|sperrt|drossel\w*|stürzt|bricht|[45]\d\d|läuft ab|abgelaufen|zu viele|maximal|höchstens|funktioniert nicht|geht nicht|leer zurück|hängt|verworfen|doppelt)"
_REMEDY = r"(?:muss man|muss|müssen|nötig|hilft|löst|funktioniert (?:nur|erst|am besten)|klappt (?:nur|erst|mit|wenn)|erst (?:nach|wenn|dann|ab)|nur (?:nach|wenn|mit|über)|bevor|vorher|zuerst|warten|pause\w*|sekunden|statt|stattdessen|wiederholen|umgehen|lässt sich)"
_PLATFORM = r"(?:javascript|react|vue|angular|svelte|wordpress|shopify|magento|typo3|drupal|single[ -]page|spa|iframe|shadow dom|next\.?js|django|php|java|cloudflare|basiert auf|läuft auf|läuft mit|gebaut|geschrieben in|shopware|cms|graphql|rest-api|soap)"
_PART = r"(?:[#.][a-z][\w-]+|\[[\w-]+[^\]]*\]|/[\w/?=&{}.-]+|\b\w*(?:formular|feld|felder|button|schaltfläche|knopf|menü|seite|seiten|tabelle|reiter|suchfeld|suche|dropdown|link|url|endpunkt|api|selektor|eingabe|checkbox|kopfzeile|fußzeile|popup|cookie|banner|parameter|warenkorb|kasse|download|downloads|export|upload|dokumente?|ergebnisse?|liste|filter|kalender|portal|shop|website|webseite|server|dienst|proxy|cache|datenbank|warteschlange|build|tests?|branch|repo|datei|dateien|ordner|csv|pdf|json|xml|spalte|zeile|id|token|feed|karte|preise?|archiv|rechnung|rechnungen|tickets?|host|port|konfiguration|skript|befehl|paket|version|bibliothek|client|image|container|backup|schema|anfragen?|termine?|bestellung|bestellungen|lieferung)\b)"

KNOWLEDGE: Final = rule_book(
    (
        rule(
            Kind.DOMAIN,
            "",
            rf"{_GENERAL}.*\b(?:verlangt|braucht|benötigt|erfordert|fordert|hinter|nur (?:für|mit|nach)|ohne|setzt .* voraus|will)\b.*\b{_LOGIN}\b.*",
            confidence=0.7,
        ),
        rule(Kind.ERROR_PATTERN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_FAILS}\b.*", confidence=0.7),
        rule(
            Kind.EXECUTION_PATTERN,
            "",
            rf"(?=.*(?:{_PART}|\d)){_GENERAL}.*\b{_REMEDY}\b.*",
            confidence=0.7,
        ),
        rule(Kind.DOMAIN, "", rf"(?=.*{_PART}){_GENERAL}.*\b{_PLATFORM}\b.*", confidence=0.65),
        rule(
            Kind.WEBSITE_KNOWLEDGE,
            "",
            rf"(?=.*{_PART}){_GENERAL}.*\b(?:ist|sind|öffnet|enthält|zeigt|nutzt|verwendet|liegt|liegen|steht|stehen|erscheint|erscheinen|lädt|laden|akzeptiert|erwartet|liefert|hat|haben|beginnt|endet|ignoriert|sortiert|listet|versteckt|sendet|leitet|ändert|schließt|gibt|geht|zählt|exportiert|veröffentlicht|aktualisiert|unterstützt|erlaubt|heißt|befindet|kommt|nimmt|findet)\b.*",
            confidence=0.6,
        ),
    )
)
