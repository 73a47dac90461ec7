"""Generates docs/http.md from `http_reference.md`, the OpenAPI schema, the errors and the limits.

`python -m tools.http_reference > docs/http.md`
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from recollect.context.caches import RECEIPTS_KEPT
from recollect.domain import checks
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.server import idempotency, json_body
from recollect.server.app import create_app
from recollect.server.errors import status_of
from recollect.server.field_types import DEFAULT_LIMIT, MAX_LIMIT
from recollect.server.metrics import ServerMetrics
from recollect.server.routing import WORDS
from recollect.settings.table import TABLE


def page() -> str:
    """Return the page in Markdown."""
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        schema = create_app(memory).openapi()
        metrics = ServerMetrics(memory).text().decode()
    template = Template(Path(__file__).with_suffix(".md").read_text("utf-8"))
    tables = {
        "routes": "".join(_groups(schema)),
        "errors": "".join(_errors()),
        "metrics": "".join(_metrics(metrics)),
    }
    return template.substitute(tables | {name: f"{limit:,}" for name, limit in _limits().items()})


def _limits() -> dict[str, int]:
    settings = (
        "max_request_mb max_import_mb max_content_kb max_ingest_turns memory_deadline_ms".split()
    )
    return {name: int(str(TABLE[name].default)) for name in settings} | {
        "max_limit": MAX_LIMIT,
        "default_limit": DEFAULT_LIMIT,
        "max_key_length": idempotency.MAX_KEY_LENGTH,
        "max_responses": idempotency.MAX_RESPONSES,
        "max_response_mib": idempotency.MAX_BYTES // 2**20,
        "max_depth": json_body.MAX_DEPTH,
        "query_kib": checks.QUERY_MAX // 1024,
        "id_max": checks.ID_MAX,
        "label_max": checks.LABEL_MAX,
        "tags_max": checks.TAGS_MAX,
        "receipts_kept": RECEIPTS_KEPT,
    }


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
    takes = ", ".join(f"`{name}`" for name in _takes(schema, operation))
    default_right = "read" if route.startswith("GET ") else "write"
    right = WORDS["routes"][operation["operationId"]].get("right", default_right)
    return f"| `{route}` | **{operation['summary']}.** {description} | {takes} | {right} |\n"


def _takes(schema: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parameters and body fields, required ones first."""
    parameters = [
        (parameter["name"], parameter["required"])
        for parameter in operation.get("parameters", ())
        if parameter["in"] != "path"
    ]
    fields = _fields(schema, operation.get("requestBody", {}))
    for name, is_required in sorted([*parameters, *fields], key=lambda each: not each[1]):
        yield name if is_required else f"{name}?"


def _fields(schema: Mapping[str, Any], body: Mapping[str, Any]) -> list[tuple[str, bool]]:
    content = body.get("content", {}).get("application/json", {}).get("schema", {})
    reference = re.search(r"#/components/schemas/(\w+)", str(content))
    if reference is None:
        return []
    shape = schema["components"]["schemas"][reference[1]]
    return [(name, name in shape.get("required", ())) for name in shape.get("properties", {})]


def _errors() -> Iterator[str]:
    rows = {(each["status"], code, each["when"]) for code, each in WORDS["errors"].items()}
    for kind in error_classes(RecollectError):
        rows.add((int(status_of(kind)), kind.code, (kind.__doc__ or "").partition("\n")[0]))
    for status, code, description in sorted(rows):
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
