"""English: a clause told so that it stands alone, whom it is about, and what answers mean."""

import re
from typing import Final

from recollect.learn.extract.common import COMMON
from recollect.learn.extract.en_words import GENDER, NOT_NAMES, OF_THE_HOUSE, PARTS
from recollect.learn.extract.language import Telling, one_of, pattern, words
from recollect.learn.extract.scene import Person, Scene, Subject, teller_name
from recollect.model.learning import USER

_SAME: Final = words(
    """was were did had will would can could may might must shall should used got went sold bought came left lost won made
    took gave began broke ran met built wrote quit became found told said spent grew fell drove flew paid sent saw ate
    won't can't couldn't wouldn't didn't wasn't hadn't taught caught brought thought kept slept felt heard held read
    put cut let set hit cost hurt chose spoke stole swam sang rode rose threw knew drew wore tore stood understood
    forgot forgave woke drank sank began swore led fed bled sped lent bent dealt dreamt learnt burnt shut split
    dug stuck struck swung hung mustn't shouldn't never"""
)
_ED_VERBS: Final = words(
    "need feed breed speed proceed succeed exceed bleed seed weed embed shred wed"
)
_ODD: Final = {
    "wanna": "wants to",
    "gotta": "has to",
    "am": "is",
    "are": "is",
    "have": "has",
    "haven't": "hasn't",
    "do": "does",
    "don't": "doesn't",
    "dont": "doesn't",
    "go": "goes",
    "aren't": "isn't",
}
_ADVERB: Final = re.compile(
    one_of(
        """really still now also currently just actually always usually already recently finally only even mostly mainly
        often sometimes regularly never honestly simply truly generally normally personally both then absolutely
        definitely totally officially basically rarely hardly ever almost once secretly no_longer"""
    )
    + r"\b",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(
    r"\b(?P<who>I|we)(?P<short>'m|'re|'ve|'ll|'d|m(?= )|ve(?= ))?\b(?P<adverbs>(?: (?!apply|reply|supply|multiply)\w{3,}ly| "
    + _ADVERB.pattern
    + r")*)(?: (?P<verb>[a-z][\w']*))?",
    re.IGNORECASE,
)
_LONG: Final = {
    "'m": "is",
    "m": "is",
    "'re": "are",
    "'ve": "has",
    "ve": "has",
    "'ll": "will",
    "'d": "would",
}
_MY: Final = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
# How somebody who speaks of himself is spoken of: first by name, then without.
_OTHERS: Final = {
    **dict.fromkeys(("my", "our"), ("{}'s", "their")),
    **dict.fromkeys(("me", "us"), ("{}", "them")),
    **dict.fromkeys(("myself", "ourselves"), ("{}", "themselves")),
    **dict.fromkeys(("mine", "ours"), ("{}'s", "theirs")),
}
_MINE: Final = re.compile(rf"\b(?:{'|'.join(_OTHERS)})\b", re.IGNORECASE)
_PRONOUN: Final = re.compile(r"^(?P<p>he|she|they)(?P<short>'s|'re|'ve|'ll|'d)?\b", re.IGNORECASE)
_IT: Final = re.compile(
    r"^(?:(?:I|we) )?(?:(?:have|'ve|just|finally|already|recently|also) )*"
    r"(?:(?:sold|handed|finished|bought|submitted|returned|sent|lost|broke|passed|got|quit|cancelled|canceled|moved|replaced|repaired|fixed|booked|paid|rented|signed|ordered|gave|named|called|adopted|painted|stopped|started) (?P<it>it)\b"
    r"|(?:getting|bought|got|buying|ordered|adopted|adopting|have|own|want) (?P<one>one)\b)|^(?P<it2>it) (?=has to|needs to|must)",
    re.IGNORECASE,
)
_GERUND: Final = re.compile(r"(?:not |also |currently |just |still )*[a-z]+ing\b", re.IGNORECASE)
# "not needed, Inge brings the trifle": who knows of what it is said.
_NOT_BUT: Final = re.compile(r"not [\w' -]{1,30},", re.IGNORECASE)
# "my wife's Shona" is her name.
_WIFE_IS: Final = pattern(r"('s <KIN>)'s(?= <FIRST>$)", **PARTS)
_LINKED: Final = re.compile(
    r"\b(?:is|are|was|were|gets?|done|has|have|needs?|goes|comes|works|runs|\w+s \w+ed)\b",
    re.IGNORECASE,
)
_BASE: Final = re.compile(
    r"(?:want|need|hate|love|prefer|live|hope|own|drive|speak|teach)(?= (?!is\b|was\b|are\b|'s))",
    re.IGNORECASE,
)
# "red wine" is nothing that somebody did.
_SHORT: Final = 4
_NO_GERUND: Final = words(
    "nothing something anything everything during evening morning thing king spring string bring sing ring"
)
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
    r"\b(?P<own>my|our|his|her|your|<FIRST>'s) (?P<adj>(?:[\w-]+ ){0,2}?)(?P<kin><KIN>)\b(?:,? (?P<name><FIRST>))?",
    **PARTS,
)
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
    english german french spanish italian dutch polish chinese japanese turkish arabic russian portuguese swedish"""
)
_OF_A_NAME: Final = pattern(r"<FIRST>'s ", **PARTS)
_OWN: Final = pattern(r"(?:my|our|his|her|their|your|<FIRST>'s) ", **PARTS)
_TO_WHOM: Final = re.compile(
    r"\b(?:mail|email|e-mail|message|letter|reply|note|text|card|invitation|write|talk|spoke|gift|present) (?:to|for|from)\s$",
    re.IGNORECASE,
)
_THE_KIN: Final = pattern(r"\bthe (?P<kin><KIN>)\b", **PARTS)
_AT_HOME: Final = pattern(r"(?<!\w )(?<![\w'-])<HOUSE>", **PARTS)
_NAMED: Final = pattern(r"\b(?P<name><FIRST>)", **PARTS)
_NAME_AHEAD: Final = re.compile(
    r"\b(?!(?:Chef|Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Coach|Nurse|Pastor|Uncle|Aunt|Auntie|Granny|Little|Big|Old|Young|Poor)\b)([A-Z][a-z]+) $"
)
# Where any word has a capital; there somebody is named who acts, or of whom is said who it is.
_OPENS: Final = re.compile(r"(?:^|[.!?:;\n])[\s\"'“(*-]*$")
_ACTS: Final = re.compile(
    r"'s \w|(?:'ll|'d)?,? (?:is|was|has|had|will|would|can|could|isn't|wasn't|hasn't|won't|can't|doesn't|didn't|does|did|says"
    r"|told|wants|loves|likes|hates|lives|works|thinks|thought|needs|knows|just|also|never|always|and|&|my|our|who|\(|"
    + "|".join(sorted(_SAME))
    + r"|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_PLACES: Final = re.compile(
    r"\b(?:in|at|to|from|near|on|of|called|las|los|el|la|le|les|(?:the|a|an)(?: (?:same|new|old|local|little|big))?|de)\s$",
    re.IGNORECASE,
)


def third_person(verb: str) -> str:
    """The form of a verb that goes with a name."""
    low = verb.lower()
    if low in _ODD:
        return _ODD[low]
    if low in _SAME or (low.endswith("ed") and low not in _ED_VERBS):
        return verb
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return verb + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def tell(telling: Telling) -> str:
    """The clause as a sentence about its subject by name."""
    text = _with_thing(telling)
    name = telling.teller
    if telling.attribute == "instruction":
        return _finished(f"{name} wants this kept to: {_owned(text, name, begun=True)}")
    if text.split("'", 1)[0].split(" ", 1)[0].lower() in OF_THE_HOUSE and not telling.dropped:
        text = f"my {text[:1].lower()}{text[1:]}"
    pronoun = _PRONOUN.match(text)
    if pronoun and not telling.dropped:
        text = _named(telling.subject.told, pronoun, text)
    if telling.dropped and not _FIRST.match(text):
        text = _begun(text, name)
    text = _FIRST.sub(lambda found: _third(found, name), text)
    return _finished(_owned(text, name, begun=False))


def _with_thing(telling: Telling) -> str:
    """The text with "it" named, where something was spoken of before."""
    found = _IT.search(telling.text)
    thing = telling.scene.thing
    if not found or not thing:
        return telling.text
    start, end = found.span(found.lastgroup or 0)
    if found["one"]:
        thing = re.sub(r"^the ", "a ", thing)
    return telling.text[:start] + thing + telling.text[end:]


def _named(told: str, pronoun: re.Match[str], text: str) -> str:
    short = (pronoun["short"] or "").lower()
    rest = text[pronoun.end() :]
    verb = {"'s": " is", "'re": " is", "'ve": " has", "'ll": " will", "'d": " would", "": ""}[short]
    if short == "'s" and re.match(r" (?:been|got|had|just|already)\b", rest):
        verb = " has"
    return told + verb + rest


def _begun(text: str, name: str) -> str:
    first = text.split(" ", 1)[0].lower()
    if _GERUND.match(text) and first not in _NO_GERUND and not _LINKED.search(text):
        return f"{name} is {text[:1].lower()}{text[1:]}"
    if _OF_A_NAME.match(text) and _is_name(text.split("'", 1)[0]):
        return text
    if first == "no" or _NOT_BUT.match(text):
        return f"{name}: {text}"
    acts = first.endswith("ed") and len(first) > _SHORT
    if first in _SAME or acts or first in {"can", "cannot", "not", "always"}:
        joined = "is " if first == "not" else ""
        return f"{name} {joined}{text[:1].lower()}{text[1:]}"
    verb = _BASE.match(text)
    if verb:  # "want to tell my best friend first"
        return f"{name} {third_person(verb[0].lower())}{text[verb.end() :]}"
    return text if _MY.search(text) or _FIRST.search(text) else f"{name}: {text}"


def _third(found: re.Match[str], name: str) -> str:
    many = found["who"].lower() == "we"
    subject = f"{name} and others" if many else name
    verb, adverbs = found["verb"] or "", found["adverbs"] or ""
    if verb.endswith("ing"):  # what began a sentence
        verb = verb[:1].lower() + verb[1:]
    short = (found["short"] or "").lower()
    if short:
        helper = _LONG[short]
        helper = {"is": "are", "has": "have"}.get(helper, helper) if many else helper
        return f"{subject} {helper}{adverbs} {verb}".rstrip()
    if many or not verb:
        return f"{subject}{adverbs} {verb}".rstrip()
    return f"{subject}{adverbs} {third_person(verb)}"


def _owned(text: str, name: str, *, begun: bool) -> str:
    """My, me and mine, as they are said of somebody else, who is called by name at first."""
    named = text.find(name) if name in text else len(text)
    known = begun

    def other(found: re.Match[str]) -> str:
        nonlocal known
        by_name, by_pronoun = _OTHERS[found[0].lower()]
        if known or found.start() > named:
            return by_pronoun
        known = True
        return by_name.format(name)

    return _MINE.sub(other, text)


def _finished(text: str) -> str:
    text = _WIFE_IS.sub(r"\1 is", " ".join(text.split()).strip(" ,;:-–"))
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def who(said: str, scene: Scene) -> Subject | None:
    """Whom a subject means: the speaker, somebody with a name, or somebody's sister."""
    said = re.sub(r" \([^)]*\)", "", said)
    low = said.lower().strip(" ,")
    if low in {"i", "im", "we"} or low.endswith(" and i"):
        return Subject(scene.speaker, teller_name(scene.speaker))
    if low in {"he", "she"}:
        return scene.last("m" if low == "he" else "f")
    if low == "they":
        return None
    if low in OF_THE_HOUSE:
        said = f"my {low}"
    kin = _KIN.fullmatch(said.strip(" ,"))
    if kin:
        return _kin_subject(kin, scene)
    if _OWN.match(said):
        return whose(said, scene) if low.startswith(("my ", "our ")) else None
    name = said.strip(' ,"')
    return Subject(name, name) if _is_name(name.split(" ")[0]) else None


