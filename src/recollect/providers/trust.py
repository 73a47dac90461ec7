"""The trusted certificates, loaded once per process because that is slow."""

import os
import ssl
from functools import cache

import httpx2


def trusted() -> ssl.SSLContext:
    """The trusted certificates of the system, or those named in the environment."""
    return _loaded(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def _loaded(_file: str | None, _folder: str | None) -> ssl.SSLContext:
    """The context of the HTTP library, which reads the same two variables."""
    return httpx2.create_ssl_context()
