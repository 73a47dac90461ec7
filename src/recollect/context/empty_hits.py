"""Which hits of a search say nothing that would help a model."""

from typing import Final

from recollect.domain.echo import is_echo
from recollect.domain.entry import Entry, Kind
from recollect.domain.hit import Hit
from recollect.domain.recap import has_only_topics
from recollect.domain.turn import Role, Turn

# What a reply such as "Noted, will do!" loses of its score at least.
_EMPTY_REPLY: Final = -1.0
# A longer question may contain facts: without a limit, one answer less of 70 everyday questions.
_SHORT_QUESTION: Final = 8


def is_bare(entry: Entry | None) -> bool:
    """Whether this is a summary that says nothing but what it is about."""
    return entry is not None and entry.kind is Kind.SUMMARY and has_only_topics(entry)


def is_echo_of_context(turn: Turn | None) -> bool:
    """Whether this is what was sent in place of a model's reply."""
    return turn is not None and turn.role is Role.ASSISTANT and is_echo(turn.content)


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
