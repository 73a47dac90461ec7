"""The certificates by which others are known: they take a moment to load, so a process loads them once."""

import os
import ssl
from functools import cache

import httpx2


def trusted() -> ssl.SSLContext:
    """What the machine trusts, or what the environment names instead."""
    return _loaded(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def _loaded(_file: str | None, _folder: str | None) -> ssl.SSLContext:
    """Read by the HTTP library itself, which looks at the same two names."""
    return httpx2.create_ssl_context()
