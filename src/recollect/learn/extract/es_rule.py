"""Spanish: how a rule is written. Verbs carry the person, so a rule names them by infinitive and tense."""

from dataclasses import dataclass
from typing import Final

from recollect.learn.extract.es_verbs import VERBS, plain
from recollect.learn.extract.es_words import PARTS
from recollect.learn.extract.language import expanded, words
from recollect.learn.extract.rules import Rules

_ACCENTS: Final = str.maketrans(
    {"á": "[aá]", "é": "[eé]", "í": "[ií]", "ó": "[oó]", "ú": "[uú]", "ü": "[uü]"}
)
ME: Final = (0, 2)
THEY: Final = (1, 3)
_ENCLITIC: Final = "(?:me|nos|se|lo|la|los|las|le|les|melo|noslo)?"


@dataclass(frozen=True, slots=True)
class _Helpers:
    going: str
    have: str
    just: str
    use: str
    shall: str


_HELPERS: Final = {
    ME: _Helpers(
        "(?:estoy|estamos|sigo|seguimos|ando|andamos|llevo|llevamos|vengo|venimos|estaba|estábamos|estuve|estuvimos|estaré|estaremos)",
        "(?:he|hemos|había|habíamos)",
        "(?:acabo|acabamos) de",
        "(?:suelo|solemos|intento|procuro|prefiero)",
        "(?:voy|vamos) a",
    ),
    THEY: _Helpers(
        "(?:está|están|sigue|siguen|anda|andan|lleva|llevan|viene|vienen|estaba|estaban|estuvo|estuvieron)",
        "(?:ha|han|había|habían)",
        "(?:acaba|acaban) de",
        "(?:suele|suelen|intenta|procura|prefiere)",
        "(?:va|van) a",
    ),
}


def unaccented(said: str) -> str:
    """The pattern, for text with accents and without."""
    return said.translate(_ACCENTS)


def forms(verbs: str, tenses: str, person: tuple[int, int]) -> str:
    """A pattern for what the person says with these verbs: tenses are now, past, was, will."""
    known = [VERBS[name] for name in verbs.split()]
    simple: set[str] = set()
    helper = _HELPERS[person]
    built: list[str] = []
    ings = "|".join(verb.gerund for verb in known)
    bare = "|".join(verb.infinitive for verb in known)
    done = "|".join(verb.participle for verb in known)
    for tense in tenses.split():
        if tense == "now":
            simple |= {verb.present[at] for verb in known for at in person}
            built += [
                rf"{helper.going} (?:[\w ]{{1,25}}? )?(?:{ings}){_ENCLITIC}",
                rf"{helper.use} (?:{bare}){_ENCLITIC}",
            ]
        elif tense == "past":
            simple |= {verb.past[at] for verb in known for at in person}
            built += [
                rf"{helper.have} (?:vuelto a |ya )?(?:{done})",
                rf"{helper.just} (?:{bare}){_ENCLITIC}",
            ]
        elif tense == "was":
            simple |= {verb.imperfect[at] for verb in known for at in person}
        else:
            simple |= {verb.future[at] for verb in known for at in person}
            built += [rf"{helper.shall} (?:{bare}){_ENCLITIC}"]
    return "(?:" + "|".join([*sorted(simple, key=len, reverse=True), *built]) + r")\b"


def says(
    verbs: str, tenses: str, rest: str = "", *, dropped: bool = False, others: bool = True
) -> str:
    """A pattern for a clause of somebody with one of these verbs; `dropped`: "she" may be left out too."""
    first = rf"<YO><ADV><CL>{forms(verbs, tenses, ME)}"
    third = forms(verbs, tenses, THEY)
    subject = "(?:<THIRD> )" + ("?" if dropped else "")
    other = rf"|(?P<who>{subject}<ADV><CL>{third})" if others else ""
    return rf"<PRE>(?:{first}{other}){rest}"


def cues(verbs: str) -> str:
    """The words by which a clause with one of these verbs is known."""
    found: set[str] = set()
    for name in verbs.split():
        verb = VERBS[name]
        every = (*verb.present, *verb.past, *verb.imperfect, *verb.future, verb.participle)
        endings = ("", "me", "nos", "se", "lo", "la", "le")
        found |= {
            *every,
            *(base + end for base in (verb.infinitive, verb.gerund) for end in endings),
        }
        found |= {_accented_gerund(verb.gerund) + end for end in endings[1:]}
    return " ".join(found)


def _accented_gerund(gerund: str) -> str:
    return gerund[:-4] + {"a": "á", "e": "é"}.get(gerund[-4], gerund[-4]) + gerund[-3:]


def _cues(waits_for: str) -> frozenset[str]:
    cues = words(waits_for.lower())
    return cues | {plain(word) for word in cues}


def _said(pattern: str) -> str:
    return unaccented(expanded(pattern, **PARTS))


rule: Final = Rules(_cues, _said, _said)
