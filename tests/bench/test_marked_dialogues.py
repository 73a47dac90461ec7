import pytest

from recollect.bench.learning import dialogues
from recollect.errors import InvalidInput

WRITTEN = """\
=== 2025-05-14 18:30 | diabetes
U: how many carbs? {fact>type 1 here, for years}, {?fact,skill>diagnosed when I was 9}
A: About 27 g.
U(Maya): {commitment,fact@2025-05-20>dentist's on the 20th} \\{x\\}
and one line more
=== 2025-05-15 | nothing
U: thanks
"""


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "en_some.txt"
    path.write_text(WRITTEN, encoding="utf-8")
    return dialogues(path)


def test_notes_are_parsed_from_the_text(two):
    one, other = two
    assert [turn.content for turn in one.turns] == [
        "how many carbs? type 1 here, for years, diagnosed when I was 9",
        "About 27 g.",
        "dentist's on the 20th {x}\nand one line more",
    ]
    first, second = one.notes
    assert one.turns[0].content[first.start : first.end] == "type 1 here, for years"
    assert (second.turn, second.kinds, second.date) == (2, ("commitment", "fact"), "2025-05-20")
    assert [note.kinds for note in one.may] == [("fact", "skill")]
    assert one.turns[2].speaker == "Maya"
    assert (one.language, one.turns[0].at.isoformat()) == ("en", "2025-05-14T18:30:00+00:00")
    assert (other.notes, other.may) == ((), ())


def test_ids_consist_of_file_and_number(two):
    assert [one.id for one in two] == ["en_some-0001", "en_some-0002"]


def test_text_before_the_first_dialogue_is_refused(tmp_path):
    path = tmp_path / "en_some.txt"
    path.write_text("U: hello\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="not a file of dialogues"):
        dialogues(path)
