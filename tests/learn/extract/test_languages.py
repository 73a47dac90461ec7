"""Which language a text is in, and what that takes."""

import subprocess
import sys

import pytest

from recollect.learn.extract.languages import code_of

_READ_IN = (
    "print(*sorted(name for name in sys.modules if name.startswith('recollect.learn.extract.')))"
)


def _read_in(program: str) -> set[str]:
    """The modules of the extractor that a program of its own has read in."""
    script = f"import sys\n{program}\n{_READ_IN}"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return {name.rpartition(".")[2].partition("_")[0] for name in done.stdout.split()}


def test_no_language_is_read_in_before_it_is_spoken():
    assert not _read_in("import recollect.memory") & {"en", "fr", "es", "de"}


def test_a_text_is_told_to_be_german_without_reading_german_in():
    program = "from recollect.learn.extract.languages import code_of\nassert code_of('ich wohne in Köln', None) == 'de'"
    assert not _read_in(program) & {"en", "fr", "es", "de"}


def test_only_the_language_spoken_is_read_in():
    program = "from recollect.learn.extract.languages import language_of\nlanguage_of('ich wohne in Köln', None)"
    assert _read_in(program) & {"en", "fr", "es", "de"} == {"de"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I live in Cologne", "en"),
        ("J'habite Lyon", "fr"),
        ("Mon fils mesure 132 cm", "fr"),
        ("mon wed sat", "en"),
        ("Nos mudamos a finales de mes", "es"),
        ("vivo en Sevilla", "es"),
        ("Me he mudado a Bilbao.", "es"),
        ("He vuelto a vivir en Cádiz.", "es"),
        ("He is a photo editor", "en"),
        ("Me duele la espalda", "es"),
        ("no me pongas globos, me dan pánico", "es"),
        ("I live in Málaga", "en"),
        ("wohne in Köln", "de"),
        ("я живу в Москве и работаю учителем в школе уже много лет, мне нравится", None),
    ],
)
def test_a_language_is_told_by_its_words(text, code):
    assert code_of(text, None) == code


def test_what_is_too_short_to_tell_is_in_the_language_spoken_before():
    assert code_of("Bosch", "de") == "de"
    assert code_of("Bosch", None) == "en"
    assert code_of("ok", "en") == "en"
