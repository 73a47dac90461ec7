"""The kinds of settings; each function makes a pydantic field with its range."""

import os
import re
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, get_args
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
)

Kind = Literal["whole", "number", "switch", "choice", "text", "secret", "names", "table"]

LOCAL_ZONE: Final = "local"
_UTC_NAMES: Final = frozenset({"", "UTC", "Etc/UTC"})
_LONGEST = 512
_KEY = re.compile(r"[\x21-\x7e]{1,4096}")


class Group(BaseModel):
    """A group of settings; `title` is its heading in the documentation.

    The text below a field is its description, which `table.py` reads when it is needed.
    """

    title: ClassVar[str] = ""
    # Only the combined Settings is validated, so the groups need no validators.
    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        allow_inf_nan=False,
        hide_input_in_errors=True,
        defer_build=True,
    )


def whole(default: int, low: int, high: int, *, seed: str = "") -> Any:
    """A whole number between two limits, both included."""
    takes = f"a whole number from {low} to {high}"
    return _field("whole", default, f"{low} – {high}", takes, seed, ge=low, le=high)


def number(default: float, low: float, high: float, *, seed: str | tuple[str, ...] = "") -> Any:
    """A number between two limits, both included; equal limits make it fixed."""
    fixed = low == high
    allowed = f"{low:g} (fixed)" if fixed else f"{low:g} – {high:g}"
    takes = f"only {low:g}" if fixed else f"a number from {low:g} to {high:g}"
    return _field("number", default, allowed, takes, seed, ge=low, le=high)


def switch(*, default: bool, seed: str = "") -> Any:
    """True or false."""
    return _field("switch", default, "true, false", "true or false", seed)


def choice(options: Any, default: str, *, seed: str = "") -> Any:
    """One of the values of a Literal."""
    allowed = ", ".join(get_args(options))
    return _field("choice", default, allowed, f"one of {allowed}", seed)


def text(
    default: str | None,
    *,
    allowed: str = "a text",
    takes: str = f"a text of 1 to {_LONGEST} characters on one line",
    seed: str = "",
) -> Any:
    """A short text on one line."""
    return _field("text", default, allowed, takes, seed)


def address() -> Any:
    """The URL of a web service, not set by default."""
    takes = "an http:// or https:// address without user name, password, query or fragment"
    return _field("text", None, "an http(s) address", takes)


def secret() -> Any:
    """A key that is never shown, not set by default."""
    return _field("secret", None, "a key", "a key of printable ASCII characters without spaces")


def database_address() -> Any:
    """The address of a PostgreSQL database with its password, not set by default."""
    takes = "an address like postgresql://user:password@host/database"
    return _field("secret", None, "a PostgreSQL address", takes)


def is_database_url(value: object) -> bool:
    """Whether a text is the address of a PostgreSQL database."""
    return isinstance(value, str) and value.startswith(("postgresql://", "postgres://"))


def names(*, allowed: str, takes: str) -> Any:
    """A list of names, empty by default; in the environment separated by commas."""
    return _field("names", (), allowed, takes)


def table(*, allowed: str, takes: str) -> Any:
    """A list of objects, some with a secret, empty by default; in the environment as JSON."""
    return _field("table", (), allowed, takes)


def directory(default: str) -> Any:
    """The path of a directory, which need not exist yet."""
    takes = "the path of a directory"
    return _field("text", Path(default), "a directory", takes, validate_default=True)


def _field(
    kind: Kind,
    default: Any,
    allowed: str,
    takes: str,
    seed: str | tuple[str, ...] = "",
    **limits: Any,
) -> Any:
    """A field with what the table of settings needs; `seed` is its older key, or several."""
    seed_keys = (seed,) if isinstance(seed, str) else seed
    extra: dict[str, Any] = {
        "kind": kind,
        "allowed": allowed,
        "takes": takes,
        "seed_keys": seed_keys if seed else (),
    }
    return Field(default, json_schema_extra=extra, **limits)


def to_directory(value: object) -> Path:
    """The absolute path with `~` expanded, or a ValueError."""
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(path, str) or not path or "\0" in path:
        raise ValueError
    try:
        found = Path(path).expanduser().absolute()
    except RuntimeError:
        raise ValueError("the home directory for ~ is unknown") from None
    # os.path, unlike pathlib, does not fail if a parent is not readable.
    if os.path.lexists(found) and not os.path.isdir(found):  # noqa: PTH112
        raise ValueError("there is a file with that name")
    return found


def to_zone(name: str) -> tzinfo:
    """The time zone with that name, `local` for this machine's, or a ValueError."""
    if name == "UTC":
        return UTC  # works without a time zone database
    if name == LOCAL_ZONE:
        return _machine_zone()
    try:
        return ZoneInfo(name)
    # A prefix of a name is a directory (OSError), and an unknown name a LookupError.
    except (OSError, LookupError, ValueError):
        raise ValueError("this machine knows no time zone with that name") from None


def _machine_zone() -> tzinfo:
    """This machine's time zone, with its name if that is known."""
    linked = os.path.realpath("/etc/localtime").rpartition("/zoneinfo/")[2]
    name = os.environ.get("TZ", linked).lstrip(":")
    if name in _UTC_NAMES:
        return UTC
    try:
        return ZoneInfo(name)
    # Without a known name, there is only the difference to UTC that holds now.
    except (OSError, LookupError, ValueError):
        return datetime.now(UTC).astimezone().tzinfo or UTC


def _known_zone(value: str) -> str:
    to_zone(value)
    return value


def _on_one_line(value: str) -> str:
    if not value.isprintable():
        raise ValueError
    return value


def _to_address(value: str) -> str:
    try:
        parts = urlsplit(value)
        known = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        known = False  # its text may quote a password
    if not known or "@" in parts.netloc or re.search(r"[?#\s]", value) or not value.isprintable():
        raise ValueError
    return value.rstrip("/")


def _to_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _to_secret(value: object) -> object:
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    if not isinstance(value, str) or not _KEY.fullmatch(value):
        raise ValueError
    return SecretStr(value)


def _to_database_url(value: SecretStr) -> SecretStr:
    if not is_database_url(value.get_secret_value()):
        raise ValueError
    return value


Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=_LONGEST),
    AfterValidator(_on_one_line),
]
Zone = Annotated[Text, AfterValidator(_known_zone)]
Address = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=2048),
    AfterValidator(_to_address),
]
Secret = Annotated[SecretStr, BeforeValidator(_to_secret)]
DatabaseUrl = Annotated[Secret, AfterValidator(_to_database_url)]
Names = Annotated[tuple[Text, ...], BeforeValidator(_to_tuple)]
Directory = Annotated[Path, BeforeValidator(to_directory)]
