"""Spanish: whom a clause is about, and who has been spoken of."""

import re
from typing import Final

from recollect.learn.extract.es_rule import unaccented
from recollect.learn.extract.es_verbs import THIRD, plain
from recollect.learn.extract.es_words import GENDER, GIVEN_NAMES, NOT_NAMES, OWN_KIN, PARTS
from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.language import expanded, words
from recollect.learn.extract.scene import Person, Scene, Subject, teller_name
from recollect.model.learning import USER

_KIN: Final = re.compile(
    unaccented(
        expanded(
            rf"(?:(?P<own>mis?|nuestr[oa]s?|sus?|tus?) (?P<front><AGE> )?(?P<kin><KIN>)|(?P<the>el|la|los|las) (?P<pet>{OWN_KIN}))(?!\w)(?P<age> <AGE>(?!\w))?(?:,? (?P<name>(?-i:[A-ZÀ-Þ][a-zà-ÿ]+)(?!\w)))?",
            **PARTS,
        )
    ),
    re.IGNORECASE,
)
_NEW_ONE: Final = re.compile(
    unaccented(
        expanded(
            rf"\b(?:tengo|tenemos|adopt\w+|hemos tenido|compramos|compré) (?:a )?una? (?P<kin>{OWN_KIN}|<FAMILY>)(?!\w)",
            **PARTS,
        )
    ),
    re.IGNORECASE,
)
# "Una hija" that somebody has is "mi hija".
_ONE_OF_MINE: Final = re.compile(
    unaccented(expanded(r"^una? (?=(?:<AGE> )?<KIN>(?: <AGE>)?(?:,? [A-ZÀ-Þ]\w+)?$)", **PARTS)),
    re.IGNORECASE,
)
_ANYONE: Final = re.compile(r"(?:mis?|nuestr[oa]s?|sus?|tus?|el|la|los|las) ", re.IGNORECASE)
_NAME: Final = re.compile(r"(?P<name>[A-ZÀ-Þ][a-zà-ÿ]+(?: [A-ZÀ-Þ][a-zà-ÿ]+)?)(?![\w.-])")
_PLACES: Final = re.compile(
    r"\b(?:en|a|de|del|desde|hasta|por|para|con|es|son|el|la|los|las|un|una|hacia|y|o)\s$",
    re.IGNORECASE,
)
_THIRDS: Final = (
    frozenset(THIRD.values())
    | {plain(form) for form in THIRD.values()}
    | words("es está tiene ha va fue")
)
_LEADING: Final = words(
    "no ya se le lo la también siempre nunca ahora aún todavía casi solo sólo me nos les los las"
)
_BEFORE_NOW: Final = words("antes entonces luego después antiguamente")
# With one of these it is clear who "vivía": the speaker, with her or not.
_SHOWS_WHO: Final = words("yo me nos mi mis conmigo nosotros nosotras ella él ellos ellas")
_FEMININE_ENDS: Final = ("a", "ción", "sión", "nión", "dad", "tud", "umbre")
_FEMININE: Final = words(
    "mano foto moto radio nómina clase gente noche tarde sangre suerte clave llave madre mujer piel red web serie"
)
_MASCULINE: Final = words(
    "problema día sistema programa tema idioma clima mapa planeta sofá pijama cura colega tío guía turista coche nombre peque"
)


def article(noun: str) -> str:
    """The article that goes with somebody or something."""
    head = next((word for word in noun.lower().split() if word in GENDER), noun.lower().split()[0])
    many = head.endswith("s") and not head.endswith(("is", "us", "cumpleaños", "lunes", "viernes"))
    single = (
        head.removesuffix("es")
        if head.endswith(("ciones", "dades"))
        else head.removesuffix("s")
        if many
        else head
    )
    gender = GENDER.get(head) or GENDER.get(single)
    if not gender:
        feminine = single in _FEMININE or (
            single.endswith(_FEMININE_ENDS) and single not in _MASCULINE
        )
        gender = "f" if feminine else "m"
    return {"m": ("el", "los"), "f": ("la", "las")}[gender][many]


def of_owner(name: str) -> str:
    """Whose something is."""
    return f"del {name[3:]}" if name.startswith("el ") else f"de {name}"


def is_third(word: str) -> bool:
    """Whether a verb says what somebody else does."""
    return word.lower() in _THIRDS


def subject_of(text: str) -> str | None:
    """The words at the front of a clause that say whom it is about, if somebody else."""
    kin = _KIN.match(text)
    if kin:
        return kin[0]
    pronoun = re.match(r"(?:él|ella|ellos|ellas)\b", text, re.IGNORECASE)
    if pronoun:
        return pronoun[0].lower()
    named = _NAME.match(text)
    if not named or named["name"].split()[0] in NOT_NAMES:
        return None
    after = [word for word in text[named.end() :].lower().split()[:4] if word not in _LEADING]
    if (
        is_third(named["name"]) or named["name"].lower() in THIRD
    ):  # "Leo" is a name only where it does something
        return named[0] if after and is_third(after[0]) else None
    return named[0]


