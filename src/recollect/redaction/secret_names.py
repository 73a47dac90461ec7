"""Which names announce a secret: DB_PASSWORD and clientSecret do, password_hash does not.

The last word of a name decides, ignoring words such as "prod" or "2". The kind of name determines
how strictly the value after it is checked.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from recollect.redaction.tables import word_list


class Trust(Enum):
    """How strongly a name suggests a secret; the weaker, the more its value must look like one."""

    PASSWORD = auto()
    SECRET = auto()
    KEY = auto()


@dataclass(frozen=True, slots=True)
class SecretName:
    """What a name announces; `words` says whether a plain word may be its value."""

    kind: str
    trust: Trust
    words: bool = False


_ENGLISH = ("password", "passwd", "passphrase", "passcode")
_OTHER_LANGUAGES = tuple(word_list("passwords_in_other_languages"))
_SHORT = word_list("short_passwords")
_OTHER_PASSES = word_list("other_passes")
_KEYS = tuple(f"{first}key" for first in word_list("secret_keys"))
_OTHER_KEYS = word_list("other_keys")
_OTHER_TOKENS = word_list("other_tokens")
_SESSIONS = word_list("sessions")
_SUFFIXES = word_list("suffixes")
_LABELS = {
    "auth": "authorization",
    "authorization": "authorization",
    "cookie": "cookie",
    "credential": "credentials",
    "creds": "credentials",
    "jwt": "jwt",
}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_GAP = re.compile(r"[\s_\d-]|s$")
_PLURAL = re.compile(r"(?<=[a-z]{4})s$")


def secret_name(name: str, before: str = "") -> SecretName | None:
    """What this name announces, or None; `before` is the word in front of it, if any."""
    parts = [word.lower() for word in _WORD.findall(name)]
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in _SUFFIXES):
        parts.pop()
    if not parts:
        return None
    last = _PLURAL.sub("", parts[-1])
    head = parts[-2] if len(parts) > 1 else before
    joined = "".join([*parts[:-1], last]) if len(parts) > 1 else head + last
    return _password(last, joined, head) or _in_other_language(name) or _secret(last, joined, head)


def _password(last: str, joined: str, head: str) -> SecretName | None:
    if last == "pin":
        return SecretName("pin", Trust.PASSWORD)
    if joined.endswith(_ENGLISH):
        return SecretName("password", Trust.PASSWORD, words=True)
    if last in _SHORT and not (last == "pass" and head in _OTHER_PASSES):
        return SecretName("password", Trust.PASSWORD)
    return None


def _in_other_language(name: str) -> SecretName | None:
    """Checks the name as one word, because patterns do not match the letters of some scripts."""
    joined = _GAP.sub("", name.lower())
    return SecretName("password", Trust.PASSWORD) if joined.endswith(_OTHER_LANGUAGES) else None


def _secret(last: str, joined: str, head: str) -> SecretName | None:
    if last in _LABELS:
        return SecretName(_LABELS[last], Trust.SECRET)
    if last.endswith("token"):
        return None if head in _OTHER_TOKENS else SecretName("token", Trust.SECRET)
    if last.endswith("secret"):
        return SecretName("secret", Trust.SECRET)
    if last in _SESSIONS:
        return SecretName("token", Trust.KEY)
    return _key(last, joined, head)


def _key(last: str, joined: str, head: str) -> SecretName | None:
    if joined.endswith(("wifikey", "wpakey", "networkkey", "presharedkey")):
        return SecretName("password", Trust.PASSWORD)
    if joined.endswith("privatekey"):
        return SecretName("private-key", Trust.SECRET)
    if joined.endswith(_KEYS):
        return SecretName("api-key", Trust.SECRET)
    if joined.endswith(("recoverycode", "backupcode")):
        return SecretName("recovery-code", Trust.SECRET)
    if last.endswith("key") and head and head not in _OTHER_KEYS:
        return SecretName("api-key", Trust.KEY)
    return None
