"""Inserts memory into a request, changing its text in at most two places."""

from recollect.context.inject import Injection
from recollect.server.proxy.body import Body


def inject_memory(body: Body, memory: Injection, *, prepend: bool) -> bytes | None:
    """Return the request with memory added, or None if there is nothing or nowhere to add."""
    edits = [
        *_into_system(body, memory.system, prepend=prepend),
        *_into_question(body, memory.user),
    ]
    return body.apply(edits) if edits else None


def _into_system(body: Body, text: str, *, prepend: bool) -> list[tuple[int, str]]:
    if not text:
        return []
    number = body.last_system
    if number is not None and prepend:
        number = 0
    if number is None or not body.messages[number].accepts_text:
        return [body.insert_system_edit(text)]
    return [(body.prepend_edit if prepend else body.append_edit)(number, text)]


def _into_question(body: Body, text: str) -> list[tuple[int, str]]:
    number = body.last_user
    if not text or number is None or not body.messages[number].accepts_text:
        return []
    return [body.append_edit(number, text)]
