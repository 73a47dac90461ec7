"""The user message sent to the extraction model: known memories, earlier turns and new turns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.domain.entry import SHOWN, Entry
from recollect.domain.line import memory_line
from recollect.domain.similarity import words_of
from recollect.domain.turn import Role, Turn
from recollect.extraction.ask_model import (
    fitting,
    json_lines,
    local_time_text,
    masked,
    speaker_fields,
)
from recollect.extraction.own_words import BLANK, blank_foreign_text, shortened
from recollect.languages.words import common_words

LEARNED_FROM: Final = frozenset({Role.USER, Role.TOOL})
# Characters of new text in one request; a longer turn is split.
_AT_ONCE: Final = 12_000
_BREAKS: Final = tuple(map(re.compile, (r"\n\s*\n", r"[.!?。！？]\s|\n", r"\s")))
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


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """A part of a turn's text; the whole turn unless it is long."""

    turn: Turn
    start: int
    end: int
    text: str


def chunks_of(turn: Turn) -> Iterator[Chunk]:
    """The parts of a turn that can be learned from; none if the user wrote nothing of it."""
    if turn.voice not in LEARNED_FROM:
        return
    text = masked(turn)
    start = 0
    while start < len(text):
        end = _cut(text, start)
        if re.search(r"\w", text[start:end]):
            yield Chunk(turn, start, end, shortened(text[start:end]))
        start = end


def chunks_for_one_request(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The leading chunks that fit into one request."""
    return fitting(chunks, lambda chunk: len(chunk.text), _AT_ONCE)


def _cut(text: str, start: int) -> int:
    """Where a chunk ends: at the last paragraph, sentence or word break that fits."""
    end = start + _AT_ONCE
    if end >= len(text):
        return len(text)
    half = start + _AT_ONCE // 2
    for pattern in _BREAKS:
        breaks = [match.end() for match in pattern.finditer(text, half, end)]
        if breaks:
            return breaks[-1]
    return end


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
    return frozenset(word for word in words_of(text) if len(word) >= _LONG) - common_words()


def lookup_text(chunks: Sequence[Chunk]) -> str:
    """The start of the new text, used to look up related memories."""
    return "\n".join(chunk.text for chunk in chunks)[:_LOOKED_UP]


def short_ids(memories: Sequence[Entry]) -> dict[str, Entry]:
    """The memories that fit the prompt, keyed by the short ids shown to the model."""
    shown = fitting(memories, lambda entry: len(_line(entry)), _OF_ALL_MEMORIES)
    return {f"m{number}": entry for number, entry in enumerate(shown, start=1)}


def question(
    turns: Sequence[Turn],
    chunks: Sequence[Chunk],
    known: Mapping[str, Entry],
    elsewhere: Sequence[Turn],
) -> str:
    """One JSON line for each known memory, each earlier turn and each new chunk."""
    memory_rows = [{short: _line(entry)} for short, entry in known.items()]
    earlier_rows = [
        speaker_fields(turn, "old")
        | {"at": local_time_text(turn)}
        | by_author(turn, limit=_ELSEWHERE)
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
            said = {**speaker_fields(turn), "at": local_time_text(turn)}
            yield {"turn": turn.index, **said, **by_author(turn, chunk.start, chunk.end)}
        limit = _EARLIER if turn in earlier[:-1] else _LAST
        if turn.index not in new and (text := by_author(turn, limit=limit)):
            yield {**speaker_fields(turn, "old"), **text}


def _line(entry: Entry) -> str:
    return memory_line(entry)[:_OF_A_MEMORY]


def by_author(
    turn: Turn, start: int = 0, end: int | None = None, limit: int = _AT_ONCE
) -> dict[str, str]:
    """What a turn says in the author's own words, and what they pasted there, as JSON fields."""
    shown = masked(turn)[start:end]
    own = shown
    if turn.voice is Role.USER:
        own = blank_foreign_text(turn.content, turn.origin)[start:end]
    own = "".join(
        BLANK if hidden == BLANK else mine for hidden, mine in zip(shown, own, strict=True)
    )
    foreign = zip(shown, own, strict=True)
    pasted = "".join(BLANK if mine != BLANK else letter for letter, mine in foreign)
    parts = {"text": shortened(own)[:limit], "pasted": shortened(pasted)[:limit]}
    return {name: text for name, text in parts.items() if text}
