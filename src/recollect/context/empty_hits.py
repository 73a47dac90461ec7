"""Which hits of a search say nothing that would help a model."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from recollect.context.pieces import BEST_TURNS
from recollect.domain.echo import is_echo
from recollect.domain.entry import Entry, Kind
from recollect.domain.hit import Hit
from recollect.domain.recap import has_only_topics
from recollect.domain.turn import Role
from recollect.extraction.deletion_requests import deletion_requests, without_requests

# So many hits are shown even if nothing speaks for them but that the others are worse.
_SURE_HITS: Final = 3
# What a reply such as "Noted, will do!" loses of its score at least.
_EMPTY_REPLY: Final = -1.0
# A longer question may contain facts: without a limit, one answer less of 70 everyday questions.
_SHORT_QUESTION: Final = 8
_LONGEST_REQUEST: Final = 500


def tells_nothing(hit: Hit, hits: Sequence[Hit]) -> bool:
    """Whether one of these hits is not worth showing, unless it is without content but the best."""
    turn, is_empty = hit.turn, says_nothing(hit) and hit not in hits[:_SURE_HITS]
    # What was sent in place of a model's reply.
    is_echoed = turn is not None and turn.role is Role.ASSISTANT and is_echo(turn.content)
    # Among people, "forget about the cake" tells something too.
    is_request = turn is not None and turn.voice is Role.USER and turn.speaker is None
    is_request = is_request and _only_asks_to_forget(hit.text)
    return is_empty or is_echoed or is_request or is_bare(hit.entry)


@lru_cache(maxsize=4096)
def _only_asks_to_forget(text: str) -> bool:
    """Whether a message says nothing but what to forget, which is no evidence of anything."""
    requests = deletion_requests(text) if len(text) <= _LONGEST_REQUEST else []
    return bool(requests) and not any(map(str.isalnum, without_requests(text, requests)))


def is_bare(entry: Entry | None) -> bool:
    """Whether this is a summary that says nothing but what it is about."""
    return entry is not None and entry.kind is Kind.SUMMARY and has_only_topics(entry)


def says_nothing(hit: Hit) -> bool:
    """Whether a hit is a reply without content, or a few words that ask an assistant something.

    Between people a question tells something too. A reply to a question like this one may be a
    mere "Yes" and the answer.
    """
    if hit.scores.asking <= _EMPTY_REPLY:
        return hit.scores.reply <= 0
    turn = hit.turn
    asks_assistant = turn is not None and turn.speaker is None and hit.scores.asking < 0
    return asks_assistant and len(hit.text.split()) <= _SHORT_QUESTION


def statements_first(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, but an empty one only behind as many others as stand before the rest."""
    empty = [hit for hit in hits[:_SURE_HITS] if says_nothing(hit)]
    others = [hit for hit in hits if hit not in empty] if empty else [*hits]
    return [*others[:BEST_TURNS], *empty, *others[BEST_TURNS:]]
