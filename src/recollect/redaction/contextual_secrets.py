"""Finds secrets by their context: in a URL, a header, a command, a phrase.

A finder runs only if one of its hints occurs. Every look-ahead is bounded and starts at a fixed
word, so the work is linear in the text.
"""

import re
from collections.abc import Callable, Iterator

from recollect.redaction.secret_names import SecretName, Trust
from recollect.redaction.secret_patterns import Span
from recollect.redaction.secret_values import (
    Candidate,
    Form,
    is_mixed,
    is_placeholder,
    is_random,
    is_secret,
    is_strong,
)

_Finder = Callable[[str, str], Iterator[Span]]

# --- addresses and headers ----------------------------------------------------------------------

_URL = re.compile(
    r"://(?!\[)[^\s/?#:@\"'<>]{0,128}:(?!\d{1,5}(?:[/?#\s]|$))"
    r"(?P<v>[^\s\"'<>/]{1,256}|[^\s\"'<>]{1,256}?)@(?=[\w\[$.{-])"
)
_ORACLE = re.compile(r"(?:jdbc:oracle:\w+:|\bsqlplus[ \t]+)\w{1,60}/(?P<v>[^@\s\"']{1,100})@")
_WIFI = re.compile(r"\bwifi:[^\n]{0,120}?\bp:(?P<v>(?:[^;\\\n]|\\.){4,64});")
_SCHEMES = "bearer|basic|token|apikey|api-key|negotiate|ntlm|ssws|genie-?key|bot|key|jwt|splunk|hmac|digest"
_HEADER = re.compile(
    r"authorization[\\\"'`\]]{0,4}\s{0,3}[:=,]\s{0,3}[\\\"'`f]{0,3}"
    rf"(?:(?:{_SCHEMES})[ :]\s{{0,2}}(?:token=)?)?(?P<v>[^\s\"'\\,;<>`()]{{6,4096}})"
)
_BEARER = re.compile(r"\bbearer[\s:]{1,3}[\"'`]?(?P<v>[A-Za-z0-9._~+/=-]{12,4096})")
_BASIC = re.compile(r"\bbasic\s{1,2}(?P<v>[A-Za-z0-9+/]{10,512}={0,2})(?![\w+/])")
_COOKIES = re.compile(
    r"cookie[\"'\\]{0,3}\s{0,2}[:=,]\s{0,2}[\"'\\]{0,3}"
    r"(?P<v>(?:[\w.$-]{1,64}=[^;\s\"'\\]{0,4096};?[ \t]?){1,40}+)"
)
_COOKIE = re.compile(r"(?P<name>[\w.$-]{1,64})=(?P<v>[^;\s]+)")
_SESSION = re.compile(
    r"(?i)sess|sid\b|auth|token|jwt|remember|csrf|xsrf|login|__host|__secure|li_at|clearance|sp_dc"
    r"|^xs$|sapisid"
)
_NOT_A_HEADER_VALUE = re.compile(rf"(?i)\w{{1,12}}=|{_SCHEMES}")

# --- phrases ------------------------------------------------------------------------------------