def who(said: str, scene: Scene) -> Subject | None:
    """Whom a subject means, given with its verb or without: somebody's sister, somebody with a name, whoever was last."""
    said = _ONE_OF_MINE.sub("mi ", said.strip(' ,"'))
    kin = _KIN.match(said)
    if kin:
        return _kin_subject(kin, scene)
    low = said.lower()
    pronoun = re.match(r"(?P<p>él|ella)\b", low)
    if pronoun:
        return scene.last("m" if pronoun["p"] == "él" else "f")
    if low.startswith(("ellos", "ellas")) or _ANYONE.match(said):
        return None
    name = subject_of(said)
    if name:
        return Subject(name, name) if name == said or _known(name, scene) else None
    dropped = all(
        word in _LEADING or is_third(word) or word.endswith(("ndo", "ado", "ido", "r"))
        for word in low.split()
    )
    return _last(scene) if dropped else None


def _known(name: str, scene: Scene) -> bool:
    """Whether a name is that of somebody near the speaker rather than of somebody in the news."""
    return (
        name in GIVEN_NAMES
        or scene.speaker != USER
        or any(one.subject.name == name for one in scene.people)
    )


def _last(scene: Scene) -> Subject | None:
    """The person spoken of last, where the subject is left out."""
    return next((one.subject for one in scene.people if one.subject.name != scene.speaker), None)


def _owner_name(scene: Scene) -> str:
    return "el usuario" if scene.speaker == USER else teller_name(scene.speaker)


def whose(said: str, scene: Scene) -> Subject:
    """A thing of the speaker."""
    thing = re.sub(r"^(?:mis?|nuestr[oa]s?) ", "", said.strip(" ,"), flags=re.IGNORECASE)
    label = f"{article(thing)} {thing} {of_owner(_owner_name(scene))}"
    return Subject(label, label)


def kin_told(text: str, name: str) -> tuple[str, int] | None:
    """Somebody of the speaker's at the front of a clause as he is called when told of, and where the words end."""
    found = _KIN.match(text)
    if not found or (found["own"] or "").lower().startswith(("s", "t")):
        return None
    kin = f"{found['front'] or ''}{found['kin'] or found['pet']}{found['age'] or ''}".lower()
    more = re.match(r" de [a-zß-ÿ]+(?= )", text[found.end() :]) if not found["name"] else None
    label = f"{article(kin)} {kin}{more[0] if more else ''} {of_owner(name)}"
    return (f"{found['name']}, {label}," if found["name"] else label), found.end() + (
        more.end() if more else 0
    )


def _kin_subject(found: re.Match[str], scene: Scene) -> Subject | None:
    own = (found["own"] or "mi").lower()
    kin = f"{found['front'] or ''}{found['kin'] or found['pet']}{found['age'] or ''}".lower()
    if own.startswith("tu"):
        return None
    owner = _owner_name(scene)
    if own.startswith("su"):
        other = _last(scene)
        if other is None:
            return None
        owner = other.told
    label = f"{article(kin)} {kin} {of_owner(owner)}"
    return Subject(found["name"] or label, found["name"] or label)


def notice(text: str, scene: Scene) -> None:
    """Remember the people and things of a clause for what is left out later."""
    kin_names: set[str] = set()
    for found in _KIN.finditer(text):
        subject = _kin_subject(found, scene)
        if subject:
            kin_names.add(found["name"] or "")
            known = GENDER.get((found["kin"] or found["pet"]).lower(), "")
            scene.meet(Person(subject, known or gender_of_name(found["name"] or "")))
    for found in _NEW_ONE.finditer(text):
        kin = found["kin"].lower()
        label = f"{article(kin)} {kin} {of_owner(_owner_name(scene))}"
        scene.meet(Person(Subject(label, label), GENDER.get(kin, "")))
    for found in _NAME.finditer(text):
        name = found["name"]
        first = name.split()[0]
        if (
            name in kin_names
            or first in NOT_NAMES
            or is_third(first)
            or first.lower() in THIRD
            or _PLACES.search(text[: found.start()])
        ):
            continue
        if name in GIVEN_NAMES and not scene.again(name):
            known = gender_of_name(name) or ("f" if first.endswith("a") else "")
            scene.meet(Person(Subject(name, name), known, bare=True))


def either(text: str) -> bool:
    """Whether a verb without a subject may be the speaker's or another's, and nothing else shows whose it is."""
    said = [word.strip(".,;") for word in text.lower().split()]
    start = next((word for word in said if word not in _LEADING | _BEFORE_NOW), "")
    return THIRD.get(start) == start and _SHOWS_WHO.isdisjoint(said)


def carry(text: str, subject: str) -> tuple[str, str]:
    """The clause in full: one that begins with what "she" does takes over the subject before it."""
    own = subject_of(text)
    if own:
        return text, own.rstrip(" ,")
    start = [word for word in text.lower().split()[:5] if word not in _LEADING]
    if subject and either(text):
        return f"{subject} {text[:1].lower()}{text[1:]}", subject
    if (
        not start
        or start[0] in THIRD
        or start[0] in {"yo", "nosotros", "nosotras", "a", "el", "la"}
    ):
        return text, ""
    if subject and is_third(start[0]) and text.lower().split()[0] not in {"me", "nos", "le", "les"}:
        return f"{subject} {text[:1].lower()}{text[1:]}", subject
    return text, ""
