"""French: whom a subject means, and the people and things that later words can mean."""

import re
from dataclasses import replace
from typing import Final

from recollect.learn.extract.fr_rule import french, plain
from recollect.learn.extract.fr_verbs import elides, gender_of
from recollect.learn.extract.fr_words import AT_WORK, GENDER, MANY, NOT_NAMES
from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.language import one_of
from recollect.learn.extract.scene import Person, Scene, Subject, teller_name

_GENDER: Final = {plain(word): gender for word, gender in GENDER.items()}
_MANY: Final = frozenset(plain(word) for word in MANY)
# Stands for the gender of several people, whom "ils" and "elles" mean.
_PLURAL: Final = "plural"
_KIN: Final = french(
    r"(?<![\w'-])(?P<own>mon|ma|mes|notre|nos|son|sa|ses|leurs?) (?P<adj>(?:(?:grand|grande|petit|petite|meilleur|meilleure|vieux|vieille|ancien|ancienne|nouveau|nouvelle|futur|future|jeune|premier|première|deux|trois|quatre|\d) )*)(?P<kin><KIN>)(?![\w-])(?P<more>(?: (?:aînée?|cadette?|jumelle|jumeau|de thèse|de stage|de palier|du dessus|du dessous|d'en face|d'enfance|de bureau|d'à côté|de classe|traitante?|adoptive?|biologique|du milieu))?)(?:,? (?P<name><FIRST>))?"
)
_OURS: Final = french(
    r"(?P<det>le |la |les |l')(?P<kin>petit dernier|petite dernière|dernier|dernière|<KIN>|grande?)(?: (?:de |d')(?P<owner><FIRST>))?"
)
# "Une fille" that somebody has is "ma fille".
_ONE_OF_MINE: Final = french(r"^une? (?=(?:[\w-]+ ){0,2}?<KIN>(?![\w-]))")
# Whom one calls so without "my".
_AT_HOME: Final = {
    "maman": "mère",
    "papa": "père",
    **dict.fromkeys(("mamie", "meme"), "grand-mère"),
    **dict.fromkeys(("papi", "papy", "pepe"), "grand-père"),
}
_NAMED: Final = french(r"(?P<name><FIRST>)")
_PLACES: Final = french(
    r"(?:^|[\s'])(?:à|a|en|au|aux|dans|sur|de|d'|du|la|le|les|chez|vers|un|une|des|pour|par|près de|rue|ou|sous|mon|ma|quitté|habit\w+|rejoint|utilise|testé)(?:\s|(?<='))$"
)
# Where any word has a capital; there somebody is named who acts, or of whom is said who it is.
_OPENS: Final = re.compile(r"(?:^|[.!?:;…\n])[\s\"'“«(*-]*$")
_ACTS: Final = french(
    r"(?:,| (?:est|sont|a|ont|sera|aura|va|vont|fait|font|veut|peut|doit|vient|part|prend|met|vit|habite|travaille|bosse|adore|aime|déteste|joue|parle|arrive|dit|se|s'|ne|n'|m'a|me|nous|et|qui|c'est)\b| \()"
)
_STOP: Final = one_of(
    """est sont était a ont va vont fait de du des d' et ou à au aux en dans sur pour par avec sans qui que qu' où dont comme
    ne n' pas plus se s' me m' y je tu il elle on nous vous ils elles mais donc car si très trop ce cette ces mon ma mes"""
)
_THING: Final = french(
    rf"(?<![\w'-])(?<!je )(?<!tu )(?<!il )(?<!on )(?<!ne )(?P<det>(?:le|la|mon|ma|un|une|ce|cette)(?= )|l') ?(?P<np>(?!{_STOP}\b)[\w-]{{3,}}(?: (?:de|d'|en|à) ?(?!{_STOP}\b)[\w-]{{3,}})?)"
)


def kin_gender(noun: str) -> str:
    """The gender of one of the people and animals one has; empty where it is not known."""
    return _GENDER.get(plain(noun.lower()), "")


def who(said: str, scene: Scene) -> Subject | None:
    """Whom a subject means: the speaker, somebody with a name, or somebody's sister."""
    said = _ONE_OF_MINE.sub(lambda one: "ma " if one[0].lower() == "une " else "mon ", said)
    low = said.lower().strip(" ,")
    teller = Subject(scene.speaker, teller_name(scene.speaker))
    if low in {"je", "j'", "j", "ch", "", "on", "nous"} or low.endswith((" on", " nous")):
        return teller
    if low in {"il", "elle"}:
        return scene.last("m" if low == "il" else "f")
    if low in {"ils", "elles"}:
        return next((one.subject for one in scene.people if one.gender == _PLURAL), None)
    kin = _KIN.fullmatch(said.strip(" ,"))
    at_home = _AT_HOME.get(plain(low))
    if kin or at_home:
        own, noun, name = (kin["own"].lower(), _noun(kin), kin["name"]) if kin else ("ma", "", None)
        return _kin_subject(own, at_home or noun, name, scene)
    ours = _OURS.fullmatch(said.strip(" ,"))
    if ours:
        return _ours(ours["det"], ours["kin"], ours["owner"], scene)
    name = said.strip(" ,")
    return Subject(name, name) if is_name(name) else None


