"""Finds secrets by their context: in a URL, a header, a command, a phrase.

A finder runs only if one of its hints occurs. Every look-ahead is bounded and starts at a fixed
word, so the work is linear in the text.
"""

import re
from collections.abc import Callable, Iterator

from recollect.languages.words import common_words
from recollect.redaction.secret_names import SecretName, Trust
from recollect.redaction.secret_patterns import Span
from recollect.redaction.secret_values import (
    Candidate,
    ValueForm,
    is_descriptive,
    is_mixed,
    is_placeholder,
    is_random,
    is_secret,
    is_strong,
)
from recollect.redaction.tables import patterns

_Finder = Callable[[str, str], Iterator[Span]]

_PATTERNS = patterns("contexts")
_COMMANDS = patterns("commands")


def _pattern_finder(name: str, kind: str, check: Callable[[str], bool]) -> _Finder:
    """A finder for a lower-case pattern, whose group `v` must pass a check."""
    pattern = _PATTERNS[name]

    def find(text: str, low: str) -> Iterator[Span]:
        for match in pattern.finditer(low):
            start, end = match.span("v")
            if check(text[start:end]) and not is_placeholder(text[start:end]):
                yield start, end, kind

    return find


def _is_url_password(value: str) -> bool:
    return value not in ("PASSWORD", "PASS", "TOKEN")


def _is_header(value: str) -> bool:
    return not _PATTERNS["not_a_header_value"].fullmatch(value) and is_mixed(value, camel=True)


def _is_basic(value: str) -> bool:
    return value.endswith("=") or (is_mixed(value, camel=True) and not value.islower())


def _is_phrase(value: str) -> bool:
    candidate = Candidate(value.replace("-", " "), ValueForm.PROSE, quoted=True)
    return is_secret(SecretName("password", Trust.PASSWORD), candidate)


def _is_passphrase(value: str) -> bool:
    """Whether these words make no sentence, as "correct horse battery staple"."""
    words = value.lower().split()
    # Of what a password is, such as short or reset, one word may be part of it.
    describing = sum(map(is_descriptive, words))
    if describing > 1 or not common_words().isdisjoint(words):
        return False
    candidate = Candidate(value, ValueForm.COLON, quoted=True)
    return is_secret(SecretName("password", Trust.PASSWORD), candidate)


def _is_seed(value: str) -> bool:
    """Whether the number of words is one that wallets use: 12, 15, 18, 21 or 24."""
    return len(re.split(r"[ \t,]+", value)) % 3 == 0


def _is_base32(value: str) -> bool:
    return any(map(str.isdecimal, value)) and (value.isupper() or " " in value)


def _find_cookies(text: str, low: str) -> Iterator[Span]:
    for header in _PATTERNS["cookies"].finditer(low):
        for pair in _PATTERNS["cookie"].finditer(text, *header.span("v")):
            named = _PATTERNS["session"].search(pair["name"]) and is_mixed(pair["v"])
            if (named or is_random(pair["v"])) and not is_placeholder(pair["v"]):
                yield *pair.span("v"), "cookie"


def _find_commands(text: str, low: str) -> Iterator[Span]:
    for hint, pattern in _COMMANDS.items():
        for match in pattern.finditer(text) if hint in low else ():
            group = next(name for name in "abc" if match[name] is not None)
            if not is_placeholder(match[group]):
                yield *match.span(group), "password"


_FINDERS: tuple[tuple[tuple[str, ...], _Finder], ...] = (
    (("://",), _pattern_finder("url", "password", _is_url_password)),
    (("jdbc:oracle", "sqlplus"), _pattern_finder("oracle", "password", bool)),
    (("wifi:",), _pattern_finder("wifi", "password", bool)),
    (("authorization",), _pattern_finder("header", "authorization", _is_header)),
    (("bearer",), _pattern_finder("bearer", "authorization", is_strong)),
    (("basic ",), _pattern_finder("basic", "authorization", _is_basic)),
    (("cookie",), _find_cookies),
    (("pass", "pwd", "token", "api key"), _pattern_finder("secret_first", "password", is_strong)),
    (
        ("cred", "login", "pass", "daten:", "identifiants"),
        _pattern_finder("login", "password", is_mixed),
    ),
    (("phrase", "mnemonic", "seed", "recovery"), _pattern_finder("seed", "seed-phrase", _is_seed)),
    (("phrase",), _pattern_finder("passphrase", "password", _is_phrase)),
    (
        ("password", "passcode", "passwort", "kennwort", "contraseña", "mot de passe"),
        _pattern_finder("password_words", "password", _is_passphrase),
    ),
    (
        ("2fa", "mfa", "otp", "authenticator", "factor"),
        _pattern_finder("totp", "totp-seed", _is_base32),
    ),
    ((" -", "/user:", "identified"), _find_commands),
)
CONTEXT_HINTS: tuple[str, ...] = tuple(hint for hints, _ in _FINDERS for hint in hints)


def find_contextual(text: str, low: str) -> Iterator[Span]:
    """Every secret identified by its context; `low` is the text in lower case."""
    for hints, find in _FINDERS:
        for hint in hints:
            if hint in low:
                yield from find(text, low)
                break
