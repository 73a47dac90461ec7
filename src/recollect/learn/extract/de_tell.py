"""German: a clause told in the third person, so that it stands alone.

The speaker is called by name or "Nutzer" and, as in a note, stands without an article: "Nutzer wohnt in Köln",
"Nutzers Schwester heißt Anna". Words stay as they were said; only persons change, and in a clause that had its
verb at the end it moves to where it stands in a sentence.
"""

import re
from typing import Final

from recollect.learn.extract.de_cuts import FIRST_VERBS
from recollect.learn.extract.de_manner import CALLED, FORMAL, WISHES
from recollect.learn.extract.de_verbs import is_first, is_known, is_short, parted, third
from recollect.learn.extract.de_ways import REMINDS
from recollect.learn.extract.de_who import genitive
from recollect.learn.extract.language import Telling

_MY: Final = re.compile(r"\b(?P<stem>mein|unser|unsr)(?P<end>e|em|en|er|es)?\b", re.IGNORECASE)
_ME: Final = re.compile(r"\b(?:mich|mir|uns)\b", re.IGNORECASE)
_I: Final = re.compile(r"\bich\b", re.IGNORECASE)
# "meine Frau und ich": told as the speaker and his wife.
_AND_I: Final = re.compile(
    r"^(?P<others>(?:mein|meine|unser|unsere) [\w-]+(?: (?-i:[A-ZÄÖÜ])[\w-]+)?|(?-i:[A-ZÄÖÜ])[\w-]+) und ich\b",
    re.IGNORECASE,
)
_WE: Final = re.compile(r"\bwir\b", re.IGNORECASE)
_THAT_ONE: Final = re.compile(r"(?i:der|die|das) [a-zäöüß]+t\b")
_PRONOUN: Final = re.compile(r"(?<![\w-])(?:er|sie)(?![\w-])", re.IGNORECASE)
_BARE_VERB: Final = re.compile(
    r"^(?P<adverbs>(?:(?:jetzt|auch|noch|nur|leider|eigentlich|halt|dann) )*)(?P<verb>[\w]+(?:'s)?)\b"
)
# "release 4.2 geht raus": what stands before a verb is none.
_OTHER_VERB: Final = re.compile(
    r"(?: [\d.]+)? (?:ist|sind|war|waren|geht|kommt|läuft|hat|wird|muss|kann|darf|soll|steht|findet|beginnt|startet|endet|dauert|kostet)\b",
    re.IGNORECASE,
)
# A verb of no list is taken for one where something follows that goes with verbs: "kaltmiete 560" is none.
_GUESSED: Final = re.compile(
    r" (?:gerade|grad|jetzt|noch|nur|auch|seit|in|im|am|an|auf|aus|bei|beim|mit|nach|zu|zum|zur|für|von|vom|um|über|ein\w{0,2}|(?:mein|kein|unser)\w{0,2}|den|die|das|dem|mich|mir|uns|nicht|gern|gerne|viel|jede\w?|oft|immer|nie|regelmäßig|täglich|morgens|abends|montags|sonntags|lieber)\b",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(FIRST_VERBS, re.IGNORECASE)
_OPENING: Final = re.compile(r"^(?:dass|weil|da|denn|obwohl|und|aber) ", re.IGNORECASE)
_REMIND: Final = re.compile(r"(?:bitte )?erinner", re.IGNORECASE)
_REMINDED: Final = re.compile(
    rf"{REMINDS}(?P<when>.*?)(?P<of>\b(?:dar)?an\b.*?) ?\berinnern\b(?P<rest>.*)", re.IGNORECASE
)
_VERB: Final = re.compile(
    r"\b(?:ist|sind|wird|werden|heißt|heisst|steht|gibt|gibts|findet|kommt|beginnt|startet|muss|läuft|geht|passt|darf|kann|hat|haben|war|fällt|gilt|schmeckt)\b",
    re.IGNORECASE,
)
_SHORT_IT: Final = {
    "wird's": "wird es",
    "gibt's": "gibt es",
    "hab's": "habe es",
    "geht's": "geht es",
    "darf's": "darf es",
    "kannst du": "kann man",
    "können sie": "kann man",
    "kannste": "kann man",
    "mein ich": "meine ich",
}


# "Seit mein Mann Horst gestorben ist, …" tells that he is dead.
_SINCE: Final = re.compile(
    r"^(?:seit|seitdem|nachdem) (?P<who>(?:mein|meine|unser|unsere) [A-ZÄÖÜ]\w+(?: [A-ZÄÖÜ]\w+)?) (?P<rest>.+) (?P<verb>ist|hat|war|sind|haben|wurde)$",
    re.IGNORECASE,
)


# "obwohl meine Schwägerin mir damit in den Ohren liegt": with a pronoun in its place the verb is at the end.
_LAST_VERB: Final = re.compile(
    r"^(?P<who>(?:mein|meine|unser|unsere) (?-i:[A-ZÄÖÜ])\w+(?: (?-i:[A-ZÄÖÜ])\w+)?) (?P<rest>(?:mir|mich|uns|sich|ihm|ihr|ihn|es)\b.+)"
    r" (?-i:(?P<apart>an|ab|auf|aus|ein|mit|nach|zu|weg)?(?P<verb>(?!wortet)[a-zäöüß]{2,}t|war|wird|kann|muss|will))$",
    re.IGNORECASE,
)
# "(seit) wir in Mainz wohnen": the verb stands at the end.
_WE_LAST: Final = re.compile(
    r"^wir (?P<rest>(?!\w+en\b|sind\b)[^,]+) (?P<verb>wohnen|leben|arbeiten|haben|sind|hatten|waren|nutzen|sollen|müssen|können|dürfen|wollen)$",
    re.IGNORECASE,
)


# What such a word opens has its verb at the end: "dass ich eine Schwäche hab", "wo ich arbeite".
_ENDS_IN_VERB: Final = frozenset(
    "dass weil ob wo wie wenn da obwohl seit bis bevor nachdem".split()
)
# "ich halt erstmal nicht" holds nothing.
_HALT: Final = re.compile(
    r"halt (?:erst\w*|auch|nicht|eher|nur|noch|so|immer|schon|mal|leider|gerne?|nie|kein\w*)\b",
    re.IGNORECASE,
)


# "eine Tochter, Klara, die in Kiel wohnt": told of her.
_ONE_OF: Final = re.compile(
    r"^(?:eine?n?|meine?n?|unsere?n?) [^,]{2,40}(?:, [A-ZÄÖÜ]\w+)?, (?:die|der|das) (?P<rest>.+) (?P<verb>wohnt|lebt|arbeitet)$",
    re.IGNORECASE,
)


def _wished(text: str, name: str) -> str:
    """How somebody wants to be answered or called, whatever form it was asked for in."""
    called, formal = CALLED.match(text), FORMAL.match(text)
    if called:
        return f"{name} möchte {called['name']} genannt werden"
    if formal:
        return f"{name} möchte {'geduzt' if formal['du'] or formal['per_du'] else 'gesiezt'} werden"
    asked = WISHES.opens.match(text) if WISHES.told.match(text) else None
    wish = text[asked.end() :] if asked else text
    return f"{name} möchte: {_owned(wish, name, named=True, own=False)}"


def tell(telling: Telling) -> str:
    """The clause as a sentence about its subject by name."""
    name = "Nutzer" if telling.teller == "User" else telling.teller
    said = text = _OPENING.sub("", " ".join(telling.text.split()))
    text = _SINCE.sub(r"\g<who> \g<verb> \g<rest>", text)
    text = _LAST_VERB.sub(_verb_second, text)
    for short, full in _SHORT_IT.items():
        text = re.sub(rf"\b{short}(?!\w)", full, text, flags=re.IGNORECASE)
    wish = telling.attribute in {"instruction", "nickname"}
    if wish or _REMIND.match(text):
        return _finished(_wished(said if wish else text, name))
    text = _ONE_OF.sub(rf"{telling.subject.told} \g<verb> \g<rest>", text)
    headed = _headed(telling, text, name)
    if headed:
        return _finished(headed)
    if _I.search(text):
        return _finished(_first(text, name))
    if _WE.search(text):
        text = _WE_LAST.sub(r"wir \g<verb> \g<rest>", text)
        told = _WE.sub(f"{name} und andere", text, count=1)
        return _finished(
            _owned(
                _WE.sub("sie", _inverted(told, f"{name} und andere")), name, named=True, own=True
            )
        )
    if telling.dropped:
        return _finished(_begun(text, name, telling.attribute))
    if re.match(r"(?:er|sie)\b", telling.text, re.IGNORECASE) or not _MY.search(text):
        text = _PRONOUN.sub(telling.subject.told, text, count=1)
    return _finished(_owned(text, name, named=False, own=False))


def _verb_second(found: re.Match[str]) -> str:
    """A clause with its verb behind its subject, and what was apart from it at the end."""
    return " ".join(filter(None, (found["who"], found["verb"], found["rest"], found["apart"])))


def _headed(telling: Telling, text: str, name: str) -> str | None:
    """A clause without a subject of its own: what it is about stands in front, an aim, a birthday, or who asks for it."""
    if reminded := _REMINDED.match(" ".join(telling.text.split())):
        of = f"{reminded['when']}{reminded['of']} erinnert werden{reminded['rest']}"
        return f"{name} möchte {_owned(of, name, named=True, own=False)}"
    if telling.attribute == "goal" and not _I.search(text):
        return f"Ziel von {name}: {_owned(text, name, named=True, own=False)}"
    if telling.attribute == "birthday" and not _VERB.search(text) and not _I.search(text):
        return f"Geburtstag: {_owned(text, name, named=False, own=False)}"
    return None


def _first(text: str, name: str) -> str:
    """A clause with "ich" told of the speaker, its verb brought along."""
    together = _AND_I.match(text)
    if together:
        text = f"{name} und {together['others']}{text[together.end() :]}"
        return _owned(text, name, named=True, own=True)
    tokens = text.split(" ")
    at = next(place for place, word in enumerate(tokens) if _I.search(word))  # as it is, or `"ich`
    tokens[at] = _I.sub(name, tokens[at])
    before, after = at - 1, at + 1
    last = at == 0 and is_first(tokens[-1])
    shared = before >= 0 and tokens[before].lower() == "und"  # "Lisa und ich sind …"
    if shared:
        pass
    elif before >= 0 and tokens[before].lower() in _ENDS_IN_VERB and _is_i(tokens[-1]):
        tokens[-1] = third(tokens[-1])
    elif after < len(tokens) and _HALT.match(" ".join(tokens[after:])):
        pass
    elif before >= 0 and (is_first(tokens[before]) or (before and is_short(tokens[before]))):
        tokens[before] = third(tokens[before])
        if before == 0:  # "hab ich …" after an opening word that was left out
            tokens[0], tokens[1] = tokens[1], tokens[0]
    elif tokens[at].endswith(","):  # "ich, mein Mann und drei Mädels"
        pass
    elif after < len(tokens) and (
        is_first(tokens[after]) or (is_short(tokens[after]) and not (last and is_known(tokens[-1])))
    ):
        tokens[after] = third(tokens[after])
    elif last:
        verb, particle = parted(tokens.pop())
        tokens.insert(1, third(verb))
        tokens += [particle] if particle else []
    told = _I.sub("er" if name == "Nutzer" else name, " ".join(tokens))
    return _owned(told, name, named=True, own=True)


def _is_i(word: str) -> bool:
    """Whether a word may be a verb that goes with "ich"."""
    return is_first(word) or is_short(word)


def _inverted(text: str, subject: str) -> str:
    """A clause that opens with its verb, with the subject in front."""
    verb, _, rest = text.partition(" ")
    after = rest.removeprefix(subject)
    if not verb.isalpha() or after == rest or after[:1].isalnum():
        return text
    return f"{subject} {verb}{after}"


def _begun(text: str, name: str, attribute: str | None) -> str:
    """A clause without a subject."""
    found = _BARE_VERB.match(text)
    if found and _acts(found, found["verb"].removesuffix("'s")):
        verb = third(found["verb"].removesuffix("'s"))
        text = f"{name} {verb} {found['adverbs']}{text[found.end() :].lstrip()}"
        return _owned(text, name, named=True, own=True)
    if _MY.search(text) or _ME.search(text):
        return _owned(text, name, named=False, own=False)
    if attribute in {"age", "job_title", "name"}:
        return f"{name} ist {text}"
    # "Die wohnt in der Garage" is not the speaker.
    return text if _VERB.search(text) or _THAT_ONE.match(text) else f"{name}: {text}"


def _acts(found: re.Match[str], verb: str) -> bool:
    """Whether the word that opens a clause is a verb that goes with "ich"."""
    if not is_first(verb) or _OTHER_VERB.match(found.string, found.end()):
        return False
    listed = is_known(verb) or _LISTED.fullmatch(verb)
    return bool(listed or _GUESSED.match(found.string, found.end()))


def _owned(text: str, name: str, *, named: bool, own: bool) -> str:
    """My, me and mine, as they are said of somebody else; `own` where that person is the one who acts."""

    def possessive(found: re.Match[str]) -> str:
        nonlocal named
        # "mein Hund niest, soll ich …": whose it is stands before the name.
        if named and name == "Nutzer" and found.start() >= text.find(name):
            return f"sein{found['end'] or ''}"
        named = True
        return genitive(name)

    text = _MY.sub(possessive, text)
    if own:
        return _ME.sub("sich", text)
    later = {"mir": "ihm", "mich": "ihn", "uns": "ihnen"} if named and name == "Nutzer" else {}
    return _ME.sub(lambda found: later.get(found[0].lower(), name), text)


def _finished(text: str) -> str:
    text = re.sub(r"\s+([,.])", r"\1", " ".join(text.split())).strip(" ,;:-–")
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
