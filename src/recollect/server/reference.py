"""The page docs/http.md, written from the OpenAPI, the errors and the limits, so that it cannot fall behind."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from recollect.context.kept import RECEIPTS
from recollect.domain import checks
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.server import idempotency, json_body
from recollect.server.app import create_app
from recollect.server.errors import status_for
from recollect.server.metrics import Metrics
from recollect.server.shapes import MOST, USUAL
from recollect.settings.table import TABLE

_DEFAULT: Final = {name: row.default for name, row in TABLE.items()}

_HEAD: Final = """\
# The HTTP interface

Everything here is asked of the server that `recollect serve` starts, at `http://127.0.0.1:8377` unless the
[settings](settings.md) `host` and `port` say otherwise. A running server shows the same with examples to paste, at
`/docs`, and for programs at `/openapi.json`. The chat routes have [a page of their own](proxy.md), and so has
[MCP](mcp.md). Recipes are in [how-to](how-to.md).

Bodies are JSON objects, sent with `Content-Type: application/json`; a field or parameter that nobody knows is refused, not
ignored. Moments are ISO 8601 with a time zone; a turn's `at` is best sent with the speaker's offset, for “tomorrow” is reckoned
by it. Answers show moments in UTC. Names in paths are percent-encoded, a slash in one as `%2F`. Every answer has
an `X-Request-Id`, under which the log has its line; no line holds a word of what anybody said.
"""

_ROUTES: Final = """
## Routes

