"""Fit the weights by which pasted prose is told from typed words.

    PYTHONPATH=src python training/pasted/fit.py

`pastes.txt` and `typed.txt` hold messages between lines of `%%%`, with the planted sentences and the facts in ⟦⟧. Every
second one is fitted, with the user messages of `training/dialogues` (typed) alone, after lead-ins that announce something
of one's own (`own_leads.txt`: typed) and after lead-ins to a text (`leads.txt`: pasted). The weights stay near a prior that
a person chose, because the messages are few. It prints the errors of the fitted half and of the other one, and the weights
for `src/recollect/extraction/pasted.toml`.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from recollect.extraction.pasted import features, ways_to_part

HOME = Path(__file__).parent
DIALOGUES = HOME.parent / "dialogues"
MARK = re.compile(r"\{[^{}>]*>([^{}]*)\}")
START = -1.8
PRIOR = {
    "pointing": 1.0, "handling": 2.0, "texts": 0.9, "telling": 1.6, "asking": 0.9, "apart": 1.1,
    "apart_without_cue": 0.4, "composing": -2.0, "announces_own": -2.5, "about_oneself": -1.4, "quoting": 1.2,
    "colon": 0.3, "question": 0.2, "no_lead": -0.4, "asks_for_help": -1.5, "goes_on": -1.2, "impersonal": 2.5, "impersonal_alone": 3.0, "long_sentences": 0.3, "other_language": 1.0,
    "closing": 0.7, "points_back": 1.8, "first_person": -1.0, "short": -2.2, "page": 1.4, "casual": -1.2,
}  # fmt: skip
TOWARDS_PRIOR = 0.05
ROUNDS, STEPS = 12, 400
# How often a message of the small files counts.
TIMES = 25
Example = tuple[bool, str, str]


def main() -> None:
    """Fit, and print how well that works and the weights."""
    rng = random.Random(1)  # noqa: S311 - a choice of examples
    fitted = [(pasted, name, _measured(text)) for pasted, name, text in _examples(rng)]
    fitted = [example for example in fitted if len(example[2])]
    weights, start = _fit([(pasted, rows) for pasted, _, rows in fitted])
    others = [(pasted, "other half", _measured(text)) for pasted, text in _own_files(half=1)]
    errors: Counter[tuple[bool, str]] = Counter()
    counts: Counter[tuple[bool, str]] = Counter()
    for pasted, name, rows in (*fitted, *others):
        found = len(rows) > 0 and float((rows @ weights).max()) + start > 0
        counts[pasted, name] += 1
        errors[pasted, name] += found != pasted
    for (pasted, name), count in counts.items():
        print(f"{'pasted' if pasted else 'typed'}, {name}: {errors[pasted, name]} of {count} wrong")
    print(f"start = {start:.2f}")
    print("\n".join(f"{name} = {weight:.1f}" for name, weight in zip(PRIOR, weights, strict=True)))


def _examples(rng: random.Random) -> Iterator[Example]:
    """Whether it is pasted, where it comes from, and a message."""
    leads, own_leads = _lead_ins("leads.txt"), _lead_ins("own_leads.txt")
    dialogues = [*_dialogues()]
    rng.shuffle(dialogues)
    for language, typed, answers in dialogues[:6_000]:
        message = rng.choice(typed)
        yield False, "message", message
        if len(typed) > 1 and rng.random() < 0.15:
            yield False, "messages in a row", "\n\n".join(typed[:4])
        chance = rng.random()
        if len(message.split()) > 10 and chance < 0.3:
            yield (
                False,
                "own lead-in",
                _after(rng, own_leads[language], ("\n\n", "\n", " "), message),
            )
        elif len(message.split()) > 10 and chance < 0.5:
            yield (
                True,
                "lead-in and message",
                _after(rng, leads[language], ("\n\n", "\n"), "\n".join(typed[:3])),
            )
        if answers and rng.random() < 0.1:
            yield (
                True,
                "lead-in and answer",
                _after(rng, leads[language], ("\n\n",), " ".join(answers)),
            )
    for pasted, text in _own_files(half=0):
        yield from ((pasted, "small files", text) for _ in range(TIMES))


def _after(rng: random.Random, leads: Sequence[str], gaps: Sequence[str], body: str) -> str:
    return rng.choice(leads) + rng.choice(gaps) + body


def _lead_ins(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (HOME / name).read_text("utf-8").splitlines():
        language, _, lead = line.partition(" | ")
        found.setdefault(language, []).append(lead)
    return found


def _dialogues() -> Iterator[tuple[str, list[str], list[str]]]:
    """The language, the user's messages and the answers of each dialogue."""
    for path in sorted(DIALOGUES.glob("*.txt")):
        for dialogue in re.split(r"^=== .*$", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            lines = dialogue.splitlines()
            typed = [MARK.sub(r"\1", line[3:]) for line in lines if line.startswith("U: ")]
            answers = [line[3:] for line in lines if line.startswith("A: ")]
            if typed:
                yield path.name[:2], typed, answers


def _own_files(half: int) -> Iterator[tuple[bool, str]]:
    for name in ("pastes", "typed"):
        messages = (HOME / f"{name}.txt").read_text("utf-8").split("\n%%%\n")
        for message in [message for message in messages if message.strip()][half::2]:
            yield name == "pastes", message.replace("⟦", "").replace("⟧", "")


def _measured(text: str) -> np.ndarray:
    """The features of each way to part a message."""
    return np.array([[features(parts)[name] for name in PRIOR] for parts in ways_to_part(text)])


def _fit(bags: Sequence[tuple[bool, np.ndarray]]) -> tuple[np.ndarray, float]:
    """Logistic regression on the best way to part each message, near the prior."""
    prior = np.array([*PRIOR.values()])
    weights, start = prior.copy(), START
    pasted = np.array([is_pasted for is_pasted, _ in bags], float)
    share = np.where(pasted == 1, 1 / pasted.mean(), 1 / (1 - pasted.mean())) / 2
    for _ in range(ROUNDS):
        rows = np.array([found[np.argmax(found @ weights)] for _, found in bags])
        for _ in range(STEPS):
            wrong = (1 / (1 + np.exp(-(rows @ weights + start))) - pasted) * share
            weights = weights - (rows.T @ wrong / len(rows) + TOWARDS_PRIOR * (weights - prior))
            start -= wrong.mean() + TOWARDS_PRIOR * (start - START)
    return weights, float(start)


if __name__ == "__main__":
    main()
