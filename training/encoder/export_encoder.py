"""Writes an encoder in the format of the bundled one.

`PYTHONPATH=src python training/encoder/export_encoder.py OUT SHARE CHANGES...` adds the mean of what was learned
(`train.py` writes it), times SHARE, to the bundled weights.
"""

import hashlib
import random
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from examples import all_examples
from network import base_encoder
from onnx import numpy_helper
from rounding import rounded

sys.path.insert(0, str(Path(__file__).parents[1]))
from export import MATRICES, PROVIDERS, filled, matrices

MODEL = "model_quantized.onnx"
BUNDLED = PROVIDERS / "minilm"
TEXTS = 400


def learned(path: Path) -> dict[str, np.ndarray]:
    """The change of each weight."""
    held = np.load(path)
    return {name: held[name] * held[f"{name} step"] for name in held if not name.endswith(" step")}


def calibration() -> list[str]:
    """Some texts and questions of every kind."""
    data = all_examples(None, random.Random(1))  # noqa: S311 - a choice, no secret
    asked = [one.query for one in data.examples[::200]]
    return asked + data.texts[:: len(data.texts) // TEXTS]


def main() -> None:
    """Write the model, the tokenizer and their hashes."""
    out, share, changes = (
        Path(sys.argv[1]),
        float(sys.argv[2]),
        [learned(Path(one)) for one in sys.argv[3:]],
    )
    encoder = base_encoder().cpu().eval()
    weights = encoder.state_dict()
    for change in changes:
        for name, one in change.items():
            weights[name] = weights[name] + share / len(changes) * torch.from_numpy(
                one.astype(np.float32)
            )
    encoder.load_state_dict(weights)
    model = onnx.load(BUNDLED / MODEL)
    filled(model.graph, {name: one.numpy() for name, one in weights.items()})
    slots = {one.name: one for one in model.graph.initializer}
    names = matrices(model.graph)
    for name, (numbers, steps) in rounded(encoder, calibration()).items():
        _, layer, matrix = name.split(".")
        slot = names[f"encoder.layer.{layer}.{MATRICES[matrix]}"]
        for part, value in (("quantized", numbers), ("scale", steps)):
            slots[f"{slot}_{part}"].CopyFrom(numpy_helper.from_array(value, f"{slot}_{part}"))
    onnx.checker.check_model(model)
    out.mkdir(parents=True, exist_ok=True)
    (out / MODEL).write_bytes(model.SerializeToString())
    shutil.copy(BUNDLED / "tokenizer.json", out)
    sums = [
        f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}\n"
        for name in (MODEL, "tokenizer.json")
    ]
    (out / "SHA256SUMS").write_text("".join(sums), encoding="ascii")
    print(f"{(out / MODEL).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
