"""Why something is, or is not, in a context: in words, without figures."""

from typing import Final

from recollect.domain.hit import Scores
from recollect.domain.plain import plain
from recollect.domain.receipt import Item, LeftOut, Reason

_MIN_PART: Final = 0.1
_MAX_PARTS: Final = 2
_PARTS: Final = {
    "lexical": "words",
    "dense": "meaning",
    "reply": "the reply to it",
    "speaker": "who said it",
    "time": "when it was said",
    "session": "its conversation",
    "role": "who said it",
    "asking": "what it asks for",
    "phrase": "its exact words",
    "recency": "how recent it is",
    "learned": "what was learned from it",
}


def reason_in_words(item: Item) -> str:
    """Why it was left out, and what contributed most to its score if it has one."""
    found = _found_by(item.scores) if item.score else ""
    if isinstance(item, LeftOut):
        return f"left out, {refusal_in_words(item.reason)}{found and '; '}{found}"
    return found or "always included"


def refusal_in_words(reason: Reason) -> str:
    """Why it was left out; a message goes too when a memory of it was edited."""
    return "deleted or corrected" if reason is Reason.DELETED else reason.replace("_", " ")


def _found_by(scores: Scores) -> str:
    parts = sorted(plain(scores).items(), key=lambda part: -part[1])
    named = dict.fromkeys(_PARTS[name] for name, value in parts if value >= _MIN_PART)
    # A low score may have no part that is large.
    best = [*named][:_MAX_PARTS] or [_PARTS[name] for name, value in parts[:1] if value > 0]
    return f"found by {' and '.join(best)}" if best else ""
