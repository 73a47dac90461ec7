"""The forms that models are held to."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from threading import Event
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from recollect.domain.chat import Reply, Stop
from recollect.errors import InvalidInput, UnusableAnswer
from recollect.providers.chat.answer_schema import schema_for


class Kind(StrEnum):
    LIKE = "like"
    PLAN = "plan"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(9, ge=1, le=9, description="How many.")


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str = Field(min_length=1, max_length=40, pattern="^[A-Z]")


class Everything(BaseModel):
    title: str | None = None
    kind: Kind = Field(Kind.LIKE, description="dropped: it stands beside a reference")
    when: datetime
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]
    tags: list[str] = Field(default_factory=list, max_length=3)


OBJECT = {"type": "object", "additionalProperties": False}


def test_services_are_told_only_what_they_enforce() -> None:
    made = schema_for(Everything)
    assert made.name == "Everything"
    assert made.schema == OBJECT | {
        "properties": {
            "title": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "kind": {"$ref": "#/$defs/Kind"},
            "when": {"type": "string", "format": "date-time"},
            "pet": {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
            "tags": {
                "type": "array",
                "items": {"type": "string"},
                "description": "(maxItems 3)",
            },
        },
        "required": ["title", "kind", "when", "pet", "tags"],
        "$defs": {
            "Kind": {"type": "string", "enum": ["like", "plan"]},
            "Cat": OBJECT
            | {
                "properties": {
                    "kind": {"type": "string", "const": "cat"},
                    "lives": {
                        "type": "integer",
                        "description": "How many. (minimum 1, maximum 9)",
                    },
                },
                "required": ["kind", "lives"],
            },
            "Dog": OBJECT
            | {
                "properties": {
                    "kind": {"type": "string", "const": "dog"},
                    "name": {
                        "type": "string",
                        "description": "(minLength 1, maxLength 40, pattern ^[A-Z])",
                    },
                },
                "required": ["kind", "name"],
            },
        },
    }


class Node(BaseModel):
    below: list["Node"]


def test_a_form_may_hold_itself() -> None:
    below = {"below": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}
    node = OBJECT | {"properties": below, "required": ["below"]}
    assert schema_for(Node).schema == node | {"$defs": {"Node": node}}


def test_a_name_is_one_that_services_take() -> None:
    @dataclass
    class Item:
        n: int

    Item.__name__ = "Möbel[" + "x" * 100
    assert schema_for(Item).name == "M_bel_" + "x" * 58
    assert schema_for(Item) is schema_for(Item)


class Loose(BaseModel):
    model_config = ConfigDict(extra="allow")
    n: int


def test_a_form_that_allows_more_is_still_demanded_as_it_is() -> None:
    assert schema_for(Loose).schema["additionalProperties"] is False


class Anything(BaseModel):
    value: Any


class Names(BaseModel):
    value: dict[str, int]


class Triple(BaseModel):
    value: tuple[int, str, int]


class Items(BaseModel):
    value: list[Any]


class Code(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    value: Event


@pytest.mark.parametrize(
    "loose", [Anything, Names, Triple, Items, Code, str, int, type("X", (), {})]
)
def test_a_form_no_service_can_enforce_is_refused(loose: type) -> None:
    with pytest.raises(InvalidInput) as caught:
        schema_for(loose)
    assert caught.value.field == "schema"


class Noted(BaseModel):
    said: list[str] = Field(default_factory=list)


OWN = '{"said": ["It is \\"{odd}\\"."]}'


@pytest.mark.parametrize(
    "answer",
    [
        OWN,
        f"```json\n{OWN}\n```",
        f"```\n{OWN}\n```\n",
        f'<think>Perhaps {{"said": ["no"]}}?</think>\n{OWN}',
        f'Perhaps {{"said": ["no"]}}?</think>\n\n```json\n{OWN}\n```',
        f"Here is what {{I}} noted:\n\n{OWN}\n\nLet me know {{if}} you want more.",
        f'Not {{"other": 1}}, nor {{"said": ["no"]}}, but\n{OWN}',
    ],
)
def test_an_object_is_taken_out_of_what_stands_around_it(answer: str) -> None:
    filled = schema_for(Noted).parse(Reply(answer, None, Stop.END), "m")
    assert filled.value == Noted(said=['It is "{odd}".'])
    assert filled.text == answer


@pytest.mark.parametrize(
    "answer",
    [
        "I would rather not.",
        '{"said": ["cut off',
        '{"said": 7}',
        'Nothing {} of {"other": {"said": []}} this.',
        f"<think>Perhaps {OWN}, or else",
        '{"a":' * 100_000,
        "{" * 1_000_000,
    ],
    ids=["none", "cut off", "another type", "of another form", "still thinking", "deep", "broken"],
)
def test_an_answer_without_such_an_object_cannot_be_used(answer: str) -> None:
    with pytest.raises(UnusableAnswer, match="does not match the schema") as caught:
        schema_for(Noted).parse(Reply(answer, None, Stop.END), "m")
    assert caught.value.length == len(answer)
