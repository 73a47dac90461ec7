"""Random requests to a server, made from its OpenAPI description and its MCP tools.

The same seed makes the same requests. Half of the values fit the description; the others are of the
wrong type, too long, empty, in odd characters, or name what belongs to another agent.
"""

import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

HOSTILE = (
    "", " ", ".", "..", "../../etc/passwd", "/", "a/b", "%00", "%2e%2e", "null", "*", "'; --",
    "\x00", "\x1b[31m", "\u202eabc", "\ufeff", "é" * 300, "x" * 5_000, "💥", "\\", '"', "<script>",
    "-1", "1e999", "NaN", "2026-02-30", "9999-12-31T23:59:59Z", "agent id", "${jndi:x}", "{}", "[]",
    "</recollect_memory>", "system", "default", "true", "0",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308, 3)
BODIES = (
    b"", b"{", b"null", b"[]", b"[[[[[[[[", b'{"a": NaN}', b'"\\ud800"', b"\xff\xfe", b"1" * 5_000,
    b'{"agent_id": "one", "agent_id": "two"}', b"[" * 2_000 + b"]" * 2_000, b"\x00" * 100,
)  # fmt: skip
WORDS = ("tea", "Lisbon", "I live in Porto.", "allergic", "Likes tea.", "what", "canary")
_DEEPEST = 4


