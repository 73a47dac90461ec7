"""Spanish: the words in which somebody speaks of himself, as they are said of somebody else."""

import re
from typing import Final

from recollect.learn.extract.es_verbs import DONE, THIRD, VERBS, plain
from recollect.learn.extract.language import words

WORD: Final = re.compile(r"[\w'-]+")
# Nouns that look like "I do": they are verbs only where no article or preposition stands before them.
_BEFORE_NOUN: Final = words(
    """el la los las un una unos unas mi mis su sus tu tus nuestro nuestra este esta ese esa del al de en por con sin para a
    mucho mucha poco poca buen buena mal mala nuevo nueva otro otra primer segundo tercer cada todo toda algún ningún gran
    mejor peor más menos cuánto cuanto hacer hago hace haciendo propio propia tengo tenemos tiene tienen busco buscamos"""
)
# "como" and "entre" are verbs only at the beginning.
_RARELY: Final = words(
    "como entre sobre para uso nada traje vino dado bajo cuento cuenta cuanto caso gusto saco marco"
)
_SAY: Final = words(
    "yo no ya me nos nunca solo sólo siempre también casi antes ahora hoy entonces aquí joven pequeño pequeña niño niña años lo la"
)
ME: Final = {"me": "se", "nos": "se"}
_OF_ME: Final = {
    "mi": "su", "mis": "sus", "nuestro": "su", "nuestra": "su", "nuestros": "sus", "nuestras": "sus",
    "mío": "suyo", "mía": "suya", "mios": "suyos", "míos": "suyos", "mías": "suyas", "mio": "suyo", "mia": "suya",
}  # fmt: skip
_ENCLITIC: Final = re.compile(
    r"(?P<verb>\w*(?:[aeiáéí]r|ndo))(?P<me>me|nos)(?P<rest>l[oae]s?)?$", re.IGNORECASE
)
_UNACCENTED_FIRST: Final = {
    plain(first): third for first, third in THIRD.items() if len(first) > len("sé ")
} | THIRD
_SHORT_FORMS: Final = {
    "soy": "es",
    "somos": "son",
    "voy": "va",
    "doy": "da",
    "estoy": "está",
    "he": "ha",
    "hemos": "han",
    "sé": "sabe",
}
_NOT_SUBJECT: Final = words("y que como e con a de para por entre sin en")
_WISHES: Final = words("que ojalá quien cuando aunque mientras")
# So many words may stand between a wish and its verb: "que mi hijo Leo lo entregue".
_WISHED: Final = 5
# "we" in these is said of what is over, and in others where the date is.
_OVER: Final = {verb.past[2]: verb.past[3] for verb in VERBS.values() if verb.infinitive in DONE}
_WERE: Final = {verb.past[2]: verb.past[3] for verb in VERBS.values()}
# What ends like "we do" and is none: "turnos rarísimos", "500 gramos".
_NOT_WE: Final = re.compile(
    r"\w*(?:[áéíóú]\w*imos|isimos)|(?:kilo|mili)?gramos|tramos|ramos|reclamos|pr[eé]stamos|extremos|supremos|[uú]ltimos|pr[oó]ximos|primos|racimos"
)
# A verb of no list is known by its ending where it has more letters than this.
_SHORT: Final = 5


def spoken(tokens: list[re.Match[str]], *, over: bool = False) -> dict[int, str]:
    """The places of the words in which somebody speaks of himself, and what they become; `over`: of what is over."""
    found: dict[int, str] = {}
    for at, token in enumerate(tokens):
        word = token[0].lower()
        before = tokens[at - 1][0].lower() if at else ""
        if word in {"yo", "nosotros", "nosotras"} and before not in _NOT_SUBJECT:
            found[at] = ""
        elif word in {"nosotros", "nosotras"}:
            found[at] = "ellos"
        elif word in ME:
            found[at] = _clitic(word, tokens, at)
        elif _is_verb(token[0], before, at) and not (_wished(tokens, at) or _flight(tokens, at)):
            done = (_WERE if over else _OVER).get(word)
            found[at] = done or _UNACCENTED_FIRST.get(word) or _guessed(word)
        elif word in {"yo", "conmigo"}:
            found[at] = "con él" if word == "conmigo" else "él"
    return found