def whose(said: str, scene: Scene) -> Subject:
    """A thing of the speaker."""
    thing = said.strip(" ,").split(" ", 1)[-1]
    of = _of(_owner("mon", scene) or "")
    return Subject(f"{thing} {of}", f"{_the(thing, gender_of(thing.split(' ')[0]))}{thing} {of}")


def _the(noun: str, gender: str) -> str:
    return "l'" if elides(noun) else {"f": "la ", "m": "le "}[gender]


def _of(owner: str) -> str:
    return f"d'{owner}" if elides(owner) and not owner.startswith("l'") else f"de {owner}"


def is_name(name: str) -> bool:
    """Whether a word with a capital can be somebody's name."""
    first = name.split(" ", maxsplit=1)[0]
    return (
        first[:1].isupper()
        and first not in NOT_NAMES
        and plain(first) not in {plain(one) for one in NOT_NAMES}
    )


def _noun(kin: re.Match[str]) -> str:
    return f"{kin['adj'] or ''}{kin['kin']}{kin['more'] or ''}"


def _owner(own: str, scene: Scene) -> str | None:
    if own in {"mon", "ma", "mes", "notre", "nos"}:
        teller = teller_name(scene.speaker)
        return "l'utilisateur" if teller == "User" else teller
    other = scene.people[0].subject if scene.people else None
    return other.told if other else None


def _kin_subject(own: str, kin: str, name: str | None, scene: Scene) -> Subject | None:
    owner = _owner(own, scene)
    if owner is None:
        return None
    of = _of(owner)
    noun = next(
        (word for word in reversed(kin.split(" ")) if kin_gender(word)),
        kin.split(" ", maxsplit=1)[0],
    )
    front = "les " if plain(noun.lower()) in _MANY else _the(kin, gender_of(noun, kin_gender(noun)))
    return Subject(name or f"{kin} {of}", name or f"{front}{kin} {of}")


def kin_named(text: str, scene: Scene) -> str:
    """A clause that begins with somebody's sister, with whose she is: "sa sœur Lou joue" as "Lou, la sœur de Max, joue"."""
    kin = _KIN.match(text)
    if not kin or kin["own"].lower() not in {"son", "sa", "ses"}:
        return text
    # "Son frère Noé" is not Noé's, though he was named last.
    others = [one for one in scene.people if one.subject.name != kin["name"]]
    label = _kin_subject(kin["own"].lower(), _noun(kin), None, replace(scene, people=others))
    if label is None:
        return text
    told = f"{kin['name']}, {label.told}," if kin["name"] else label.told
    return told + text[kin.end() :].removeprefix(",")


def _ours(det: str, kin: str, owner: str | None, scene: Scene) -> Subject | None:
    """Somebody named by "le" or "la": the speaker's ("le petit"), or another's ("la femme de Marc")."""
    of = _of(owner or _owner("mon", scene) or "")
    return Subject(f"{kin} {of}", f"{det}{kin} {of}")


def _owner_meant(found: re.Match[str], scene: Scene) -> Person | None:
    """Whose teacher or boss was named by "son": he stays the one of whom is spoken."""
    other = found["own"].lower() in {"son", "sa"} and found["kin"].lower() in AT_WORK
    return scene.people[0] if other and scene.people else None


def notice(text: str, scene: Scene) -> None:
    """Remember the people and things of a clause for the pronouns to come."""
    text = text.replace("’", "'")
    named: set[str] = set()
    for found in _KIN.finditer(text):
        subject = _kin_subject(found["own"].lower(), _noun(found), found["name"], scene)
        if subject:
            named.add(found["name"] or "")
            many = plain(found["kin"].lower()) in _MANY
            known = kin_gender(found["kin"]) or gender_of_name(found["name"] or "")
            owner = _owner_meant(found, scene)
            scene.meet(Person(subject, _PLURAL if many else known))
            if owner:
                scene.meet(owner)
    for found in _NAMED.finditer(text):
        name = found["name"]
        if name in named or _PLACES.search(text[: found.start()]) or not is_name(name):
            continue
        if _OPENS.search(text[: found.start()]) and not _ACTS.match(text, found.end()):
            continue
        if not scene.again(name):
            scene.meet(Person(Subject(name, name), gender_of_name(name), bare=True))
    for found in reversed(list(_THING.finditer(text))):
        det = {"mon": "le", "ma": "la", "un": "le", "une": "la", "ce": "le", "cette": "la"}.get(
            found["det"].lower(), found["det"].lower()
        )
        noun = found["np"]
        scene.handle(f"l'{noun}" if elides(noun) else f"{det} {noun}")
