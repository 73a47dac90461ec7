"""Spanish: a clause told so that it stands alone."""

import re
from typing import Final

from recollect.learn.extract.es_manner import WISHES
from recollect.learn.extract.es_rule import unaccented
from recollect.learn.extract.es_turn import ME, WORD, owned, rebuilt, spoken
from recollect.learn.extract.es_verbs import THIRD
from recollect.learn.extract.es_who import article, is_third, kin_told, of_owner, subject_of
from recollect.learn.extract.es_words import PARTS
from recollect.learn.extract.language import Telling, expanded, words
from recollect.learn.extract.scene import Person, Subject

_FEMININE: Final = re.compile(
    unaccented(
        r"\bde (?:pequeña|niña)\b|\b(?:soy|estoy|era|estaba|sigo|ando|quedé|he sido) (?:\w+mente |muy |tan |una |la |casi |ya |más |un poco |bastante |recién |medio )*"
        r"(?!(?:guía|atleta|terapeuta|\w*terapeuta|poeta|\w*iatra|colega|idiota|persona|guardia|guarda|hincha|demócrata|belga|croata|nómada|autodidacta|casa|policía|para|hasta|nada|cada|toda)\b)(?:\w{3,}a|madre|mujer)\b(?<!ista)"
    ),
    re.IGNORECASE,
)
_GLUED: Final = (
    (r"\bdel el\b", "del"),
    (r"\bal el\b", "al"),
    (r"\bde el (?=[\da-zß-ÿ])", "del "),
    (r"\b([Aa]) el (?=[\da-zß-ÿ])", r"\1l "),
    (r"\bel el\b", "el"),
    (r"\ben el (?=\d{1,2} de)", "el "),
    (r"\bde él el\b", "del"),
)
_KIN_AND_NAME: Final = re.compile(
    unaccented(
        expanded(
            r"(?:mi|nuestr[oa]) (?P<kin>(?:<AGE> )?(?:<KIN>)(?: (?:mayor|menor|pequeñ[oa]|chic[oa]|median[oa]|polític[oa]|de \w+))?),? (?:la |el )?(?P<name>(?-i:(?:(?:Dra?|Sra?|Prof)\. )?[A-ZÀ-Þ][a-zà-ÿ]+(?: [A-ZÀ-Þ][a-zà-ÿ]+)*))",
            **PARTS,
        )
    ),
    re.IGNORECASE,
)
_NAME_AND_KIN: Final = re.compile(
    unaccented(
        expanded(
            r"(?P<name>(?-i:[A-ZÀ-Þ][a-zà-ÿ]+(?: [A-ZÀ-Þ][a-zà-ÿ]+)*)),? (?:que es )?(?:mi|nuestr[oa]) (?P<kin>(?:<AGE> )?(?:<KIN>))",
            **PARTS,
        )
    ),
    re.IGNORECASE,
)
_AGED: Final = re.compile(
    r"(?P<name>[\w ]+?),? \(?(?:de |que tiene )?(?P<age>\w+ (?:años|añitos|meses))", re.IGNORECASE
)
_BOTH: Final = re.compile(
    r"(?:(?:mi|nuestr[oa]) (?P<kin>\w+(?: \w+)?)|(?P<name>[A-ZÀ-Þ]\w+)) y yo ", re.IGNORECASE
)
_MINE: Final = re.compile(
    r"\b(?:mis?|nuestr[oa]s?) (?P<np>(?:(?:primer|segund|tercer|nuev|antigu|futur|propi|últim|únic)[oa]?s? |gran |mejor )?[\w-]+)",
    re.IGNORECASE,
)
_TRIP: Final = re.compile(
    r"(?:mi|nuestro|el) (?:próximo )?viaje (?P<where>(?:de \w+ )?(?:a|por) .+)", re.IGNORECASE
)
_ASKED: Final = re.compile(
    r"(?:por favor,? )?(?:recu[eé]rdame|record[aá]me|recu[eé]rdeme|acu[eé]rdame|[¿¡]*(?:me )?(?:puedes|pod[eé]s|podr[ií]as) record(?:ar|arme))\b",
    re.IGNORECASE,
)
_TO_DO: Final = re.compile(r"\w+(?:ar|er|ir|ír)(?:me|nos|l[oae]s?|se)?\b", re.IGNORECASE)
# "una hija, Clara, que vive …": told of her.
_ONE_OF: Final = re.compile(
    r"(?:una?|mi|nuestr[oa]) [^,]{2,40}(?:, [A-ZÀ-Þ]\w+)?,? que (?=(?:vive|trabaja)\b[^,;]+$)",
    re.IGNORECASE,
)
_NEAR: Final = re.compile(
    r"(?P<name>\w+), (?:la|el) (?:mayor|menor|peque|pequeñ[oa]|chic[oa]|median[oa]|grande|de en medio)\b[\w ]*",
    re.IGNORECASE,
)
_BRINGS: Final = re.compile(r"yo (?=(?:el|la|los|las|un|una) )", re.IGNORECASE)
_NOUN_FIRST: Final = re.compile(r"(?:el|la|los|las|en|a|un|una) ", re.IGNORECASE)
_PRONOUNS: Final = words("se lo la los las le les te os")
_SOFT: Final = words("no ya también tampoco nunca siempre casi solo sólo aún todavía apenas jamás")
# What follows a noun and is no part of it: "mi rol en la empresa".
_NO_ADJECTIVE: Final = words(
    """se no es son me nos y e de que le les ya con en a al del para por sobre sin desde hasta entre contra según como"""
)
_TO_ME: Final = re.compile(
    r"\b(?:a m[ií](?= (?:me|no|ya|siempre|nunca|también))|a nosotr[oa]s)\s+", re.IGNORECASE
)