def _wished(tokens: list[re.Match[str]], at: int) -> bool:
    """Whether somebody else is to do it: "que lo entregue" is no "entregué" without its accent."""
    word = tokens[at][0].lower()
    ahead = {token[0].lower() for token in tokens[max(0, at - _WISHED) : at]}
    return word.endswith("e") and word not in THIRD and bool(ahead & _WISHES)


def _flight(tokens: list[re.Match[str]], at: int) -> bool:
    """Whether "vuelo" is a flight: who flies somewhere says "vuelo a Milán"."""
    behind = tokens[at + 1][0] if at + 1 < len(tokens) else ""
    named = behind[:1].isupper() or behind[:1].isdigit() or behind.endswith(("ado", "ido"))
    return tokens[at][0].lower() == "vuelo" and named


def _clitic(word: str, tokens: list[re.Match[str]], at: int) -> str:
    """Oneself where the speaker does it, otherwise to whom it is done."""
    following = [token[0].lower() for token in tokens[at + 1 : at + 3]]
    if following and following[0] in {"lo", "la", "los", "las"}:
        return "se"
    verb = following[0] if following else ""
    if _is_verb(verb, word, at + 1):
        return "se"
    return "le" if word == "me" else "les"


def _is_verb(said: str, before: str, at: int) -> bool:
    word = said.lower()
    if at and said[:1].isupper() and not said.isupper():  # mi hijo se llama Leo
        return False
    if word in _SHORT_FORMS:
        return True
    if word in _RARELY:
        return word in THIRD and (at == 0 or before in _SAY)
    known = word in THIRD or (
        word in _UNACCENTED_FIRST and THIRD.get(word) is None and word not in THIRD.values()
    )
    same = _UNACCENTED_FIRST.get(word) == word
    if known and not same:
        taken_up = before in {"la", "las", "los"} and word.endswith("o")  # "la llevo yo" is no noun
        return taken_up or before not in _BEFORE_NOUN
    if same:  # "vivía": I or she
        return at == 0 or before in _SAY
    return (
        bool(re.search(r"(?:aré|eré|iré|amos|emos|imos)$", word))
        and before not in _BEFORE_NOUN
        and len(word) > _SHORT
        and not _NOT_WE.fullmatch(word)
    )


def _guessed(word: str) -> str:
    """A verb of no list, by its ending."""
    for ending, told in (
        ("aré", "ará"),
        ("eré", "erá"),
        ("iré", "irá"),
        ("aremos", "arán"),
        ("amos", "an"),
        ("emos", "en"),
        ("imos", "en"),
    ):
        if word.endswith(ending):
            return word.removesuffix(ending) + told
    return word


def owned(text: str) -> str:
    """The text with all that is said of oneself turned."""
    return rebuilt(text, {})


def rebuilt(
    text: str,
    changed: dict[int, str],
    *,
    insert: tuple[int, str] | None = None,
    prefix: str = "",
    over: bool = False,
) -> str:
    """The text with these words changed, "my" turned, and the subject put in its place."""
    parts: list[str] = [prefix]
    last = 0
    tokens = list(WORD.finditer(text))
    more = changed or spoken(tokens, over=over)
    for at, token in enumerate(tokens):
        parts.append(text[last : token.start()])
        word = token[0]
        if insert and token.start() == insert[0]:
            parts.append(insert[1] + " ")
            word = word.lower()
        parts.append(_turned(word, more.get(at)))
        last = token.end()
    return "".join(parts) + text[last:]


def _turned(word: str, told: str | None) -> str:
    if told is not None:
        return told
    if word.lower() in _OF_ME:
        return _OF_ME[word.lower()]
    found = _ENCLITIC.match(word)
    if not found or not (found["verb"].endswith("ndo") or plain(found["verb"].lower()) in VERBS):
        return word
    return f"{found['verb']}se{found['rest'] or ''}"
