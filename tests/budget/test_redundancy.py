"""S11: which turns are redundant, by Jaccard over words, with the verdicts of comparing all pairs."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.budget.redundancy import find_redundant
from recollect.domain.similarity import jaccard, words_of


def brute_force(sets, threshold):
    return {
        older
        for older in range(len(sets))
        for newer in range(older + 1, len(sets))
        if jaccard(sets[older], sets[newer]) >= threshold
    }


SETS = st.lists(st.frozensets(st.sampled_from("abcdefghijklmn")), max_size=40)
THRESHOLDS = st.sampled_from([0.0, 0.05, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 1.0])


@st.composite
def near_repetitions(draw):
    """Long sets, each a few words off from one of a few templates: many lie close to the threshold."""
    templates = [
        [f"{name}{n}" for n in range(draw(st.integers(1, 45)))]
        for name in draw(st.sampled_from(["a", "ab", "abc"]))
    ]
    made = []
    for _ in range(draw(st.integers(1, 30))):
        words = set(draw(st.sampled_from(templates)))
        words -= set(draw(st.lists(st.sampled_from(sorted(words)), max_size=4)))
        words |= set(draw(st.lists(st.sampled_from("uvwxyz"), max_size=4)))
        made.append(frozenset(words))
    return made


@given(SETS, THRESHOLDS)
def test_s11_the_verdicts_are_those_of_all_pairs(sets, threshold):
    assert find_redundant(sets, threshold) == brute_force(sets, threshold)


@given(near_repetitions(), THRESHOLDS)
def test_s11_the_verdicts_are_those_of_all_pairs_close_to_the_threshold(sets, threshold):
    assert find_redundant(sets, threshold) == brute_force(sets, threshold)


@pytest.mark.slow
@given(near_repetitions(), st.floats(0.01, 1.0))
def test_s11_any_threshold_gives_the_verdicts_of_all_pairs(sets, threshold):
    assert find_redundant(sets, threshold) == brute_force(sets, threshold)


@pytest.mark.parametrize("threshold", [0.6, 0.85, 0.9])
@pytest.mark.parametrize(
    "text",
    [
        "clicked the element number {0} on the page and then waited for it",
        "user {1} opened page {2} of the shop in the evening, saw nothing of interest and left",
        "{0} " + " ".join(f"word{n}" for n in range(30)) + " {1} {2}",
        "the shop is open",
    ],
)
def test_s11_hundreds_from_one_template_get_the_verdicts_of_all_pairs(text, threshold):
    # More of them agree on a part than are worth comparing, so the other way is taken too.
    sets = [words_of(text.format(n, f"u{n % 7}", f"p{n % 11}")) for n in range(400)]
    assert find_redundant(sets, threshold) == brute_force(sets, threshold)


class Counted(frozenset):
    """A set that counts how often it is compared."""

    comparisons = 0

    def __and__(self, other):
        Counted.comparisons += 1
        return super().__and__(other)


RANDOM, MANY = Random(1), range(2000)
TEXTS = {
    "prose": [" ".join(f"w{int(RANDOM.paretovariate(0.7))}" for _ in range(30)) for _ in MANY],
    "few words": [" ".join(f"w{RANDOM.randrange(40)}" for _ in range(20)) for _ in MANY],
    "one template": [f"clicked the element number {n} on the page and waited" for n in MANY],
    "a long template": [" ".join(f"w{k}" for k in range(30)) + f" {n} {n}b" for n in MANY],
    "all the same": ["the same words again" for _ in MANY],
}


@pytest.mark.parametrize("kind", TEXTS)
def test_s11_nearly_no_pair_of_two_thousand_turns_is_compared(kind):
    sets = [Counted(words_of(text)) for text in TEXTS[kind]]
    Counted.comparisons = 0
    find_redundant(sets, 0.9)
    assert Counted.comparisons < len(sets) * 10  # of a hundred times as many pairs


def test_s11_of_two_alike_the_older_is_redundant():
    sets = [words_of("Buy milk today"), words_of("Call Ann"), words_of("today: buy MILK!")]
    assert find_redundant(sets, 0.9) == {0}


def test_s11_nine_of_ten_words_are_enough_and_nine_of_eleven_are_not():
    ten = words_of("one two three four five six seven eight nine ten")
    nine = words_of("one two three four five six seven eight nine")
    assert find_redundant([nine, ten], 0.9) == {0}
    assert find_redundant([nine | {"eleven"}, ten], 0.9) == frozenset()


def test_s11_a_threshold_reached_exactly_is_reached():
    four = words_of("a b c d")
    ten = four | words_of("q r s t u v")
    assert find_redundant([four, ten], 0.4) == find_redundant([ten, four], 0.4) == {0}


def test_s11_texts_without_words_repeat_nothing():
    assert find_redundant([words_of("..."), words_of("🎉"), words_of("")], 0.9) == frozenset()


@pytest.mark.parametrize("sets", [[], [frozenset({"a"})]])
def test_s11_nothing_is_redundant_alone(sets):
    assert find_redundant(sets, 0.0) == find_redundant(sets, 0.9) == frozenset()


def test_a_word_is_a_run_of_letters_and_digits_in_any_case_and_script():
    assert words_of("Don't PANIC, it's 5 o_clock") == {
        "don",
        "t",
        "panic",
        "it",
        "s",
        "5",
        "o_clock",
    }
    assert words_of("Straße, café; 猫だ") == {"strasse", "café", "猫だ"}


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_cut_for_ascii_finds_the_same_words(text):
    assert words_of(text) == words_of(text + " é") - {"é"}
