"""What the learned weights keep and leave, and that they are those that training gives."""

from pathlib import Path

import pytest

from recollect.bench.learning import dialogues
from recollect.bench.train import WEIGHTS, as_bytes, examples, taught, trained
from recollect.model.entry import Kind

DIALOGUES = Path(__file__).parents[1] / "fixture" / "dialogues"
TRAINING = Path(__file__).parents[3] / "training" / "dialogues"


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        ("type 1 diabetic here btw, which crisps are ok?", Kind.FACT, "diabetic"),
        ("wir haben zwei Kater, Findus und Lasse", Kind.FACT, "Findus"),
    ],
)
def test_a_clause_of_no_known_form_is_kept_where_it_is_worth_it(understood, said, kind, words):
    assert any(one.kind is kind and words in one.content for one in understood(said))


@pytest.mark.parametrize(
    "said",
    [
        "the weather is lovely today and the birds are singing",
        "octopuses have three hearts and blue blood",
        "the second paragraph sounds a bit stiff to me",
        "der Himmel ist heute grau und es nieselt",
    ],
)
def test_what_only_fills_the_air_is_not_kept(understood, said):
    assert understood(said) == ()


def test_somebody_of_whom_nothing_is_known_is_not_taken_for_the_speaker(understood):
    assert understood("she moved to Ghent in March and works nights at the port") == ()


def test_a_memory_of_a_plain_clause_quotes_it_and_stands_alone(only):
    made = only("type 1 diabetic here btw, which crisps are ok?")
    assert made.quote == "type 1 diabetic here"
    assert made.content.startswith("User")


def test_a_candidate_teaches_what_the_notes_say_of_it():
    (first, *_) = dialogues(DIALOGUES / "plain_en.jsonl")
    (example,) = examples(first)
    assert example.noted is True
    assert example.kinds == {"fact"}


def test_the_same_examples_give_the_same_weights():
    some = [each for one in dialogues(DIALOGUES / "plain_en.jsonl") for each in examples(one)]
    some += [each for one in dialogues(DIALOGUES / "dev_en.jsonl") for each in examples(one)]
    assert as_bytes(trained(some)) == as_bytes(trained(some))


@pytest.mark.slow
def test_the_weights_that_are_shipped_are_those_that_training_gives():
    files = [*DIALOGUES.glob("*.jsonl"), *TRAINING.glob("*.txt")]
    made = trained([each for one in taught(files) for each in examples(one)])
    assert as_bytes(made) == WEIGHTS.read_bytes()


def test_what_judges_is_not_learned_from(tmp_path):
    path = tmp_path / "judge_en.jsonl"
    path.write_bytes((DIALOGUES / "plain_en.jsonl").read_bytes())
    assert taught([path]) == []
