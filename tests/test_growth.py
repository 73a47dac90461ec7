"""The work on a text grows with its length, whatever is in it: no message may freeze a server.

The long version (`make test-all`) takes apart every regular expression of the package, see
`support/pattern_growth.py`.
"""

import itertools
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from growth import grown, grows_too_fast
from recollect.budget.compressor import compress
from recollect.context.withheld import Withheld
from recollect.dates import Leaning, find_days
from recollect.domain.turn import Role, Turn
from recollect.extraction.deletion_requests import deletion_requests
from recollect.extraction.own_words import own_words, with_pasted_prose
from recollect.hooks.transcripts import _CURSOR_QUERY, _tagged, _without_added
from recollect.importers.chatgpt import _ENTITY, _MARKUP
from recollect.languages.detect import detect
from recollect.languages.sentences import before_reason, sentences
from recollect.languages.subjects import distinctive_words
from recollect.languages.words import names_in
from recollect.learning.summaries import recap
from recollect.recall.reading import TermReader
from recollect.redaction.redact import redact

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
# What is repeated, and the end of the text, at which a search that went wrong gives up.
SHAPES = {
    "letters and spaces": ("a ", ""),
    "one letter": ("a", "!"),
    "names": ("Anna Bella ", ""),
    "I am": ("I am ", "?"),
    "integers": ("1234, ", "]"),
    "digits": ("7", "x"),
    "brackets": ("[", "x"),
    "quotes": ('"a ', ""),
    "curly quotes": ("“a ", ""),
    "low quotes": ("„a ", ""),
    "question marks": ("?", "x"),
    "full stops": (".", "x"),
    "hash signs": ("#", "x"),
    "dashes": ("-", "x"),
    "line breaks": ("\n", "x"),
    "short lines": ("a\n", ""),
    "spaces": (" ", "x"),
    "addresses": ("a@b.", ""),
    "links": ("http://a.b/c?d=e ", ""),
    "base64": ("aB3+/QUJDREVGR0", "="),
    "emoji": ("👩‍👩‍👧", ""),
    "Chinese": ("我喜欢吃苹果在北京工作", ""),
    "Arabic": ("مرحبا بك ", ""),
    "combining marks": ("e\u0301", ""),
    "mixed case": ("aBcDeF", ""),
    "JSON": ('{"a": 1, "b": [2]}, ', ""),
    "open JSON": ('{"a":', ""),
    "code": ("x = foo(bar[1]); ", ""),
    "table": ("| a | b | c |\n", ""),
    "sentences": ("My brother lives in Porto. ", ""),
    "questions": ("What did she say? ", ""),
    "fences": ("``` a ", ""),
    "tags": ("<system-reminder><user_query>", ""),
    "speakers": ("user: hi\n", ""),
    "passwords": ("password=", ""),
    "keys": ("api_key: abcdefg123 ", ""),
    "private keys": ("-----BEGIN RSA PRIVATE KEY-----\n", ""),
    "days": ("on Monday next week at 5 pm ", ""),
    "entities": ('\ue200entity\ue202["a","b"', ""),
    "citations": ("【1†", ""),
    "initials": ("Dr. J. Smith ", ""),
}
BRIEF = (
    "letters and spaces",
    "spaces",
    "integers",
    "question marks",
    "tags",
    "entities",
    "citations",
)


def _turn(text: str, role: Role = Role.USER, index: int = 0) -> Turn:
    return Turn(
        id=f"t{index}",
        conversation="c",
        index=index,
        role=role,
        content=text,
        at=NOW,
        recorded_at=NOW,
        tokens=1,
    )


# One is in most shapes many times, also beside the memory that stands.
DELETED = Withheld(("a", "7", "My brother lives in Porto"), ("b",))
STEPS = {
    "redact": redact,
    "own words": lambda text: (own_words(text), with_pasted_prose(text)),
    "language": lambda text: detect(text, None),
    "sentences": lambda text: list(sentences(text)),
    "what stands before a reason": lambda text: before_reason(text, "en"),
    "names": names_in,
    "subject": distinctive_words,
    "days": lambda text: find_days(text[:400], NOW, "en", Leaning.NONE),
    "recap": lambda text: recap([_turn(text), _turn(text, Role.ASSISTANT, 1)], []),
    "terms": lambda text: TermReader().read(text, NOW, Role.USER),
    "deleted words": DELETED.cut,
    "deleted words of a recap": DELETED.repeats,
    "requests to forget": lambda text: deletion_requests(f"please forget {text}"),
    "compression": lambda text: compress(Role.USER, text),
    "transcript": lambda text: (_without_added(text), list(_tagged(_CURSOR_QUERY, text))),
    "ChatGPT's markup": lambda text: _MARKUP.sub("", _ENTITY.sub(r"\1", text)),
}


def _check(step: str, shape: str, most: int) -> None:
    unit, end = SHAPES[shape]
    slow = grows_too_fast(STEPS[step], lambda length: grown(unit, length, end), most=most)
    assert not slow, f"{step} of {shape}"


@pytest.mark.attack("growth", "each step of reading, by shapes of text")
@pytest.mark.parametrize("step", STEPS)
def test_each_step_on_a_text_is_linear(step, tried):
    for shape in BRIEF:
        _check(step, shape, 64_000)
        tried(1)


@pytest.mark.slow
@pytest.mark.attack("growth", "each step of reading, by shapes of text")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_linear_for_every_shape(step, shape):
    _check(step, shape, 256_000)


def test_a_recap_of_many_names_is_linear():
    letters = itertools.product("abcdefgh", repeat=6)
    names = ["".join(name).title() for name in itertools.islice(letters, 40_000)]

    def speech(length: int) -> str:
        return " is here. ".join(names[: length // 16])

    assert not grows_too_fast(STEPS["recap"], speech)


def test_a_quadratic_step_is_noticed():
    def reads_the_rest_again_for_each_letter(text):
        return [text.count("b", place) for place in range(len(text))]

    assert grows_too_fast(reads_the_rest_again_for_each_letter, lambda length: "a" * length)


@pytest.mark.slow
@pytest.mark.timeout(1_200)
@pytest.mark.attack("growth", "the worst inputs of every regular expression")
def test_every_regular_expression_is_linear(tried):
    script = Path(__file__).with_name("support") / "pattern_growth.py"
    done = subprocess.run(
        [sys.executable, str(script), "4000", "1"], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    tried(found["expressions"], len(found["slow"]))
    assert found["expressions"] > 300
    assert found["slow"] == []
