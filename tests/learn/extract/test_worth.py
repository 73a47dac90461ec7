"""What the learned weights keep and leave, and that they are those that training gives."""

import re
from pathlib import Path

import pytest

from recollect.bench.learning import dialogues
from recollect.bench.train import WEIGHTS, as_bytes, examples, taught, trained
from recollect.model.entry import Kind
from recollect.model.noticed import NOTED_KINDS, Noticed

DIALOGUES = Path(__file__).parents[1] / "fixture" / "dialogues"
WORD = re.compile(r"\w+|[^\w\s]")
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


class Reads:
    """A reader to whom every word is worth noting, and acceptable as one kind alone."""

    def __init__(self, kind):
        self.kinds = tuple(0.99 if one is kind else 0.01 for one in NOTED_KINDS)

    def notice(self, _before, text):
        return [
            Noticed(found.start(), found.end(), 5.0, self.kinds) for found in WORD.finditer(text)
        ]


def test_the_kind_of_a_rule_gives_way_to_what_is_read_and_takes_its_attribute_along(understood):
    costs = "me cuesta mucho subir la escalera del trabajo"  # which need be no dislike
    (by_rule,) = understood(costs, noticer=Reads(Kind.PREFERENCE))
    assert (by_rule.kind, by_rule.attribute) == (Kind.PREFERENCE, "likes")
    (read,) = understood(costs, noticer=Reads(Kind.FACT))
    assert (read.kind, read.attribute) == (Kind.FACT, None)


def test_who_is_who_and_what_is_to_come_is_known_best_by_a_rule(understood):
    said = (
        ("I'm seeing the dentist on Friday", Kind.COMMITMENT),
        (
            "My sister's name is Ida",
            Kind.RELATIONSHIP,
        ),
    )
    for text, kind in said:
        assert kind in {one.kind for one in understood(text, noticer=Reads(Kind.SKILL))}


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


@pytest.mark.parametrize("name", ["judge_en", "judge3_en", "tune_en", "tune2_en"])
def test_what_judges_is_not_learned_from(tmp_path, name):
    path = tmp_path / f"{name}.jsonl"
    path.write_bytes((DIALOGUES / "plain_en.jsonl").read_bytes())
    assert taught([path]) == []
