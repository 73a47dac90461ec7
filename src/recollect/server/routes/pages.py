"""Routes that are not in the OpenAPI schema: the start page, the API reference and MCP."""

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from recollect import dashboard
from recollect.mcp.http import McpEndpoint
from recollect.server.html_page import html_page

router = APIRouter(include_in_schema=False)

_PLACES: Final = {
    "/": "the dashboard, in a browser",
    "/help": "the documentation",
    "/docs": "the API reference, with examples",
    "/openapi.json": "the OpenAPI schema",
    "/agents": "the list of agents",
    "/health/ready": "whether the server is ready",
}


@router.get("/")
async def home(request: Request) -> Response:
    """Return the dashboard to browsers, and a JSON list of entry points to other clients."""
    if "text/html" in request.headers.get("accept", ""):
        return dashboard.page(request)
    here = {"name": "recollect", "version": request.app.version, "places": _PLACES}
    return JSONResponse(here, headers={"Vary": "Accept"})


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Return the API reference, which loads nothing from other servers."""
    schema = request.app.openapi()
    base = f"http://{request.headers['host']}"
    about = schema["info"]
    parts = [
        f"<h1>{escape(about['title'])} {escape(about['version'])}: HTTP API</h1>",
        f"<p>{_prose(about['description'])}</p>",
        '<p>OpenAPI schema: <a href="/openapi.json">/openapi.json</a></p>',
        '<p><a href="/help">Documentation</a></p>',
        *_operations(schema, base),
    ]
    return html_page(f"{about['title']}: HTTP API", "".join(parts))


def _operations(schema: Mapping[str, Any], base: str) -> Iterator[str]:
    """Yield the routes grouped by tag."""
    for tag in schema["tags"]:
        yield f"<h2>{escape(tag['name'].capitalize())}</h2><p>{_prose(tag['description'])}</p>"
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    yield _operation(f"{base}{path}", method.upper(), path, operation)


def _operation(url: str, method: str, path: str, operation: Mapping[str, Any]) -> str:
    parts = [
        f"<section><h3><code>{method} {escape(path)}</code> {escape(operation['summary'])}</h3>",
        f"<p>{_prose(operation['description'])}</p>",
        _parameters(operation.get("parameters", ())),
        *(f"<pre>{escape(line)}</pre>" for line in _commands(url, method, operation)),
        _answers(operation["responses"]),
        "</section>",
    ]
    return "".join(parts)


def _parameters(parameters: Any) -> str:
    items = (
        f"<li><code>{escape(parameter['name'])}</code>:"
        f" {_prose(parameter.get('description', ''))}</li>"
        for parameter in parameters
    )
    return f"<ul>{''.join(items)}</ul>" if parameters else ""


def _commands(url: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    """Yield each example as a curl command that works when pasted into a shell.

    Routes that delete, or that need something to exist first, have none.
    """
    if "{" in url or method == "DELETE":
        return
    contents = operation.get("requestBody", {}).get("content", {})
    for kind, content in contents.items():
        for example in content.get("examples", {}).values():
            value = example["value"]
            is_file = isinstance(value, str)
            body = value if is_file else json.dumps(value, indent=2, ensure_ascii=False)
            # The shell's way to put a quote inside a quoted string.
            body = body.replace("'", "'\\''")
            yield (
                f"# {example['summary']}\n"
                f"curl -X {method} {url} \\\n  -H 'Content-Type: {kind}' \\\n  -d '{body}'"
            )
    if not contents:
        needed = [each for each in operation.get("parameters", ()) if each["required"]]
        query = "&".join(f"{each['name']}={each['schema']['examples'][0]}" for each in needed)
        yield f"curl -X {method} '{url}?{query}'" if query else f"curl -X {method} {url}"


def _answers(responses: Mapping[str, Any]) -> str:
    statuses = ", ".join(
        f"<code>{status}</code> {escape(answer['description'])}"
        for status, answer in sorted(responses.items())
    )
    return f"<p>Responses: {statuses}</p>"


def _prose(text: str) -> str:
    """Convert a docstring to HTML, with paragraphs and inline code."""
    pieces = escape(text).split("`")
    marked = (f"<code>{piece}</code>" if odd % 2 else piece for odd, piece in enumerate(pieces))
    return "".join(marked).replace("\n\n", "</p><p>")


# Only POST: the protocol's other methods are for sessions, which this server does not have.
@router.post("/mcp")
async def mcp(request: Request) -> Response:
    """Pass the request to the MCP endpoint."""
    return _Delegated(request.app.state.mcp)


class _Delegated(Response):
    """A response that delegates the whole exchange to an ASGI app."""

    def __init__(self, endpoint: McpEndpoint) -> None:
        super().__init__()
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._endpoint(scope, receive, send)
