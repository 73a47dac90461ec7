"""Memory is put into a request: at most two places of its text change."""

from recollect.context.inject import Injection
from recollect.server.proxy.body import Body


def injected(body: Body, memory: Injection, *, prepend: bool) -> bytes | None:
    """The request with what is remembered; None where there is nothing, or no place for it."""
    edits = [
        *_into_system(body, memory.system, prepend=prepend),
        *_into_question(body, memory.user),
    ]
    return body.edited(edits) if edits else None


def _into_system(body: Body, text: str, *, prepend: bool) -> list[tuple[int, str]]:
    if not text:
        return []
    number = body.system
    if number is not None and prepend:
        number = 0
    if number is None or not body.messages[number].holds_text:
        return [body.inserted(text)]
    return [(body.prepended if prepend else body.appended)(number, text)]


def _into_question(body: Body, text: str) -> list[tuple[int, str]]:
    number = body.question
    if not text or number is None or not body.messages[number].holds_text:
        return []
    return [body.appended(number, text)]
