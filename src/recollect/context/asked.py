"""What a context is asked for, checked."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from recollect.errors import InvalidInput
from recollect.model import checks
from recollect.model.framing import Framing

_TOKENS_MAX = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One context: for which question, in how many tokens, in which conversation, and how framed."""

    query: str | None
    tokens: int
    conversation: str | None = None
    framing: Framing | None = None
    # Of what had been said by that moment, and held then; None for now.
    as_of: datetime | None = None
    # What of the conversation the model has before it already, by its digest: it is not given back.
    present: frozenset[str] = frozenset()
    # Whether what changes slowly must be the same whatever is asked.
    split: bool = False


class _Defaults(Protocol):
    @property
    def context_max_tokens(self) -> int: ...


def asked(
    defaults: _Defaults,
    query: object,
    tokens: object,
    conversation: object,
    framing: object,
    as_of: object = None,
) -> Asked:
    """A context as it was asked for, or an error that says what is wrong with it."""
    return Asked(
        query=None if query is None else checks.check_query(query),
        tokens=defaults.context_max_tokens if tokens is None else _tokens(tokens),
        conversation=None
        if conversation is None
        else checks.check_id(conversation, "conversation"),
        framing=None if framing is None else checks.check_choice(framing, "framing", Framing),
        as_of=None if as_of is None else checks.check_moment(as_of, "as_of"),
    )


def _tokens(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _TOKENS_MAX:
        message = (
            f"tokens takes a whole number from 0 to {_TOKENS_MAX:,}, not {checks.shown(value)}"
        )
        raise InvalidInput(message, field="tokens")
    return value
