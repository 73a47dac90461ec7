"""French: a clause told so that it stands alone."""

import re
from typing import Final

from recollect.learn.extract.fr_manner import WISHES
from recollect.learn.extract.fr_people_known import kin_gender, kin_named
from recollect.learn.extract.fr_rule import french
from recollect.learn.extract.fr_verbs import elides, gender_of, they_of_we, third, third_of_we
from recollect.learn.extract.fr_ways import REMINDS
from recollect.learn.extract.language import Telling

_CLITIC: Final = r"(?:(?:ne|n'|me|m'|te|t'|y|en|le|la|l'|les|lui|leur|se|s')(?: |(?<=')))*"
# "Jsuis", "jhabite": the verbs that people run together with "je".
_TYPED: Final = r"j(?=(?:m'|me )?(?:suis|ai|habite|vais|peux|sais|fais|adore|aime|dois|veux|bosse|travaille|taffe|prends|mange|bois|vis|viens|étais|avais|préfère|déteste|parle|utilise|kiffe|joue|cherche|apprends|mappelle|appelle|arrête|passe|commence|fume)\b)"
_JE: Final = french(
    rf"(?<![\w'-])(?:moi,? |perso,? )?(?:je |j'|j |{_TYPED}|ch(?=uis?\b))(?P<clitics>{_CLITIC})(?P<verb>[^\W\d_]+)(?P<not> (?:(?:pas|jamais|rien|aucune?)\b|plus (?:de (?!\d)|d'|du|le|la|les|à|en|au|aux|chez|rien|personne|jamais|$)))?"
)
_G: Final = re.compile(r"^g (?=\S)", re.IGNORECASE)
_NOUS: Final = french(
    r"(?<![\w'-])nous (?P<clitics>(?:ne |n'|nous |y |en |l'|les? |la )*)(?P<verb>\w+ons|sommes)\b"
)
# "on m'a pris" is somebody else.
_ON: Final = french(r"(?<![\w'-])(?:moi,? |nous,? )?on (?!m'|me )(?=\w)")
# "ma femme et moi": told as the speaker and his wife.
_AND_I: Final = french(
    r"^(?P<others>(?:ma|mon|mes) [\w'-]+(?: <FIRST>)?|<FIRST>) et moi(?:,? nous (?=\w+ons\b|sommes\b)|,? )(?P<verb>\w+ons\b|sommes\b)?"
)
_MY: Final = re.compile(r"(?<![\w'-])(?P<own>mon|ma|mes|notre|nos)(?= )", re.IGNORECASE)
_HIS: Final = {"mon": "son", "ma": "sa", "mes": "ses", "notre": "leur", "nos": "leurs"}
# What belongs to "mon" at the start goes up to its verb, or to the name that follows it.
_OPENS: Final = french(
    r"^(?P<own>mon|ma|mes|notre|nos) (?P<np>[\w'-]+(?: [\w'-]+){0,4}?)(?:(?<! de)(?<! du)(?<! à)(?<! en)(?<! au)(?<! chez)(?<! avec)(?<! et)(?<! pour)(?<! sur)(?<! dans)(?<! entre),? (?P<name><FIRST>)(?= |,|$),?)?(?=$|,| (?:=|est|sont|était|étaient|a|ont|avait|aura|sera|va|vont|ira|fait|font|c'est|s'|se|ne|n'|me|m'|nous|y|en|habite|habitent|vit|vivent|vient|viennent|travaille|travaillent|bosse|bossent|dort|mange|mangent|boit|joue|jouent|parle|parlent|doit|doivent|veut|peut|prend|prennent|porte|reste|rentre|entre|part|passe|arrive|étudie|adore|adorent|aime|aiment|déteste|détestent|préfère|refuse|sort|suit|apprend|garde|gère|tient|vend|coûte|tombe|commence|finit|expire|date|compte|tourne|mesure|pèse|fête|souffre|fume|conduit|enseigne|dirige|pratique|court|nage|chante|organise|prépare|déménage|emménage|cherche|consiste|donne|ouvre|ferme|vaut|dure|utilise|monte|augmente|baisse|supporte|raffole|connaît|remplace|rêve|rêvent|pense|pensent|sait|croit|dit|appelle|répond|lit|écrit|achète|paie|attend|voit|revient|accompagne|produit|livre|envoie)\b)"
)
# What goes with a noun and follows whose it is: "le rôle de Luc dans l'équipe".
_OF: Final = frozenset("de du des à au aux en et avec chez".split())
_JOINED: Final = re.compile(r" (?:avec|chez|dans|pour|sur|entre|et) |(?i: à) (?=[A-ZÀ-Þ])")
_PRONOUN: Final = re.compile(
    r"^(?P<front>(?:[^,]{0,40}?,? )?)(?P<p>il|elle|ils|elles)(?= )(?! (?:me |nous )?(?:faut|faudra|faudrait|fallait|a fallu|y a|vaut mieux|s'agit|pleut)\b)",
    re.IGNORECASE,
)
# "une fille, Claire, qui vit …": told of her.
_ONE_OF: Final = french(
    r"^(?:une?|mon|ma|notre) [^,]{2,40}(?:, <FIRST>)?,? qui (?=(?:vit|habite|travaille|bosse)\b[^,;]+$)"
)
_TO_ME: Final = re.compile(r"(?<![\w'-])(?:me |m')(?=(?P<verb>[^\W\d_]+))", re.IGNORECASE)
_DIRECT: Final = re.compile(
    r"(?:aid|appel|attend|inqui|énerv|dérang|intéress|conn|remplac|gên|fatigu|stress|pass?ionn|suit|accompagn|amus|calm|gard|invit|soign|rejoi|form|pay|motiv|rend)",
    re.IGNORECASE,
)
# What somebody else has or does, and the speaker has not: "il veut 21, moi 17".
_ME_TOO: Final = re.compile(
    r"(?P<before>, |\bet |\bpas )moi(?= (?!je\b|j'|on\b|nous\b|aussi\b|non\b)\w|$)", re.IGNORECASE
)
_MOI: Final = re.compile(
    r"(?<![\w'-])(?P<before>(?:malgré|chez|pour|avec|à|sans|de|et|que|selon|sur|par|vers|contre) )(?P<me>moi|nous)(?:-même)?(?!\w)",
    re.IGNORECASE,
)
_ASIDE: Final = french(
    r",? (?:je te rappelle|je vous rappelle|je précise|tu sais|vous savez|hein)(?=,|$)"
)
_IT: Final = french(
    r"^(?P<front>(?:je |j'|on |nous |il |elle )(?:ne |n')?(?:te |vous )?)(?P<it>l'|le |la |les )(?=(?:envoie|apporte|rapporte|dépose|livre|ramène|transmets|ai|a|avons|vends|vend|garde|prends|prend|rends|rend|reçois|récupère)\b)"
)
_A_DAY: Final = french(
    r"\b(?P<front>pour|avant|d'ici|depuis|dès|après|vers|jusqu'à|à partir de) (?=\d{1,2} (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b)"
)
_THE_DAY: Final = {"jusqu'à": "jusqu'au", "à partir de": "à partir du"}
_AGE: Final = re.compile(r"\d{1,3} ans\b")
_STATES: Final = frozenset({"diet", "children", "job_title", "marital_status", "allergy"})
_NOUN: Final = french(
    r"(?:le|la|les|l'|un|une|des|du|mon|ma|mes|notre|son|sa|pas|plus|aucun|c'est|allergie)\b|l'|(?:je|on|nous|il|elle)\b|j'"
)
_HERE: Final = re.compile(r"^chez (?:nous|moi),? (?!on |je |j')", re.IGNORECASE)
_IT_IS_ME: Final = re.compile(r"^c'est moi qui (?=\w)", re.IGNORECASE)
_REMIND: Final = french(REMINDS)
_MUST: Final = re.compile(r"^faut\b", re.IGNORECASE)
_BARE_VERB: Final = re.compile(
    r"(?:ai|suis|habite|travaille|bosse|déteste|adore|aime|préfère|joue|parle|mange|bois|vis|dois|peux|sais|fais)\b",
    re.IGNORECASE,
)
# "ne est pas": what a verb in another person makes of "ne suis pas".
_ELIDED: Final = re.compile(
    r"\b([nlst]|qu)(?:e|a) (?=(?:est|a|as|ont|était|étaient|avait|avaient|aura|aime|adore|habite|arrive|arrête|utilise|attend)\b)",
    re.IGNORECASE,
)


