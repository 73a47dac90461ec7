"""The form an answer is asked for in: what services are told of it, and the check of what they say."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError

from recollect.domain.chat import Filled, Reply, Stop
from recollect.errors import InvalidInput, UnusableAnswer

T = TypeVar("T")

# What both OpenAI and Anthropic enforce. The limits they refuse are told in the description instead;
# all of it is checked here, whatever the service enforces.
_KEPT: Final = ("type", "enum", "const", "description")
_TOLD: Final = (
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
# What a model has thought aloud before its answer; the tag that opens it is not always sent.
_THOUGHT: Final = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL)
_THINKING: Final = re.compile(r"<think(?:ing)?>.*", re.DOTALL)
# So many places where an object could begin are tried: what is broken all through is not read over and over.
_TRIES: Final = 100


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """A type that answers are to have."""

    name: str
    schema: dict[str, Any]
    adapter: TypeAdapter[T]

    def filled(self, reply: Reply, model: str) -> Filled[T]:
        """The reply with its value, or UnusableAnswer, which says nothing of what was said.

        Whatever they are told, many models put their object in a fence, or words before and after it.
        """
        for text in (reply.text, *reversed([*self._objects(reply.text)])):
            try:
                value = self.adapter.validate_json(text)
            except ValidationError:  # it quotes the answer
                continue
            return Filled(reply.text, reply.usage, reply.stop, value)
        raise _unusable(reply, model)

    def _objects(self, text: str) -> Iterator[str]:
        """The objects in an answer that have anything of this form; the last is what it comes to."""
        answer = _THINKING.sub("", _THOUGHT.sub("", text))
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


def form(of: type[T]) -> Form[T]:
    """The form for a pydantic model or a dataclass."""
    try:
        adapter = TypeAdapter(of)
        schema = adapter.json_schema()
    except (PydanticInvalidForJsonSchema, PydanticSchemaGenerationError):
        raise _unfit("a type that JSON has no schema for") from None
    name = _NOT_IN_NAMES.sub("_", of.__name__)[:_LONGEST_NAME]
    return Form(name, _root(schema), adapter)


def _root(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object; one that refers to itself is put where services look for it."""
    definitions = schema.get("$defs", {})
    if "$ref" in schema:
        schema = definitions[schema["$ref"].removeprefix("#/$defs/")]
    if schema.get("type") != "object":
        raise _unfit("something other than an object")
    strict = _strict(schema)
    if definitions:
        strict["$defs"] = {name: _strict(each) for name, each in definitions.items()}
    return strict


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:  # services take it only alone
        return {"$ref": schema["$ref"]}
    strict: dict[str, Any] = {key: schema[key] for key in _KEPT if key in schema}
    if schema.get("format") in _FORMATS:
        strict["format"] = schema["format"]
    variants = schema.get("anyOf", schema.get("oneOf"))
    if variants is not None:
        strict["anyOf"] = [_strict(each) for each in variants]
    if schema.get("type") == "object":
        strict |= _object(schema)
    if schema.get("type") == "array":
        strict["items"] = _items(schema)
    if not strict.keys() - {"description"}:
        raise _unfit("a value of any kind")
    return strict | _limits(schema)


def _object(schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties")
    if properties is None:
        raise _unfit("an object with names of any kind")
    return {
        "properties": {name: _strict(each) for name, each in properties.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _items(schema: dict[str, Any]) -> dict[str, Any]:
    items = schema.get("items")
    if not items or "prefixItems" in schema:
        raise _unfit("a list whose items are not all of one kind")
    return _strict(items)


def _limits(schema: dict[str, Any]) -> dict[str, str]:
    limits = ", ".join(f"{key} {schema[key]}" for key in _TOLD if key in schema)
    if not limits:
        return {}
    return {"description": f"{schema.get('description', '')} ({limits})".strip()}


def _unfit(what: str) -> InvalidInput:
    return InvalidInput(f"no model can be held to a schema with {what}", field="schema")


def _unusable(reply: Reply, model: str) -> UnusableAnswer:
    why = {
        Stop.LENGTH: "was cut off at the limit of tokens",
        Stop.REFUSED: "was a refusal",
    }.get(reply.stop, "has not the form that was asked for")
    length = len(reply.text)
    return UnusableAnswer(f"The answer of {model} {why} ({length:,} characters).", length=length)
