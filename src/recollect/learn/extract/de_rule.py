"""German: how a rule is written, and where subject and verb stand in a clause."""

import re
from typing import Final

from recollect.learn.extract.de_words import PARTS
from recollect.learn.extract.language import expanded, words
from recollect.learn.extract.rules import Rules

_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_EITHER = {"ä": "(?:ä|ae)", "ö": "(?:ö|oe)", "ü": "(?:ü|ue)", "ß": "(?:ß|ss)"}
_LETTER = re.compile(r"\[[^\]]*\]|[äöüß]")


def weak(stems: str) -> str:
    """The forms of regular verbs, by their stems: of now and of then, and short as they are spoken."""
    return rf"(?:{stems})(?:e|en|t|et|te|ten|ete|eten)?"


def placed(finite: str, *, final: bool = True) -> str:
    """The subject of a clause with one of these verbs, as group `who`: "ich wohne", "seit Mai wohne ich".

    `final` takes clauses with the verb at the end as well: "(weil) ich in Köln wohne".
    """
    verb = rf"(?:{finite})(?:'s)?"
    last = rf"|.* {verb}$" if final else ""
    # What stands in front is no subject itself.
    front = (
        r"(?!(?:ich|wir|er|sie|es)\b)"
        rf"(?!(?:(?:mein|unser|sein|ihr)e? (?:[\w-]+ ){{1,3}}?|(?:der|die|das) [\w-]+ |<FIRST> ){verb} (?!(?:ich|wir)\b))"
    )
    return (
        rf"(?P<inv>{front}[^,]{{1,70}}?\s{verb} |{verb} (?=(?:ich|wir|er)\b))?(?P<who><SUBJ>)(?: \(\d{{1,2}}\))?"
        rf"(?(inv)|(?=,? (?:(?:selbst|selber|beide|alle|auch|persönlich) )?{verb}(?!\w){last}))"
    )


def say(finite: str, *needs: str, drop: str | None = None, never: str = "") -> str:
    """A clause with one of these finite verbs, whatever the order, in which all of `needs` are found.

    `drop` are the forms that can open a clause without a subject ("wohne in …"), all of `finite` if not given.
    """
    found = "".join(f"(?=.*{need})" for need in needs)
    banned = rf"(?!.*\b(?:{never})\b)" if never else ""
    alone = rf"|(?=<ADV>(?:{drop or finite})(?:'s)?\b(?! (?:du|ihr|Sie)\b))"
    return rf"{found}{banned}(?:{placed(finite)}{alone}).*"


def spelled(said: str) -> str:
    """A pattern that takes words without umlauts as well; sets of letters stay as they are."""
    return _LETTER.sub(lambda found: _EITHER.get(found[0], found[0]), said)


def _cues(cues: str) -> frozenset[str]:
    return words(cues) | words(cues.translate(_PLAIN))


def _said(pattern: str) -> str:
    return spelled(expanded(pattern, **PARTS))


rule: Final = Rules(_cues, _said)
