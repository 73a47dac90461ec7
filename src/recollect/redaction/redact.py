"""Secrets are replaced before anything is stored, logged or sent to a model.

Only the secret goes, the sentence around it stays: "my password is [redacted:password], please
note". A text that holds placeholders already is cut at them, and what lies between is looked
through until nothing more is found; therefore redacting twice changes nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, overload

from recollect.domain.metadata import Json, Metadata
from recollect.redaction.secret_names import SecretName, Trust, secret_name, words_of
from recollect.redaction.secret_numbers import NUMBER_HINTS, find_numbers, has_number
from recollect.redaction.secret_patterns import Span, find_private_keys, find_tokens, has_long_word
from recollect.redaction.secret_places import PLACE_HINTS, find_places
from recollect.redaction.secret_sayings import NAME_HINTS, find_named
from recollect.redaction.secret_values import Form, Saying, is_secret

_PLACEHOLDER = re.compile(r"\[redacted:[a-z0-9]+(?:-[a-z0-9]+)*\]")
# Stands where a placeholder follows: it ends a word, as a space does, but no line and no text.
# Without it a cut would make a clause end where none does, and cuts would call for more cuts.
_MARK = "\x1f"


def _fewest(hints: tuple[str, ...]) -> tuple[str, ...]:
    """The hints without those that hold another one."""
    return tuple(one for one in hints if not any(two in one for two in hints if two != one))


_ALL_HINTS = tuple(dict.fromkeys((*NAME_HINTS, *PLACE_HINTS, *NUMBER_HINTS)))
_HINTS = _fewest(tuple(hint for hint in _ALL_HINTS if hint.isascii()))
_FOREIGN_HINTS = tuple(hint for hint in _ALL_HINTS if not hint.isascii())
# A text without any of these signs can hold only the secrets that plain letters can be.
_SIGN = re.compile(r"""[\d_=<@!"“”„«「`‘‚|~^*#$%&+\\€£§]""")
_PLAIN_HINTS = (
    "basic ",
    " -",
    *words_of("pass phrase mnemonic seed recovery auth :// identified private"),
)


class _Piece(NamedTuple):
    """A piece of the answer: words, or the placeholder of some kind; `cut` if one follows."""

    text: str
    kind: str | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text without its secrets, and which kinds were replaced, in order of appearance."""

    text: str
    kinds: tuple[str, ...]


def redact(text: str) -> Redaction:
    """The text with each secret replaced by a marked placeholder."""
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
    """The same shape with every string redacted, keys too; what a secret's key holds goes whole."""
    return _redacted(value, None)


def _pieces(text: str) -> Iterator[_Piece]:
    done = 0
    for known in _PLACEHOLDER.finditer(text):
        yield from _scrubbed(_Piece(text[done : known.start()], cut=True))
        yield _Piece(known.group())
        done = known.end()
    yield from _scrubbed(_Piece(text[done:]))


def _scrubbed(whole: _Piece) -> Iterator[_Piece]:
    """The words in pieces, cut and looked through again until nothing is found in any of them."""
    waiting = [whole]
    while waiting:
        piece = waiting.pop()
        spans = [] if piece.kind else _spans(piece.text + _MARK if piece.cut else piece.text)
        if spans:
            waiting.extend(reversed(list(_parts(piece, spans))))
        else:
            yield piece


def _parts(piece: _Piece, spans: list[Span]) -> Iterator[_Piece]:
    done = 0
    for start, end, kind in spans:
        yield _Piece(piece.text[done:start], cut=True)
        yield _Piece(f"[redacted:{kind}]", kind)
        done = end
    yield _Piece(piece.text[done:], cut=piece.cut)


def _spans(text: str) -> list[Span]:
    """Where the secrets are: in order, apart, and called what the surest finder calls them."""
    low = _lowered(text)
    if not _is_suspicious(text, low):
        return []
    found = [*find_private_keys(text), *find_tokens(text), *find_places(text, low)]
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
    """Whether the text is worth a closer look; most are not, and this is all they cost."""
    if has_long_word(text) or has_number(text):
        return True
    if not _SIGN.search(text) and " '" not in text:
        return _holds(low, _PLAIN_HINTS)
    return _holds(low, _HINTS) or (not text.isascii() and _holds(low, _FOREIGN_HINTS))


def _holds(low: str, hints: tuple[str, ...]) -> bool:
    for hint in hints:  # noqa: SIM110 - any() would cost as much again as the search
        if hint in low:
            return True
    return False


def _lowered(text: str) -> str:
    """The text in lower case, letter for letter: a place in one is the same place in the other."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def _redacted(value: Json, name: SecretName | None) -> Json:
    if isinstance(value, str):
        return _redacted_text(value, name)
    if isinstance(value, Mapping):
        return _redacted_object(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    return [_redacted(item, name) for item in value]


def _redacted_text(value: str, name: SecretName | None) -> str:
    if name is None or not value.strip() or _PLACEHOLDER.fullmatch(value):
        return redact(value).text
    if name.trust is Trust.KEY and not is_secret(name, Saying(value, Form.PAIR, quoted=True)):
        return redact(value).text
    return f"[redacted:{name.kind}]"


def _redacted_object(value: Metadata) -> Metadata:
    label = _label(value)
    redacted: dict[str, Json] = {}
    for key, item in value.items():
        name = label if label and key.lower() in ("value", "text") else _announced(key)
        redacted[_free(redact(key).text, redacted)] = _redacted(item, name)
    return redacted


def _announced(words: str) -> SecretName | None:
    """What these words announce, once their secrets and the names in placeholders are gone."""
    return secret_name(_PLACEHOLDER.sub("", redact(words).text))


def _label(value: Metadata) -> SecretName | None:
    """What {"name": "Authorization", "value": "..."} announces: the name stands in a value."""
    for key in ("name", "key", "header", "field", "selector"):
        said = value.get(key)
        if isinstance(said, str):
            return _announced(said)
    return None


def _free(key: str, taken: Metadata) -> str:
    """The key, numbered where two secrets used as keys have become the same placeholder."""
    number, free = 1, key
    while free in taken:
        number += 1
        free = f"{key}#{number}"
    return free
