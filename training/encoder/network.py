"""The encoder and its teacher as torch models, and texts as tensors."""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812 - as everybody calls it

sys.path.insert(0, str(Path(__file__).parents[1]))
from model import BASE, Reader, held_in

from recollect.providers.wordpiece import WordPiece

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TOKENIZER = BASE.with_name("tokenizer.json")
SEPARATOR, MASK, FIRST_WORD = 102, 103, 999
# Words keep their vectors: few of them occur in the data, and other languages share them.
FROZEN = ("we.weight", "te.weight", "pe.weight")


class Encoder(Reader):
    """MiniLM; the vector of a text is the mean of its tokens, of length one."""

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The unit vectors of texts."""
        places = torch.arange(ids.shape[1], device=ids.device)
        types = torch.zeros_like(ids)
        dropped = self.dropout if self.training else 0.0
        x = F.dropout(self.n(self.we(ids) + self.te(types) + self.pe(places)), dropped)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        x = (x.float() * mask[..., None]).sum(1)
        return F.normalize(x, dim=-1)


def base_encoder(dropout: float = 0.1) -> Encoder:
    """The bundled model."""
    return _loaded(Encoder(1, dropout))


def new_teacher() -> Reader:
    """A model that reads a question and a text together, and has learned nothing yet."""
    return _loaded(Reader(1))


def _loaded(model: Reader) -> Reader:
    model.load_state_dict(held_in(BASE), strict=False)
    nn.init.zeros_(model.head.weight)
    for name, parameter in model.named_parameters():
        parameter.requires_grad = name not in FROZEN
    return model.to(DEVICE)


class Texts:
    """Texts as token ids on the device, each filled up to the longest."""

    def __init__(self, texts: Sequence[str], longest: int) -> None:
        rows = [
            row[: longest - 1] + [SEPARATOR] if len(row) > longest else row for row in _ids(texts)
        ]
        self.lengths = torch.tensor([len(row) for row in rows], device=DEVICE)
        held = np.zeros((len(rows), longest), np.int16)
        for at, row in enumerate(rows):
            held[at, : len(row)] = row
        self.ids = torch.from_numpy(held).to(DEVICE)

    def batch(self, places: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The ids and the mask of some texts."""
        lengths = self.lengths[places]
        longest = -(-int(lengths.max()) // 8) * 8
        ids = self.ids[places, :longest].long()
        return ids, torch.arange(ids.shape[1], device=DEVICE) < lengths[:, None]


@cache
def _tokenizer() -> WordPiece:
    return WordPiece.from_file(TOKENIZER)


def _encode(texts: Sequence[str]) -> list[list[int]]:
    return [_tokenizer().encode(text) for text in texts]


def _ids(texts: Sequence[str]) -> list[list[int]]:
    parts = [texts[at : at + 4000] for at in range(0, len(texts), 4000)]
    if len(parts) < 2:
        return _encode(texts)
    with ProcessPoolExecutor() as pool:
        return [row for part in pool.map(_encode, parts) for row in part]


def autocast() -> torch.autocast:
    """Half precision on a GPU."""
    return torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda")


@torch.no_grad()
def embed(model: Encoder, texts: Texts, size: int = 2048) -> torch.Tensor:
    """The vectors of all texts."""
    model.eval()
    order = torch.argsort(texts.lengths)
    out = torch.zeros(len(order), 384, device=DEVICE)
    for places in order.split(size):
        with autocast():
            out[places] = model(*texts.batch(places)).float()
    return out


def paired(
    asked: tuple[torch.Tensor, torch.Tensor], texts: tuple[torch.Tensor, torch.Tensor]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Questions and texts in one row each, as the teacher reads them: ids, types and mask."""
    (first, first_mask), (second, second_mask) = asked, texts
    count = second.shape[0] // first.shape[0]
    first, first_mask = (one.repeat_interleave(count, 0) for one in (first, first_mask))
    ids = torch.cat([first, second[:, 1:]], 1)
    types = torch.cat([torch.zeros_like(first), torch.ones_like(second[:, 1:])], 1)
    # The gap behind a short question is hidden; places count on, which does no harm.
    return ids, types, torch.cat([first_mask, second_mask[:, 1:]], 1)