def name_of(teller: str) -> str:
    """How a sentence calls the speaker."""
    return "l'utilisateur" if teller == "User" else teller


def of(name: str) -> str:
    """Of somebody: "de Luc", "d'Anna"."""
    return f"d'{name}" if elides(name) and not name.startswith("l'") else f"de {name}"


def tell(telling: Telling) -> str:
    """The clause as a sentence about its subject by name."""
    name = name_of(telling.teller)
    text = _ASIDE.sub("", _with_thing(telling))
    if telling.attribute == "instruction" or WISHES.told.match(text):
        return finished(f"Consigne {of(name)} : {text}")
    if _REMIND.match(text):
        return finished(f"{name} demande : « {text} »")
    text = _G.sub("j'ai ", text)
    text = _HERE.sub(f"chez {name}, ", text)
    text = _IT_IS_ME.sub("je ", _MUST.sub("il faut", text))
    if telling.dropped:
        text = _begun(text, telling.attribute)
    one = _ONE_OF.match(text)
    if one and telling.subject.name != telling.scene.speaker:
        text = f"{telling.subject.told} {text[one.end() :]}"
    text = text if telling.dropped else kin_named(text, telling.scene)
    pronoun = None if telling.dropped else _PRONOUN.match(text)
    if pronoun and not _JE.search(pronoun["front"]):
        text = pronoun["front"] + telling.subject.told + text[pronoun.end() :]
    text = _AND_I.sub(lambda found: _together(found, name), text)
    mine = bool(_JE.search(text))
    text = _named(text, name)
    begun = name in text
    text = _owned(_ME_TOO.sub(rf"\g<before>{name}", text), name, begun=begun, mine=mine)
    if name not in text and telling.subject.told not in text:
        text = f"{name} : {text}"
    return finished(text)