def tell(telling: Telling) -> str:
    """The clause as a sentence about its subject by name."""
    name = _name(telling)
    special = _in_a_form_of_its_own(telling, name)
    if special:
        return _finished(special)
    if telling.subject.name != telling.scene.speaker:
        return _finished(_of_another(telling, name))
    return _finished(_of_speaker(telling.text, name, over=telling.over))


def _in_a_form_of_its_own(telling: Telling, name: str) -> str | None:
    """Requests in their own words, and what has no verb: who somebody is, how old, what he brings."""
    text = telling.text
    if telling.attribute == "instruction" or _ASKED.match(text) or WISHES.told.match(text):
        return f"{name} pide: «{text.lstrip('¿¡')}»"
    trip, brings, aged = _TRIP.fullmatch(text), _BRINGS.match(text), _AGED.fullmatch(text)
    paired = _KIN_AND_NAME.fullmatch(text) or _NAME_AND_KIN.fullmatch(text)
    if trip:
        return f"{name} tiene un viaje {trip['where']}"
    if brings:
        return f"{name} se encarga de {text[brings.end() :]}"
    if paired:
        return f"{paired['name']} es {article(paired['kin'])} {paired['kin']} {of_owner(name)}"
    if aged and aged["name"] == telling.subject.name:
        return f"{aged['name']} tiene {aged['age']}"
    return _without_verb(telling, name)


def _without_verb(telling: Telling, name: str) -> str | None:
    """What stands for itself behind a colon or between commas: an aim, a name, one of the family."""
    text = telling.text
    if telling.attribute == "goal" and _TO_DO.match(text):
        return f"la meta {of_owner(name)}: {owned(text)}"
    if telling.attribute == "name" and text[:1].isupper() and not spoken(list(WORD.finditer(text))):
        return f"{name} se llama {text}"
    near = _NEAR.fullmatch(text)
    if near:
        return f"{near['name']} es de la familia {of_owner(name)}"
    return None


def _name(telling: Telling) -> str:
    """How the sentence calls the speaker; a woman who speaks of herself as one is called so."""
    if telling.teller != "User":
        return telling.teller
    me = next(
        (one for one in telling.scene.people if one.subject.name == telling.scene.speaker), None
    )
    own = (
        telling.subject.name == telling.scene.speaker
    )  # "mi hija era bailarina" is no woman's word
    woman = (me is not None and me.gender == "f") or (own and bool(_FEMININE.search(telling.text)))
    if woman:  # and stays one for what she says later
        telling.scene.meet(Person(Subject(telling.scene.speaker, "la usuaria"), "f"))
    return "la usuaria" if woman else "el usuario"


def _of_speaker(text: str, name: str, *, over: bool = False) -> str:
    text = _TO_ME.sub("", text)
    both = _BOTH.match(text)
    if both:
        other = f"su {both['kin']}" if both["kin"] else both["name"]
        return rebuilt(text[both.end() :], {}, prefix=f"{name} y {other} ", over=over)
    mine = _owner(text, name)
    if mine:
        return rebuilt(mine[1], {}, prefix=mine[0])
    tokens = list(WORD.finditer(text))
    changed = spoken(tokens, over=over)
    if not changed:
        whose = _of_mine(text, name)
        return whose if whose != text or _NOUN_FIRST.match(text) else f"{name}: {text}"
    at = min(changed)
    if tokens[at][0].lower() == "yo":  # "Marta y yo": the name stands for it
        changed[at] = ""
    subject = _subject_words(tokens[at][0].lower(), changed[at], tokens, at, name)
    return rebuilt(text, changed, insert=(_front(text, tokens, at), subject))


