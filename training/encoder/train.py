"""Trains the encoder: question and answer get near vectors, everything else keeps its distances.

`PYTHONPATH=src python training/encoder/train.py --out FOLDER [--ranker FILE] [--seeds 1 2 3]`

Needs numpy, torch, onnx and a GPU; minutes. README.md says what it reads.
"""

import argparse
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from evaluate import Evaluation
from examples import Data, all_examples
from network import (
    DEVICE,
    FROZEN,
    Encoder,
    Texts,
    autocast,
    base_encoder,
    embed,
    new_teacher,
    paired,
)
from torch import nn
from torch.nn import functional as F  # noqa: N812 - as everybody calls it

LONGEST_QUESTION, LONGEST_TEXT = 48, 96
# How often an example is seen in an epoch.
SHARES = {
    "written": 5, "reply": 2, "attribute": 1.5, "card": 0.7, "note": 0.5, "pair": 0.5, "chat": 0.6,
    "spc": 0.5, "synwhat": 0.5, "syninfer": 0.25, "synwhen": 0.3, "friendsqa": 1, "qamr": 0.4,
}  # fmt: skip
# Of questions that nobody wrote for their text, those count whose text is not hopelessly far.
UNSURE = {"chat", "reply", "spc", "synwhat", "syninfer", "synwhen", "friendsqa", "note", "card"}
FARTHEST = 0.25
# Other languages have fewer examples and are seen more often.
OTHER_LANGUAGES = 2.0
# A general question should not come nearer than this to what people say.
UNRELATED = 0.15
CANDIDATES, WRONG = 40, 7
# Two texts this near in the old space may answer the same question.
ALIKE, SAME_QUESTION = 0.6, 0.75
SHARPNESS = 20.0
BATCH = 256


@dataclass(frozen=True, slots=True)
class Recipe:
    """How an encoder is trained."""

    epochs: int = 2
    rate: float = 6e-5
    teacher: float = 1.0
    keep: float = 20.0
    general: float = 5.0


