from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a check went: `warn` works but deserves a look, `fail` does not work."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: what was found, and what to do about it."""

    name: str
    state: State
    found: str
    advice: str = ""


def ok(name: str, found: str) -> Check:
    """All is well."""
    return Check(name, State.OK, found)


def warn(name: str, found: str, advice: str = "") -> Check:
    """It works, but."""
    return Check(name, State.WARN, found, advice)


def fail(name: str, found: str, advice: str = "") -> Check:
    """It does not work."""
    return Check(name, State.FAIL, found, advice)