_SECRET_FIRST = re.compile(
    r"(?<![\w./@-])(?P<v>[^\s\"'`,;:()<>]{6,64}+)[\"'`]?[ \t](?:is|as|for|into|in|was)[ \t]"
    r"(?:(?:my|the|our|your|a|his|her)[ \t])?(?:(?!in[ \t]|of[ \t])[#\w-]{1,20}[ \t]){0,2}?"
    r"(?:#?password|passphrase|passcode|pwd|passwort|token|api key)\b(?![-\w])"
    r"(?=[ \t]?(?:[.,;!?)\n]|$|field|box|input|for|and))"
)
_LOGIN = re.compile(
    r"(?<![\w-])(?:credentials?|creds|logins?|zugangsdaten|anmeldedaten|identifiants|credenciales"
    r"|user(?:name)? ?/ ?pass(?:word)?)[ \t]{0,2}(?:are|is|sind|:|=)"
    r"[ \t]{0,2}:?[ \t]{0,2}[\"'`]?[\w.+@-]{1,64}[\"'`]?[ \t]?[/:|][ \t]?[\"'`]?"
    r"(?P<v>[^\s\"'`,;/]{4,64})"
)
_SEED = re.compile(
    r"\b(?:(?:seed|recovery|mnemonic|wallet|secret|backup)[ _-]?(?:phrase|words|mnemonic)|mnemonic)"
    r"[\"']?(?:[ \t](?:is|are|was))?[ \t]?[:=]?[ \t]{0,2}[\"']?"
    r"(?P<v>[a-z]{3,8}+(?:[ \t,]{1,2}+[a-z]{3,8}+){11,23}+)(?=[\"'.;!]{0,2}[ \t]{0,2}(?:\n|$))"
)
_PASSPHRASE = re.compile(
    r"\bpass[ -]?phrase(?:[ \t](?:is|was))?[ \t]?[:=]?[ \t]"
    r"(?P<v>[a-z]{3,12}+(?:[ -][a-z]{3,12}+){2,9}+)(?=[.,;!]?(?:\n|$))"
)
_TOTP = re.compile(
    r"\b(?:2fa|mfa|totp|otp|authenticator|two-factor)\b[^\n:=]{0,40}?(?:[:=]|\bis)[ \t]{0,2}[\"'`]?"
    r"(?P<v>[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}|[a-z2-7]{16,64})(?!\w)"
)

# --- commands -----------------------------------------------------------------------------------

_LINE = r"\b[^\n|;]{0,200}?[ \t]"
_ARGUMENT = r"(?:\"(?P<a>[^\"\n]{1,200})\"|'(?P<b>[^'\n]{1,200})'|(?P<c>[^\s\"'|;&<>]{2,200}))"
_COMMANDS = tuple(
    (hint, re.compile(pattern.replace("ARGUMENT", _ARGUMENT).replace("LINE", _LINE)))
    for hint, pattern in (
        ("mysql", r"\bmysql(?:dump|admin|import)?LINE-p(?=\S)ARGUMENT"),
        ("mariadb", r"\bmariadb(?:-dump|-admin)?LINE-p(?=\S)ARGUMENT"),
        ("sshpass", r"\bsshpass[ \t]{1,3}-p[ \t]{0,3}ARGUMENT"),
        ("login", r"\b(?:docker|podman|helm registry|az|oc|cf) loginLINE-p[ \t]{1,3}ARGUMENT"),
        ("mongo", r"\bmongo(?:sh|dump|restore|export|import)?LINE-p[ \t]{0,3}ARGUMENT"),
        ("redis-cli", r"\bredis-cliLINE-a[ \t]{1,3}ARGUMENT"),
        ("ldap", r"\bldap(?:search|modify|add|whoami|passwd)LINE-w[ \t]{1,3}ARGUMENT"),
        ("zip", r"\b(?:un)?zipLINE-P[ \t]{1,3}ARGUMENT"),
        ("7z", r"\b7za?LINE-p(?=\S)ARGUMENT"),
        ("sqlcmd", r"\bsqlcmdLINE-P[ \t]{1,3}ARGUMENT"),
        ("htpasswd", r"\bhtpasswd[ \t]+-\w{0,4}b\w{0,4} \S{1,100} \S{1,60} ARGUMENT"),
        ("openssl", r"\bopensslLINE(?:-\w+[ \t])?pass:ARGUMENT"),
        ("smb", r"\bsmb(?:client|map)LINE-U[ \t]{1,3}[\"']?[\w.\\/-]{1,60}%ARGUMENT"),
        (
            "curl",
            r"\bcurlLINE(?:-u|--user|--proxy-user|-U)[ \t=]{0,3}[\"']?[^\s:\"']{0,99}:ARGUMENT",
        ),
        ("http ", r"\bhttp LINE?-a[ \t]{1,3}[\"']?[^\s:\"'/]{1,100}:ARGUMENT"),
        ("net use", r"\bnet useLINE/user:\S{1,60}[ \t]+ARGUMENT"),
        ("sudo", r"\becho[ \t]{1,3}ARGUMENT[ \t]{0,2}\|[ \t]{0,2}sudo[ \t]+-S"),
        (
            "identified",
            r"(?:\bIDENTIFIED |\bidentified (?=[^\n'\"]{2,60}['\"]))(?i:with \w{1,40} )?(?i:by )ARGUMENT",
        ),
        ("securestring", r"(?i:\bconvertto-securestring )(?:-[Ss]tring )?ARGUMENT"),
    )
)