def _together(found: re.Match[str], name: str) -> str:
    verb = they_of_we(found["verb"]) if found["verb"] else ""
    return f"{name} et {found['others']}{f' {verb}' if verb else ', '}"


def _begun(text: str, attribute: str | None) -> str:
    """A clause without a verb or subject, with the one it is missing."""
    if _BARE_VERB.match(text):
        return f"je {text}"
    if _AGE.match(text):
        return f"j'ai {text}"
    return f"je suis {text}" if attribute in _STATES and not _NOUN.match(text) else text


def _with_thing(telling: Telling) -> str:
    """The text with "le" and "la" named, where something was spoken of before."""
    found = _IT.match(telling.text)
    thing = telling.scene.thing
    if not found or not thing:
        return telling.text
    return f"{telling.text} ({thing})"


def _named(text: str, name: str) -> str:
    """The first person by name; "on" and "nous" as those around the speaker."""
    seen = False

    def one(found: re.Match[str]) -> str:
        nonlocal seen
        clitics = re.sub(
            r"m'", "s'", re.sub(r"\bme ", "se ", found["clitics"], flags=re.IGNORECASE)
        )
        if found["not"] and not clitics.lower().startswith(
            "n"
        ):  # "j'ai plus de voiture" must not become more cars
            clitics = "ne " + clitics
        subject = "il" if seen else name
        seen = True
        return f"{subject} {_ne(clitics, third(found['verb']))}{found['not'] or ''}"

    text = _NOUS.sub(
        lambda found: f"on {found['clitics'].replace('nous ', 'se ')}{third_of_we(found['verb'])}",
        text,
    )
    if _ON.match(text) and not _JE.search(text):
        return f"chez {name}, {text[:1].lower()}{text[1:]}"
    return _JE.sub(one, text)


def _ne(clitics: str, verb: str) -> str:
    """Clitics before a verb, with their vowels dropped or kept as the verb asks for."""
    word = re.sub(r"(?<=\b[nsm])'$|(?<=\b[ns])e $", "", clitics)
    if word == clitics:
        return clitics + verb
    return f"{word}'{verb}" if elides(verb) else f"{word}e {verb}"


def _owned(text: str, name: str, *, begun: bool, mine: bool) -> str:
    """My, me and mine, as they are said of somebody else."""
    opening = _OPENS.match(text)
    if opening and not begun and not _has_verb(opening):
        text = _article(opening, name) + text[opening.end() :]
        begun = True
    elif not begun and _MY.match(text):
        text = f"{name} : {text}"
    text = _MY.sub(lambda found: _HIS[found["own"].lower()], text)
    text = _TO_ME.sub(lambda found: _object(found, mine=mine), text)
    return _MOI.sub(
        lambda found: found["before"] + ("lui" if found["me"].lower() == "moi" else "eux"), text
    )


def _has_verb(opening: re.Match[str]) -> bool:
    """Whether what is the speaker's goes on to the end, and so has a verb of no list: "mon chat éternue un peu"."""
    _, *more = opening["np"].split(" ")
    alone = opening.end() == len(opening.string) and not opening["name"]
    return alone and len(more) > 1 and more[0].lower() not in _OF


def _object(found: re.Match[str], *, mine: bool) -> str:
    verb = found["verb"]
    if mine:
        return "s'" if elides(verb) else "se "
    if not _DIRECT.match(verb):
        return "lui "
    return "l'" if elides(verb) else "le "


def _article(opening: re.Match[str], name: str) -> str:
    """What is the speaker's: "ma sœur" as "la sœur de Luc", "ma sœur Anna" as "Anna, la sœur de Luc,"."""
    own, noun = opening["own"].lower(), opening["np"]
    first = noun.split(" ")[0]
    gender = {"ma": "f", "mon": "m"}.get(own) or gender_of(first, kin_gender(first))
    front = "l'" if elides(noun) else {"f": "la ", "m": "le "}[gender]
    front = "les " if own in {"mes", "nos"} else front
    called = opening["name"]
    joined = _JOINED.search(noun)
    if joined:  # "mon rendez-vous avec Anna Petit" is nobody called so
        more = f"{noun[joined.start() :]}{f' {called}' if called else ''}"
        return f"{front}{noun[: joined.start()]} {of(name)}{more}"
    if not called:
        return f"{front}{noun} {of(name)}"
    alone = opening.end() == len(opening.string)
    return (
        f"{called} est {front}{noun} {of(name)}"
        if alone
        else f"{called}, {front}{noun} {of(name)},"
    )


def finished(text: str) -> str:
    """A sentence with a capital and a full stop."""
    text = _A_DAY.sub(
        lambda found: f"{_THE_DAY.get(found['front'].lower(), found['front'] + ' le')} ",
        " ".join(text.split()),
    )
    text = _ELIDED.sub(r"\1'", text.strip(" ,;:-–").replace(",,", ","))
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
