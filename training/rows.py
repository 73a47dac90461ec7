"""All training data as rows of tokens with their labels.

A row of a dialogue is a message with the exchange before it. A row of a pair is two statements, or a note and a
message, behind a mark of its own. A label of -1 is not known and teaches nothing.
"""

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from messages import Message, messages

from recollect.bench.learning import Dialogue, Note, dialogues
from recollect.domain.entry import Kind
from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS
from recollect.domain.turn import Role, Turn
from recollect.extraction.own_words import blank_recalled_memory, own_words, readable
from recollect.extraction.preceding_turns import preceding_turns_text, with_full_stop
from recollect.providers.message_reader import AT_ONCE, BEFORE, CLS, COMPARED, PAIR, SEP, TALK
from recollect.providers.wordpiece import WordPiece

HERE = Path(__file__).parent
FIXTURE = HERE.parent / "tests/learning/fixture"
LABELS = HERE / "labels.jsonl.gz"
WORDS = WordPiece.from_file(HERE.parent / "src/recollect/providers/minilm/tokenizer.json")
KINDS = [str(kind) for kind in MARKED_KINDS]
NO_ATTRIBUTE = len(ATTRIBUTES)
RELATIONS = "SMLRBD"
# These shares of everything else are repeated at the end: of the dialogues less, as they are marked less strictly; of
# the changes told in passing all.
REPEATED, REPEATED_DIALOGUES = 0.2, 0.1
# So many pairs of statements that have nothing to do with each other for each that was written.
STRANGERS = 0.5
ASKED = re.compile(r"[^.!?]+\?")
# These may be instructions, so a plain note of them does not say that it is none.
MAY_INSTRUCT = {str(Kind.PREFERENCE), str(Kind.USER_PREFERENCE), str(Kind.PROCEDURE)}
# Dialogues with all marks teach what the others leave open, and count twice. Those of `strict` were marked last and most
# strictly, and are taught at the end.
TIMES = {"highlights": 2, "strict": 6}


@dataclass(slots=True)
class Row:
    """Tokens, where the message begins, and the labels of each token from there on."""

    ids: list[int]
    first: int
    kept: list[int] = field(default_factory=list)
    opens: list[int] = field(default_factory=list)
    kinds: list[list[int]] = field(default_factory=list)
    standing: list[int] = field(default_factory=list)
    other: list[int] = field(default_factory=list)
    value: list[int] = field(default_factory=list)
    attribute: list[int] = field(default_factory=list)
    # Of every token, the exchange before the message included.
    subject: list[int] = field(default_factory=list)
    relation: int = -1
    changes: int = -1


@dataclass(frozen=True, slots=True)
class Label:
    """What the retired rules said of some characters of a message."""

    start: int
    end: int
    about_other: bool
    standing: bool


Labels = dict[tuple[str, int], list[Label]]


def last_rows() -> Iterator[Row]:
    """What is taught at the end: the strictest dialogues, and a part of all else so that it is not forgotten."""
    for path in sorted(HERE.glob("strict/*.txt")):
        for one in dialogues(path):
            for _ in range(TIMES["strict"]):
                yield from _dialogue(one, {}, whole=True)
    yield from all_rows(REPEATED)


def all_rows(share: float = 1.0) -> Iterator[Row]:
    """Every row but those of `strict`, or a share of them, in a fixed order."""
    labels = _labels()
    chosen = random.Random(2)  # noqa: S311 - a choice, no secret
    files = sorted(HERE.glob("dialogues/*.txt")) + sorted(HERE.glob("highlights/*.txt"))
    files += [
        path
        for path in sorted(FIXTURE.glob("dialogues/*"))
        if not path.stem.startswith(("judge", "tune"))
    ]
    for path in files:
        whole = path.parent.name == "highlights"
        for one in dialogues(path):
            if chosen.random() >= (share if whole or share == 1 else REPEATED_DIALOGUES):
                continue
            for _ in range(TIMES.get(path.parent.name, 1)):
                yield from _dialogue(one, labels, whole=whole)
            yield from _told_together(one)
    for path in sorted(HERE.glob("pairs/*.txt")):
        yield from (row for row in _pairs(path) if chosen.random() < share)
    for path in (*sorted(HERE.glob("cards/*.txt")), *sorted(HERE.glob("lives/*.txt"))):
        for message in messages(path):
            if path.stem.startswith("passing") or chosen.random() < share:
                yield from _message(message)


