"""Prints the part of the server's OpenAPI description from which the client's types are generated.

Left out are the chat routes, which other clients call, errors, which all look the same, and what
only people read: titles and examples.
"""

import json
import sys
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from recollect import Memory
from recollect.server.app import create_app

_NOT_NEEDED = {"title", "examples", "operationId", "tags"}


def description() -> str:
    """The description as JSON, the same text for the same server."""
    with Memory.open(":memory:", background=False, embedding_backend="none") as memory:
        schema = create_app(memory).openapi()
    paths = {
        path: {method: _operation(each) for method, each in methods.items()}
        for path, methods in schema["paths"].items()
        if path != "/metrics" and not any("chat" in each["tags"] for each in methods.values())
    }
    schemas = _without(schema["components"]["schemas"], is_named=True)
    used = _used(paths, schemas)
    kept = {
        "openapi": schema["openapi"],
        "info": {"title": "Recollect", "version": ""},
        "paths": paths,
        "components": {"schemas": {name: schemas[name] for name in sorted(used)}},
    }
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def _operation(operation: dict[str, Any]) -> Any:
    good = {
        status: response
        for status, response in operation["responses"].items()
        if int(status) < HTTPStatus.BAD_REQUEST
    }
    return _without(operation | {"responses": good})


def _without(value: Any, *, is_named: bool = False) -> Any:
    """The value without what is not needed; below `properties`, the names are those of fields."""
    if isinstance(value, list):
        return [_without(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _without(each, is_named=name == "properties")
        for name, each in value.items()
        if is_named or name not in _NOT_NEEDED
    }


def _used(paths: Any, schemas: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = [*_references(paths)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(schemas[name])
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(target := value.get("$ref"), str):
            yield target.rpartition("/")[2]
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from _references(each)


if __name__ == "__main__":
    sys.stdout.write(description())