def _pattern_finder(pattern: re.Pattern[str], kind: str, check: Callable[[str], bool]) -> _Finder:
    """A finder for a lower-case pattern, whose group `v` must pass a check."""

    def find(text: str, low: str) -> Iterator[Span]:
        for match in pattern.finditer(low):
            start, end = match.span("v")
            if check(text[start:end]) and not is_placeholder(text[start:end]):
                yield start, end, kind

    return find


def _is_not_empty(value: str) -> bool:
    return bool(value)


def _is_url_password(value: str) -> bool:
    return value not in ("PASSWORD", "PASS", "TOKEN")


def _is_header(value: str) -> bool:
    return not _NOT_A_HEADER_VALUE.fullmatch(value) and is_mixed(value, camel=True)


def _is_basic(value: str) -> bool:
    return value.endswith("=") or (is_mixed(value, camel=True) and not value.islower())


def _is_phrase(value: str) -> bool:
    candidate = Candidate(value.replace("-", " "), Form.PROSE, quoted=True)
    return is_secret(SecretName("password", Trust.PASSWORD), candidate)


def _is_seed(value: str) -> bool:
    """Whether the number of words is one that wallets use: 12, 15, 18, 21 or 24."""
    return len(re.split(r"[ \t,]+", value)) % 3 == 0


def _is_base32(value: str) -> bool:
    return any(map(str.isdecimal, value)) and (value.isupper() or " " in value)


def _find_cookies(text: str, low: str) -> Iterator[Span]:
    for header in _COOKIES.finditer(low):
        for pair in _COOKIE.finditer(text, *header.span("v")):
            named = _SESSION.search(pair["name"]) and is_mixed(pair["v"])
            if (named or is_random(pair["v"])) and not is_placeholder(pair["v"]):
                yield *pair.span("v"), "cookie"


def _find_commands(text: str, low: str) -> Iterator[Span]:
    for hint, pattern in _COMMANDS:
        for match in pattern.finditer(text) if hint in low else ():
            group = next(name for name in "abc" if match[name] is not None)
            if not is_placeholder(match[group]):
                yield *match.span(group), "password"


_FINDERS: tuple[tuple[tuple[str, ...], _Finder], ...] = (
    (("://",), _pattern_finder(_URL, "password", _is_url_password)),
    (("jdbc:oracle", "sqlplus"), _pattern_finder(_ORACLE, "password", _is_not_empty)),
    (("wifi:",), _pattern_finder(_WIFI, "password", _is_not_empty)),
    (("authorization",), _pattern_finder(_HEADER, "authorization", _is_header)),
    (("bearer",), _pattern_finder(_BEARER, "authorization", is_strong)),
    (("basic ",), _pattern_finder(_BASIC, "authorization", _is_basic)),
    (("cookie",), _find_cookies),
    (("pass", "pwd", "token", "api key"), _pattern_finder(_SECRET_FIRST, "password", is_strong)),
    (
        ("cred", "login", "pass", "daten:", "identifiants"),
        _pattern_finder(_LOGIN, "password", is_mixed),
    ),
    (("phrase", "mnemonic", "seed", "recovery"), _pattern_finder(_SEED, "seed-phrase", _is_seed)),
    (("phrase",), _pattern_finder(_PASSPHRASE, "password", _is_phrase)),
    (
        ("2fa", "mfa", "otp", "authenticator", "factor"),
        _pattern_finder(_TOTP, "totp-seed", _is_base32),
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
