"""Files encrypted with a passphrase, in the format of age (age-encryption.org/v1).

The ciphers are those of the library `cryptography`; this only writes the format, so that the tool
`age` reads our files and we read its. Large files are encrypted in pieces; one that was cut off or
changed is refused.
"""

import hashlib
import hmac
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from recollect.errors import InvalidInput, StorageCorrupt

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

INTRO: Final = b"age-encryption.org/v1\n"
_LABEL: Final = b"age-encryption.org/v1/scrypt"
_WORK: Final = 18
_MOST_WORK: Final = 22
_PIECE: Final = 2**16
_TAG: Final = 16
_HEADER: Final = re.compile(
    rb"age-encryption\.org/v1\n-> scrypt ([A-Za-z0-9+/]{22}) (\d{1,2})\n"
    rb"([A-Za-z0-9+/]{43})\n---( )([A-Za-z0-9+/]{43})\n"
)
_MOST_HEADER: Final = 512


def encrypt(plain: BinaryIO, secret: BinaryIO, passphrase: str) -> None:
    """Write an encrypted copy."""
    key, salt, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    wrapped = _cipher(_stretched(passphrase, salt, _WORK)).encrypt(bytes(12), key, None)
    header = INTRO + b"-> scrypt %s %d\n%s\n---" % (_text(salt), _WORK, _text(wrapped))
    secret.write(header + b" " + _text(_signature(key, header)) + b"\n" + nonce)
    cipher = _cipher(_derived(key, nonce, b"payload"))
    pieces = _pieces(plain, _PIECE)
    secret.writelines(cipher.encrypt(nonce, piece, None) for nonce, piece in pieces)


def decrypt(secret: BinaryIO, plain: BinaryIO, passphrase: str) -> None:
    """Write a decrypted copy; a wrong passphrase or a damaged file is an error."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - takes long to load

    beginning = secret.read(_MOST_HEADER)
    found = _HEADER.match(beginning)
    if found is None or int(found[2]) > _MOST_WORK:
        message = "this is not a file that a passphrase opens (age with scrypt)"
        raise InvalidInput(message, field="file")
    stretched = _stretched(passphrase, _bytes(found[1]), int(found[2]))
    try:
        key = _cipher(stretched).decrypt(bytes(12), _bytes(found[3]), None)
    except InvalidTag:
        raise InvalidInput("the passphrase is wrong", field="passphrase") from None
    if not hmac.compare_digest(_signature(key, beginning[: found.start(4)]), _bytes(found[5])):
        raise StorageCorrupt("the encrypted file is damaged")
    secret.seek(found.end())
    cipher = _cipher(_derived(key, secret.read(16), b"payload"))
    try:
        pieces = _pieces(secret, _PIECE + _TAG)
        plain.writelines(cipher.decrypt(nonce, piece, None) for nonce, piece in pieces)
    except InvalidTag:
        raise StorageCorrupt("the encrypted file is damaged, or its end is missing") from None


def _pieces(source: BinaryIO, size: int) -> Iterator[tuple[bytes, bytes]]:
    """The file in pieces, each after its nonce: its number, and whether it is the last."""
    number, piece = 0, source.read(size)
    while following := source.read(size):
        yield number.to_bytes(11, "big") + b"\0", piece
        number, piece = number + 1, following
    yield number.to_bytes(11, "big") + b"\1", piece


def _stretched(passphrase: str, salt: bytes, work: int) -> bytes:
    return hashlib.scrypt(
        passphrase.encode(), salt=_LABEL + salt, n=2**work, r=8, p=1, maxmem=2**31 - 1, dklen=32
    )


def _signature(key: bytes, header: bytes) -> bytes:
    return hmac.digest(_derived(key, b"", b"header"), header, "sha256")


def _derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(SHA256(), 32, salt, purpose).derive(key)


def _cipher(key: bytes) -> "ChaCha20Poly1305":
    try:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        message = "encryption needs the library cryptography: pip install cryptography"
        raise InvalidInput(message, field="passphrase") from missing
    return ChaCha20Poly1305(key)


def _text(data: bytes) -> bytes:
    return b64encode(data).rstrip(b"=")


def _bytes(text: bytes) -> bytes:
    data = b64decode(text + b"=" * (-len(text) % 4))
    # Bits that its last letter has too many must be 0: then a changed letter is always noticed.
    if _text(data) != text:
        raise StorageCorrupt("the encrypted file is damaged")
    return data
