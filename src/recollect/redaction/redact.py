"""Replaces secrets before anything is stored, logged or sent to a model.

Only the secret is replaced, the sentence around it stays: "my password is [redacted:password],
please note". A text that already contains placeholders is split at them, and the parts are scanned
until nothing more is found; redacting twice therefore changes nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, overload

from recollect.domain.metadata import Json, Metadata
from recollect.redaction.contextual_secrets import CONTEXT_HINTS, find_contextual
from recollect.redaction.named_secrets import NAME_HINTS, find_named
from recollect.redaction.secret_names import SecretName, Trust, secret_name
from recollect.redaction.secret_numbers import NUMBER_HINTS, find_numbers, has_number
from recollect.redaction.secret_patterns import Span, find_private_keys, find_tokens, has_long_word
from recollect.redaction.secret_values import Candidate, ValueForm, is_secret

_PLACEHOLDER = re.compile(r"\[redacted:[a-z0-9]+(?:-[a-z0-9]+)*\]")
# Marks a following placeholder: it ends a word, as a space does, but not a line or the text.
# Without it a cut would seem to end a clause, and cuts would cause more cuts.
_MARK = "\x1f"


_ALL_HINTS = tuple(dict.fromkeys((*NAME_HINTS, *CONTEXT_HINTS, *NUMBER_HINTS)))
_ASCII_HINTS = tuple(hint for hint in _ALL_HINTS if hint.isascii())
# Without those that contain another one.
_HINTS = tuple(
    hint for hint in _ASCII_HINTS if not any(other in hint for other in {*_ASCII_HINTS} - {hint})
)
_FOREIGN_HINTS = tuple(hint for hint in _ALL_HINTS if not hint.isascii())
# Without any of these signs, a text can only contain secrets made of plain letters.
_SIGN = re.compile(r"""[\d_=<@!"“”„«「`‘‚|~^*#$%&+\\€£§]""")
# Smaller numbers are counts and flags, larger ones no number that anybody has been given.
_LEAST_SECRET, _MOST_SECRET = 100, 10**19
_FEWEST_DIGITS = 3
# A few tokens are a count: {"tokens": 1234}.
_DIGITS = dict.fromkeys(("token", "authorization", "cookie", "session", "secret", "api-key"), 8)
_WORD_START = re.compile(r"(?<=[a-z])([A-Z])")
_KEY_MOST = 80
_PLAIN_HINTS = (
    "basic ",
    " -",
    *"pass phrase mnemonic seed recovery auth :// identified private".split(),
)


