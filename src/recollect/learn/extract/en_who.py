"""English: whom a clause is about, and who and what was spoken of before."""

import re
from typing import Final

from recollect.learn.extract.common import COMMON
from recollect.learn.extract.en_words import (
    AT_WORK,
    GENDER,
    KIN_WORDS,
    MANY,
    NOT_NAMES,
    OF_THE_HOUSE,
    PARTS,
    PETS,
    UNCHANGED,
)
from recollect.learn.extract.given import gender_of_name
from recollect.learn.extract.language import one_of, pattern, words
from recollect.learn.extract.scene import Person, Scene, Subject, teller_name
from recollect.model.learning import USER

# Stands for the gender of several people, whom "they" means.
_PLURAL: Final = "plural"
_NP_STOP: Final = one_of(
    """is are was were isn't am be been has have had for of in on at with to and or but that which who from by about as
    when if so because tomorrow today yesterday now then already really still a an the my your our his her their
    this it i you we they he she not no will would can could should do does did into over under after before than
    like go goes went come comes stays stay keeps keep gets get needs need wants want works work looks look went
    next last please again here there out off up down back works seems feels costs cost yet also too just only"""
)
_THING: Final = re.compile(
    rf"\b(?P<det>the|my|our|your|his|her|that|this|a|an) (?P<np>(?!{_NP_STOP}\b)[^\W\d][\w-]*(?!['\w])(?: (?!{_NP_STOP}\b)[\w-]+(?!['\w])){{0,2}})",
    re.IGNORECASE,
)
_KIN: Final = pattern(
    r"\b(?P<own>my|our|his|her|your|(?!(?:What|Who|Where|How|That|It|There|Here|Let|He|She|This|Everyone|Everybody|Nobody|Someone|Somebody)'s)<FIRST>'s) (?P<adj>(?:(?!(?:my|our|your|his|her|the|an?|to|of|with|at|in|on|for|from|not|no|got|been|and)\b)[\w-]+ ){0,2}?)(?P<kin><KIN>)\b(?:,? (?P<name><FIRST>))?",
    **PARTS,
)
# "A dog, Biscuit", "a son called Ben".
_NEW_ONE: Final = pattern(
    r"\b(?:an?|one) (?:[\w-]+ ){0,2}?(?P<kin><KIN>)(?:,| called| named),? (?P<name><FIRST>)",
    **PARTS,
)
# Who an animal may have as well as people; a boyfriend it has not.
_OF_PETS: Final = words("vet owner puppy puppies kitten kittens foal breeder") | PETS
_NAME_ENDS: Final = ("us", "is", "as", "ns", "rs", "ys")
_NAMES_IN_S: Final = words(
    "agnes james charles yves ines ross jess tess niels klaus paris moss ness frances mercedes dolores"
)
_NOUN_ENDS: Final = ("ing", "ed", "ly", "tion", "ness", "ment", "ful", "ous", "able", "ism", "ship")
_NOUNS: Final = words(
    """dance music yoga art nature life love family work food fashion coffee tea awesome amazing lovely beautiful blue red
    green black white yellow sport football tennis basketball reading cooking health money time today lots reality
    change support creativity community fitness travel exercise meditation education technology history science
    poetry pottery photography volunteer still iron lord star dark light python java rust git linux windows docker
    postgres mongo redis google apple amazon microsoft facebook spotify netflix slack zoom excel word outlook
    company team boss mother father everybody anybody honestly seriously basically sounds weather rain snow
    house flat apartment kitchen garden car bike job office breakfast lunch dinner traffic parking rent tax taxes insurance school college university homework math maths
    parkinson alzheimer crohn hashimoto tourette asperger hodgkin huntington raynaud
    english german french spanish italian dutch polish chinese japanese turkish arabic russian portuguese swedish"""
)
# What is asked of the listener; but Don, Mark and Will are people.
_ORDERS: Final = words(
    """give stop speak talk answer reply respond write tell show keep put send use call explain avoid skip leave
    remind remember forget add include translate summarize summarise check make take let get pick ask try find be"""
)
_OWN: Final = pattern(r"(?:my|our|his|her|their|your|<FIRST>'s) ", **PARTS)
# "My gf says im gonna …": what somebody says is no thing of the speaker.
_SAYS: Final = re.compile(r"\b(?:says?|said|thinks?|thought|told|tells|claims?)\b")
# "A daughter" that somebody has is "my daughter".
_ONE_OF_MINE: Final = pattern(r"^(?:an?|one) (?=(?:[\w-]+ ){0,2}?<KIN>\b)", **PARTS)
_TO_WHOM: Final = re.compile(
    r"\b(?:mail|email|e-mail|message|letter|reply|note|text|card|invitation|write|talk|spoke|gift|present) (?:to|for|from)\s$",
    re.IGNORECASE,
)
# "The kid's school" speaks of a school.
_THE_KIN: Final = pattern(r"\bthe (?P<kin><KIN>)\b(?!'s? )", **PARTS)
_AT_HOME: Final = pattern(r"(?<!\w )(?<![\w'-])<HOUSE>", **PARTS)
_TITLE: Final = re.compile(r"^(Dr|Professor|Prof|Mr|Mrs|Ms)\.? ")
# "Professor De Smet": a title says that any name behind it is that of a person.
_TITLED: Final = re.compile(
    r"\b(?P<name>(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\.? (?:(?:de|van|von|der|den|da|di|la|le|el|al) )*[A-ZÀ-Þ][\w'’-]*(?<!['’]s)(?: [A-ZÀ-Þ][a-zà-ÿ]+(?![\w'’]))?)"
)
# Whom somebody does something to: "my brother visits him".
_HIM: Final = re.compile(
    r"\b(?:him|her(?=$|[.,;!?]| (?:on|at|in|every|to|and|with|for)\b))", re.IGNORECASE
)
_NAMED: Final = pattern(r"\b(?P<name><FIRST>)", **PARTS)
_NAME_AHEAD: Final = re.compile(
    r"\b(?!(?:Chef|Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Coach|Nurse|Pastor|Uncle|Aunt|Auntie|Granny|Little|Big|Old|Young|Poor)\b)([A-Z][a-z]+) $"
)
# Where any word has a capital; there somebody is named who acts, or of whom is said who it is.
_OPENS: Final = re.compile(r"(?:^|[.!?:;\n])[\s\"'“(*-]*$")
_ACTS: Final = re.compile(
    r"'s \w|(?:'ll|'d)?,? (?:is|was|has|had|will|would|can|could|isn't|wasn't|hasn't|won't|can't|doesn't|didn't|does|did|says"
    r"|told|wants|loves|likes|hates|lives|works|thinks|thought|needs|knows|just|also|never|always|and|&|my|our|who|\(|"
    + "|".join(sorted(UNCHANGED))
    + r"|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_PLACES: Final = re.compile(
    r"\b(?:in|at|to|from|near|on|of|called|las|los|el|la|le|les|(?:the|a|an)(?: (?:same|new|old|local|little|big))?|de)\s$",
    re.IGNORECASE,
)


