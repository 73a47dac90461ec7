"""The documentation at /help, which loads nothing from other servers."""

import gzip
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from recollect.help import site

router = APIRouter(include_in_schema=False)

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_HEADERS: Final = {
    # Only this server's files: no inline code, no requests by scripts, no other origin.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self';"
    " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding",
}


@router.get("/help")
def start() -> Response:
    """Lead to the first page."""
    return RedirectResponse("/help/index.html")


@router.get("/help/{name:path}")
def file(name: str, request: Request) -> Response:
    """Return a page, an image, a script or the search index."""
    plain, gzipped, tag = _content(name or "index.html")
    headers = {**_HEADERS, "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    media_type = _TYPES[PurePosixPath(name or "index.html").suffix]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, headers=headers, media_type=media_type)
    headers["Content-Encoding"] = "gzip"
    return Response(gzipped, headers=headers, media_type=media_type)


@cache
def _content(name: str) -> tuple[bytes, bytes, str]:
    """A file as it is, compressed, and its tag; names that do not exist are not remembered."""
    plain = site().file(name)
    return plain, gzip.compress(plain, mtime=0), f'"{sha256(plain).hexdigest()[:16]}"'
