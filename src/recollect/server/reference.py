"""Generates docs/http.md from the OpenAPI schema, the errors and the limits."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from recollect.context.caches import RECEIPTS_KEPT
from recollect.domain import checks
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.server import idempotency, json_body
from recollect.server.app import create_app
from recollect.server.errors import status_for
from recollect.server.metrics import Metrics
from recollect.server.schemas import DEFAULT_LIMIT, MAX_LIMIT
from recollect.settings.table import TABLE

_DEFAULT: Final = {name: row.default for name, row in TABLE.items()}

_HEAD: Final = """\
# HTTP API

`recollect serve` listens on `http://127.0.0.1:8377` unless the [settings](settings.md) `host` and `port` differ. A
running server has this reference at `/docs`, with curl examples, and the schema at `/openapi.json`. See also the pages on
the [chat routes](proxy.md) and [MCP](mcp.md), and the recipes in [how-to](how-to.md).

Bodies are JSON objects, sent with `Content-Type: application/json`; unknown fields and parameters are errors. Times are
ISO 8601 with a time zone. Send a turn's `at` with the speaker's UTC offset, because “tomorrow” is resolved with it.
Responses show times in UTC. Percent-encode names in paths, a slash as `%2F`. Every response has an `X-Request-Id` that
identifies its log line; the log never contains content.
"""

_ROUTES: Final = """
## Routes

