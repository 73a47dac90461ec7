"""The user message sent to the extraction model: known memories, earlier turns and new turns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.domain.entry import SHOWN, Entry
from recollect.domain.line import memory_line
from recollect.domain.similarity import words_of
from recollect.domain.turn import Turn
from recollect.extraction.ask_model import (
    json_lines,
    local_time_text,
    masked,
    model_text,
    speaker_fields,
)
from recollect.extraction.chunks import Chunk
from recollect.languages.pack import packs

# How many turns before the new ones to include; the last one is cut less than the others.
_TURNS_BEFORE: Final = 3
_LAST, _EARLIER = 240, 100
# Longer memories, and longer turns of other conversations, are cut.
_OF_A_MEMORY: Final = 160
_OF_ALL_MEMORIES: Final = 800
_ELSEWHERE: Final = 160
MEMORIES: Final = 12
TURNS: Final = 2
# Only the start of a long text is used for the lookup; it says what the text is about.
_LOOKED_UP: Final = 1_000
# Shorter words carry little information in any language.
_LONG: Final = 4


@dataclass(frozen=True, slots=True)
class RelatedContext:
    """The memories, and the turns of other conversations, that may be related to a text."""

    memories: tuple[Entry, ...] = ()
    turns: tuple[Turn, ...] = ()

    def before(self, chunks: Sequence[Chunk]) -> "RelatedContext":
        """Only the memories and turns that predate the chunks and come from the same speakers."""
        turns = [chunk.turn for chunk in chunks]
        ids = {(turn.conversation, turn.id) for turn in turns}
        now = max(turn.at for turn in turns)
        speakers = {turn.speaker for turn in turns}
        conversations = {turn.conversation for turn in turns}
        words = _content_words(lookup_text(chunks))
        return RelatedContext(
            tuple(
                entry
                for entry in self.memories
                if entry.status in SHOWN
                # Keyed memories are replaced by their key, not by a model's choice.
                and entry.key is None
                and (entry.said_at is None or entry.said_at <= now)
                and not any(
                    (source.conversation, source.turn_id) in ids for source in entry.sources
                )
            )[:MEMORIES],
            tuple(
                turn
                for turn in self.turns
                if turn.at <= now
                and turn.speaker in speakers
                and turn.conversation not in conversations
                # A search always returns its nearest hits, even unrelated ones.
                and words & _content_words(turn.content)
            )[:TURNS],
        )


def _content_words(text: str) -> frozenset[str]:
    """The informative words of a text."""
    return frozenset(word for word in words_of(text) if len(word) >= _LONG) - _common()


@cache
def _common() -> frozenset[str]:
    listed = (str(pack.table("detect")["common"]).split() for pack in packs().values())
    return frozenset(word for words in listed for word in words)


def lookup_text(chunks: Sequence[Chunk]) -> str:
    """The start of the new text, used to look up related memories."""
    return "\n".join(chunk.text for chunk in chunks)[:_LOOKED_UP]


def short_ids(memories: Sequence[Entry]) -> dict[str, Entry]:
    """The memories that fit the prompt, keyed by the short ids shown to the model."""
    known: dict[str, Entry] = {}
    size = 0
    for number, entry in enumerate(memories, start=1):
        size += len(_line(entry))
        if known and size > _OF_ALL_MEMORIES:
            break
        known[f"m{number}"] = entry
    return known


def question(
    turns: Sequence[Turn],
    chunks: Sequence[Chunk],
    known: Mapping[str, Entry],
    elsewhere: Sequence[Turn],
) -> str:
    """One JSON line for each known memory, each earlier turn and each new chunk."""
    memory_rows = [{short: _line(entry)} for short, entry in known.items()]
    earlier_rows = [
        {
            **speaker_fields(turn, "old"),
            "at": local_time_text(turn),
            "text": _text(turn, _ELSEWHERE),
        }
        for turn in elsewhere
    ]
    return json_lines([*memory_rows, *earlier_rows, *_rows(turns, chunks)])


def _rows(turns: Sequence[Turn], chunks: Sequence[Chunk]) -> Iterator[dict[str, object]]:
    """The new chunks with the turns between and shortly before them, in order."""
    first, last = chunks[0].turn.index, chunks[-1].turn.index
    new: dict[int, list[Chunk]] = {}
    for chunk in chunks:
        new.setdefault(chunk.turn.index, []).append(chunk)
    earlier = [turn for turn in turns if turn.index < first][-_TURNS_BEFORE:]
    for turn in (*earlier, *(turn for turn in turns if first <= turn.index <= last)):
        for chunk in new.get(turn.index, ()):
            row = {
                "turn": turn.index,
                **speaker_fields(turn),
                "at": local_time_text(turn),
                "text": chunk.text,
            }
            yield row
        if turn.index not in new:
            limit = _EARLIER if turn in earlier[:-1] else _LAST
            text = _text(turn, limit)
            if text:
                yield {**speaker_fields(turn, "old"), "text": text}


def _line(entry: Entry) -> str:
    return memory_line(entry)[:_OF_A_MEMORY]


def _text(turn: Turn, limit: int) -> str:
    return model_text(masked(turn))[:limit]
