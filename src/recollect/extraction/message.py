"""A turn as it is read: its author's own words, the turns before it, and its language."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from recollect.domain.turn import Role, Turn
from recollect.extraction.own_words import blank_recalled_memory, own_words, readable
from recollect.extraction.preceding_turns import preceding_turns_text, with_full_stop
from recollect.extraction.remember import pointing_requests, without_spans
from recollect.extraction.spans import Highlight
from recollect.languages.sentences import sentences, without_fillers
from recollect.languages.words import introduces_text

# A tool call within this many turns makes a standing instruction one for an agent.
_TOOL_WINDOW: Final = 12
# Older turns belong to another session, and do not say who "she" is.
SESSION_GAP: Final = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class MessageToRead:
    """One turn as it is read: the author's own words, the turns before it, and its language."""

    turn: Turn
    text: str
    before: str
    language: str
    acting: bool
    site: str
    # Whether people talk to each other, without an assistant that could remember anything.
    among_people: bool
    # What the speaker asks to be remembered: "… Don't let me forget that."
    pointed: tuple[tuple[int, int], ...] = ()


def message_at(turns: Sequence[Turn], place: int, language: str, site: str) -> MessageToRead:
    """The turn at a place, as it is read."""
    turn, so_far = turns[place], turns[: place + 1]
    earlier = [old for old in turns[:place] if turn.at - old.at < SESSION_GAP]
    said = turn.content
    is_users = turn.voice is Role.USER
    own = own_words(said, turn.origin) if is_users else blank_recalled_memory(said)
    text = with_full_stop(readable(own))
    return MessageToRead(
        turn=turn,
        text=without_fillers(text, language) if is_users else text,
        before=preceding_turns_text(earlier, text),
        language=language,
        acting=any(old.voice is Role.TOOL for old in so_far[-_TOOL_WINDOW - 1 :]),
        site=site,
        among_people=bool(turn.speaker) and all(old.voice is Role.USER for old in so_far),
    )


def without_pointing(message: MessageToRead) -> tuple[MessageToRead, bool]:
    """The message without its "keep that in mind", and whether an earlier one is meant by it."""
    found = pointing_requests(message.text, message.language)
    text = without_spans(message.text, ((one.start, one.end) for one in found))
    pointed = tuple(one.pointed for one in found if one.pointed)
    return replace(message, text=text, pointed=pointed), len(pointed) < len(found)


def introduces_pasted(message: MessageToRead, highlight: Highlight) -> bool:
    """Whether its sentence only leads to the pasted text after it: "Here's what he sent me"."""
    if highlight.value is not None or highlight.is_standing:
        return False
    first = message.text[highlight.start : highlight.end].split(maxsplit=1)[0]
    if not introduces_text(first):
        return False
    end = next((end for _, end in sentences(message.text) if end >= highlight.end), highlight.end)
    gap = len(message.text[end:]) - len(message.text[end:].lstrip())
    return any(map(str.isalnum, message.turn.content[end : end + gap]))
