"""Errors in OAuth's format, which differs from that of the other routes."""

from http import HTTPStatus

from starlette.responses import JSONResponse


class OAuthError(Exception):
    """A request that OAuth refuses; `code` is one of the protocol's own."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def response(self) -> JSONResponse:
        """The error as the protocol wants it."""
        body = {"error": self.code, "error_description": self.message}
        return JSONResponse(body, HTTPStatus.BAD_REQUEST)
