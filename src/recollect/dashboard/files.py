"""The files of the page, as they lie in the package: read once, packed once, with the rules a browser keeps to."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

router = APIRouter(include_in_schema=False)

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".md": "text/plain; charset=utf-8",
}
_HEADERS: Final = {
    # Our own files and our own API; nothing inline, nothing evaluated, nothing from anywhere else.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    # Kept by the browser, and asked about each time: a new version is there with the next look.
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Encoding",
}


@dataclass(frozen=True, slots=True)
class _File:
    """One file, plain and packed."""

    type: str
    plain: bytes
    packed: bytes
    tag: str


def page(request: Request) -> Response:
    """The page itself."""
    return _answer(request, _files()["index.html"])


@router.get("/static/{name:path}")
async def static(name: str, request: Request) -> Response:
    """One file of the page."""
    found = _files().get(name)
    if found is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return _answer(request, found)


def _answer(request: Request, file: _File) -> Response:
    headers = {**_HEADERS, "ETag": file.tag}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.type)
    headers["Content-Encoding"] = "gzip"
    return Response(file.packed, headers=headers, media_type=file.type)


@cache
def _files() -> dict[str, _File]:
    """Every file by its name: what is not in here cannot be asked for, whatever the path says."""
    return dict(_found(files("recollect.dashboard") / "static", ""))


def _found(folder: Traversable, before: str) -> list[tuple[str, _File]]:
    found: list[tuple[str, _File]] = []
    for item in folder.iterdir():
        name = before + item.name
        if item.is_dir():
            found += _found(item, f"{name}/")
        elif kind := _TYPES.get(name[name.rfind(".") :]):
            found.append((name, _read(item, kind)))
    return found


def _read(item: Traversable, kind: str) -> _File:
    plain = item.read_bytes()
    return _File(kind, plain, gzip.compress(plain, mtime=0), f'"{sha256(plain).hexdigest()[:16]}"')
