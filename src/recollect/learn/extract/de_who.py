"""German: whom a clause is about, and who and what was spoken of before."""

import re
from typing import Final

from recollect.learn.extract.de_cuts import FIRST_VERBS, THIRD_VERBS
from recollect.learn.extract.de_names import FIRST_NAMES, MALE_NAMES
from recollect.learn.extract.de_rule import placed
from recollect.learn.extract.de_words import CALLED, GENDER, KIN, NOT_NAMES, PARTS
from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.language import pattern
from recollect.learn.extract.scene import Person, Scene, Subject
from recollect.model.learning import USER

_OWNERS: Final = r"(?P<own>mein|meine|meinem|meinen|meiner|unser|unsere|unserem|unseren|unserer|unsre|sein|seine|seinem|seiner|seinen|ihr|ihre|ihrem|ihrer|ihren|der|die|das|(?-i:[A-ZÄÖÜ][a-zäöüß]+)s)"
_KIN: Final = pattern(
    rf"{_OWNERS} (?P<adj>(?:[\w-]+(?:e|er|es|en|em) ){{0,2}}?)(?P<kin>{KIN})(?![\w-])(?:,? (?:der |die )?(?P<name><FIRST>)| \((?P<aside><FIRST>)\))?",
    **PARTS,
)
_KIN_INSIDE: Final = pattern(rf"(?<![\w-]){_KIN.pattern}", **PARTS)
# "Eine Tochter" that somebody has is "meine Tochter".
_ONE_OF_MINE: Final = pattern(rf"^ein(?=e?n? (?:[\w-]+ ){{0,2}}?{KIN}(?![\w-]))")
_CALLED: Final = pattern(rf"(?:(?:der|die|meine?|unsere?) )?(?P<kin>{CALLED})")
_SUBJECT: Final = pattern(
    placed(f"{FIRST_VERBS}|{THIRD_VERBS}")
    + "|(?P<bare>(?:bin|hab|habe|wohne|arbeite|lebe|mag|liebe|esse|spreche|spiele|heiße)\\b)",
    **PARTS,
)
_BARE_FIRST: Final = pattern(
    rf"(?:(?:jetzt|auch|noch|dann|seitdem|nur) )?(?:{FIRST_VERBS})\b(?! (?:ich|wir|du|er|sie|mein|meine)\b)"
)
_BARE_THIRD: Final = pattern(rf"(?:{THIRD_VERBS})\b(?! (?:ich|wir|du|er|sie|mein|meine)\b)")
# "Der studiert in Ulm": he does; "die sind" are several.
_THE_ONE: Final = pattern(rf"(?P<the>der|die) (?!\w+en\b|sind\b)(?:{THIRD_VERBS})\b")
# What else it could mean, by its gender.
_A_MALE: Final = pattern(
    r"\b(?:der|den|dem|einen|einem|ein|mein|meinen|meinem|unser|unseren) [^\W\d_]{3,}"
)
_A_FEMALE: Final = pattern(
    r"\b(?:die|eine|einer|meine|meiner|unsere|unserer|zur|ne|ner) [^\W\d_]{3,}"
)
_NAMED: Final = pattern(r"(?<![\w-])(?P<name><FIRST>)", **PARTS)
_TITLED: Final = pattern(r"(?-i:Herr|Frau|Dr\.|Prof\.) <NAME>", **PARTS)


# "der Kleine" is one's own.
_OWN_CHILD: Final = frozenset(
    {"kleine", "kleiner", "große", "großer", "grosse", "jüngste", "älteste"}
)


def teller_of(speaker: str) -> str:
    """How a sentence calls the speaker."""
    return "Nutzer" if speaker == USER else speaker


def genitive(name: str) -> str:
    """The form that stands before what somebody has."""
    return name + ("'" if name.endswith(("s", "ß", "x", "z")) else "s")


def is_name(word: str, scene: Scene) -> bool:
    """Whether a word with a capital is somebody's name: a common one, or one that was said before."""
    return word in FIRST_NAMES or (
        word not in NOT_NAMES and any(one.subject.name == word for one in scene.people)
    )


def who(said: str, scene: Scene) -> Subject | None:
    """Whom a subject means: the speaker, somebody with a name, or somebody's sister."""
    said = _ONE_OF_MINE.sub("mein", said.strip(" ,"))
    low = said.lower()
    teller = teller_of(scene.speaker)
    if low == "ich":
        return Subject(scene.speaker, teller)
    if low == "wir" or low.endswith(" und ich") or low.startswith("ich und "):
        return Subject(scene.speaker, teller)
    if low in {"er", "sie"}:
        return scene.last("m" if low == "er" else "f")
    return _other(said, scene)


