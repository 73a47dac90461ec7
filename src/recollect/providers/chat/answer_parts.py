"""The parts of a chat model's answer, as the dialects of its API read them."""

from collections.abc import Mapping

from recollect.domain.chat import Stop, Usage
from recollect.errors import ProviderError, ProviderUnavailable


def usage(tokens_in: int | None, tokens_out: int | None) -> Usage | None:
    """The usage, if both numbers are known."""
    if tokens_in is None or tokens_out is None:
        return None
    return Usage(tokens_in, tokens_out)


def token_count(counts: object, *names: str) -> int | None:
    """The sum of the counts with these names, or None if the first is missing."""
    found = [_count(counts, name) for name in names]
    return None if found[0] is None else sum(count or 0 for count in found)


def _count(counts: object, name: str) -> int | None:
    value = counts.get(name) if isinstance(counts, dict) else None
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None


def stop_of(reason: object, known: Mapping[str, Stop]) -> Stop:
    """Why the answer ended, by the names of one API."""
    return known.get(reason, Stop.OTHER) if isinstance(reason, str) else Stop.OTHER


def invalid_answer(name: str) -> ProviderError:
    """The error for an answer that cannot be parsed."""
    return ProviderError(f"{name} answered something other than a reply.")


def text_of(part: object, name: str) -> str:
    """The text of one part of an answer; reasoning and tool calls have none."""
    match part:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": str(kind)} if kind != "text":
            return ""
        case _:
            raise invalid_answer(name)


def stream_error(name: str, *, passing: bool) -> ProviderError:
    """The error for a service that fails after its answer has begun."""
    if passing:
        return ProviderUnavailable(f"{name} failed during its answer.")
    return ProviderError(f"{name} refused during its answer.", this_only=True)