def _front(text: str, tokens: list[re.Match[str]], at: int) -> int:
    """Where the subject belongs: before "no", "ya" and the pronouns that go with the verb."""
    while (
        at > 0
        and tokens[at - 1][0].lower() in _SOFT | _PRONOUNS
        and text[tokens[at - 1].end() : tokens[at].start()] == " "
    ):
        at -= 1
    return tokens[at].start()


def _subject_words(word: str, told: str, tokens: list[re.Match[str]], at: int, name: str) -> str:
    """The speaker as the sentence needs it: who does, or to whom it is done."""
    following = tokens[at + 1][0].lower() if at + 1 < len(tokens) else ""
    verb = tokens[at + 2][0].lower() if at + 2 < len(tokens) else ""
    # "me lo vigila el médico", "nos lo confirmaron"
    done = following in _PRONOUNS and (is_third(verb) or verb.endswith(("aron", "ieron")))
    if word in ME and (done or told in {"le", "les"}):
        return _to(name) if word == "me" else f"{_to(name)} y a los suyos"
    many = (
        word in {"nosotros", "nosotras"}
        or word.endswith("mos")
        or (word == "nos" and following.endswith("mos"))
    )
    return f"{name} y los suyos" if many else name


def _to(name: str) -> str:
    return f"al {name[3:]}" if name.startswith("el ") else f"a {name}"


def _owner(text: str, name: str) -> tuple[str, str] | None:
    """What of a clause that begins with "my" is told as that of the speaker: its new front, and the rest."""
    found = re.match(r"(?P<my>mis?|nuestr[oa]s?) (?P<np>(?:\w+ )?[\w-]+)(?= )", text, re.IGNORECASE)
    if not found:
        return None
    _, *after = found["np"].split()
    if after and after[0] == "de":
        found = re.match(r"(?P<my>\w+) (?P<np>[\w-]+)(?= )", text) or found
        after = []
    longer = re.match(r" de [\w-]+(?= )", text[found.end() :]) if not after else None
    if longer:
        whole = found["np"] + longer[0]
        return f"{_capital(article(whole))} {whole} {of_owner(name)}", text[
            found.end() + longer.end() :
        ]
    if after and (
        after[0].lower() in THIRD.values()
        or is_third(after[0])
        or after[0].lower() in _NO_ADJECTIVE
    ):
        found = re.match(r"(?P<my>\w+) (?P<np>[\w-]+)(?= )", text)
        if not found:
            return None
    return f"{_capital(article(found['np']))} {found['np']} {of_owner(name)}", text[found.end() :]


def _of_another(telling: Telling, name: str) -> str:
    """A clause about somebody else, with that somebody named."""
    text, told = telling.text, telling.subject.told
    one = _ONE_OF.match(text)
    if one:
        return f"{told} {text[one.end() :]}"
    to = re.match(r"a (?=(?:mis?|nuestr[oa]s?) )", text, re.IGNORECASE)
    front = text[: to.end()] if to else ""
    kin = kin_told(text[len(front) :], name)
    if kin:
        return front + rebuilt(text[len(front) + kin[1] :].lstrip(","), {}, prefix=kin[0])
    said = subject_of(text)
    if said:
        front = (
            told
            if said in {"él", "ella", "ellos", "ellas"} or said.lower().startswith("su")
            else said
        )
        return front + _of_mine(text[len(said) :], name)
    if text.lower().startswith("se ") and _MINE.search(text):
        return _of_mine(text, name)
    return _without_subject(text, told, name)


def _without_subject(text: str, told: str, name: str) -> str:
    """A clause about somebody whom it does not name: "vive en Oslo", "le encanta esquiar", "le doy pienso"."""
    small = text[:1].lower() + text[1:]
    verb = next((word for word in small.split() if word not in _SOFT | _PRONOUNS - {"le"}), "")
    if is_third(verb):
        return rebuilt(f" {small}", {}, prefix=told)
    if not small.startswith(("le ", "les ")):
        return _of_mine(text, name)
    done_to = small.split()[1] not in THIRD
    return f"a {told} {owned(small)}" if done_to else f"{told}: {_of_speaker(text, name)}"


def _of_mine(text: str, name: str) -> str:
    """The text with what is first called "my" told as the speaker's."""
    found = _MINE.search(text)
    if not found or re.search(r"\b(?:me|yo|nos)\b", text[: found.start()]):
        return owned(text)
    whose = f"{article(found['np'].split()[-1])} {found['np']} {of_owner(name)}"
    return owned(text[: found.start()]) + whose + owned(text[found.end() :])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _finished(text: str) -> str:
    text = " ".join(text.split()).strip(" ,;:-–").replace(" ,", ",")
    for glued, apart in _GLUED:
        text = re.sub(glued, apart, text)
    return _capital(text) + ("" if text.endswith((".", "!", "?")) else ".")
