"""Routes that let an MCP client send a person to sign in; outside the OpenAPI schema."""

import json
import re
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse

from recollect.server.authentication import too_many_failures
from recollect.server.client_address import client_address
from recollect.server.errors import Refusal
from recollect.server.html_page import html_page
from recollect.server.oauth.authorization import (
    AUTHORIZE,
    MCP,
    REGISTER,
    RESOURCE_METADATA,
    SERVER_METADATA,
    TOKEN,
    Authorization,
    check_resource,
)
from recollect.server.oauth.clients import Client, client_from_id, register
from recollect.server.oauth.errors import OAuthError

router = APIRouter(include_in_schema=False)

_CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_MAX_BODY: Final = 64 * 1024


@router.get(RESOURCE_METADATA)
@router.get(RESOURCE_METADATA + MCP)
async def resource_metadata(request: Request) -> dict[str, Any]:
    """Say which authorisation server protects `/mcp`."""
    return _authorization(request).resource_metadata(_base(request))


@router.get(SERVER_METADATA)
async def server_metadata(request: Request) -> dict[str, Any]:
    """Say where the authorisation server's routes are."""
    return _authorization(request).metadata(_base(request))


@router.post(REGISTER)
async def register_client(request: Request) -> Response:
    """Register a client."""
    _base(request)
    try:
        client = register(json.loads(await _body(request)))
    except ValueError:
        return OAuthError("invalid_client_metadata", "the body must be JSON").response()
    except OAuthError as error:
        return error.response()
    registered = {
        "client_id": client.id,
        "client_name": client.name,
        "redirect_uris": client.redirect_uris,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    }
    return JSONResponse(registered, HTTPStatus.CREATED)


@router.get(AUTHORIZE)
async def ask(request: Request) -> Response:
    """Show the page on which a person signs in."""
    try:
        client = _checked(request)
    except OAuthError as error:
        return _error_page(error)
    return _sign_in_page(request, client)


@router.post(AUTHORIZE)
async def decide(request: Request) -> Response:
    """Send the person back to the client, with a code if their key is valid."""
    try:
        client = _checked(request)
    except OAuthError as error:
        return _error_page(error)
    form = _fields((await _body(request)).decode("utf-8", "replace"))
    if form.get("decision") != "allow":
        return _back(request, {"error": "access_denied"})
    authorization, query = _authorization(request), _query(request)
    key = authorization.keys.find(form.get("key", "").strip())
    if key is None:
        seconds = authorization.failed_keys.add(client_address(request.scope))
        if seconds is not None:
            raise too_many_failures(seconds)
        return _sign_in_page(request, client, "This is not a valid key; it may have been revoked.")
    code = await run_in_threadpool(
        authorization.grants.add,
        key=key.hash,
        client=client.id,
        resource=authorization.resource(request.headers),
        challenge=query["code_challenge"],
        uri=query["redirect_uri"],
    )
    return _back(request, {"code": code})


@router.post(TOKEN)
async def token(request: Request) -> Response:
    """Exchange a code or a refresh token for tokens."""
    _base(request)
    form = _fields((await _body(request)).decode("utf-8", "replace"))
    try:
        body = await run_in_threadpool(
            _authorization(request).token_response, form, request.headers
        )
    except OAuthError as error:
        return error.response()
    return JSONResponse(body)


def _authorization(request: Request) -> Authorization:
    found: Authorization = request.app.state.authorization
    return found


def _base(request: Request) -> str:
    base = _authorization(request).base(request.headers)
    if base is None:
        message = (
            "there is nothing to sign in to: this needs an API key, and a loopback address"
            " or an https address in the setting allowed_origins"
        )
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", message)
    return base


async def _body(request: Request) -> bytes:
    body = await request.body()
    if len(body) > _MAX_BODY:
        raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", "the body is too large")
    return body


def _query(request: Request) -> dict[str, str]:
    return _fields(request.url.query)


def _fields(text: str) -> dict[str, str]:
    return dict(parse_qsl(text))


def _checked(request: Request) -> Client:
    """The client, if it asks for something that this server can give."""
    query = _query(request)
    resource = f"{_base(request)}{MCP}"
    client = client_from_id(query.get("client_id", ""))
    if not client.may_redirect_to(query.get("redirect_uri", "")):
        raise OAuthError("invalid_request", "the client did not register this redirect_uri")
    if query.get("response_type") != "code":
        raise OAuthError("unsupported_response_type", "response_type must be code")
    challenge = query.get("code_challenge", "")
    if query.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(challenge):
        raise OAuthError("invalid_request", "a code_challenge with the method S256 is required")
    check_resource(query, resource)
    return client


def _back(request: Request, outcome: Mapping[str, str]) -> Response:
    """Redirect to the client, only ever after the person pressed a button."""
    query = _query(request)
    state = {"state": query["state"]} if "state" in query else {}
    fields = urlencode({**outcome, **state, "iss": _base(request)})
    uri = query["redirect_uri"]
    glue = "&" if urlsplit(uri).query else "?"
    return RedirectResponse(f"{uri}{glue}{fields}", HTTPStatus.SEE_OTHER)


def _sign_in_page(request: Request, client: Client, problem: str = "") -> Response:
    target = urlsplit(_query(request)["redirect_uri"])
    is_web = target.scheme in ("http", "https")
    place = f"{target.scheme}://{target.netloc}" if is_web else f"{target.scheme}:"
    name = escape(client.name)
    body = (
        f"<h1>Give “{name}” access to your memory?</h1>"
        "<p>That is what the app calls itself. The access goes to"
        f" <strong>{escape(place)}</strong>; continue only if you started this there.</p>"
        "<p>The app gets the access of the API key that you enter: the agents of that key, and its"
        " rights to read and write. Revoking the key ends it.</p>"
        + (f'<p role="alert"><strong>{escape(problem)}</strong></p>' if problem else "")
        + '<form method="post"><label>API key (<code>recollect keys add</code> creates one)'
        '<input type="password" name="key" autocomplete="current-password" autofocus></label>'
        '<button name="decision" value="allow">Allow</button> '
        '<button name="decision" value="deny">Cancel</button></form>'
    )
    # Browsers apply this to the redirect after the form as well.
    allowed = f"'self' {place}"
    status = HTTPStatus.FORBIDDEN if problem else HTTPStatus.OK
    return html_page("Recollect: sign in", body, status, form_action=allowed)


def _error_page(error: OAuthError) -> Response:
    # Never a redirect: anyone can register an address, and this server must not send people there.
    body = (
        "<h1>This sign-in cannot continue</h1>"
        f"<p>{escape(error.message)} (<code>{escape(error.code)}</code>)</p>"
        "<p>Go back to the app and connect again.</p>"
    )
    return html_page("Recollect: sign in", body, HTTPStatus.BAD_REQUEST)
