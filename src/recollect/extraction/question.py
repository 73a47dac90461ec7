"""What a model is shown beside the task: what is known, what was said before, and the new turns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.domain.entry import SHOWN, Entry
from recollect.domain.line import memory_line
from recollect.domain.similarity import words_of
from recollect.domain.turn import Turn
from recollect.extraction.asking import legible, lines, masked, moment, whose
from recollect.extraction.pieces import Piece
from recollect.languages.pack import packs

# So many turns before the new ones are shown, the last of them at more length than the others.
_TURNS_BEFORE: Final = 3
_LAST, _EARLIER = 240, 100
# A longer memory, and a longer turn of another conversation, is cut.
_OF_A_MEMORY: Final = 160
_OF_ALL_MEMORIES: Final = 800
_ELSEWHERE: Final = 160
MEMORIES: Final = 12
TURNS: Final = 2
# What is looked up: the beginning of a long text tells what it is about.
_LOOKED_UP: Final = 1_000
# A shorter word tells little, in whatever language.
_LONG: Final = 4


@dataclass(frozen=True, slots=True)
class Nearest:
    """The memories, and the turns of other conversations, that a text may have to do with."""

    memories: tuple[Entry, ...] = ()
    turns: tuple[Turn, ...] = ()

    def before(self, asked: Sequence[Piece]) -> "Nearest":
        """Those that were said before some pieces, by whoever speaks in them."""
        turns = [piece.turn for piece in asked]
        ids = {(turn.conversation, turn.id) for turn in turns}
        now = max(turn.at for turn in turns)
        speakers = {turn.speaker for turn in turns}
        talks = {turn.conversation for turn in turns}
        words = _telling(text_of(asked))
        return Nearest(
            tuple(
                entry
                for entry in self.memories
                if entry.status in SHOWN
                # What is kept under a key is replaced by its key.
                and entry.key is None
                and (entry.said_at is None or entry.said_at <= now)
                and not any((one.conversation, one.turn_id) in ids for one in entry.sources)
            )[:MEMORIES],
            tuple(
                turn
                for turn in self.turns
                if turn.at <= now
                and turn.speaker in speakers
                and turn.conversation not in talks
                # A search gives the nearest, however far off they are.
                and words & _telling(turn.content)
            )[:TURNS],
        )


def _telling(text: str) -> frozenset[str]:
    """The words of a text that tell what it is about."""
    return frozenset(word for word in words_of(text) if len(word) >= _LONG) - _common()


@cache
def _common() -> frozenset[str]:
    listed = (str(pack.table("detect")["common"]).split() for pack in packs().values())
    return frozenset(word for words in listed for word in words)


def text_of(asked: Sequence[Piece]) -> str:
    """The new text, as far as memories are looked up by it."""
    return "\n".join(piece.text for piece in asked)[:_LOOKED_UP]


def short_ids(memories: Sequence[Entry]) -> dict[str, Entry]:
    """The memories that there is room for, by the short ids under which a model is shown them."""
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
    asked: Sequence[Piece],
    known: Mapping[str, Entry],
    elsewhere: Sequence[Turn],
) -> str:
    """One line for each known memory, for each earlier turn, and for each new piece."""
    told = [{short: _line(entry)} for short, entry in known.items()]
    before = [
        {**whose(turn, "old"), "at": moment(turn), "text": _text(turn, _ELSEWHERE)}
        for turn in elsewhere
    ]
    return lines([*told, *before, *_rows(turns, asked)])


def _rows(turns: Sequence[Turn], asked: Sequence[Piece]) -> Iterator[dict[str, object]]:
    """The new pieces with the turns between and shortly before them, in order."""
    first, last = asked[0].turn.index, asked[-1].turn.index
    new: dict[int, list[Piece]] = {}
    for piece in asked:
        new.setdefault(piece.turn.index, []).append(piece)
    earlier = [turn for turn in turns if turn.index < first][-_TURNS_BEFORE:]
    for turn in (*earlier, *(turn for turn in turns if first <= turn.index <= last)):
        for piece in new.get(turn.index, ()):
            row = {"turn": turn.index, **whose(turn), "at": moment(turn), "text": piece.text}
            yield row
        if turn.index not in new:
            most = _EARLIER if turn in earlier[:-1] else _LAST
            text = _text(turn, most)
            if text:
                yield {**whose(turn, "old"), "text": text}


def _line(entry: Entry) -> str:
    return memory_line(entry)[:_OF_A_MEMORY]


def _text(turn: Turn, most: int) -> str:
    return legible(masked(turn))[:most]
