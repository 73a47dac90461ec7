"""The shipped reader: what is worth keeping, the same for the same words, and no other weights than those we ship.

The weights are replaced whole, so that only what any careful reader would say is asked of them here.
"""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import recollect.providers
from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS
from recollect.errors import ProviderError
from recollect.providers.message_reader import AT_ONCE, COLUMNS, BundledReader, bundled_reader

pytestmark = pytest.mark.usefixtures("real_models")
FOLDER = Path(recollect.providers.__file__).parent / "reader"


@pytest.fixture(scope="module")
def reader():
    return bundled_reader()


def worth(reader, text, before=""):
    """How likely the words of a text are worth keeping, all in all."""
    words = [one for one in reader.read(before, text).words if text[one.start].isalnum()]
    return sum(one.kept for one in words) / len(words)


HOME = "User lives in Leeds."


@pytest.mark.parametrize(
    "text", ["We moved from Leeds to York", "I moved from Leeds", "I moved to York from Leeds"]
)
def test_a_home_that_was_left_is_no_longer_true(reader, text):
    assert reader.compare(HOME, text).replaces > 0.85


@pytest.mark.parametrize("text", ["I commute from Leeds to York", "I drove from Leeds to York"])
def test_a_home_that_was_only_departed_from_may_be_true(reader, text):
    assert reader.compare(HOME, text).replaces < 0.85


@pytest.mark.parametrize(
    "text",
    [
        "I'd rather have tea than coffee.",
        "I play the cello.",
        "I'm allergic to peanuts.",
        "I live in Porto and work as a nurse.",
        "My daughter Lena is six.",
        "Ich bin Vegetarierin.",
        "Vivo en Madrid con mi hermana.",
        "Je suis allergique aux noix.",
    ],
)
def test_what_matters_is_worth_keeping(reader, text):
    assert worth(reader, text) > 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, that helps a lot!",
        "What is the capital of France?",
        "ok cool",
        "Can you make it a bit shorter please?",
        "Danke, das war hilfreich.",
    ],
)
def test_what_matters_to_nobody_later_is_not(reader, text):
    assert worth(reader, text) < 0.5


def test_the_places_of_words_are_right(reader):
    text = "  Well — I'm in São Paulo,\n\nC++ is fun 👍🏽!"
    words = reader.read("before", text).words
    said = [text[one.start : one.end] for one in words]
    assert "São" in said
    assert "Well" in said
    assert all(not one.isspace() and one for one in said)
    assert all(a.end <= b.start for a, b in pairwise(words))


def test_every_word_has_every_mark(reader):
    marks = reader.read("user: Noor is here.\n", "She is allergic to nuts.")
    assert marks.before
    for one in (*marks.words, *marks.before):
        assert len(one.kinds) == len(MARKED_KINDS)
        assert len(one.attributes) == len(ATTRIBUTES) + 1
        assert sum(one.attributes) == pytest.approx(1.0, abs=1e-3)
        likely = (one.kept, one.opens, one.standing, one.about_other, one.subject, one.value)
        assert all(0.0 <= each <= 1.0 for each in likely)
    assert 0.0 <= marks.changes <= 1.0


@pytest.mark.parametrize("text", ["", " \n\t ", "\x00", "👍🏽"])
def test_a_text_without_words_has_no_marks_that_break(reader, text):
    marks = reader.read("", text)
    assert all(0 <= one.start < one.end <= len(text) for one in marks.words)
    assert reader.read(text, "I live in Porto.").words


def test_the_same_words_have_the_same_marks(reader):
    text = "I'm allergic to peanuts."
    first = reader.read("user: hi\n", text)
    reader.read("", "something else")
    assert reader.read("user: hi\n", text) == first
    assert BundledReader().read("user: hi\n", text) == first


def test_a_long_message_is_read_to_its_end(reader):
    middle = " ".join(f"word{n} and so on" for n in range(AT_ONCE))
    text = f"I live in Porto. {middle}. I'm allergic to peanuts."
    words = reader.read("", text).words
    assert words[0].start == 0
    assert words[-1].end == len(text)
    longer = f"I live in Porto. {middle * 8}. I'm allergic to peanuts."
    seen = reader.read("", longer).words
    assert (seen[0].start, seen[-1].end) == (0, len(longer))
    # The middle of a document is passed over.
    assert len(seen) < len(words) * 8


def test_two_statements_are_related_by_shares(reader):
    for one in (
        reader.compare("I live in Porto.", "I moved to Rome."),
        reader.affect("I live in Porto.", "I moved to Rome last week, finally."),
        reader.compare("", ""),
    ):
        shares = [getattr(one, name) for name in one.__dataclass_fields__]
        assert sum(shares) == pytest.approx(1.0, abs=1e-3)


def test_the_plainest_relations_are_seen(reader):
    same = reader.compare("I live in Porto.", "I live in Porto.")
    assert same.same + same.more + same.less > 0.5
    over = reader.compare(
        "I play tennis every week.", "I don't play tennis any more, I gave it up."
    )
    assert over.replaces + over.contradicts > 0.5
    apart = reader.compare("I have a cat.", "I work at Bosch.")
    assert apart.coexists > 0.5


@pytest.mark.parametrize("how", ["changed", "cut", "missing"])
def test_other_weights_than_ours_are_refused(tmp_path, how):
    folder = Path(shutil.copytree(FOLDER, tmp_path / "reader"))
    shutil.copytree(FOLDER.with_name("minilm"), tmp_path / "minilm")
    model = folder / "reader.onnx"
    data = bytearray(model.read_bytes())
    match how:
        case "changed":
            data[len(data) // 2] ^= 1
            model.write_bytes(data)
        case "cut":
            model.write_bytes(data[: len(data) // 2])
        case _:
            model.unlink()
    with pytest.raises(ProviderError):
        BundledReader(folder=folder).read("", "I live in Porto.")


def test_the_weights_have_a_column_for_every_mark(reader):
    assert reader._run([], [], [1000]).shape[1] == COLUMNS
