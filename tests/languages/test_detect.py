"""Language detection; the sentences are in `sentences/`, one file per language."""

import unicodedata
from pathlib import Path

import pytest

from recollect.languages.detect import detect
from recollect.languages.pack import packs

SENTENCES = Path(__file__).parent / "sentences"


def sentences(name):
    lines = (SENTENCES / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def plain(text):
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def share(texts, expected):
    return sum(detect(text) == expected for text in texts) / len(texts)


@pytest.mark.parametrize("code", sorted(packs()))
def test_a_language_is_detected_with_and_without_accents(code):
    texts = sentences(code)
    assert share(texts, code) >= 0.97
    assert share([plain(text) for text in texts], code) >= 0.95
    assert share([text.upper() for text in texts], code) >= 0.9


def test_a_language_without_a_pack_yields_none():
    assert share(sentences("other"), None) >= 0.97


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        ("ok", None, "en"),
        ("ok", "de", "de"),
        ("👍", None, "en"),
        ("👍", "pt", "pt"),
        ("", "fr", "fr"),
        ("lgtm", "it", "it"),
        ("Kubernetes", "es", "es"),
        ("no", "es", "es"),
        ("si", "it", "it"),
        # A text that is clearly in another language does not stay in the previous one.
        ("Ich wohne jetzt in Kiel.", "en", "de"),
        ("I moved to Kiel last week.", "de", "en"),
        ("Moro em Lisboa desde março.", "es", "pt"),
        ("Dank je wel!", "en", None),
        ("Tack så mycket", "de", None),
        ("Dziękuję bardzo", None, None),
        ("спасибо", "en", None),
        ("ありがとう", "en", None),
        # A code without a pack is ignored.
        ("hello there my friend", "nl", "en"),
    ],
)
def test_a_short_text_is_in_the_previous_language(text, before, expected):
    assert detect(text, before) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```python\nfor der in die: und = das\n```\nwhy does this not work?", "en"),
        ("der Fehler kommt von `if (this.is.the.end) return`, glaube ich", "de"),
        ("see https://example.com/der/die/das/und/ich and tell me what it is", "en"),
        ("mira el error en /usr/the/of/and/is/was, no lo entiendo", "es"),
        ("My friend José from São Paulo likes crème brûlée", "en"),
    ],
)
def test_code_addresses_and_names_are_not_evidence(text, expected):
    assert detect(text) == expected


def test_only_the_beginning_of_a_long_text_is_read():
    german = "Das ist ein langer Text über nichts. " * 20
    assert detect(german + "this is English " * 10_000) == "de"


def test_no_language_is_named_in_code():
    folder = Path(__file__).parents[2] / "src/recollect"
    names = {pack.name.lower() for pack in packs().values()}
    for file in [*folder.glob("languages/*.py"), *folder.glob("dates/*.py")]:
        text = file.read_text("utf-8").lower()
        assert not [name for name in names if name in text], file
