"""Trains the reader and writes the file that is shipped.

`python training/train.py [--epochs N] [--after READER] [--out FOLDER]`

Needs numpy, torch, onnx and a GPU; minutes. Everything it reads is in this folder and in tests/learning/fixture.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from export import write
from model import BASE, Reader, held_in
from rows import Row, all_rows, last_rows
from torch import nn
from torch.nn import functional as F  # noqa: N812 - as everybody calls it

from recollect.domain.marks import ATTRIBUTES, MARKED_KINDS
from recollect.providers import message_reader as columns

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
EPOCHS, RATE, BATCH, HIDDEN, SEED = 10, 2.1e-4, 128, 0.1, 1
# The strictest dialogues are taught at the end, more slowly.
LAST_EPOCHS, LAST_RATE = 3, 6e-5
MASK, FIRST_WORD = 103, 999
KINDS = slice(2, 2 + len(MARKED_KINDS))
RELATION = slice(KINDS.stop, KINDS.stop + 6)
ATTRIBUTE = slice(columns.VALUE + 1, columns.VALUE + 2 + len(ATTRIBUTES))
# How much each lesson counts beside what is worth keeping; and the kinds of what one reader keeps and another does not.
WEIGHTS = {
    "opens": 0.2,
    "kinds": 0.3,
    "standing": 0.2,
    "other": 0.2,
    "subject": 0.3,
    "value": 0.3,
    "attribute": 0.3,
    "relation": 1.0,
    "changes": 0.3,
}
MAY = 0.3


class Batches:
    """All rows on the device, filled up to the longest."""

    def __init__(self, rows: list[Row]) -> None:
        self.lengths = np.array([len(row.ids) for row in rows])
        shape = (len(rows), int(self.lengths.max()))
        names = ("kept", "opens", "standing", "other", "value", "attribute", "subject")
        self.held = {name: np.full(shape, -1, np.int8) for name in names}
        ids, types = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
        mask, kinds = np.zeros(shape, bool), np.zeros((*shape, len(MARKED_KINDS)), np.int8)
        whole = {
            name: np.array([getattr(row, name) for row in rows]) for name in ("relation", "changes")
        }
        for at, row in enumerate(rows):
            size = len(row.ids)
            ids[at, :size], mask[at, :size] = row.ids, True
            types[at, row.first : size] = 1
            for name in names[:-1]:
                labels = getattr(row, name)
                self.held[name][at, row.first : row.first + len(labels)] = labels
            self.held["subject"][at, : len(row.subject)] = row.subject
            for place, each in enumerate(row.kinds):
                kinds[at, row.first + place, each] = 1
        self.held |= {"ids": ids, "types": types, "mask": mask, "kinds": kinds}
        self.tensors = {name: torch.from_numpy(one).to(DEVICE) for name, one in self.held.items()}
        self.whole = {name: torch.from_numpy(one).to(DEVICE) for name, one in whole.items()}

    def orders(self, rng: random.Random) -> list[list[int]]:
        """The rows in a new order, those of like length together."""
        order = list(range(len(self.lengths)))
        rng.shuffle(order)
        near = [order[at : at + 20 * BATCH] for at in range(0, len(order), 20 * BATCH)]
        order = [one for part in near for one in sorted(part, key=self.lengths.__getitem__)]
        made = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        rng.shuffle(made)
        return made

    def batch(self, places: list[int]) -> dict[str, torch.Tensor]:
        """Some rows, cut to the longest of them."""
        at = torch.tensor(places, device=DEVICE)
        longest = int(self.lengths[places].max())
        cut = {name: one[at, :longest] for name, one in self.tensors.items()}
        return cut | {name: one[at] for name, one in self.whole.items()}


def yes_or_no(odds: torch.Tensor, labels: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    """The loss of a yes-or-no column over the chosen places; nothing where there are none."""
    if not chosen.any():
        return odds.new_zeros((), dtype=torch.float32)
    return F.binary_cross_entropy_with_logits(odds.float()[chosen], labels[chosen].float())


def loss(out: torch.Tensor, given: dict[str, torch.Tensor]) -> torch.Tensor:
    """How wrong the reader is about a batch."""
    kept, kinds = given["kept"], given["kinds"].float()
    inside = kinds.sum(-1) > 0
    losses = {
        "opens": yes_or_no(out[..., columns.OPENS], given["opens"], inside),
        "kinds": _kinds(out, kept, kinds, inside),
        "changes": yes_or_no(out[:, 0, columns.CHANGES], given["changes"], given["changes"] >= 0),
    }
    for name, column in (
        ("standing", columns.STANDING),
        ("other", columns.ABOUT_OTHER),
        ("subject", columns.SUBJECT),
        ("value", columns.VALUE),
    ):
        losses[name] = yes_or_no(out[..., column], given[name], given[name] >= 0)
    for name, odds in (("attribute", out[..., ATTRIBUTE]), ("relation", out[:, 0, RELATION])):
        known = given[name] >= 0
        if known.any():
            losses[name] = F.cross_entropy(odds.float()[known], given[name][known].long())
    wrong = yes_or_no(out[..., columns.KEPT], kept, kept >= 0)
    return wrong + sum(WEIGHTS[name] * one for name, one in losses.items())


def _kinds(
    out: torch.Tensor, kept: torch.Tensor, kinds: torch.Tensor, inside: torch.Tensor
) -> torch.Tensor:
    if not inside.any():
        return out.new_zeros((), dtype=torch.float32)
    each = F.binary_cross_entropy_with_logits(
        out[..., KINDS].float()[inside], kinds[inside], reduction="none"
    )
    counts = torch.where(kept[inside] < 0, MAY, 1.0)
    return (each.sum(-1) * counts).sum() / counts.sum()


def teach(model: Reader, rows: Batches, epochs: int, rate: float) -> None:
    """Teach a reader these rows."""
    rng = random.Random(SEED)  # noqa: S311 - an order, no secret
    model.train()
    groups = [
        {"params": [one for one in model.parameters() if one.ndim >= 2], "weight_decay": 0.01},
        {"params": [one for one in model.parameters() if one.ndim < 2], "weight_decay": 0.0},
    ]
    steps = epochs * -(-len(rows.lengths) // BATCH)
    optimizer = torch.optim.AdamW(groups, lr=rate, fused=DEVICE == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (0.1 * steps)) * max(0, 1 - step / steps)
    )
    for epoch in range(epochs):
        for places in rows.orders(rng):
            given = rows.batch(places)
            ids = given["ids"].long()
            # Now and then a word is hidden, so that none is learned by heart.
            hidden = (torch.rand(ids.shape, device=DEVICE) < HIDDEN) & (ids > FIRST_WORD)
            with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
                out = model(torch.where(hidden, MASK, ids), given["types"].long(), given["mask"])
            wrong = loss(out, given)
            optimizer.zero_grad(set_to_none=True)
            wrong.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        print("epoch", epoch, f"{wrong.item():.3f}", f"{time.monotonic():.0f} s", flush=True)


def main() -> None:
    """Train, and write the model and its hash."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--epochs", type=int, default=EPOCHS)
    asked.add_argument(
        "--after", type=Path, default=None, help="teach a trained reader the last rows only"
    )
    asked.add_argument("--out", type=Path, default=None, help="default: where the package has it")
    given = asked.parse_args()
    torch.manual_seed(SEED)
    model = Reader(columns.COLUMNS)
    model.load_state_dict(held_in(given.after or BASE), strict=False)
    model.to(DEVICE)
    if given.after is None:
        teach(model, Batches(list(all_rows())), given.epochs, RATE)
    teach(model, Batches(list(last_rows())), LAST_EPOCHS, LAST_RATE)
    model.eval()
    weights = {name: one.detach().cpu().float().numpy() for name, one in model.state_dict().items()}
    write(weights, given.out)


if __name__ == "__main__":
    main()