def _labels() -> Labels:
    found: Labels = {}
    with gzip.open(LABELS, "rt", encoding="utf-8") as lines:
        for line in lines:
            dialogue, turn, *rest = json.loads(line)
            found.setdefault((dialogue, turn), []).append(Label(*rest))
    return found


def _dialogue(one: Dialogue, labels: Labels, *, whole: bool) -> Iterator[Row]:
    for place, turn in enumerate(one.turns):
        if turn.role in {Role.USER, Role.TOOL}:
            given = [] if whole else labels.get((one.id, turn.index), [])
            before = preceding_turns_text(one.turns[:place], turn.content)
            yield _row(one, turn, before, given, whole=whole)


def _row(one: Dialogue, turn: Turn, before: str, labels: list[Label], *, whole: bool) -> Row:
    text = with_full_stop(visible(turn))
    said = _pieces(before)[-BEFORE:]
    pieces = _pieces(text)[:AT_ONCE]
    size = len(pieces)
    row = Row(
        ids=[CLS, *(token for *_, token in said), SEP, *(token for *_, token in pieces), SEP],
        first=len(said) + 2,
        kept=[0] * size,
        opens=[0] * size,
        kinds=[[] for _ in pieces],
        standing=[-1] * size,
        other=[-1] * size,
        value=[-1] * size,
        attribute=[-1] * size,
        subject=[0 if whole else -1] * (len(said) + size + 3),
    )
    for kept, notes in ((-1, one.may), (1, one.notes)):
        for note in notes:
            if note.turn == turn.index:
                inside = _inside(pieces, note.start, note.end)
                _mark(row, inside, note, kept)
                if whole:
                    _mark_wholly(row, inside, note, turn, pieces)
                    _mark_subject(row, note, before, said, turn.content, pieces)
                else:
                    _mark_by_rules(row, inside, note, labels)
    return row


def visible(turn: Turn) -> str:
    """A turn as the reader is shown it, as long as it is."""
    blanked = own_words if turn.role is Role.USER else blank_recalled_memory
    return readable(blanked(turn.content))


def _index(kind: str) -> int:
    if kind not in KINDS:
        raise ValueError(f"{kind} is not in MARKED_KINDS of recollect.domain.marks")
    return KINDS.index(kind)


def _mark(row: Row, inside: list[int], note: Note, kept: int) -> None:
    for at in inside:
        row.kept[at], row.opens[at] = kept, int(at == inside[0])
        row.kinds[at] = [_index(kind) for kind in note.kinds]


def _mark_wholly(
    row: Row, inside: list[int], note: Note, turn: Turn, pieces: Sequence[tuple[int, int, int]]
) -> None:
    """The marks of somebody who has said all there is to say."""
    start = turn.content.find(note.value, note.start) if note.value else -1
    value = set(_inside(pieces, start, start + len(note.value))) if note.value else set()
    for at in inside:
        row.standing[at], row.other[at] = int(note.standing), int(bool(note.about))
        row.value[at] = int(at in value)
        row.attribute[at] = ATTRIBUTES.index(note.attribute) if note.attribute else NO_ATTRIBUTE


def _mark_subject(
    row: Row,
    note: Note,
    before: str,
    said: Sequence[tuple[int, int, int]],
    text: str,
    pieces: Sequence[tuple[int, int, int]],
) -> None:
    """Where whom it is about was named last, in the message or before it."""
    if not note.about:
        return
    about = note.about.lower()
    at = text.lower().rfind(about, 0, note.end)
    if at >= 0:
        places = [row.first + one for one in _inside(pieces, at, at + len(about))]
    else:
        at = before.lower().rfind(about)
        places = [1 + one for one in _inside(said, at, at + len(about))] if at >= 0 else []
    for place in places:
        row.subject[place] = 1