def who(said: str, scene: Scene) -> Subject | None:
    """Whom a subject means: the speaker, somebody with a name, or somebody's sister."""
    said = _ONE_OF_MINE.sub("my ", re.sub(r" \([^)]*\)", "", said))
    low = said.lower().strip(" ,")
    if low in {"i", "im", "we"} or low.endswith(" and i"):
        return Subject(scene.speaker, teller_name(scene.speaker))
    if low in {"he", "she"}:
        return scene.last("m" if low == "he" else "f")
    if low == "they":
        return _several(scene)
    if low in OF_THE_HOUSE:
        said = f"my {low}"
    kin = _KIN.fullmatch(said.strip(" ,"))
    if kin:
        return _kin_subject(kin, scene)
    if _OWN.match(said):
        own = low.startswith(("my ", "our ")) and not _SAYS.search(low)
        return whose(said, scene) if own else None
    name = said.strip(' ,"')
    return Subject(name, name) if _TITLE.match(name) or is_name(name.split(" ")[0]) else None


def _several(scene: Scene) -> Subject | None:
    """Some people of whom was spoken last."""
    last = next(iter(scene.people), None)
    return last.subject if last and last.gender == _PLURAL else None


def whose(said: str, scene: Scene) -> Subject:
    """A thing of the speaker."""
    thing = re.sub(r"^(?:my|our) ", "", said.strip(" ,"), flags=re.IGNORECASE)
    return Subject(f"{scene.speaker}'s {thing}", f"{teller_name(scene.speaker)}'s {thing}")


def _kin_subject(found: re.Match[str], scene: Scene) -> Subject | None:
    name = found["name"]
    kin = f"{found['adj'] or ''}{found['kin']}"
    own = found["own"].lower()
    if own in {"his", "her"}:
        other = owner_meant(own, found["kin"], scene)
        if other is None:
            return None
        owner = other.told
    elif own in {"my", "our"}:
        owner = teller_name(scene.speaker)
    elif own == "your":  # said by the assistant, or by somebody else in a chat of several
        if scene.speaker != USER:
            return None
        owner = teller_name(USER)
    else:
        owner = found["own"][:-2]
    label = f"{owner}'s {kin}"
    spoken = label if owner != "User" else f"user's {kin}"
    return Subject(name or spoken, name or label)


