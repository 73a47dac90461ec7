"""Serves the dashboard's static files, read and compressed once, with security headers."""

import gzip
import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

router = APIRouter(include_in_schema=False)

_FOLDER: Final = Path(__file__).parent / "static"
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".md": "text/plain; charset=utf-8",
}
_IMPORT_MAP: Final = re.compile(rb'<script type="importmap">(.*?)</script>', re.DOTALL)


def _import_map_hash() -> str:
    """The hash of the list of hashes of others' scripts, the only script inside the page."""
    found = _IMPORT_MAP.search((_FOLDER / "index.html").read_bytes())
    assert found is not None
    return b64encode(sha256(found[1]).digest()).decode()


_HEADERS: Final = {
    # Only this server's files and API: no inline code, no eval, no other origin.
    "Content-Security-Policy": "default-src 'none'; style-src 'self';"
    f" script-src 'self' 'sha256-{_import_map_hash()}';"
    " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    # The browser revalidates every time, so that a new version shows at the next load.
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Encoding",
}


@dataclass(frozen=True, slots=True)
class _File:
    """One file, uncompressed and gzipped."""

    type: str
    plain: bytes
    gzipped: bytes
    tag: str


def page(request: Request) -> Response:
    """The HTML page, which shows times in the time zone of the settings."""
    return _response(request, _page(str(request.app.state.memory.settings.zone)))


@router.get("/static/{name:path}")
async def static(name: str, request: Request) -> Response:
    """One static file."""
    file = _files().get(name)
    if file is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return _response(request, file)


def _response(request: Request, file: _File) -> Response:
    headers = {**_HEADERS, "ETag": file.tag}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.type)
    headers["Content-Encoding"] = "gzip"
    return Response(file.gzipped, headers=headers, media_type=file.type)


@cache
def _page(zone: str) -> _File:
    plain = _files()["index.html"].plain
    named = plain.replace(b"<html ", b'<html data-timezone="%s" ' % escape(zone).encode(), 1)
    return _compressed(named, _TYPES[".html"])


@cache
def _files() -> dict[str, _File]:
    """Every file by name; a path outside this dict cannot be requested."""
    found = ((file, _TYPES.get(file.suffix)) for file in _FOLDER.rglob("*"))
    return {
        file.relative_to(_FOLDER).as_posix(): _compressed(file.read_bytes(), media_type)
        for file, media_type in found
        if media_type
    }


def _compressed(plain: bytes, media_type: str) -> _File:
    tag = f'"{sha256(plain).hexdigest()[:16]}"'
    return _File(media_type, plain, gzip.compress(plain, mtime=0), tag)
