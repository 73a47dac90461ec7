"""Remembers where a response belongs, for requests that continue it without its messages.

In RAM only: after a restart such a request starts a new conversation.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

_MAX_LINKS: Final = 100_000


@dataclass(frozen=True, slots=True)
class ResponseLink:
    """The conversation of a response, the turn that it answers, and its id."""

    conversation: str
    turn: str
    response: str


class ResponseChain:
    """The latest responses of every agent, by their ids and by the upstream's conversations."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._links: OrderedDict[tuple[str, str], ResponseLink] = OrderedDict()

    def find(self, agent: str, name: str | None) -> ResponseLink | None:
        """Return the link of a response or of an upstream's conversation."""
        with self._mutex:
            return None if name is None else self._links.get((agent, name))

    def add(self, agent: str, name: str, link: ResponseLink) -> None:
        """Remember a link, and forget the oldest beyond the limit."""
        with self._mutex:
            self._links.pop((agent, name), None)
            self._links[agent, name] = link
            if len(self._links) > _MAX_LINKS:
                self._links.popitem(last=False)
