"""Precision and recall of extraction on dialogues with reference notes.

`tests/learning/fixture/README.md` defines when a memory matches a note.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from recollect.bench.marked_dialogues import parse_dialogues
from recollect.domain.learning import Proposal
from recollect.domain.turn import Role, Turn
from recollect.errors import InvalidInput

Extract = Callable[[Sequence[Turn]], Sequence[Proposal]]
# What a file says of a note that needs no conversion.
_AS_GIVEN = ("turn", "valid_from", "valid_until", "date", "standing", "about", "attribute", "value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A reference note: where it was said, its possible kinds, and the words it must contain."""

    turn: int
    start: int
    end: int
    kinds: tuple[str, ...]
    says: tuple[str, ...]
    valid_from: str = ""
    valid_until: str = ""
    date: str = ""
    standing: bool = False
    about: str = ""
    attribute: str = ""
    value: str = ""

    def matches(self, one: Proposal, index: int) -> bool:
        """Whether a memory from the turn with this index matches in words, kind and dates."""
        return one.kind in self.kinds and self.said_in(one, index) and self._dated(one)

    def said_in(self, one: Proposal, index: int) -> bool:
        """Whether a memory contains the words of the note, with any kind and dates."""
        text = f"{one.content}\n{one.quote}".casefold()
        return self.touches(one, index) and all(words.casefold() in text for words in self.says)

    def touches(self, one: Proposal, index: int) -> bool:
        """Whether the source of a memory overlaps the note."""
        return index == self.turn and one.start < self.end and self.start < one.end

    def _dated(self, one: Proposal) -> bool:
        begins, ends = _iso(one.valid_from), _iso(one.valid_until)
        return (
            begins.startswith(self.valid_from)
            and ends.startswith(self.valid_until)
            and (begins.startswith(self.date) or ends.startswith(self.date))
        )


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation with its required (`notes`) and optional (`may`) notes."""

    id: str
    language: str
    turns: tuple[Turn, ...]
    notes: tuple[Note, ...]
    may: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The result for one dialogue: matching pairs, missed notes, and memories without a note."""

    dialogue: Dialogue
    found: tuple[tuple[Note, Proposal], ...]
    missed: tuple[Note, ...]
    junk: tuple[Proposal, ...]
    substance: "Score"


@dataclass(frozen=True, slots=True)
class Score:
    """Counts and their shares; a share of nothing is None."""

    notes: int
    found: int
    junk: int

    @property
    def precision(self) -> float | None:
        """The share of judged memories that match a note."""
        return _share(self.found, self.found + self.junk)

    @property
    def recall(self) -> float | None:
        """The share of notes that were found."""
        return _share(self.found, self.notes)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.found, self.notes + self.found + self.junk)


@dataclass(frozen=True, slots=True)
class LearningReport:
    """Scores in total, by language and by kind (a missed note counts as the first of its kinds)."""

    all: Score
    # Ignoring kind, dates and extent: notes contained in a memory, and memories whose
    # source overlaps no note.
    substance: Score
    languages: Mapping[str, Score]
    kinds: Mapping[str, Score]
    judged: tuple[Judged, ...]


def dialogues(path: Path) -> list[Dialogue]:
    """The dialogues of a file: a `.txt` with marked notes, or one JSON object per line."""
    try:
        text = path.read_text("utf-8")
        if path.suffix == ".txt":
            return [_dialogue(one) for one in parse_dialogues(text, f"{path.stem}-")]
        return [_dialogue(json.loads(line)) for line in text.splitlines() if line.strip()]
    except (OSError, ValueError, KeyError, TypeError) as broken:
        message = f"{path} is not a file of dialogues: {type(broken).__name__}"
        raise InvalidInput(message, field="data") from None


def score(given: Iterable[Dialogue], extract: Extract) -> LearningReport:
    """Extract from every dialogue, and compare the result with its notes."""
    return report([_judge(one, extract(one.turns)) for one in given])


