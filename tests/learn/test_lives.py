"""What is counted of the lives that people tell."""

from pathlib import Path

import pytest

from recollect.bench.lives import lived, lives, main
from recollect.providers.noticer import bundled_noticer

FILES = sorted((Path(__file__).parent / "fixture" / "lives").glob("*.txt"))
LIFE = """=== en | Ana
2024-01-08 | I live in Leeds.
2024-02-08 | I'm a vegetarian.
2024-03-08 | !1 I live in Porto now, not in Leeds.
2024-04-08 | ~2 My mum is not a vegetarian.
"""


def test_a_life_is_read_with_its_marks():
    (life,) = lives(LIFE)
    assert [(one.mark, sorted(one.of)) for one in life] == [
        ("", []),
        ("", []),
        ("!", [0]),
        ("~", [1]),
    ]
    assert life[2].said == "I live in Porto now, not in Leeds."


def test_the_changes_that_are_seen_are_counted_and_what_is_ended_wrongly():
    (life,) = lives(LIFE)
    seen = lived(life, None)
    assert (seen.messages, seen.changes, seen.ended, seen.wrongly_ended) == (4, 1, 1, 0)
    (wrong,) = lives(LIFE.replace("!1 ", ""))
    seen = lived(wrong, None)
    assert (seen.changes, seen.ended, seen.wrongly_ended) == (0, 0, 1)


def test_every_life_that_is_kept_can_be_read():
    every = [life for file in FILES for life in lives(file.read_text(encoding="utf-8"))]
    assert len(every) == 21
    assert sum(len(life) for life in every) == 957
    assert sum(one.mark == "!" for life in every for one in life) == 149
    assert all(
        number < place for life in every for place, one in enumerate(life) for number in one.of
    )


def test_it_is_printed(capsys, tmp_path):
    (tmp_path / "life.txt").write_text(LIFE)
    assert main([str(tmp_path / "life.txt")]) == 0
    assert "1 lives, 4 messages" in capsys.readouterr().out


@pytest.mark.slow
def test_hardly_anything_is_ended_wrongly_in_a_year():
    every = [life for file in FILES for life in lives(file.read_text(encoding="utf-8"))]
    seen = [lived(life, bundled_noticer()) for life in every]
    assert sum(one.wrongly_ended for one in seen) <= 6
    assert sum(one.wrongly_asked for one in seen) <= 15
    assert sum(one.ended + one.asked for one in seen) >= 22
