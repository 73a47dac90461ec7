"""French: a subject that two clauses share."""

from typing import Final

from recollect.learn.extract.fr_rule import french
from recollect.learn.extract.fr_verbs import elides

_SUBJECT: Final = french(
    r"(?:moi,? )?(?P<who>je(?= )|j'|j(?=[a-z])|(?:on|nous|il|elle|ils|elles)(?= )|(?:mon|ma|mes|notre|nos|son|sa|ses) (?:[\w'-]+ ){0,2}?<KIN>(?:,? <FIRST>)?(?=[ ,])|<FIRST>(?= (?:est|a|va|habite|travaille|bosse|vit|adore|aime|déteste|fait|joue|ne|n'|vient|doit|veut|part)\b))"
)
_FIRST_PERSON: Final = french(
    r"(?:(?:ne |n'|me |m'|y |en )*)(?:habite|travaille|bosse|vis|déteste|adore|aime|préfère|joue|étudie|parle|mange|bois|suis|ai|étais|avais|prends|viens|vais|dois|peux|sais|fais|dors|cours|fume|conduis|gère|cherche|tiens|possède|cuisine|lis|chante|nage|enseigne|vends|évite|utilise)\b(?!-)"
)
_THIRD_PERSON: Final = french(
    r"(?:(?:ne |n'|se |s'|me |m'|nous |y |en )*)(?:habite|travaille|bosse|vit|déteste|adore|aime|préfère|joue|étudie|parle|mange|boit|est|a|était|avait|prend|vient|va|doit|peut|sait|fait|dort|court|fume|conduit|gère|cherche|tient|possède|cuisine|lit|chante|nage|enseigne|vend|évite|utilise|appelle|occupe|habitent|travaillent|bossent|vivent|détestent|adorent|aiment|jouent|étudient|parlent|mangent|sont|ont|étaient|prennent|viennent|vont|font|tiennent)\b(?!-)"
)


def carry(text: str, before: str) -> tuple[str, str]:
    """The clause with its subject, which it may share with the clause before."""
    own = _SUBJECT.match(text)
    shared = before.lower() not in {"", "je", "j'", "j"} and _THIRD_PERSON.match(text)
    if own and not shared:
        return text, own["who"].strip(" ,")
    if not before:
        return text, ""
    if before.lower() in {"je", "j'", "j"}:
        if not _FIRST_PERSON.match(text):
            return text, ""
        return (f"j'{text}" if elides(text.split(" ", maxsplit=1)[0]) else f"je {text}"), before
    return (f"{before} {text[:1].lower()}{text[1:]}", before) if shared else (text, "")
