"""The documentation at /help, which loads nothing from other servers."""

from functools import cache
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from recollect.dashboard.static_file import StaticFile
from recollect.help import site

router = APIRouter(include_in_schema=False)

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
    return _file(name or "index.html").response(request, _HEADERS)


@cache
def _file(name: str) -> StaticFile:
    """A file of the site; names that do not exist are not remembered."""
    return StaticFile.of(name, site().file(name))
