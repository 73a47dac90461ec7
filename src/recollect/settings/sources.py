"""The sources of settings: arguments, the environment, config.json."""

import json
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from recollect.errors import InvalidSetting

from .fields import Kind
from .problems import Given, Problem, refused, shown, unknown
from .table import PREFIX, TABLE, Row

CONFIG = "config.json"

_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_DIGITS = 300  # Python refuses to parse much longer integers
_ON = frozenset({"1", "true", "yes", "y", "on"})
_OFF = frozenset({"0", "false", "no", "n", "off"})
ROW_OF_KEY = {key: row for row in TABLE.values() for key in row.keys}


@dataclass(slots=True)
class SourceValues:
    """The values of one source by setting, and its problems."""

    given: dict[str, Given] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def over(self, other: "SourceValues") -> "SourceValues":
        """Both combined; this one's values win."""
        return SourceValues(other.given | self.given, self.problems + other.problems)


def from_arguments(keywords: Mapping[str, object]) -> SourceValues:
    """Values of keyword arguments; None means not given."""
    reading = SourceValues()
    for name, value in keywords.items():
        if name not in TABLE:
            reading.problems.append(unknown(name, "argument"))
        elif value is not None:
            reading.given[name] = Given(value, "argument", name)
    return reading


def from_environment() -> SourceValues:
    """Values of environment variables, parsed by type; an empty one means not given."""
    reading = SourceValues()
    for row in TABLE.values():
        texts = ((variable, os.environ.get(variable, "").strip()) for variable in row.variables)
        first = next(((variable, text) for variable, text in texts if text), None)
        if first:
            variable, text = first
            reading.given[row.name] = Given(parsed(row.kind, text), variable, variable)
        elif row.file_variable and (path := os.environ.get(row.file_variable, "").strip()):
            _take_file(reading, row, row.file_variable, path)
    return reading


def _take_file(reading: SourceValues, row: Row, variable: str, path: str) -> None:
    """Take a secret from a file, as containers and service managers hand them over."""
    try:
        text = Path(path).read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        reading.problems.append(Problem(row.name, f"{variable}: {path} cannot be read: {why}"))
    else:
        reading.given[row.name] = Given(parsed(row.kind, text), variable, variable)


def unknown_variables() -> tuple[str, ...]:
    """The RECOLLECT_… variables in the environment that are not settings, sorted."""
    known = {name for row in TABLE.values() for name in (*row.variables, row.file_variable)}
    ours = (name for name, value in os.environ.items() if value and name.upper().startswith(PREFIX))
    return tuple(sorted(name for name in ours if name not in known))


def from_config_file(path: Path) -> SourceValues:
    """Values of config.json, also under older keys; null means not given."""
    try:
        return from_content(content_of(path))
    except InvalidSetting as error:
        return SourceValues(problems=[Problem(CONFIG, error.message)])


def from_content(content: Mapping[str, object], new: Collection[str] = ()) -> SourceValues:
    """Values of an object with the format of config.json, in which the `new` keys are not yet."""
    reading = SourceValues()
    for key, value in content.items():
        _take(reading, key, value, is_new=key in new)
    return reading


def content_of(path: Path) -> dict[str, object]:
    """The content of config.json, empty if there is none, or an InvalidSetting."""
    try:
        content = _parsed_file(path)
    except FileNotFoundError:
        return {}
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        why = "is not text in UTF-8"
    except json.JSONDecodeError as error:
        why = f"is not valid JSON at line {error.lineno}, column {error.colno}: {error.msg}"
    except RecursionError:
        why = "is nested too deeply"
    except _UnusableError as error:
        why = str(error)
    except ValueError:
        why = "contains a number that is too long"
    else:
        if isinstance(content, dict):
            return content
        why = "must contain one JSON object, { … }"
    raise InvalidSetting(f"{path} {why}", field=CONFIG)


def _take(reading: SourceValues, key: str, value: object, *, is_new: bool) -> None:
    row = ROW_OF_KEY.get(key)
    if row is None:
        reading.problems.append(unknown(key, CONFIG))
        return
    if value is None:
        return
    given, earlier = Given(value, CONFIG, key, is_new), reading.given.get(row.name)
    if row.name == "home":
        reason = f"{CONFIG} is in that directory, so set it by {PREFIX}HOME or as an argument"
        reading.problems.append(refused(row, given, reason))
    elif earlier and (type(earlier.value), earlier.value) != (type(value), value):
        reading.problems.append(_twice(row, earlier, given))
    else:
        reading.given[row.name] = given


def _twice(row: Row, one: Given, other: Given) -> Problem:
    values = "" if row.may_hide_secrets else f" ({shown(one.value)} and {shown(other.value)})"
    keys = f"{one.key} and {other.key}"
    text = f"{keys} in {CONFIG} are one setting with two values{values}: keep one of them"
    return Problem(row.name, text)


class _UnusableError(Exception):
    """Why config.json cannot be used."""


def _parsed_file(path: Path) -> object:
    if path.exists() and not path.is_file():
        raise _UnusableError("is not a file")
    text = path.read_bytes().decode("utf-8-sig")
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in content if keys.count(key) > 1)
        raise _UnusableError(f"has the key {shown(twice)} twice: keep one of them")
    return content


def parsed(kind: Kind, text: str) -> object:
    """The value of a text by type; the text itself, to be refused later, if it cannot be parsed."""
    parse = _PARSERS.get(kind)
    return parse(text) if parse else text


def _whole(text: str) -> object:
    return int(text) if _WHOLE.fullmatch(text) and len(text) < _DIGITS else text


def _number(text: str) -> object:
    return float(text) if _NUMBER.fullmatch(text) else text


def _switch(text: str) -> object:
    word = text.lower()
    return True if word in _ON else False if word in _OFF else text


def _names(text: str) -> object:
    return tuple(name for part in text.split(",") if (name := part.strip()))


def _table(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


_PARSERS: dict[Kind, Callable[[str], object]] = {
    "whole": _whole,
    "number": _number,
    "switch": _switch,
    "choice": str.lower,
    "names": _names,
    "table": _table,
}
