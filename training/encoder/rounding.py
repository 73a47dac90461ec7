"""Rounds matrices so that their products change least on real texts, as GPTQ does.

Plain rounding to seven bits costs vectors more than the processor's own rounding of activations.
"""

from collections.abc import Sequence

import numpy as np
import torch
from network import Encoder, Texts
from torch import nn

STEPS = 63
DAMPING = 0.01


def rounded(model: Encoder, texts: Sequence[str]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The integers (inputs x outputs) and the step of each output, for every matrix of the layers."""
    layers = {name: one for name, one in model.named_modules() if isinstance(one, nn.Linear)}
    layers.pop("head")
    seen = _seen(model, layers, texts)
    return {
        name: _rounded(one.weight.detach().double().numpy().T.copy(), seen[name])
        for name, one in layers.items()
    }


@torch.no_grad()
def _seen(
    model: Encoder, layers: dict[str, nn.Linear], texts: Sequence[str]
) -> dict[str, np.ndarray]:
    """The second moments of what each matrix is multiplied with."""
    sums = {name: np.zeros((one.in_features, one.in_features)) for name, one in layers.items()}

    def add(name: str) -> object:
        def hook(_: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
            rows = given[0].reshape(-1, given[0].shape[-1]).double()
            sums[name] += (rows.T @ rows).numpy()

        return hook

    hooks = [one.register_forward_pre_hook(add(name)) for name, one in layers.items()]
    held = Texts(texts, 128)
    for place in range(len(texts)):
        model(*_alone(held, place))
    for hook in hooks:
        hook.remove()
    return sums


def _alone(texts: Texts, place: int) -> tuple[torch.Tensor, torch.Tensor]:
    ids, mask = texts.batch(torch.tensor([place]))
    return ids[:, mask[0]], mask[:, mask[0]]


def _rounded(weight: np.ndarray, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Round row by row; what a row loses is made up for by the rows that come after it."""
    size = len(weight)
    steps = np.abs(weight).max(axis=0) / STEPS
    order = np.argsort(-np.diag(moments))
    weight, moments = weight[order], moments[np.ix_(order, order)]
    moments[np.diag_indices(size)] += DAMPING * np.diag(moments).mean()
    factor = np.linalg.cholesky(np.linalg.inv(moments)).T
    chosen = np.empty(weight.shape, np.int8)
    for row in range(size):
        chosen[row] = np.clip(np.rint(weight[row] / steps), -STEPS, STEPS)
        lost = (weight[row] - chosen[row] * steps) / factor[row, row]
        weight[row + 1 :] -= np.outer(factor[row, row + 1 :], lost)
    back = np.empty_like(chosen)
    back[order] = chosen
    return back, steps.astype(np.float32)