def report(given: Iterable[Judged]) -> LearningReport:
    """The report on some judged dialogues."""
    judged = tuple(given)
    languages = sorted({one.dialogue.language for one in judged})
    return LearningReport(
        all=_score(judged),
        substance=Score(
            sum(one.substance.notes for one in judged),
            sum(one.substance.found for one in judged),
            sum(one.substance.junk for one in judged),
        ),
        languages={
            code: _score([one for one in judged if one.dialogue.language == code])
            for code in languages
        },
        kinds=_by_kind(judged),
        judged=judged,
    )


def as_data(one: Score) -> dict[str, float | None]:
    """The counts and shares as plain values."""
    names = ("notes", "found", "junk", "precision", "recall", "f1")
    return {name: getattr(one, name) for name in names}


def _judge(dialogue: Dialogue, extracted: Sequence[Proposal]) -> Judged:
    proposals = [one for one in extracted if not one.only_instructions]
    index = {turn.id: turn.index for turn in dialogue.turns}
    missed = list(dialogue.notes)
    found: list[tuple[Note, Proposal]] = []
    junk: list[Proposal] = []
    for one in proposals:
        turn = index[one.turn_id]
        note = next((note for note in missed if note.matches(one, turn)), None)
        if note is not None:
            missed.remove(note)
            found.append((note, one))
        elif not any(may.matches(one, turn) for may in dialogue.may):
            junk.append(one)
    substance = _substance(dialogue, proposals, index)
    return Judged(dialogue, tuple(found), tuple(missed), tuple(junk), substance)


def _substance(
    dialogue: Dialogue, proposals: Sequence[Proposal], index: Mapping[str, int]
) -> Score:
    located = [(proposal, index[proposal.turn_id]) for proposal in proposals]
    found = [note for note in dialogue.notes if any(note.said_in(*item) for item in located)]
    every_note = (*dialogue.notes, *dialogue.may)
    junk = [item for item in located if not any(note.touches(*item) for note in every_note)]
    return Score(len(dialogue.notes), len(found), len(junk))


def _score(judged: Iterable[Judged]) -> Score:
    every = list(judged)
    found = sum(len(one.found) for one in every)
    missed = sum(len(one.missed) for one in every)
    return Score(found + missed, found, sum(len(one.junk) for one in every))


def _by_kind(judged: Sequence[Judged]) -> dict[str, Score]:
    found = [str(memory.kind) for one in judged for _, memory in one.found]
    missed = [note.kinds[0] for one in judged for note in one.missed]
    junk = [str(memory.kind) for one in judged for memory in one.junk]
    return {
        kind: Score(found.count(kind) + missed.count(kind), found.count(kind), junk.count(kind))
        for kind in sorted({*found, *missed, *junk})
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def _dialogue(item: dict[str, Any]) -> Dialogue:
    turns = tuple(_turn(item, index, turn) for index, turn in enumerate(item["turns"]))
    return Dialogue(
        id=item["id"],
        language=item["id"][:2],
        turns=turns,
        notes=tuple(_note(turns, note) for note in item["notes"]),
        may=tuple(_note(turns, note) for note in item["may"]),
    )


def _turn(item: dict[str, Any], index: int, turn: dict[str, Any]) -> Turn:
    at = datetime.fromisoformat(turn.get("at", item["at"]))
    return Turn(
        id=f"{item['id']}/{index}",
        conversation=item["id"],
        index=index,
        role=Role(turn["role"]),
        content=turn["content"],
        at=at,
        recorded_at=at,
        tokens=0,
        speaker=turn.get("speaker"),
    )


def _note(turns: Sequence[Turn], note: dict[str, Any]) -> Note:
    start = note.get("start", -1)
    if start < 0:
        start = turns[note["turn"]].content.index(note["quote"])
    given = {name: value for name, value in note.items() if name in _AS_GIVEN}
    kinds, says = tuple(note["kinds"]), tuple(note["says"])
    return Note(start=start, end=start + len(note["quote"]), kinds=kinds, says=says, **given)
