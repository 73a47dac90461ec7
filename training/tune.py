"""MiniLM, taught to notice: python training/tune.py ROWS.json FOLDER (needs torch, onnx and a GPU; minutes).

Starts from the bundled model and writes its new weights, in half precision and in parts.
"""

import json
import random
import sys
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from export import MATRICES, matrices
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F  # noqa: N812 - as everybody calls it

MODEL = Path(__file__).parents[1] / "src/recollect/providers/minilm/model_quantized.onnx"
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
WIDTH, HEADS, LAYERS, INNER = 384, 12, 6, 1536
EPOCHS, RATE, BATCH, HIDDEN, SEED = 10, 2.1e-4, 128, 0.1, 1
MASK, FIRST_WORD = 103, 999
# How much each lesson counts: worth, where a note begins, its kinds; and what may be noted, among the kinds.
OPENS, KINDS, MAY, STANDS = 0.2, 0.3, 0.3, 1.0


class Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.i, self.f = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.dropout = dropout

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """What the layer makes of hidden states."""
        size, length, _ = x.shape

        def parted(t: torch.Tensor) -> torch.Tensor:
            return t.view(size, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        dropped = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(
            parted(self.q(x)), parted(self.k(x)), parted(self.v(x)), mask, dropped
        )
        seen = self.o(seen.transpose(1, 2).reshape(size, length, WIDTH))
        x = self.n1(x + F.dropout(seen, dropped))
        return self.n2(x + F.dropout(self.f(F.gelu(self.i(x))), dropped))


class Noticer(nn.Module):
    """MiniLM with a head for every token."""

    def __init__(self, columns: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.we, self.te, self.pe = (nn.Embedding(n, WIDTH) for n in (30522, 2, 512))
        self.n = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.head = nn.Linear(WIDTH, columns)
        self.dropout = dropout

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Worth, beginning and kinds of every token, in log-odds."""
        places = torch.arange(ids.shape[1], device=ids.device)
        dropped = self.dropout if self.training else 0.0
        x = F.dropout(self.n(self.we(ids) + self.te(types) + self.pe(places)), dropped)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return self.head(F.dropout(x, dropped))


def bundled() -> dict[str, torch.Tensor]:
    """The weights of the bundled model, by the names used here."""
    graph = onnx.load(MODEL).graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}

    def wide(name: str) -> np.ndarray:
        zero = held[f"{name}_zero_point"].astype(np.float32)
        return (held[f"{name}_quantized"].astype(np.float32) - zero) * held[f"{name}_scale"]

    found = {
        "n.weight": held["embeddings.LayerNorm.weight"],
        "n.bias": held["embeddings.LayerNorm.bias"],
    }
    for ours, theirs in (("we", "word"), ("te", "token_type"), ("pe", "position")):
        found[f"{ours}.weight"] = wide(f"embeddings.{theirs}_embeddings.weight")
    named = matrices(graph)
    for layer in range(LAYERS):
        for ours, theirs in MATRICES.items():
            name = f"encoder.layer.{layer}.{theirs}"
            weight = held[f"{name}.weight"] if "Norm" in theirs else wide(named[name]).T
            found[f"layers.{layer}.{ours}.weight"] = weight
            found[f"layers.{layer}.{ours}.bias"] = held[f"{name}.bias"]
    return {name: torch.tensor(np.array(one)) for name, one in found.items()}


class Rows:
    """All rows on the device, filled up to the longest."""

    def __init__(self, rows: list[dict], kinds: int) -> None:
        self.lengths = np.array([len(row["ids"]) for row in rows])
        shape = (len(rows), int(self.lengths.max()))
        ids, types, mask = np.zeros(shape, int), np.zeros(shape, int), np.zeros(shape, bool)
        noted, opens = np.full(shape, -1, np.float32), np.full(shape, -1, np.float32)
        held = np.zeros((*shape, kinds), np.float32)
        stands = np.full((len(rows), 1), -1)
        for at, row in enumerate(rows):
            stands[at, 0] = row["stands"]
            first, last = row["first"], row["first"] + len(row["noted"])
            ids[at, : len(row["ids"])], mask[at, : len(row["ids"])] = row["ids"], True
            types[at, first : len(row["ids"])] = 1
            noted[at, first:last], opens[at, first:last] = row["noted"], row["opens"]
            for place, each in enumerate(row["kinds"]):
                held[at, first + place, each] = 1
        every = (ids, types, mask, noted, opens, held, stands)
        self.held = [torch.from_numpy(one).to(DEVICE) for one in every]

    def batches(self, rng: random.Random) -> list[list[int]]:
        """The rows in a new order, those of like length together."""
        order = list(range(len(self.lengths)))
        rng.shuffle(order)
        near = [order[at : at + 20 * BATCH] for at in range(0, len(order), 20 * BATCH)]
        order = [one for part in near for one in sorted(part, key=self.lengths.__getitem__)]
        made = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        rng.shuffle(made)
        return made

    def batch(self, places: list[int]) -> list[torch.Tensor]:
        """Some rows, cut to the longest of them."""
        at = torch.tensor(places, device=DEVICE)
        return [one[at, : int(self.lengths[places].max())] for one in self.held]


def loss(
    out: torch.Tensor,
    noted: torch.Tensor,
    opens: torch.Tensor,
    kinds: torch.Tensor,
    stands: torch.Tensor,
) -> torch.Tensor:
    """How wrong it is; of each kind it is to say whether a reader accepts it."""
    told, inside, paired = noted >= 0, kinds.sum(-1) > 0, stands >= 0
    last = 2 + kinds.shape[-1]
    wrong = out.new_zeros((), dtype=torch.float32)
    if told.any():
        wrong += F.binary_cross_entropy_with_logits(out[..., 0].float()[told], noted[told])
    if inside.any():
        begin = F.binary_cross_entropy_with_logits(out[..., 1].float()[inside], opens[inside])
        each = F.binary_cross_entropy_with_logits(
            out[..., 2:last].float()[inside], kinds[inside], reduction="none"
        )
        counts = torch.where(noted[inside] < 0, MAY, 1.0)
        named = (each.sum(-1) * counts).sum() / counts.sum()
        wrong += OPENS * begin + KINDS * named
    if paired.any():
        # How one statement stands to another is read off the token before both.
        wrong += STANDS * F.cross_entropy(out[:, 0, last:].float()[paired], stands[paired])
    return wrong


def tuned(rows: Rows, kinds: int, stands: int) -> Noticer:
    """The model that these rows teach."""
    torch.manual_seed(SEED)
    rng = random.Random(SEED)  # noqa: S311 - an order, no secret
    model = Noticer(2 + kinds + stands)
    model.load_state_dict(bundled(), strict=False)
    model.to(DEVICE).train()
    groups = [
        {"params": [one for one in model.parameters() if one.ndim >= 2], "weight_decay": 0.01},
        {"params": [one for one in model.parameters() if one.ndim < 2], "weight_decay": 0.0},
    ]
    steps = EPOCHS * -(-len(rows.lengths) // BATCH)
    optimizer = torch.optim.AdamW(groups, lr=RATE, fused=DEVICE == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (0.1 * steps)) * max(0, 1 - step / steps)
    )
    for epoch in range(EPOCHS):
        for places in rows.batches(rng):
            ids, types, mask, noted, opens, held, stands = rows.batch(places)
            # Now and then a word is hidden, so that none is learned by heart.
            hidden = (torch.rand_like(noted) < HIDDEN) & (ids > FIRST_WORD)
            with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
                out = model(torch.where(hidden, MASK, ids), types, mask)
            wrong = loss(out, noted, opens, held, stands[:, 0])
            optimizer.zero_grad(set_to_none=True)
            wrong.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        print("epoch", epoch, f"{wrong.item():.3f}", f"{time.monotonic():.0f} s", flush=True)
    return model.eval()


def save(model: Noticer, folder: Path) -> None:
    """Write the weights, in parts of some 10 MB."""
    held = {k: v.detach().cpu().numpy().astype(np.float16) for k, v in model.state_dict().items()}
    words = held.pop("we.weight")
    for part, rows in enumerate(np.array_split(words, 3)):
        np.savez(folder / f"words{part}.npz", rows=rows)
    deep = {k: v for k, v in held.items() if k.startswith(("layers.3", "layers.4", "layers.5"))}
    np.savez(folder / "deep.npz", **deep)
    np.savez(folder / "rest.npz", **{k: v for k, v in held.items() if k not in deep})


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    count = len(given["kinds"])
    model = tuned(Rows(given["rows"], count), count, len(given["stands"]))
    save(model, Path(sys.argv[2]))
