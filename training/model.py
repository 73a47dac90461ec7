"""The reader as a torch model: MiniLM with one linear head over every token."""

from pathlib import Path

import numpy as np
import onnx
import torch
from export import MATRICES, matrices
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F  # noqa: N812 - as everybody calls it

# all-MiniLM-L6-v2 as published; README.md says where it is from.
BASE = Path(__file__).parent / "base.onnx"
WIDTH, HEADS, LAYERS, INNER = 384, 12, 6, 1536


class Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.i, self.f = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.dropout = dropout

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The hidden states of the next layer."""
        size, length, _ = x.shape

        def split(t: torch.Tensor) -> torch.Tensor:
            return t.view(size, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        dropped = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(
            split(self.q(x)), split(self.k(x)), split(self.v(x)), mask, dropped
        )
        seen = self.o(seen.transpose(1, 2).reshape(size, length, WIDTH))
        x = self.n1(x + F.dropout(seen, dropped))
        return self.n2(x + F.dropout(self.f(F.gelu(self.i(x))), dropped))


class Reader(nn.Module):
    """MiniLM with the columns of `recollect.providers.message_reader` for every token."""

    def __init__(self, columns: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.we, self.te, self.pe = (nn.Embedding(n, WIDTH) for n in (30522, 2, 512))
        self.n = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.head = nn.Linear(WIDTH, columns)
        self.dropout = dropout

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The columns of every token, in log-odds."""
        places = torch.arange(ids.shape[1], device=ids.device)
        dropped = self.dropout if self.training else 0.0
        x = F.dropout(self.n(self.we(ids) + self.te(types) + self.pe(places)), dropped)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return self.head(F.dropout(x, dropped))


def held_in(path: Path) -> dict[str, torch.Tensor]:
    """The weights of a shipped model, the embedder or the reader, by the names used here."""
    graph = onnx.load(path).graph
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
    if "head.weight" in held:
        found |= {"head.weight": held["head.weight"].T, "head.bias": held["head.bias"]}
    return {name: torch.tensor(np.array(one)) for name, one in found.items()}
