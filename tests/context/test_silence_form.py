"""R8's questions keep their form: histories, what has nothing to do with them, and what does.

A standing wish about answers ("keep it short") belongs to what is always shown; it does not make a question related.
The held-out file is never looked at while rules are written, and not changed afterwards.
"""

import json
import re
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

HOME = Path(__file__).parent / "fixture"
# Words that carry no subject: sharing one of them gives no search a hold.
FUNCTION_WORDS = {
    "en": """a about across after all always am an and any anything are as at be because before but by can
        could did do does don't else for from get go got had has have he how i i'd i'll i'm i've if in is it
        it's its may me mine my never no not now of off on or our should so some still than that the their then
        there they this to up us was we we'll we're were what what's when where which who whom will with would
        you your""",
    "de": """ab am an auch auf aus bei bin bis bitte das dass deine dem den der deshalb des die dieses ein
        eine einen einer er es für gegen gibt haben habe hat ich ihr im in ist kein keine mehr mein meine
        meiner mich mir mit muss nach nicht noch nur ob sein sie sind so soll sollen um und uns vom von wann
        war was welche welcher welches wem wen wer wie wir wo womit zu zum zur""",
    "es": """a al con cada cuándo cuál cuánto cuántos de del desde dónde debes debería e el en es está estamos
        hago hay la las le lo los me mi mis muy más no nos nuestra o para pero por porque puedo que quiero qué
        se si sin solo son soy su sus te tengo tiene tú un una va y ya cómo""",
    "fr": """a ai ai-je as au aux avant ce cet cette chez combien c'est d dans de des dois-je du elle en est
        est-ce et eu fait faut il j j'ai je l la le les leur m ma me mes moi mon n ne nos notre ont ou où par
        pas pour puis-je qu que quel quelle quelles quels qui sa se ses son sont suis suis-je sur un une vers
        à""",
}


def lines(name):
    text = (HOME / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


DEV, HELD_OUT = lines("silence_dev"), lines("silence_held_out")
HISTORIES = [pytest.param(history, id=history["id"]) for history in DEV + HELD_OUT]


def words(text, language):
    """The words that carry a subject, cut to their beginnings so that forms of one word are alike."""
    found = re.findall(r"\w+(?:[-'’]\w+)*", text.casefold())
    bare = {word.removesuffix("'s") for word in found} - set(FUNCTION_WORDS[language].split())
    return {word[:5] for word in bare}


def test_there_are_four_histories_to_work_with_and_four_held_out():
    ids = [history["id"] for history in DEV + HELD_OUT]
    assert len(DEV) == len(HELD_OUT) == 4
    assert len(set(ids)) == 8


def test_five_histories_are_english_and_one_each_german_spanish_and_french():
    spoken = Counter(history["language"] for history in DEV + HELD_OUT)
    assert spoken == {"en": 5, "de": 1, "es": 1, "fr": 1}


def test_no_question_is_asked_twice():
    asked = Counter(
        question.casefold() for history in DEV + HELD_OUT for question in history["unrelated"]
    )
    assert [question for question, times in asked.items() if times > 1] == []


@pytest.mark.parametrize("history", HISTORIES)
def test_a_history_has_its_parts_and_no_others(history):
    assert set(history) == {"id", "language", "turns", "unrelated", "related"}
    assert 12 <= len(history["turns"]) <= 25
    assert len(set(history["unrelated"])) >= 40
    assert len({related["q"] for related in history["related"]}) >= 20
    for turn in history["turns"]:
        assert set(turn) == {"role", "content", "at"}
        assert turn["role"] in {"user", "assistant"}


@pytest.mark.parametrize("history", HISTORIES)
def test_turns_follow_each_other_in_time(history):
    times = [datetime.fromisoformat(turn["at"]) for turn in history["turns"]]
    assert all(time.tzinfo for time in times)
    assert times == sorted(set(times))


@pytest.mark.parametrize("history", HISTORIES)
def test_a_related_question_names_something_the_user_said(history):
    for related in history["related"]:
        assert set(related) == {"q", "turn"}
        assert history["turns"][related["turn"]]["role"] == "user"


@pytest.mark.parametrize("history", HISTORIES)
def test_half_of_the_related_questions_share_no_word_with_their_turn(history):
    language = history["language"]
    apart = [
        related["q"]
        for related in history["related"]
        if not words(related["q"], language)
        & words(history["turns"][related["turn"]]["content"], language)
    ]
    assert len(apart) == len(history["related"]) // 2
