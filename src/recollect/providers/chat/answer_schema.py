"""JSON schemas for answers: what services are sent, and the check of what they return."""

import json
import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError

from recollect.domain.chat import ParsedReply, Reply, Stop
from recollect.errors import InvalidInput, UnusableAnswer

T = TypeVar("T")

# Keywords that both OpenAI and Anthropic accept. Limits that they refuse are put into the
# description; everything is checked here, whatever the service enforces.
_ACCEPTED: Final = ("type", "enum", "const", "description")
_AS_TEXT: Final = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
)
_FORMATS: Final = frozenset({"date-time", "date", "time", "duration", "email", "uuid"})
_NOT_IN_NAMES: Final = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST_NAME: Final = 64
# Reasoning before the answer; the opening tag is not always sent.
_THOUGHT: Final = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL)
_THINKING: Final = re.compile(r"<think(?:ing)?>.*", re.DOTALL)
# How many possible starts of an object are tried, so that broken answers do not take long.
_TRIES: Final = 100


@dataclass(frozen=True, slots=True)
class AnswerSchema(Generic[T]):
    """The type of an answer, and its JSON schema."""

    name: str
    schema: dict[str, Any]
    adapter: TypeAdapter[T]

    def parse(self, reply: Reply, model: str) -> ParsedReply[T]:
        """The reply with its value, or UnusableAnswer, which does not quote the answer.

        Many models put the object in a code fence or text around it, despite the schema.
        """
        for text in (reply.text, *reversed([*self._objects(reply.text)])):
            try:
                value = self.adapter.validate_json(text)
            except ValidationError:  # it quotes the answer
                continue
            return ParsedReply(reply.text, reply.usage, reply.stop, value)
        raise _unusable(reply, model)

    def _objects(self, text: str) -> Iterator[str]:
        """The JSON objects in an answer that share a property with the schema."""
        answer = without_reasoning(text)
        place = 0
        for _ in range(_TRIES):
            begin = answer.find("{", place)
            if begin < 0:
                return
            try:
                found, place = json.JSONDecoder().raw_decode(answer, begin)
            except (ValueError, RecursionError):
                place = begin + 1
                continue
            if not self.schema["properties"].keys().isdisjoint(found):
                yield answer[begin:place]


def without_reasoning(text: str) -> str:
    """An answer without the reasoning that some models send before it."""
    return _THINKING.sub("", _THOUGHT.sub("", text))


def schema_for(of: type[T]) -> AnswerSchema[T]:
    """The answer schema of a pydantic model or a dataclass; nobody may change it."""
    return _made_once(cast("Hashable", of))


@lru_cache(maxsize=64)
def _made_once(of: type[Any]) -> AnswerSchema[Any]:
    # A question asks for the same type every time, and making its schema takes 10 ms.
    try:
        adapter = TypeAdapter(of)
        schema = adapter.json_schema()
    except (PydanticInvalidForJsonSchema, PydanticSchemaGenerationError):
        raise _unfit("a type without a JSON schema") from None
    name = _NOT_IN_NAMES.sub("_", of.__name__)[:_LONGEST_NAME]
    return AnswerSchema(name, _root(schema), adapter)


def _root(schema: dict[str, Any]) -> dict[str, Any]:
    """The root schema, which must be an object; a self-reference is resolved."""
    definitions = schema.get("$defs", {})
    if "$ref" in schema:
        schema = definitions[schema["$ref"].removeprefix("#/$defs/")]
    if schema.get("type") != "object":
        raise _unfit("something other than an object")
    strict = _strict(schema)
    if definitions:
        strict["$defs"] = {name: _strict(part) for name, part in definitions.items()}
    return strict


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:  # services accept no other keys next to it
        return {"$ref": schema["$ref"]}
    strict: dict[str, Any] = {key: schema[key] for key in _ACCEPTED if key in schema}
    if schema.get("format") in _FORMATS:
        strict["format"] = schema["format"]
    variants = schema.get("anyOf", schema.get("oneOf"))
    if variants is not None:
        strict["anyOf"] = [_strict(variant) for variant in variants]
    if schema.get("type") == "object":
        strict |= _object(schema)
    if schema.get("type") == "array":
        strict["items"] = _items(schema)
    if not strict.keys() - {"description"}:
        raise _unfit("a value of any type")
    return strict | _limits(schema)


def _object(schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    if properties is None:
        raise _unfit("an object with arbitrary keys")
    return {
        "properties": {name: _strict(part) for name, part in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _items(schema: dict[str, Any]) -> dict[str, Any]:
    items = schema.get("items")
    if not items or "prefixItems" in schema:
        raise _unfit("a list with items of different types")
    return _strict(items)


def _limits(schema: dict[str, Any]) -> dict[str, str]:
    limits = ", ".join(f"{key} {schema[key]}" for key in _AS_TEXT if key in schema)
    if not limits:
        return {}
    return {"description": f"{schema.get('description', '')} ({limits})".strip()}


def _unfit(what: str) -> InvalidInput:
    return InvalidInput(f"a schema cannot have {what}", field="schema")


def _unusable(reply: Reply, model: str) -> UnusableAnswer:
    why = {Stop.LENGTH: "was cut off at the token limit", Stop.REFUSED: "was a refusal"}.get(
        reply.stop, "does not match the schema"
    )
    length = len(reply.text)
    return UnusableAnswer(f"The answer of {model} {why} ({length:,} characters).", length=length)
