import itertools
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import pytest

from recollect.errors import ProviderError
from recollect.model.entry import Kind
from recollect.model.noticed import NOTED_KINDS
from recollect.providers import noticer
from recollect.providers.noticer import AT_ONCE, BundledNoticer, bundled_noticer

FOLDER = Path(noticer.__file__).parent / "noticing"


def mean(text, before="", of=None):
    words = bundled_noticer().notice(before, text)
    start = text.index(of) if of else 0
    end = start + len(of) if of else len(text)
    inside = [one.worth for one in words if one.start < end and start < one.end]
    return sum(inside) / len(inside)


def test_every_word_and_mark_is_noticed_where_it_stands():
    text = "Servus, ich bin's: Zoë (34)!"
    words = [text[one.start : one.end] for one in bundled_noticer().notice("", text)]
    assert words == ["Servus", ",", "ich", "bin", "'", "s", ":", "Zoë", "(", "34", ")", "!"]


def test_of_each_kind_a_word_has_how_likely_it_is_accepted():
    for word in bundled_noticer().notice("", "I love Thai food."):
        assert len(word.kinds) == len(NOTED_KINDS)
        assert all(0 <= one <= 1 for one in word.kinds)
        assert NOTED_KINDS[word.kinds.index(max(word.kinds))] is Kind.PREFERENCE


def test_what_somebody_says_of_himself_is_worth_more_than_what_everybody_knows():
    assert mean("I'm allergic to peanuts.") > 0 > mean("Peanuts are legumes.")


def test_it_counts_what_was_said_before():
    asked = "assistant: Do you have any allergies?\n"
    assert mean("peanuts", asked) > mean("peanuts", "assistant: Which spread is the cheapest?\n")


def test_nothing_is_noticed_in_nothing():
    assert bundled_noticer().notice("", "") == []
    assert bundled_noticer().notice("user: hello\n", " \n\t") == []


def test_a_long_text_is_noticed_to_its_end():
    text = "The weather was fine. " * AT_ONCE + "I'm allergic to peanuts."
    words = bundled_noticer().notice("", text)
    assert words[-1].end == len(text)
    assert all(one.end <= after.start for one, after in itertools.pairwise(words))


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        ("User lives in Leeds.", "User lives in Bristol now.", "replaces"),
        ("User needs to renew their passport.", "User's passport is renewed.", "replaces"),
        ("User loves Thai food.", "User loves Chinese food.", "beside"),
        ("User drives a Yaris.", "User's car is a Yaris.", "same"),
        ("User hates cats.", "User loves cats.", "doubtful"),
        ("Ich wohne in Kiel.", "Seit Mai wohnen wir in Ulm, Kiel ist Geschichte.", "replaces"),
        ("J'adore le jazz.", "J'adore aussi le blues.", "beside"),
        ("Trabajo en un banco.", "Ya no trabajo en el banco.", "replaces"),
    ],
)
def test_it_tells_what_becomes_of_a_statement(old, new, how):
    told = asdict(bundled_noticer().compare(old, new))
    assert max(told, key=told.get) == how
    assert sum(told.values()) == pytest.approx(1, abs=1e-3)


def test_statements_of_any_length_are_compared_the_same_every_time():
    long = "User lives in Leeds. " * 200
    assert bundled_noticer().compare(long, long) == bundled_noticer().compare(long, long)
    assert sum(asdict(bundled_noticer().compare("", "")).values()) == pytest.approx(1, abs=1e-3)


def test_the_same_words_are_read_the_same_in_any_company():
    texts = ["I live in Ghent.", "what a day", "Ich wohne in Köln und arbeite als Koch"] * 4
    alone = [bundled_noticer().notice("", text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: bundled_noticer().notice("", text), texts))
    assert together == alone


def test_a_damaged_model_is_refused(tmp_path):
    folder = tmp_path / "noticing"
    shutil.copytree(FOLDER, folder)
    with (folder / "noticer.onnx").open("r+b") as file:
        file.seek(4096)
        file.write(b"\0" * 64)
    with pytest.raises(ProviderError, match="damaged"):
        BundledNoticer(folder=folder).notice("", "I live in Ghent.")
