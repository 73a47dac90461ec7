"""English: a clause told so that it stands alone."""

import re
from typing import Final

from recollect.learn.extract.en_manner import WISH, WISHES
from recollect.learn.extract.en_who import is_name, owner_meant
from recollect.learn.extract.en_words import OF_THE_HOUSE, PARTS, UNCHANGED
from recollect.learn.extract.language import Telling, one_of, pattern, words

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
        definitely totally officially basically rarely hardly ever almost about once secretly no_longer"""
    )
    + r"\b",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(
    r"\b(?P<who>I|we)(?P<short>'m|'re|'ve|'ll|'d|m(?= )|ve(?= )|(?<=^I)ll(?= [a-z]))?\b(?P<adverbs>(?: (?!apply|reply|supply|multiply)\w{3,}ly| "
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
    "ll": "will",
    "'d": "would",
}
# "should I go": behind these a verb is the same for whoever does it.
_HELPED: Final = re.compile(
    r"\b(?:should|shall|can|could|will|would|may|might|must|do|did|does)(?:n't)? $", re.IGNORECASE
)
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
# "she's already left", and not "she's already doing it".
_HAS: Final = re.compile(
    r" (?:been|got|had|(?:just|already)(?! (?:\w+ing|\d\w*|an?|the|in|on|at|so|too|very|here|there)\b))\b",
    re.IGNORECASE,
)
_IT: Final = re.compile(
    r"^(?:(?:I|we) )?(?:(?:have|'ve|just|finally|already|recently|also) )*"
    r"(?:(?:sold|handed|finished|bought|submitted|returned|sent|lost|broke|passed|got|quit|cancelled|canceled|moved|replaced|repaired|fixed|booked|paid|rented|signed|ordered|gave|named|called|adopted|painted|stopped|started) (?P<it>it)\b"
    r"|(?:getting|bought|got|buying|ordered|adopted|adopting|have|own|want) (?P<one>one)\b)",
    re.IGNORECASE,
)
# "his teacher is great": told with whose he is.
_HIS: Final = pattern(r"^(?P<own>his|her) (?=(?:[\w-]+ ){0,2}?(?P<kin><KIN>)\b)", **PARTS)
# "my brother and I": told as the speaker and his brother.
_AND_I: Final = pattern(
    r"(?P<others>(?:my|our) (?:[\w'-]+ ){0,3}?[\w'-]+|<FIRST>(?: <FIRST>)?) and I(?P<short>'m|'re|'ve|'ll|'d)?\b",
    **PARTS,
)
# "a daughter, Claire, who lives …": told of her.
_ONE_OF: Final = re.compile(
    r"^(?:(?i:an?|one|my|our) [^,]{2,40}(?:, [A-Z]\w+)?|[A-Z]\w+),? who (?=(?:now |also |still )?(?:lives|works|teaches)\b[^,;]+$)"
)
_REMIND: Final = re.compile(
    r"(?:please |(?:can|could|would|will) you (?:please |just |maybe |also )*)?remind me(?= (?:to|about|that|of|on)\b)",
    re.IGNORECASE,
)
# "remind me that I'm on call": told as what they have to do.
_REMINDED: Final = re.compile(r"\b(?:I|we)(?P<short>'m|'re| am| are| was)?(?!\w)", re.IGNORECASE)
_CALLED: Final = re.compile(
    rf"{WISH}(?P<not>(?:don't|dont|do not|never) )?(?:call|address) me (?:as |by )?(?P<name>.+)",
    re.IGNORECASE,
)
_ME_FIRST: Final = re.compile(r"me(?=,| in | and | at | on )", re.IGNORECASE)
_SHORT_WE: Final = {"'m": " are", "'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}
# An answer that goes on: "yes but I drive a taxi so".
_ANSWER: Final = re.compile(
    r"^(?:(?i:yes|yeah|yep|no|nope|nah|ok|okay|good|tho|though|easy|sure|right)(?:,| but| bc| because| and)? )+(?=(?i:I|we|my|our|he|she|they)\b)",
)
_SO: Final = re.compile(r"(?<! or),? so$", re.IGNORECASE)
_GERUND: Final = re.compile(
    r"(?:not |also |currently |just |still )*[a-z]+ing\b(?!['’])", re.IGNORECASE
)
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
_OF_A_NAME: Final = pattern(r"<FIRST>'s ", **PARTS)


def third_person(verb: str) -> str:
    """The form of a verb that goes with a name."""
    low = verb.lower()
    if low in _ODD:
        return _ODD[low]
    if low in UNCHANGED or (low.endswith("ed") and low not in _ED_VERBS):
        return verb
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return verb + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def tell(telling: Telling) -> str:
    """The clause as a sentence about its subject by name."""
    text = _SO.sub("", _ANSWER.sub("", _with_thing(telling)))
    name = telling.teller
    if telling.attribute == "instruction":
        asked = WISHES.opens.match(text)
        wish = text[asked.end() :] if asked else text
        return _finished(f"{name} wants this kept to: {_owned(wish, name, begun=True)}")
    if _REMIND.match(text):
        reminded = _REMINDED.sub(_they, _REMIND.sub("reminded", text))
        return _finished(f"{name} wants to be {_owned(reminded, name, begun=True)}")
    called = _CALLED.fullmatch(text) if telling.attribute == "nickname" else None
    if called:
        wants = "doesn't want" if called["not"] else "wants"
        return _finished(f"{name} {wants} to be called {_owned(called['name'], name, begun=False)}")
    if text.split("'", 1)[0].split(" ", 1)[0].lower() in OF_THE_HOUSE and not telling.dropped:
        text = f"my {text[:1].lower()}{text[1:]}"
    text = _with_subject(text, telling)
    shared = _AND_I.match(text)
    if shared:
        more = _SHORT_WE.get((shared["short"] or "").lower(), "")
        text = f"{name} and {shared['others']}{more}{text[shared.end() :]}"
    elif telling.dropped and _ME_FIRST.match(text):
        text = name + text[2:]
    elif telling.dropped and not _FIRST.match(text):
        text = _begun(text, name)
    text = _FIRST.sub(lambda found: _third(found, name), text)
    return _finished(_owned(text, name, begun=False))


def _they(found: re.Match[str]) -> str:
    short = (found["short"] or "").strip().lower()
    return "they were" if short == "was" else "they are" if short else "they"


def _with_subject(text: str, telling: Telling) -> str:
    """The text with its subject by name: "he", "his sister", "a daughter, Claire, who"."""
    told = telling.subject.told
    one = _ONE_OF.match(text)
    if one and telling.subject.name != telling.scene.speaker:
        return f"{told} {text[one.end() :]}"
    his, pronoun = _HIS.match(text), _PRONOUN.match(text)
    if telling.dropped or not (his or pronoun):
        return text
    if pronoun:
        return _named(told, pronoun, text)
    owner = owner_meant(his["own"], his["kin"], telling.scene) if his else None
    return f"{owner.told}'s {text[his.end() :]}" if his and owner else text


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
    if pronoun["p"].lower() == "they" and short in _SHORT_WE:
        verb = _SHORT_WE[short]
    if short == "'s" and _HAS.match(rest):
        verb = " has"
    return told + verb + rest


def _begun(text: str, name: str) -> str:
    first = text.split(" ", 1)[0].lower()
    if _GERUND.match(text) and first not in _NO_GERUND and not _LINKED.search(text):
        return f"{name} is {text[:1].lower()}{text[1:]}"
    if _OF_A_NAME.match(text) and is_name(text.split("'", 1)[0]):
        return text
    if first == "no" or _NOT_BUT.match(text):
        return f"{name}: {text}"
    acts = first.endswith("ed") and len(first) > _SHORT
    if first in UNCHANGED or acts or first in {"can", "cannot", "not", "always"}:
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
    if many or not verb or _HELPED.search(found.string, 0, found.start()):
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