class _Piece(NamedTuple):
    """A piece of the result: text, or a placeholder of a kind; `cut` if a placeholder follows."""

    text: str
    kind: str | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class _Announced:
    """What stands before a value: its key, and the secret that this names."""

    key: str = ""
    name: SecretName | None = None


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text without its secrets, and the kinds that were replaced, in order of appearance."""

    text: str
    kinds: tuple[str, ...]


def redact(text: str) -> Redaction:
    """The text with each secret replaced by a placeholder."""
    if not _is_suspicious(text, text.lower()):
        return Redaction(text, ())
    pieces = tuple(_pieces(text))
    kinds = dict.fromkeys(piece.kind for piece in pieces if piece.kind)
    return Redaction("".join(piece.text for piece in pieces), tuple(kinds))


@overload
def redact_json(value: Metadata) -> Metadata: ...
@overload
def redact_json(value: Json) -> Json: ...
def redact_json(value: Json) -> Json:
    """The same structure with strings, numbers and keys redacted, and values of secret keys."""
    return _redact_value(value, _Announced())


def _pieces(text: str) -> Iterator[_Piece]:
    done = 0
    for known in _PLACEHOLDER.finditer(text):
        yield from _scan(_Piece(text[done : known.start()], cut=True))
        yield _Piece(known.group())
        done = known.end()
    yield from _scan(_Piece(text[done:]))


def _scan(piece_to_scan: _Piece) -> Iterator[_Piece]:
    """Splits a piece at its secrets, and scans the parts again until nothing is found."""
    waiting = [piece_to_scan]
    while waiting:
        piece = waiting.pop()
        spans = [] if piece.kind else _spans(piece.text + _MARK if piece.cut else piece.text)
        if spans:
            waiting.extend(reversed(list(_split(piece, spans))))
        else:
            yield piece


def _split(piece: _Piece, spans: list[Span]) -> Iterator[_Piece]:
    done = 0
    for start, end, kind in spans:
        yield _Piece(piece.text[done:start], cut=True)
        yield _Piece(f"[redacted:{kind}]", kind)
        done = end
    yield _Piece(piece.text[done:], cut=piece.cut)


def _spans(text: str) -> list[Span]:
    """The spans of secrets, ordered and disjoint, each with the kind given by the surest finder."""
    low = _lowered(text)
    if not _is_suspicious(text, low):
        return []
    found = [*find_private_keys(text), *find_tokens(text), *find_contextual(text, low)]
    found += [*find_numbers(text, low), *find_named(text, low)]
    merged: list[tuple[int, int, int]] = []
    for start, end, rank in sorted((span[0], span[1], rank) for rank, span in enumerate(found)):
        if merged and start < merged[-1][1]:
            first, last, best = merged.pop()
            merged.append((first, max(last, end), min(best, rank)))
        else:
            merged.append((start, end, rank))
    return [(start, end, found[rank][2]) for start, end, rank in merged]


def _is_suspicious(text: str, low: str) -> bool:
    """Whether a text needs a full scan; most texts do not, and this check is all they cost."""
    if has_long_word(text) or has_number(text):
        return True
    if not _SIGN.search(text) and " '" not in text:
        return _contains_any(low, _PLAIN_HINTS)
    return _contains_any(low, _HINTS) or (not text.isascii() and _contains_any(low, _FOREIGN_HINTS))


def _contains_any(low: str, hints: tuple[str, ...]) -> bool:
    for hint in hints:  # noqa: SIM110 - any() would double the cost of the search
        if hint in low:
            return True
    return False


def _lowered(text: str) -> str:
    """The text in lower case with unchanged length, so that offsets stay valid."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _redact_value(value: Json, announced: _Announced) -> Json:
    if isinstance(value, str):
        return _redact_string(value, announced)
    if isinstance(value, Mapping):
        return _redact_object(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _redact_number(value, announced)
    return [_redact_value(item, announced) for item in value]


def _redact_string(value: str, announced: _Announced) -> str:
    name = announced.name
    if name is None and value.isdecimal() and (kind := _kind_of_number(value, announced)):
        return f"[redacted:{kind}]"
    if name is None or not value.strip() or _PLACEHOLDER.fullmatch(value):
        return redact(value).text
    candidate = Candidate(value, ValueForm.PAIR, quoted=True)
    if name.trust is Trust.KEY and not is_secret(name, candidate):
        return redact(value).text
    return f"[redacted:{name.kind}]"


def _redact_number(value: float, announced: _Announced) -> Json:
    """A number, unless it is a secret: a card number, a PIN."""
    is_whole = isinstance(value, int) or value.is_integer()
    if not is_whole or not _LEAST_SECRET <= abs(value) < _MOST_SECRET:
        return value
    digits = str(abs(int(value)))
    name = announced.name
    if name is not None and len(digits) >= _DIGITS.get(name.kind, _FEWEST_DIGITS):
        return f"[redacted:{name.kind}]"
    kind = _kind_of_number(digits, announced)
    return value if kind is None else f"[redacted:{kind}]"


def _kind_of_number(digits: str, announced: _Announced) -> str | None:
    """The kind of secret that a number is after its key, as in "door code: 4711"."""
    key = _WORD_START.sub(r" \1", announced.key).replace("_", " ").replace("-", " ")[-_KEY_MOST:]
    found = redact(f"{key}: {digits}" if key else digits)
    return found.kinds[-1] if found.kinds and digits not in found.text else None


def _redact_object(value: Metadata) -> Metadata:
    label = _labelled_name(value)
    redacted: dict[str, Json] = {}
    for key, item in value.items():
        name = label if label and key.lower() in ("value", "text") else _announced_by(key)
        announced = _Announced(key, name)
        redacted[_unused_key(redact(key).text, redacted)] = _redact_value(item, announced)
    return redacted


def _announced_by(words: str) -> SecretName | None:
    """The secret name in these words, ignoring secrets and placeholders in them."""
    return secret_name(_PLACEHOLDER.sub("", redact(words).text))


def _labelled_name(value: Metadata) -> SecretName | None:
    """What {"name": "Authorization", "value": "..."} announces: the name is in a value."""
    for key in ("name", "key", "header", "field", "selector"):
        name = value.get(key)
        if isinstance(name, str):
            return _announced_by(name)
    return None


def _unused_key(key: str, taken: Metadata) -> str:
    """The key, numbered if two secrets used as keys became the same placeholder."""
    number, candidate = 1, key
    while candidate in taken:
        number += 1
        candidate = f"{key}#{number}"
    return candidate