*Takes* lists the parameters and the fields of the body; those with a `?` may be left out. *Right* is what a
[key](#keys-and-rights) needs for the agent that is meant; *of all* means a key for every agent (`*`). An `agent_id` that may be
left out means, on memories and lists, all agents that the key reaches; for conversations and
what is written it means the agent `default`; for the optimizer it means all, and takes a key for all.
"""

# What has no place in the OpenAPI: pages for people, and a protocol that describes itself.
_APART: Final = """
### Beside them

| route | | takes | right |
| --- | --- | --- | --- |
| `GET /` | The [page](tour.md) for browsers; for others, where things are, as JSON. | | open |
| `GET /static/{name}` | The files of the page. | | open |
| `GET /docs` | The reference, with examples to paste. | | open |
| `GET /openapi.json` | The reference for programs. | | open |
| `POST /mcp` | The [Model Context Protocol](mcp.md) over streamable HTTP. | | by tool |
"""

_ERRORS: Final = """
## Errors

Every error is `{"error": {"code", "message", "field"?}}`. The code never changes, the message is for people, and `field`
names the value to mend. Nothing was changed. The chat routes add `type` and `param`, as clients of OpenAI expect.

| status | code | when |
| --- | --- | --- |
"""
_OVER_HTTP: Final = (
    (400, "malformed_json", "The body is no JSON, or can be understood in two ways."),
    (400, "bad_request", "The request could not be read, or broke off."),
    (401, "unauthorized", "A key is needed, or this one is not known."),
    (403, "forbidden", "The key has not this right for this agent."),
    (403, "host_not_allowed", "The server was addressed by a name it does not answer to."),
    (403, "origin_not_allowed", "A web page asks that may not."),
    (405, "method_not_allowed", "The path takes another method."),
    (
        409,
        "already_done",
        "Done before under this `Idempotency-Key`; its answer was deleted since.",
    ),
    (413, "too_large", "The body is larger than `max_request_mb`."),
    (415, "unsupported_media_type", "The body does not say that it is JSON."),
    (422, "idempotency_key_reused", "This `Idempotency-Key` was used for another body."),
    (500, "internal", "Nobody expected it; the log says where, under the `X-Request-Id`."),
    (502, "upstream_unreachable", "The upstream could not be reached, or hung up."),
    (503, "no_model", "`/chat` was asked, and no core model is set."),
    (503, "no_upstream", "`upstream_base_url` is not set."),
    (504, "upstream_timeout", "The upstream was silent for `upstream_timeout_seconds`."),
)
_AFTER_ERRORS: Final = """
`storage_busy`, `provider_unavailable` and `circuit_open` may pass by themselves: `Retry-After` says
when to ask again, where that is known.
"""

_PAGING: Final = f"""
## Paging

Lists take `limit` (1 to {MOST:,}, else {USUAL}) and `cursor`. An answer's `next_cursor` is the `cursor` of the next part,
and `null` in the last one. A cursor belongs to its list and means nothing elsewhere.

## Writing twice

Turns have ids: the same ones again change nothing, also after a restart. Any other write that may be sent twice takes an
`Idempotency-Key` of 1 to {idempotency.LONGEST} characters: again from the same caller, with the same body, it is not done
again, and the first answer comes back with `Idempotent-Replay: true`. Answers are kept in RAM for a day, at most
{idempotency.MOST:,} and {idempotency.MOST_BYTES // 2**20} MiB of them; a restart forgets them, and a deletion empties them of
their words. Faults of the server are not kept, nor are 401 and 403: those may be tried again. The chat routes, `/chat` and
`/mcp` do not look at the header.
"""

_KEYS: Final = """
## Keys and rights

While there is no key, a server on loopback answers everybody on its machine, and one that others could reach does not
start. `recollect keys add` makes the first, and from then on every request needs one, as `X-Recollect-Key` or
`Authorization: Bearer`; only the routes marked *open* do not. On the chat routes `Authorization` is the upstream's,
unless `upstream_api_key` is set: there, send `X-Recollect-Key`.

```console
$ recollect keys add phone --agents "alice,team-*" --rights read,write
$ recollect keys list
$ recollect keys revoke phone
```

| right | allows |
| --- | --- |
| `read` | to search, read, list, export |
| `write` | to remember, correct, delete, import |
| `admin` | both, and to erase an agent; with `*` for the agents also to sync and to change settings |

A key is for the agents whose names fit one of its patterns, in which `*` stands for any text. Lists over several agents
show those that the key may read. A chat with memory needs `read` and `write`. Only hashes are kept, in `keys.json`, and a
revoked key is refused by the next request.

## Who may ask from where

With or without keys, the server answers only to names of its own: loopback, the address it listens on, and those in
`allowed_hosts` (403 `host_not_allowed`). Web pages of other origins are refused unless they are in `allowed_origins`
(403 `origin_not_allowed`); those get CORS headers. So no page in your browser can reach a memory behind your back.
Behind a proxy that speaks TLS, [name the public host in both](how-to.md#behind-tls-with-keys).

## Health

`GET /health/live` answers as soon as the server listens. `GET /health/ready` answers 200 once the embedder is loaded and the
database answers, and till then 503 with `{"status": "starting", "reason"?}`. Requests are served meanwhile: turns without a
vector are found by their words.

## Metrics

`GET /metrics` is in Prometheus' text format: counts only, of nobody by name. Beside those of the process:

| metric | |
| --- | --- |
"""

_LIMITS: Final = f"""
## Limits

| | |
| --- | --- |
| body of a request | {_DEFAULT["max_request_mb"]} MiB (`max_request_mb`), at most {json_body.DEEPEST} levels deep |
| one turn or memory | {_DEFAULT["max_content_kb"]} KiB (`max_content_kb`) |
| turns in one `POST /memory/ingest` | {_DEFAULT["max_ingest_turns"]:,} (`max_ingest_turns`) |
| a question | {checks.QUERY_MAX // 1024} KiB |
| ids of agents, conversations, turns | 1 to {checks.ID_MAX} characters of any kind |
| speakers, titles | {checks.LABEL_MAX:,} characters |
| metadata | {checks.METADATA_MAX // 1024} KiB of JSON; {checks.TAGS_MAX} tags |
| receipts | the last {RECEIPTS:,}, in RAM |
| memory in a chat | {_DEFAULT["memory_deadline_ms"]} ms (`memory_deadline_ms`); then the chat goes on without |

There is no limit on the number of requests: that is for whoever stands before the server.
"""
_FOOT: Final = "\n<!-- made by: python -m recollect.server.reference > docs/http.md -->\n"

# Which right a route needs where it is not the usual: `read` to GET, `write` for everything else.
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
    """The whole page, in Markdown."""
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        schema = create_app(memory).openapi()
        metrics = [*_metrics(Metrics(memory).text().decode())]
    parts = [
        _HEAD,
        _ROUTES,
        *_groups(schema),
        _APART,
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
    """The routes in the order of their tags."""
    for tag in schema["tags"]:
        yield f"\n### {tag['name'].capitalize()}\n\n{tag['description']}\n\n"
        yield "| route | | takes | right |\n| --- | --- | --- | --- |\n"
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    yield _row(schema, f"{method.upper()} {path}", operation)


def _row(schema: Mapping[str, Any], route: str, operation: Mapping[str, Any]) -> str:
    told = " ".join(operation["description"].split())
    usual = "read" if route.startswith("GET ") else "write"
    takes = ", ".join(f"`{name}`" for name in _takes(schema, operation))
    what = f"{operation['summary'].rstrip('?')}{'?' if operation['summary'].endswith('?') else '.'}"
    return f"| `{route}` | **{what}** {told} | {takes} | {_RIGHTS.get(route, usual)} |\n"


def _takes(schema: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[str]:
    """The parameters and the fields of the body, those that must be given first."""
    asked = [(one["name"], one["required"]) for one in operation.get("parameters", ()) if _own(one)]
    fields = _fields(schema, operation.get("requestBody", {}))
    for name, needed in sorted([*asked, *fields], key=lambda each: not each[1]):
        yield name if needed else f"{name}?"


def _own(parameter: Mapping[str, Any]) -> bool:
    """Whether a parameter is not to be seen in the path anyway."""
    return bool(parameter["in"] != "path")


def _fields(schema: Mapping[str, Any], body: Mapping[str, Any]) -> list[tuple[str, bool]]:
    content = body.get("content", {}).get("application/json", {}).get("schema", {})
    named = re.search(r"#/components/schemas/(\w+)", str(content))
    if named is None:
        return []
    shape = schema["components"]["schemas"][named[1]]
    return [(name, name in shape.get("required", ())) for name in shape.get("properties", {})]


def _errors() -> Iterator[str]:
    ours = [
        (int(status_for(kind)), kind.code, (kind.__doc__ or "").partition("\n")[0])
        for kind in every_kind(RecollectError)
    ]
    for status, code, told in sorted({*ours, *_OVER_HTTP}):
        yield f"| {status} | `{code}` | {told} |\n"


def every_kind(of: type[RecollectError]) -> Sequence[type[RecollectError]]:
    """The kinds of errors below one, and below those."""
    return [each for kind in of.__subclasses__() for each in (kind, *every_kind(kind))]


def _metrics(text: str) -> Iterator[str]:
    for name, told in re.findall(r"^# HELP (recollect_\w+) (.*)$", text, re.MULTILINE):
        if not name.endswith("_created"):
            yield f"| `{name}` | {told} |\n"


if __name__ == "__main__":
    sys.stdout.write(page())