class School:
    """The examples as tensors, with the wrong answers found for each."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.questions = Texts(
            [_casual(one.query, at) for at, one in enumerate(data.examples)], LONGEST_QUESTION
        )
        self.texts = Texts(data.texts, LONGEST_TEXT)
        self.general = Texts(data.general, LONGEST_QUESTION)
        numbers: dict[str, int] = {}
        for one in data.examples:
            if one.key:
                numbers.setdefault(one.key, len(numbers))
        self.key = torch.tensor([numbers.get(one.key, -1) for one in data.examples], device=DEVICE)
        base = base_encoder()
        self.old_texts, self.old_questions = embed(base, self.texts), embed(base, self.questions)
        # (example, rank of a candidate) -> text; the first is the nearest wrong answer.
        self.wrong = self.search(self.old_questions, self.old_texts)
        self.odds: torch.Tensor | None = None

    def search(self, questions: torch.Tensor, texts: torch.Tensor) -> torch.Tensor:
        """The nearest wrong answers to each question in its world; also notes hopeless examples."""
        found = torch.full((len(self.data.examples), CANDIDATES), -1, device=DEVICE)
        self.hopeless = torch.zeros(len(found), dtype=torch.bool, device=DEVICE)
        places: dict[int, list[int]] = {}
        for place, world in enumerate(self.data.worlds):
            places.setdefault(world, []).append(place)
        examples: dict[int, list[int]] = {}
        for at, one in enumerate(self.data.examples):
            examples.setdefault(self.data.worlds[one.positives[0]], []).append(at)
        for world, numbers in examples.items():
            rows = torch.tensor(numbers, device=DEVICE)
            inside = torch.tensor(places[world], device=DEVICE)
            near = questions[rows] @ texts[inside].T
            right, same = self._right(numbers, places[world])
            best = near.masked_fill(~right, -9).max(1, keepdim=True).values
            self.hopeless[rows] = (near > best).float().mean(1) > FARTHEST
            alike = self.old_texts[inside] @ self.old_texts[inside].T > ALIKE
            same |= right.float() @ alike.float() > 0
            scores, columns = near.masked_fill(same, -9).topk(min(CANDIDATES, len(inside)))
            found[rows, : scores.shape[1]] = torch.where(scores > -5, inside[columns], -1)
        unsure = [one.source in UNSURE for one in self.data.examples]
        self.hopeless &= torch.tensor(unsure, device=DEVICE)
        return found

    def _right(self, numbers: list[int], places: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Which texts of a world answer each example, and which are of the same key."""
        right = torch.zeros(len(numbers), len(places), dtype=torch.bool)
        same = right.clone()
        keyed: dict[str, list[int]] = {}
        for column, place in enumerate(places):
            for key in self.data.keys[place]:
                keyed.setdefault(key, []).append(column)
        for row, at in enumerate(numbers):
            one = self.data.examples[at]
            right[row, [place - places[0] for place in one.positives]] = True
            same[row, keyed.get(one.key, [])] = True
        return right.to(DEVICE), (right | same).to(DEVICE)

    def epoch(self, rng: random.Random) -> list[torch.Tensor]:
        """The examples of an epoch in batches; each as often as its source says."""
        chosen = []
        hopeless = self.hopeless.tolist()
        some = (self.wrong[:, WRONG - 1] >= 0).tolist()
        for at, one in enumerate(self.data.examples):
            if some[at] and not hopeless[at]:
                share = SHARES[one.source] * (1 if one.english else OTHER_LANGUAGES)
                chosen += [at] * (int(share) + (rng.random() < share % 1))
        rng.shuffle(chosen)
        ended = len(chosen) - len(chosen) % BATCH or len(chosen)
        return list(torch.tensor(chosen[:ended], device=DEVICE).split(BATCH))

    def candidates(
        self, batch: torch.Tensor, rng: random.Random
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """For each example a right answer and wrong ones, and the columns of these."""
        right = [rng.choice(self.data.examples[at].positives) for at in batch.tolist()]
        # Half of the wrong answers are from the nearest ten.
        known = (self.wrong[batch] >= 0).float()
        known[:, 10:] *= 0.3
        columns = torch.multinomial(known, WRONG)
        texts = self.wrong[batch].gather(1, columns)
        return torch.cat([torch.tensor(right, device=DEVICE)[:, None], texts], 1), columns

    def near_questions(self, batch: torch.Tensor) -> torch.Tensor:
        """Which examples of a batch ask the same, so that their answers are not wrong."""
        asked = self.old_questions[batch]
        key = self.key[batch]
        same = (key[:, None] == key) & (key[:, None] >= 0)
        return (asked @ asked.T > SAME_QUESTION) | same


def _casual(query: str, at: int) -> str:
    """Some questions as they are typed in a hurry."""
    if at % 3 == 0:
        query = query.lower()
    return query.rstrip("?. ") if at % 4 == 0 else query


def optimizer_of(model: nn.Module, rate: float, steps: int) -> tuple[torch.optim.Optimizer, object]:
    """AdamW with a warm-up and a linear decay."""
    taught = [one for one in model.parameters() if one.requires_grad]
    groups = [
        {"params": [one for one in taught if one.ndim >= 2], "weight_decay": 0.01},
        {"params": [one for one in taught if one.ndim < 2], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=rate, fused=DEVICE == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (0.1 * steps)) * max(0, 1 - step / steps)
    )
    return optimizer, schedule


def step(
    model: nn.Module, loss: torch.Tensor, optimizer: torch.optim.Optimizer, schedule: object
) -> None:
    """One step of training."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    schedule.step()


def teach_teacher(school: School, epochs: int, seed: int = 1) -> nn.Module:
    """A model that tells the right answer among wrong ones, reading both at once."""
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - an order, no secret
    model = new_teacher().train()
    batches = [one for _ in range(epochs) for one in school.epoch(rng)]
    optimizer, schedule = optimizer_of(model, 1.2e-4, len(batches))
    losses = []
    for batch in batches:
        texts, _ = school.candidates(batch, rng)
        with autocast():
            out = model(*paired(school.questions.batch(batch), school.texts.batch(texts.flatten())))
        odds = out[:, 0, 0].float().view(len(batch), -1)
        loss = F.cross_entropy(odds, torch.zeros(len(batch), dtype=torch.long, device=DEVICE))
        step(model, loss, optimizer, schedule)
        losses.append(loss.detach())
    print(f"teacher: {len(batches)} steps, loss {torch.stack(losses[-50:]).mean():.3f}", flush=True)
    return model


@torch.no_grad()
def grade(school: School, teacher: nn.Module) -> None:
    """Note the teacher's odds for the right answers (column 0: the best) and the wrong ones."""
    teacher.eval()
    odds = torch.zeros(len(school.wrong), CANDIDATES + 1, device=DEVICE)
    best = torch.tensor([one.positives[0] for one in school.data.examples], device=DEVICE)
    for places in torch.arange(len(school.wrong), device=DEVICE).split(64):
        texts = torch.cat([best[places, None], school.wrong[places].clamp(min=0)], 1)
        with autocast():
            out = teacher(
                *paired(school.questions.batch(places), school.texts.batch(texts.flatten()))
            )
        odds[places] = out[:, 0, 0].float().view(len(places), -1)
    school.odds = odds
    right = odds[:, :1]
    print(f"teacher's top 1: {(odds[:, 1:] < right).all(1).float().mean():.3f}", flush=True)


def loss_of(
    model: Encoder, school: School, batch: torch.Tensor, recipe: Recipe, rng: random.Random
) -> torch.Tensor:
    """How far the encoder is from what it should do with a batch."""
    texts, columns = school.candidates(batch, rng)
    places = texts.flatten()
    with autocast():
        asked = model(*school.questions.batch(batch))
        told = model(*school.texts.batch(places))
    near = asked.float() @ told.float().T
    size = len(batch)
    own = torch.arange(size, device=DEVICE)
    first = own * (WRONG + 1)
    mine = torch.zeros(near.shape, dtype=torch.bool, device=DEVICE)
    mine[own[:, None], first[:, None] + torch.arange(WRONG + 1, device=DEVICE)] = True
    old_texts = school.old_texts[places]
    alike = (old_texts[first] @ old_texts.T > ALIKE) | school.near_questions(
        batch
    ).repeat_interleave(WRONG + 1, 1)
    allowed = mine | ~alike
    odds = SHARPNESS * near
    loss = torch.zeros((), device=DEVICE)
    if school.odds is not None:
        graded = school.odds[batch]
        taught = torch.cat([graded[:, :1], graded[:, 1:].gather(1, columns)], 1)
        # What the teacher ranks before the right answer may well be one.
        doubtful = taught > taught[:, :1] - 1
        doubtful[:, 0] = False
        allowed[own[:, None], first[:, None] + torch.arange(WRONG + 1, device=DEVICE)] &= ~doubtful
        own_odds = odds[mine].view(size, -1)
        loss = loss + recipe.teacher * F.kl_div(
            own_odds.log_softmax(1), taught.log_softmax(1), log_target=True, reduction="batchmean"
        )
    loss = loss + F.cross_entropy(odds.masked_fill(~allowed, -1e4), first)
    # Unrelated pairs keep their old distance, and so do texts among each other.
    old_near = school.old_questions[batch] @ old_texts.T
    kept = ((near - old_near)[~mine & ~alike] ** 2).mean()
    some = torch.randperm(len(places), device=DEVICE)[:512]
    mates = told[some].float() @ told[some].float().T
    kept = kept + ((mates - old_texts[some] @ old_texts[some].T) ** 2).mean()
    chosen = torch.randint(len(school.general.lengths), (size // 4,), device=DEVICE)
    with autocast():
        idle = model(*school.general.batch(chosen))
    nearest = (idle.float() @ told.float().T).topk(min(10, len(places)), 1).values
    return loss + recipe.keep * kept + recipe.general * (F.relu(nearest - UNRELATED) ** 2).mean()


def teach(school: School, recipe: Recipe, seed: int) -> Encoder:
    """An encoder trained on the examples."""
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - an order, no secret
    model = base_encoder().train()
    batches = [one for _ in range(recipe.epochs) for one in school.epoch(rng)]
    optimizer, schedule = optimizer_of(model, recipe.rate, len(batches))
    losses = []
    for batch in batches:
        model.train()
        loss = loss_of(model, school, batch, recipe, rng)
        step(model, loss, optimizer, schedule)
        losses.append(loss.detach())
    print(
        f"seed {seed}: {len(batches)} steps, loss {torch.stack(losses[-50:]).mean():.3f}",
        flush=True,
    )
    return model.eval()


def mixed(states: list[dict[str, torch.Tensor]], weights: list[float]) -> dict[str, torch.Tensor]:
    """The weighted mean of the weights of encoders."""
    return {
        name: sum(weight * state[name] for weight, state in zip(weights, states, strict=True))
        for name in states[0]
    }


def main() -> None:
    """Train an encoder per seed, and print how each does, and their mean."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--out", type=Path, required=True)
    asked.add_argument("--ranker", type=Path, default=None, help="what pack.py wrote")
    asked.add_argument("--locomo", type=Path, default=None, help="to evaluate with")
    asked.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    test = Evaluation(given.locomo)
    test.report("base", base_encoder().eval())
    school = School(all_examples(given.ranker, random.Random(1)))  # noqa: S311 - an order, no secret
    prepare(school)
    base = {name: one.detach().clone() for name, one in base_encoder().state_dict().items()}
    states = []
    for seed in given.seeds:
        model = teach(school, Recipe(), seed)
        test.report(f"seed {seed}", model)
        states.append({name: one.detach().clone() for name, one in model.state_dict().items()})
        save(states[-1], base, given.out / f"seed_{seed}.npz")
    mean = mixed(states, [1 / len(states)] * len(states))
    for share in (1.0, 0.85, 0.7):
        model.load_state_dict(mixed([mean, base], [share, 1 - share]))
        test.report(f"mean of seeds x {share}", model)


def prepare(school: School) -> None:
    """Find harder wrong answers with a first encoder, and have a teacher grade them."""
    scout = teach(school, Recipe(epochs=1), 9)
    found = school.search(embed(scout, school.questions), embed(scout, school.texts))
    half = CANDIDATES // 2
    both = torch.cat([found[:, :half], school.wrong[:, :half]], 1)
    school.wrong = torch.where(found[:, :half].repeat(1, 2) >= 0, both, school.wrong)
    grade(school, teach_teacher(school, 2))


def save(state: dict[str, torch.Tensor], base: dict[str, torch.Tensor], path: Path) -> None:
    """Write what was learned as whole numbers per row, which is small."""
    held = {}
    for name, one in state.items():
        change = (one - base[name]).float().cpu().numpy()
        if name in FROZEN or name.startswith("head"):
            continue
        steps = np.maximum(np.abs(change).max(axis=-1, keepdims=True) / 127, 1e-12)
        held[name], held[f"{name} step"] = (
            np.rint(change / steps).astype(np.int8),
            steps.astype(np.float32),
        )
    np.savez_compressed(path, **held)


if __name__ == "__main__":
    main()