def _other(said: str, scene: Scene) -> Subject | None:
    called = _CALLED.fullmatch(said)
    if called:
        return _called(called["kin"], scene)
    kin = _KIN.fullmatch(said)
    if kin:
        return _kin_subject(kin, scene)
    if _TITLED.fullmatch(said):
        return Subject(said, said)
    both = re.fullmatch(r"(\w+) (?:und|&) (\w+)", said)
    if both and is_name(both[1], scene):
        return Subject(said, said)
    name = re.sub(r"^(?:der|die) ", "", said, flags=re.IGNORECASE)
    return Subject(name, name) if is_name(name, scene) else None


def whose(said: str, scene: Scene) -> Subject:
    """A thing of the speaker."""
    thing = re.sub(r"^(?:mein|unser|unsr)e? ", "", said.strip(" ,"), flags=re.IGNORECASE)
    label = f"{genitive(teller_of(scene.speaker))} {thing}"
    return Subject(label, label)


def _called(kin: str, scene: Scene) -> Subject:
    label = f"{genitive(teller_of(scene.speaker))} {kin.capitalize()}"
    return Subject(label, label)


def _kin_subject(found: re.Match[str], scene: Scene) -> Subject | None:
    name = found["name"] or found["aside"]
    own = found["own"].lower()
    kin = f"{found['adj'] or ''}{found['kin'].capitalize() if found['kin'].islower() else found['kin']}"
    if name in FIRST_NAMES or (found["aside"] and name):
        return Subject(name, name)
    if own.startswith(("mein", "unser", "unsr")):
        owner = teller_of(scene.speaker)
    elif own in {"der", "die", "das"} and found["kin"].lower() not in _OWN_CHILD:
        return _met_before(found["kin"], scene)
    elif own in {"der", "die", "das"}:
        owner = teller_of(scene.speaker)
    elif own.startswith(("sein", "ihr")):
        other = scene.last("m" if own.startswith("sein") else "f")
        if other is None:
            return None
        owner = other.told
    elif is_name(found["own"][:-1], scene):
        owner = found["own"][:-1]
    else:
        return None
    label = f"{genitive(owner)} {kin}"
    return Subject(label, label)


def _met_before(kin: str, scene: Scene) -> Subject | None:
    """Somebody who is only called "der Bruder" now, but was introduced."""
    told = (one.subject for one in scene.people)
    return next((one for one in told if one.name.lower().endswith(f" {kin.lower()}")), None)


def carry(text: str, before: str) -> tuple[str, str]:
    """The clause with its subject, which it may share with the clause before."""
    if before:
        bare = _BARE_FIRST if before.lower() == "ich" else _BARE_THIRD
        if bare.match(text):
            return f"{before} {text[:1].lower()}{text[1:]}", before
    own = _SUBJECT.match(text)
    if own:
        return text, "ich" if own["bare"] else own["who"].strip(" ,")
    return text, before if before and re.match(r"(?:weil|da|obwohl|während)\b", text) else ""


def plainly(text: str, before: str, scene: Scene) -> str:
    """The clause with "er" or "sie" for a "der" or "die" that means somebody named right before, and nothing else."""
    found = _THE_ONE.match(text)
    if not found:
        return text
    male = found["the"].lower() == "der"
    met = Scene(speaker=scene.speaker)
    notice(before, met)
    people = [one for one in met.people if one.gender == ("m" if male else "f")]
    other = (_A_MALE if male else _A_FEMALE).search(_KIN_INSIDE.sub("", before))
    if len(people) != 1 or other:
        return text
    return f"{'er' if male else 'sie'}{text[found.end('the') :]}"


def notice(text: str, scene: Scene) -> None:
    """Remember the people of a clause for the pronouns to come."""
    kin_names: set[str] = set()
    for found in _KIN_INSIDE.finditer(text):
        subject = _kin_subject(found, scene)
        if subject:
            kin_names.add(found["name"] or found["aside"] or "")
            known = _gender(found["kin"]) or gender_of_name(found["name"] or found["aside"] or "")
            scene.meet(Person(subject, known))
    for found in _NAMED.finditer(text):
        name = found["name"]
        if name in kin_names or name not in FIRST_NAMES or name == scene.speaker:
            continue
        if not scene.again(name):
            known = "m" if name in MALE_NAMES else gender_of_name(name)
            scene.meet(Person(Subject(name, name), known, bare=True))


def _gender(kin: str) -> str:
    low = kin.lower()
    known = GENDER.get(low)
    return known or next((GENDER[end] for end in GENDER if low.endswith(end)), "")