def is_name(word: str) -> bool:
    """Whether a word with a capital can be somebody's name; at the start of a sentence any word has one."""
    low = word.lower()
    plural = low.endswith("s") and not low.endswith(_NAME_ENDS) and low not in _NAMES_IN_S
    return not (
        plural
        or word in NOT_NAMES
        or low in COMMON["en"]
        or low in _NOUNS
        or low in _ORDERS
        or low in UNCHANGED
        or low.endswith(_NOUN_ENDS)
    )


def notice(text: str, scene: Scene) -> None:
    """Remember the people and things of a clause for the pronouns to come."""
    text = text.replace("’", "'")
    kin_names: set[str] = set()
    for found in _KIN.finditer(text):
        subject = _kin_subject(found, scene)
        if subject:
            kin_names.add(found["name"] or "")
            owner = _stays_owner(found, scene)
            gender = _gender(found["kin"]) or gender_of_name(found["name"] or "")
            scene.meet(Person(subject, gender, pet=found["kin"].lower() in PETS))
            if owner:
                scene.meet(owner)
    for found in _NEW_ONE.finditer(text):
        kin_names.add(found["name"])
        gender = _gender(found["kin"]) or gender_of_name(found["name"])
        pet = found["kin"].lower() in PETS
        # "My sister has a dog, Rex. She …" is either.
        scene.meet(Person(Subject(found["name"], found["name"]), gender, bare=pet, pet=pet))
    for found in _THE_KIN.finditer(text):
        name = found["kin"].lower()
        scene.meet(Person(Subject(name, f"the {name}"), _gender(name)))
    for found in _AT_HOME.finditer(text):
        kin = found[0].lower()
        about = f"{teller_name(scene.speaker)}'s {kin}"
        scene.meet(Person(Subject(about.replace("User", "user", 1), about), GENDER[kin]))
    _notice_titled(text, kin_names, scene)
    _notice_names(text, kin_names, scene)
    for him in _HIM.findall(text):
        scene.confuse("m" if him.lower() == "him" else "f")
    _notice_things(text, scene)


def _notice_things(text: str, scene: Scene) -> None:
    for found in reversed(list(_THING.finditer(text))):
        if found["det"].lower() in {"a", "an"} and not text.rstrip().endswith(found[0]):
            continue
        if KIN_WORDS.isdisjoint(found["np"].lower().split()):
            scene.handle(f"the {found['np']}")


def owner_meant(own: str, kin: str, scene: Scene) -> Subject | None:
    """Whose somebody is by "his" or "her": no animal's, unless it is one of those that animals have."""
    return scene.last("m" if own.lower() == "his" else "f", human=kin.lower() not in _OF_PETS)


def _stays_owner(found: re.Match[str], scene: Scene) -> Person | None:
    """Whose teacher or boss was named by "his": he stays the one of whom is spoken."""
    own = found["own"].lower()
    if own not in {"his", "her"} or found["kin"].lower() not in AT_WORK:
        return None
    owner = owner_meant(own, found["kin"], scene)
    return next((one for one in scene.people if one.subject == owner), None)


def _gender(kin: str) -> str:
    first = re.split(r"[- ]", kin.lower())[0]
    return _PLURAL if first in MANY else GENDER.get(first, "")


def _after_a_name(ahead: str) -> bool:
    found = _NAME_AHEAD.search(ahead)
    return found is not None and (found.start() > 0 or is_name(found[1]))


def _notice_titled(text: str, known: set[str], scene: Scene) -> None:
    """Meet those of a title: whatever stands behind it is a name."""
    for found in _TITLED.finditer(text):
        *front, last = found["name"].split()
        name = " ".join(front) if last in NOT_NAMES and len(front) > 1 else found["name"]
        if name not in known and not scene.again(name):
            gender = gender_of_name(name)
            scene.meet(Person(Subject(name, name), gender, bare=True, titled=True))


def _notice_names(text: str, known: set[str], scene: Scene) -> None:
    for found in _NAMED.finditer(text):
        name = found["name"]
        # A full name is more often that of somebody famous, or of a place.
        if re.match(r" [A-Z][a-z]", text[found.end() :]) or _after_a_name(text[: found.start()]):
            continue
        placed = _PLACES.search(text[: found.start()]) and not _TO_WHOM.search(
            text[: found.start()]
        )
        if name in known or placed or _TITLE.match(name) or not is_name(name):
            continue
        if _OPENS.search(text[: found.start()]) and not _ACTS.match(text, found.end()):
            continue
        if not scene.again(name):
            scene.meet(Person(Subject(name, name), gender_of_name(name), bare=True))
