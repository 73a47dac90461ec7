"""Serves the dashboard's static files, read and compressed once, with security headers."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from recollect.dashboard.static_file import TYPES, StaticFile

router = APIRouter(include_in_schema=False)

_FOLDER: Final = Path(__file__).parent / "static"
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


def page(request: Request) -> Response:
    """The HTML page, which shows times in the time zone of the settings."""
    zone = str(request.app.state.memory.settings.zone)
    return _page(zone).response(request, _HEADERS)


@router.get("/static/{name:path}")
async def static(name: str, request: Request) -> Response:
    """One static file."""
    file = _files().get(name)
    if file is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return file.response(request, _HEADERS)


@cache
def _page(zone: str) -> StaticFile:
    plain = _files()["index.html"].plain
    named = plain.replace(b"<html ", b'<html data-timezone="%s" ' % escape(zone).encode(), 1)
    return StaticFile.of("index.html", named)


@cache
def _files() -> dict[str, StaticFile]:
    """Every file by name; a path outside this dict cannot be requested."""
    found = (file for file in _FOLDER.rglob("*") if file.suffix in TYPES)
    return {
        (name := file.relative_to(_FOLDER).as_posix()): StaticFile.of(name, file.read_bytes())
        for file in found
    }