*Takes* lists the parameters and the body fields; those with a `?` are optional. *Right* is what a
[key](#keys-and-rights) needs for the agent in question; *of all* means a key for every agent (`*`). Where `agent_id` is
optional, its default for memories and lists is all agents that the key may access, for conversations and writes the
agent `default`, and for the optimizer all agents, which requires a key for all.
"""

# Not in the OpenAPI schema: web pages, and MCP, which describes itself.
_OTHER_ROUTES: Final = """
### Other routes

| route | | takes | right |
| --- | --- | --- | --- |
| `GET /` | The [dashboard](tour.md) for browsers; a JSON list of entry points for other clients. | | open |
| `GET /static/{name}` | The files of the dashboard. | | open |
| `GET /docs` | The API reference, with curl examples. | | open |
| `GET /openapi.json` | The OpenAPI schema. | | open |
| `POST /mcp` | The [Model Context Protocol](mcp.md) over streamable HTTP. | | by tool |
"""

_ERRORS: Final = """
## Errors

Every error is `{"error": {"code", "message", "field"?}}`. The code is stable, the message is for people, and `field`
names the invalid value. A request that fails changes nothing. The chat routes add `type` and `param`, as OpenAI clients
expect.

| status | code | when |
| --- | --- | --- |
"""
_HTTP_ERRORS: Final = (
    (400, "malformed_json", "The body is not valid JSON, or is ambiguous."),
    (400, "bad_request", "The request could not be read, or was incomplete."),
    (401, "unauthorized", "The key is missing or unknown."),
    (403, "forbidden", "The key does not have this right for this agent."),
    (403, "host_not_allowed", "The `Host` header is not allowed."),
    (403, "origin_not_allowed", "The web page's origin is not allowed."),
    (405, "method_not_allowed", "The path does not support this method."),
    (
        409,
        "already_done",
        "Already processed with this `Idempotency-Key`; its response is no longer stored.",
    ),
    (413, "too_large", "The body is larger than `max_request_mb`."),
    (415, "unsupported_media_type", "The `Content-Type` is not JSON."),
    (422, "idempotency_key_reused", "This `Idempotency-Key` was used with another body."),
    (500, "internal", "An unexpected error; see the log for the `X-Request-Id`."),
    (502, "upstream_unreachable", "The upstream could not be reached, or closed the connection."),
    (503, "no_model", "`/chat` was called, and no core model is set."),
    (503, "no_upstream", "`upstream_base_url` is not set."),
    (504, "upstream_timeout", "The upstream did not answer within `upstream_timeout_seconds`."),
)
_AFTER_ERRORS: Final = """
`storage_busy`, `provider_unavailable` and `circuit_open` are temporary: `Retry-After`, if present, says
when to retry.
"""

_PAGING: Final = f"""
## Paging

Lists take `limit` (1 to {MAX_LIMIT:,}, default {DEFAULT_LIMIT}) and `cursor`. Pass a response's `next_cursor` as `cursor` to get
the next page; it is `null` on the last page. A cursor is valid only for its own list.

## Idempotency

Turns have ids: sending the same ones again changes nothing, even after a restart. For any other write that may be sent
twice, use an `Idempotency-Key` of 1 to {idempotency.MAX_KEY_LENGTH} characters: repeated by the same caller with the same body,
the write is not executed again, and the first response is returned with `Idempotent-Replay: true`. Responses are kept in
RAM for a day, at most {idempotency.MAX_RESPONSES:,} and {idempotency.MAX_BYTES // 2**20} MiB of them; a restart discards them, and a
deletion clears their bodies. Server errors, 401 and 403 are not kept and can be retried. The chat routes, `/chat` and
`/mcp` ignore the header.
"""

_KEYS: Final = """
## Keys and rights

Without keys, a server on loopback answers everyone on its machine, and one that other machines could reach does not
start. Create the first key with `recollect keys add`; from then on every request needs one, as `X-Recollect-Key` or
`Authorization: Bearer`, except on the routes marked *open*. On the chat routes, `Authorization` is for the upstream
unless `upstream_api_key` is set, so send `X-Recollect-Key` there.

```console
$ recollect keys add phone --agents "alice,team-*" --rights read,write
$ recollect keys list
$ recollect keys revoke phone
```

| right | allows |
| --- | --- |
| `read` | search, read, list, export |
| `write` | add, edit, delete, import |
| `admin` | both, and erasing an agent; with `*` for the agents also syncing and changing settings |

A key applies to the agents whose names match one of its patterns, in which `*` matches any text. Lists over several
agents show those that the key may read. A chat with memory needs `read` and `write`. Only hashes of keys are stored, in
`keys.json`, and a revoked key stops working at once.

## Allowed hosts and origins

With or without keys, the server answers only to its own host names: loopback, the address it listens on, and those in
`allowed_hosts` (403 `host_not_allowed`). Web pages from other origins are rejected unless they are in `allowed_origins`
(403 `origin_not_allowed`); those get CORS headers. So no web page in your browser can read your memory without
permission. Behind a TLS proxy, [add the public host to both](how-to.md#behind-tls-with-keys).

## Health

`GET /health/live` responds as soon as the server listens. `GET /health/ready` returns 200 once the embedder is loaded and
the database answers, and before that 503 with `{"status": "starting", "reason"?}`. Requests are served in the meantime:
turns without a vector are found by keyword.

## Metrics

`GET /metrics` is in Prometheus' text format: counts only, no names. Besides the process metrics:

| metric | |
| --- | --- |
"""

_LIMITS: Final = f"""
## Limits

| | |
| --- | --- |
| request body | {_DEFAULT["max_request_mb"]} MiB (`max_request_mb`), at most {json_body.MAX_DEPTH} levels deep |
| one turn or memory | {_DEFAULT["max_content_kb"]} KiB (`max_content_kb`) |
| turns in one `POST /memory/ingest` | {_DEFAULT["max_ingest_turns"]:,} (`max_ingest_turns`) |
| a question | {checks.QUERY_MAX // 1024} KiB |
| ids of agents, conversations, turns | 1 to {checks.ID_MAX} characters |
| speakers, titles | {checks.LABEL_MAX:,} characters |
| metadata | {checks.METADATA_MAX // 1024} KiB of JSON; {checks.TAGS_MAX} tags |
| receipts | the last {RECEIPTS_KEPT:,}, in RAM |
| memory in a chat | {_DEFAULT["memory_deadline_ms"]} ms (`memory_deadline_ms`); after that the chat continues without |

There is no rate limit: use a reverse proxy for that.
"""
_FOOT: Final = "\n<!-- generated by: python -m recollect.server.reference > docs/http.md -->\n"

# Rights that differ from the default: `read` for GET, `write` for everything else.
_RIGHTS: Final = {
    "POST /api/v1/search": "read",
    "POST /api/v1/context": "read",
    "POST /api/v1/why-not": "read",
    "POST /api/v1/conversations/{conversation_id}/rewrite": "read",
    "POST /v1/chat/completions": "read, write",
    "POST /chat/completions": "read, write",
    "POST /chat": "read, write",
    "GET /v1/models": "any",
    "GET /api/v1/models/tier": "any",
    "GET /api/v1/stats": "read of all",
    "GET /metrics": "read of all",
    "DELETE /api/v1/agents/{agent_id}": "admin",
    "POST /api/v1/sync": "admin of all",
    "GET /api/v1/settings": "admin of all",
    "PATCH /api/v1/settings": "admin of all",
    "GET /health/live": "open",
    "GET /health/ready": "open",
}


def page() -> str:
    """Return the page in Markdown."""
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        schema = create_app(memory).openapi()
        metrics = [*_metrics(Metrics(memory).text().decode())]
    parts = [
        _HEAD,
        _ROUTES,
        *_groups(schema),
        _OTHER_ROUTES,
        _ERRORS,
        *_errors(),
        _AFTER_ERRORS,
        _PAGING,
        _KEYS,
        *metrics,
        _LIMITS,
        _FOOT,
    ]
    return "".join(parts)


def _groups(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the routes grouped by tag."""
    for tag in schema["tags"]:
        yield f"\n### {tag['name'].capitalize()}\n\n{tag['description']}\n\n"
        yield "| route | | takes | right |\n| --- | --- | --- | --- |\n"
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    yield _row(schema, f"{method.upper()} {path}", operation)


def _row(schema: Mapping[str, Any], route: str, operation: Mapping[str, Any]) -> str:
    description = " ".join(operation["description"].split())
    default_right = "read" if route.startswith("GET ") else "write"
    takes = ", ".join(f"`{name}`" for name in _takes(schema, operation))
    title = (
        f"{operation['summary'].rstrip('?')}{'?' if operation['summary'].endswith('?') else '.'}"
    )
    return f"| `{route}` | **{title}** {description} | {takes} | {_RIGHTS.get(route, default_right)} |\n"


def _takes(schema: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parameters and body fields, required ones first."""
    parameters = [
        (parameter["name"], parameter["required"])
        for parameter in operation.get("parameters", ())
        if _is_not_in_path(parameter)
    ]
    fields = _fields(schema, operation.get("requestBody", {}))
    for name, is_required in sorted([*parameters, *fields], key=lambda each: not each[1]):
        yield name if is_required else f"{name}?"


def _is_not_in_path(parameter: Mapping[str, Any]) -> bool:
    """Whether a parameter is not already visible in the path."""
    return bool(parameter["in"] != "path")


def _fields(schema: Mapping[str, Any], body: Mapping[str, Any]) -> list[tuple[str, bool]]:
    content = body.get("content", {}).get("application/json", {}).get("schema", {})
    reference = re.search(r"#/components/schemas/(\w+)", str(content))
    if reference is None:
        return []
    shape = schema["components"]["schemas"][reference[1]]
    return [(name, name in shape.get("required", ())) for name in shape.get("properties", {})]


def _errors() -> Iterator[str]:
    library_errors = [
        (int(status_for(kind)), kind.code, (kind.__doc__ or "").partition("\n")[0])
        for kind in error_classes(RecollectError)
    ]
    for status, code, description in sorted({*library_errors, *_HTTP_ERRORS}):
        yield f"| {status} | `{code}` | {description} |\n"


def error_classes(base: type[RecollectError]) -> Sequence[type[RecollectError]]:
    """Return all subclasses of an error class, recursively."""
    return [each for kind in base.__subclasses__() for each in (kind, *error_classes(kind))]


def _metrics(text: str) -> Iterator[str]:
    for name, description in re.findall(r"^# HELP (recollect_\w+) (.*)$", text, re.MULTILINE):
        if not name.endswith("_created"):
            yield f"| `{name}` | {description} |\n"


if __name__ == "__main__":
    sys.stdout.write(page())
