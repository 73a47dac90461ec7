"""A file for browsers, compressed once, which they ask for again only when it has changed."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Final, Self

from fastapi import Request, Response

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".md": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, uncompressed and gzipped."""

    type: str
    plain: bytes
    gzipped: bytes
    tag: str

    @classmethod
    def of(cls, name: str, plain: bytes) -> Self:
        """The file with this name and content."""
        tag = f'"{sha256(plain).hexdigest()[:16]}"'
        return cls(TYPES[PurePosixPath(name).suffix], plain, gzip.compress(plain, mtime=0), tag)

    def response(self, request: Request, headers: Mapping[str, str]) -> Response:
        """The answer to a browser; without content if it has this version already."""
        headers = {**headers, "ETag": self.tag}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, headers=headers, media_type=self.type)
        headers["Content-Encoding"] = "gzip"
        return Response(self.gzipped, headers=headers, media_type=self.type)