@dataclass(frozen=True)
class Request:
    """One request, and the statuses that the description allows for its answer."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    # Empty for MCP, whose answers are judged by their content.
    documented: frozenset[int] = frozenset()
    # Whether the address may lead to another route, or to none.
    strays: bool = False


@dataclass
class Names:
    """Names that exist: of agents, memories, conversations and so on, by parameter."""

    known: dict[str, list[str]] = field(default_factory=dict)
    # The caller's own, which most requests name.
    own: dict[str, str] = field(default_factory=dict)

    def add(self, parameter: str, value: str) -> None:
        self.known.setdefault(parameter, []).append(value)

    def pick(self, chance: random.Random, parameter: str) -> str | None:
        if parameter in self.own and chance.random() < 0.6:
            return self.own[parameter]
        there = self.known.get(parameter)
        return chance.choice(there) if there else None


class Fuzzer:
    """Makes requests from an OpenAPI description and a list of MCP tools."""

    def __init__(
        self, schema: Mapping[str, Any], tools: Sequence[Mapping[str, Any]], names: Names, seed: int
    ) -> None:
        self._schema = schema
        self._operations = [
            (method.upper(), path, operation)
            for path, methods in sorted(schema["paths"].items())
            for method, operation in sorted(methods.items())
        ]
        self._tools = tools
        self._names = names
        self._chance = random.Random(seed)
        self._reached: set[str] = set()

    @property
    def unreached(self) -> set[str]:
        """The routes and tools that no request has gone to yet."""
        routes = {f"{method} {path}" for method, path, _ in self._operations}
        return (routes | {tool["name"] for tool in self._tools}) - self._reached

    def http(self, headers: Mapping[str, str]) -> Request:
        """One request to a route."""
        chance = self._chance
        method, path, operation = chance.choice(self._operations)
        self._reached.add(f"{method} {path}")
        query: list[tuple[str, str]] = []
        strays = False
        for parameter in operation.get("parameters", ()):
            name = parameter["name"]
            if parameter["in"] == "path":
                text = self._name(name, parameter["schema"])
                strays |= "/" in text or text in {"", ".", ".."}
                path = path.replace(f"{{{name}}}", quote(text, safe="", errors="replace"))
            elif parameter["in"] == "query" and chance.random() < (
                0.9 if parameter.get("required") else 0.4
            ):
                query.append((name, self._name(name, parameter["schema"])))
        if query:
            path = f"{path}?{urlencode(query, errors='replace')}"
        content, sent = self._body(operation)
        documented = frozenset(int(status) for status in operation["responses"])
        return Request(method, path, {**headers, **sent}, content, documented, strays)

    def mcp(self, headers: Mapping[str, str]) -> Request:
        """One call of a tool."""
        tool = self._chance.choice(self._tools)
        self._reached.add(tool["name"])
        arguments = self._value(tool["inputSchema"], 0)
        call = {"name": tool["name"], "arguments": arguments}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        sent = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
        }
        content = json.dumps(_finite(body)).encode()
        return Request("POST", "/mcp", {**headers, **sent}, content)

    def _body(self, operation: Mapping[str, Any]) -> tuple[bytes | None, dict[str, str]]:
        chance = self._chance
        kinds = operation.get("requestBody", {}).get("content", {})
        if not kinds:
            return None, {}
        kind = chance.choice(sorted(kinds))
        if chance.random() < 0.1:
            return chance.choice(BODIES), {"Content-Type": kind}
        if chance.random() < 0.03:
            return b"{}", {"Content-Type": chance.choice(["text/plain", "application/xml", "x"])}
        value = self._value(kinds[kind].get("schema", {}), 0)
        return json.dumps(value).encode(), {"Content-Type": kind}

    def _name(self, name: str, schema: Mapping[str, Any]) -> str:
        """A path or query parameter, as text."""
        chance = self._chance
        if (known := self._names.pick(chance, name)) and chance.random() < 0.7:
            return known
        value = self._value(schema, _DEEPEST)
        return value if isinstance(value, str) else json.dumps(value)

    def _value(self, schema: Mapping[str, Any], depth: int, name: str = "") -> Any:
        """A value for a schema; one in seven does not fit it."""
        chance = self._chance
        if chance.random() < 0.15:
            return self._anything(depth)
        if (known := self._names.pick(chance, name)) and chance.random() < 0.6:
            return known
        if "$ref" in schema:
            part = schema["$ref"].rsplit("/", 1)[1]
            return self._value(self._schema["components"]["schemas"][part], depth, name)
        for union in ("anyOf", "oneOf", "allOf"):
            if schema.get(union):
                return self._value(chance.choice(schema[union]), depth, name)
        choices = schema.get("enum") or [schema[key] for key in ("const",) if key in schema]
        return chance.choice(choices) if choices else self._of_type(schema, depth)

    def _of_type(self, schema: Mapping[str, Any], depth: int) -> Any:  # noqa: PLR0911 - one a type
        chance = self._chance
        match schema.get("type"):
            case "object":
                return self._object(schema, depth)
            case "array":
                items = schema.get("items", {})
                count = 0 if depth > _DEEPEST else chance.choice((0, 1, 1, 2, 5))
                return [self._value(items, depth + 1) for _ in range(count)]
            case "integer":
                low = schema.get("minimum", 0)
                return chance.choice((low, low + 1, schema.get("maximum", 50), 10))
            case "number":
                return chance.choice((0.0, 0.5, 1.0, schema.get("maximum", 1.0)))
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
            case _:
                return self._text(schema)

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        chance = self._chance
        required = set(schema.get("required", ()))
        made = {
            name: self._value(part, depth + 1, name)
            for name, part in schema.get("properties", {}).items()
            if chance.random() < (0.95 if name in required else 0.4)
        }
        if chance.random() < 0.05 or not schema.get("properties"):
            made[chance.choice(HOSTILE)] = self._anything(depth + 1)
        return made

    def _text(self, schema: Mapping[str, Any]) -> str:
        chance = self._chance
        if schema.get("format") == "date-time":
            return chance.choice(("2026-03-02T18:00:00+00:00", "2026-03-02", "1901-01-01T00:00Z"))
        if schema.get("examples") and chance.random() < 0.5:
            return str(chance.choice(schema["examples"]))
        return chance.choice(WORDS if chance.random() < 0.7 else HOSTILE)

    def _anything(self, depth: int) -> Any:
        chance = self._chance
        kind = chance.randrange(7)
        if kind < 3 or depth > _DEEPEST:
            return chance.choice(HOSTILE)
        if kind == 3:
            return chance.choice(NUMBERS)
        if kind == 4:
            return chance.choice((None, True, False, math.nan, math.inf, "\ud800"))
        if kind == 5:
            return [self._anything(depth + 1) for _ in range(chance.randrange(4))]
        return {chance.choice(HOSTILE): self._anything(depth + 1) for _ in range(3)}


def _finite(value: Any) -> Any:
    """The value without what JSON has no name for: MCP's own library refuses it unread."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    return [_finite(part) for part in value] if isinstance(value, list) else value
