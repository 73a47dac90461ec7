"""The measurements on the life stories."""

from pathlib import Path

from benchmarks.bundled_models import bundled_comparison_models
from benchmarks.lives import lives, main, replay

FILES = sorted((Path(__file__).parent / "fixture" / "lives").glob("*.txt"))
LIFE = """=== en | Ana
2024-01-08 | I live in Leeds.
2024-02-08 | I'm a vegetarian.
2024-03-08 | !1 I live in Porto now, not in Leeds.
2024-04-08 | ~2 My mum is not a vegetarian.
"""


def read(file):
    return list(lives(file.read_text(encoding="utf-8")))


def test_a_life_is_parsed_with_its_annotations():
    (life,) = lives(LIFE)
    assert [(one.mark, sorted(one.of)) for one in life] == [
        ("", []),
        ("", []),
        ("!", [0]),
        ("~", [1]),
    ]
    assert life[2].said == "I live in Porto now, not in Leeds."


def test_results_on_a_life_are_counted():
    (life,) = lives(LIFE)
    seen = replay(life, bundled_comparison_models())
    assert (seen.messages, seen.changes) == (4, 1)
    assert seen.ended + seen.asked <= 1


def test_every_life_file_can_be_parsed():
    every = [life for file in FILES for life in read(file)]
    assert (len(every), sum(map(len, every))) == (21, 957)
    assert all(
        number < place for life in every for place, one in enumerate(life) for number in one.of
    )


def test_the_report_is_printed(capsys, tmp_path):
    (tmp_path / "life.txt").write_text(LIFE)
    assert main([str(tmp_path / "life.txt")]) == 0
    assert "1 lives: 4 messages" in capsys.readouterr().out