def whose(said: str, scene: Scene) -> Subject:
    """A thing of the speaker."""
    thing = re.sub(r"^(?:my|our) ", "", said.strip(" ,"), flags=re.IGNORECASE)
    return Subject(f"{scene.speaker}'s {thing}", f"{teller_name(scene.speaker)}'s {thing}")


def _kin_subject(found: re.Match[str], scene: Scene) -> Subject | None:
    name = found["name"]
    kin = f"{found['adj'] or ''}{found['kin']}"
    own = found["own"].lower()
    if own in {"his", "her"}:
        other = scene.last("m" if own == "his" else "f")
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


def _is_name(word: str) -> bool:
    """Whether a word with a capital can be somebody's name; at the start of a sentence any word has one."""
    low = word.lower()
    plural = low.endswith("s") and not low.endswith(_NAME_ENDS) and low not in _NAMES_IN_S
    return not (
        plural
        or word in NOT_NAMES
        or low in COMMON["en"]
        or low in _NOUNS
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
            scene.meet(
                Person(subject, GENDER.get(found["kin"].lower().split("-")[0].split(" ")[0], ""))
            )
    for found in _THE_KIN.finditer(text):
        name = found["kin"].lower()
        scene.meet(Person(Subject(name, f"the {name}"), GENDER.get(name, "")))
    for found in _AT_HOME.finditer(text):
        kin = found[0].lower()
        about = f"{teller_name(scene.speaker)}'s {kin}"
        scene.meet(Person(Subject(about.replace("User", "user", 1), about), GENDER[kin]))
    _notice_names(text, kin_names, scene)
    for found in reversed(list(_THING.finditer(text))):
        if found["det"].lower() in {"a", "an"} and not text.rstrip().endswith(found[0]):
            continue
        scene.handle(f"the {found['np']}")


def _after_a_name(ahead: str) -> bool:
    found = _NAME_AHEAD.search(ahead)
    return found is not None and (found.start() > 0 or _is_name(found[1]))


def _notice_names(text: str, known: set[str], scene: Scene) -> None:
    for found in _NAMED.finditer(text):
        name = found["name"]
        # A full name is more often that of somebody famous, or of a place.
        if re.match(r" [A-Z][a-z]", text[found.end() :]) or _after_a_name(text[: found.start()]):
            continue
        placed = _PLACES.search(text[: found.start()]) and not _TO_WHOM.search(
            text[: found.start()]
        )
        if name in known or placed or not _is_name(name):
            continue
        if _OPENS.search(text[: found.start()]) and not _ACTS.match(text, found.end()):
            continue
        if not any(one.subject.name == name for one in scene.people):
            scene.meet(Person(Subject(name, name)))
