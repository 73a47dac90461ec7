from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The result of a check: `warn` works but needs attention, `fail` does not work."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what was found, and what to do about it."""

    name: str
    state: State
    found: str
    advice: str = ""


def ok(name: str, found: str) -> Check:
    """Return a check that passed."""
    return Check(name, State.OK, found)


def warn(name: str, found: str, advice: str = "") -> Check:
    """Return a check that needs attention."""
    return Check(name, State.WARN, found, advice)


def fail(name: str, found: str, advice: str = "") -> Check:
    """Return a check that failed."""
    return Check(name, State.FAIL, found, advice)
