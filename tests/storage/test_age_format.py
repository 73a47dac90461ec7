"""Encrypted files: read by and from other programs, and refused when anything about them is wrong."""

import io
import os
from base64 import b64decode

import pytest

from recollect.errors import InvalidInput, StorageCorrupt
from recollect.storage import age_format

PASSPHRASE = "correct horse"
# "hello from rage\n" ten times, as rage (the Rust implementation of age) has encrypted it.
BY_RAGE = b64decode(
    """
YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCAwVHE0R0dpVDZkZ3FKVTdtK2JGbTVRIDE5
ClN4V2krVEw3SFozTmZXYVNKRmUzRU5WbE54YjVSZVNONUVlOG4xdUVVUE0KLS0tIGRPckprMTJF
WnFzazNqazJsclR1OXBZaVlzMG93WVZ2clpMZG9ER25WUlEKDHoaFkQDIV88VVxQAeIkjxczI3SJ
ooNd4hM6dJ3cLadMpjGU1O8W1P5tLj2JvYL+WZg0vnJ9SeIhOuCv4iYCPfJvYS5wrxZKBt3Zw7r1
HqReJ9m3Y2KaJBvZQGduTPM4SnqyT1XY7YUmpN9o9WsLOJXq5uouUdGDzwPOir5GqLD1fJmiADPz
PoWXfAqdSxOIaYMoFhVLZecIpQiVcat8d+C22HGEMHKVV/py4LYGSpXS/Pb3EjDpsH3RAXhcwRZt
"""
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(age_format, "_WORK", 4)


def encrypted(plain: bytes, passphrase: str = PASSPHRASE) -> bytes:
    out = io.BytesIO()
    age_format.encrypt(io.BytesIO(plain), out, passphrase)
    return out.getvalue()


def decrypted(secret: bytes, passphrase: str = PASSPHRASE) -> bytes:
    out = io.BytesIO()
    age_format.decrypt(io.BytesIO(secret), out, passphrase)
    return out.getvalue()


def test_a_file_of_another_implementation_is_read():
    assert decrypted(BY_RAGE) == b"hello from rage\n" * 10


@pytest.mark.parametrize("size", [0, 1, 2**16 - 1, 2**16, 2**16 + 1, 2**17, 300_000])
def test_what_was_encrypted_is_decrypted(size: int):
    plain = os.urandom(size)
    secret = encrypted(plain)
    assert decrypted(secret) == plain
    assert encrypted(plain) != secret
    if size > 100:
        assert plain[:50] not in secret


def test_a_wrong_passphrase_is_told():
    with pytest.raises(InvalidInput, match="passphrase is wrong"):
        decrypted(encrypted(b"x"), "wrong")


def test_a_letter_that_stands_for_the_same_bytes_is_noticed():
    """43 letters hold 32 bytes and two bits that stand for nothing."""
    letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    secret = encrypted(b"private")
    end = secret.index(b"\n", secret.index(b"---"))
    other = letters[letters.index(secret[end - 1]) + 1]
    with pytest.raises(StorageCorrupt, match="damaged"):
        decrypted(secret[: end - 1] + bytes([other]) + secret[end:])


def test_every_changed_byte_is_noticed():
    secret = encrypted(b"private")
    for place in range(len(secret)):
        changed = bytearray(secret)
        changed[place] ^= 1
        with pytest.raises((InvalidInput, StorageCorrupt)):
            decrypted(bytes(changed))


@pytest.mark.parametrize("cut", [1, 16, 2**16 + 16, 2**16 + 17, 100_000])
def test_a_file_without_its_end_is_refused(cut: int):
    secret = encrypted(bytes(2**17))
    with pytest.raises(StorageCorrupt, match="its end is missing"):
        decrypted(secret[:-cut])


def test_pieces_in_another_order_are_refused():
    secret = encrypted(bytes(3 * 2**16))
    piece = 2**16 + 16
    start = len(secret) - 3 * piece
    swapped = (
        secret[:start] + secret[start + piece : start + 2 * piece] + secret[start : start + piece]
    )
    with pytest.raises(StorageCorrupt):
        decrypted(swapped + secret[start + 2 * piece :])


@pytest.mark.parametrize(
    "secret",
    [b"", b"age-encryption.org/v1\n", b"age-encryption.org/v1\n-> X25519 abc\n", b"x" * 1000],
)
def test_other_files_are_refused(secret: bytes):
    with pytest.raises(InvalidInput, match="not a file that a passphrase opens"):
        decrypted(secret)


def test_a_file_that_would_take_all_memory_is_refused():
    secret = encrypted(b"x").replace(b" 4\n", b" 60\n", 1)
    with pytest.raises(InvalidInput):
        decrypted(secret)
