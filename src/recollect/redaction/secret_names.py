"""Which names announce a secret: DB_PASSWORD and clientSecret do, password_hash does not.

The last word of a name decides, ignoring words such as "prod" or "2". The kind of name determines
how strictly the value after it is checked.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto


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


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


_ENGLISH = ("password", "passwd", "passphrase", "passcode")
_OTHER_LANGUAGES = tuple(
    word_set(
        "passwort kennwort contraseña contrasena motdepasse senha wachtwoord lösenord losenord"
        " passord adgangskode salasana jelszó jelszo hasło haslo şifre sifre mậtkhẩu katasandi"
        " пароль 密码 密碼 口令 パスワード 暗証番号 비밀번호 암호 पासवर्ड كلمةالمرور كلمةالسر"
        " סיסמה סיסמא รหัสผ่าน κωδικός"
    )
)
_SHORT = word_set("pass pwd pswd psw passw pw psk mdp clave heslo parola")
_OTHER_PASSES = word_set(
    "boarding bus ski day season mountain hall press train rail travel first second forward"
)
_KEYS = tuple(
    f"{first}key"
    for first in word_set(
        "api access secret private auth encryption decryption signing master account service shared"
        " subscription admin deploy client application app function storage license bot rest"
        " webhook security"
    )
)
_OTHER_KEYS = word_set(
    "public pub publishable primary foreign cache partition sort hash object s3 routing row"
    " idempotency dedup registry map dict shard index composite candidate natural surrogate"
    " translation i18n message event group query host site issue project locale unique lookup"
    " search answer hot short arrow shift tab enter escape ctrl alt meta record"
)
_OTHER_TOKENS = word_set(
    "page next prev previous continuation continue sync cancel cancellation pad eos bos unk sep"
    " mask cls stop design special end start max min num n total input output prompt completion"
    " cached reasoning image lexer syntax current first last erc20 governance utility native"
)
_SESSIONS = word_set("sessionid sessid phpsessid jsessionid sid sig signature")
_LABELS = {
    "auth": "authorization",
    "authorization": "authorization",
    "cookie": "cookie",
    "credential": "credentials",
    "creds": "credentials",
    "jwt": "jwt",
}
# Suffixes that do not change the meaning: DB_PASSWORD_PROD, password2.
_SUFFIXES = word_set(
    "prod production dev development test testing staging stage live sandbox local old new current"
    " previous primary secondary default value plain plaintext cleartext raw base64 b64 encoded"
    " confirm confirmation again repeat verify env data header base"
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_GAP = re.compile(r"[\s_\d-]|s$")
_PLURAL = re.compile(r"(?<=[a-z]{4})s$")


def secret_name(name: str, before: str = "") -> SecretName | None:
    """What this name announces, or None; `before` is the word in front of it, if any."""
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and (words[-1].isdigit() or words[-1] in _SUFFIXES):
        words.pop()
    if not words:
        return None
    last = _PLURAL.sub("", words[-1])
    head = words[-2] if len(words) > 1 else before
    joined = "".join([*words[:-1], last]) if len(words) > 1 else head + last
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