def _mark_by_rules(row: Row, inside: list[int], note: Note, labels: list[Label]) -> None:
    """What the retired rules knew of it; where they said nothing, little is known."""
    if not MAY_INSTRUCT & set(note.kinds):
        for at in inside:
            row.standing[at] = 0
    for label in labels:
        if not (label.start < note.end and note.start < label.end):
            continue
        for at in inside:
            row.other[at] = int(label.about_other)
            row.standing[at] = max(row.standing[at], int(label.standing))


def _told_together(one: Dialogue) -> Iterator[Row]:
    """Two notes of a dialogue in which nothing is corrected: both hold."""
    notes = [note for note in one.notes if note.turn < len(one.turns)]
    if len(notes) > 1 and not any(str(Kind.CORRECTION) in note.kinds for note in notes):
        first, second = (one.turns[note.turn].content[note.start : note.end] for note in notes[-2:])
        yield _pair("B", first, second)


def _pairs(path: Path) -> Iterator[Row]:
    """The pairs of a file, and some that have nothing to do with each other."""
    rng = random.Random(path.name)  # noqa: S311 - an order, no secret
    lines = path.read_text(encoding="utf-8").splitlines()
    written = [tuple(part.strip() for part in line.split("|")) for line in lines if line.strip()]
    for relation, earlier, later in written:
        yield _pair(relation, earlier, later)
        if rng.random() < STRANGERS:
            _, theirs, other = rng.choice(written)
            if theirs != earlier:
                yield _pair("B", earlier, other)


def _pair(relation: str, earlier: str, later: str, mark: int = PAIR) -> Row:
    first = _tokens(with_full_stop(earlier))[:COMPARED]
    second = _tokens(with_full_stop(later))[: COMPARED if mark == PAIR else AT_ONCE]
    ids = [CLS, mark, *first, SEP, *second, SEP]
    return Row(ids=ids, first=len(first) + 3, relation=RELATIONS.index(relation))


def _message(one: Message) -> Iterator[Row]:
    """What a message does to each note, and what is to be kept of it where somebody has said so."""
    for note, relation in one.notes:
        yield _pair(relation, note, one.text, TALK)
        # What is kept of a message does to a note what the message does, where it is all that is kept.
        if one.kept and len(one.kept) == 1:
            yield _pair(relation, note, one.text[slice(*one.kept[0])])
    pieces = _pieces(with_full_stop(one.text))[:AT_ONCE]
    asked = [found.span() for found in ASKED.finditer(one.text)]
    row = Row(
        ids=[CLS, SEP, *(token for *_, token in pieces), SEP], first=2, changes=int(one.changes)
    )
    for start, end, _ in pieces:
        spans = [span for span in one.kept or () if span[0] < end and start < span[1]]
        # Around the words that change something may stand others that do; a question does not.
        idle = not one.changes or any(first <= start < last for first, last in asked)
        unknown = one.kept is None or not (spans or idle)
        row.kept.append(1 if spans else -1 if unknown else 0)
        row.opens.append(int(bool(spans) and start <= spans[0][0]))
    blank = [-1] * len(pieces)
    row.standing, row.other, row.value, row.attribute = ([*blank] for _ in range(4))
    row.kinds = [[] for _ in pieces]
    row.subject = [-1] * len(row.ids)
    yield row


def _inside(pieces: Sequence[tuple[int, int, int]], start: int, end: int) -> list[int]:
    return [at for at, (first, last, _) in enumerate(pieces) if first < end and start < last]


def _pieces(text: str) -> list[tuple[int, int, int]]:
    return [(start, end, token) for start, end, ids in WORDS.pieces(text) for token in ids]


def _tokens(text: str) -> list[int]:
    return [token for *_, token in _pieces(text)]


def judged(paths: Iterable[Path]) -> list[Dialogue]:
    """The dialogues of some files."""
    return [one for path in paths for one in dialogues(path)]
