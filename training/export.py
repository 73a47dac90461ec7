"""The trained weights as the ONNX file that is shipped: the bundled model's graph, other weights, and a head."""

import hashlib
from pathlib import Path

import numpy as np
import onnx
from onnx import GraphProto, TensorProto, helper, numpy_helper

PROVIDERS = Path(__file__).parents[1] / "src/recollect/providers"
MATRICES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "i": "intermediate.dense",
    "f": "output.dense",
    "n2": "output.LayerNorm",
}
LAYERS = 6
# A processor without instructions for it adds two products in 16 bits; weights of seven bits stay within them, so that
# every machine reads the same.
STEPS = 63


def matrices(graph: GraphProto) -> dict[str, str]:
    """What the matrices are called in the graph, by the bias that is added behind each."""
    used = {name: node for node in reversed(graph.node) for name in node.input}
    biases = {one.name for one in graph.initializer if one.name.endswith(".bias")}
    found = {}
    for node in graph.node:
        if node.op_type != "MatMulInteger":
            continue
        behind = used[node.output[0]]
        while not biases & set(behind.input):
            behind = used[behind.output[0]]
        bias = (biases & set(behind.input)).pop()
        found[bias.removesuffix(".bias")] = node.input[1].removesuffix("_quantized")
    return found


def filled(graph: GraphProto, held: dict[str, np.ndarray]) -> None:
    """Put the weights into the graph."""
    slots = {one.name: one for one in graph.initializer}

    def put(name: str, value: np.ndarray) -> None:
        slots[name].CopyFrom(numpy_helper.from_array(value, name))

    def put_words(name: str, value: np.ndarray) -> None:
        low, high = min(value.min(), 0.0), max(value.max(), 0.0)
        step = (high - low) / 255
        zero = round(-low / step)
        put(f"{name}_quantized", np.clip(np.rint(value / step) + zero, 0, 255).astype(np.uint8))
        put(f"{name}_scale", np.array(step, np.float32))
        put(f"{name}_zero_point", np.array(zero, np.uint8))

    def put_matrix(name: str, value: np.ndarray) -> None:
        steps = np.abs(value).max(axis=0) / STEPS
        put(f"{name}_quantized", np.rint(value / steps).astype(np.int8))
        put(f"{name}_scale", steps.astype(np.float32))
        put(f"{name}_zero_point", np.zeros(steps.shape, np.int8))

    for ours, theirs in (("we", "word"), ("te", "token_type"), ("pe", "position")):
        put_words(f"embeddings.{theirs}_embeddings.weight", held[f"{ours}.weight"])
    for part in ("weight", "bias"):
        put(f"embeddings.LayerNorm.{part}", held[f"n.{part}"])
    named = matrices(graph)
    for layer in range(LAYERS):
        for ours, theirs in MATRICES.items():
            name, weight = f"encoder.layer.{layer}.{theirs}", held[f"layers.{layer}.{ours}.weight"]
            put(f"{name}.bias", held[f"layers.{layer}.{ours}.bias"])
            if "Norm" in theirs:
                put(f"{name}.weight", weight)
            else:
                put_matrix(named[name], weight.T)


def headed(graph: GraphProto, weight: np.ndarray, bias: np.ndarray) -> None:
    """Give the graph its head."""
    last = graph.output[0].name
    graph.initializer.extend(
        [
            numpy_helper.from_array(weight.T.copy(), "head.weight"),
            numpy_helper.from_array(bias, "head.bias"),
        ]
    )
    graph.node.extend(
        [
            helper.make_node("MatMul", [last, "head.weight"], ["head.product"]),
            helper.make_node("Add", ["head.product", "head.bias"], ["marks"]),
        ]
    )
    shape = ["batch_size", "sequence_length", len(bias)]
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("marks", TensorProto.FLOAT, shape))


def write(weights: dict[str, np.ndarray], folder: Path | None = None) -> None:
    """Write the model and its hash."""
    model = onnx.load(PROVIDERS / "minilm" / "model_quantized.onnx")
    filled(model.graph, weights)
    headed(model.graph, weights["head.weight"], weights["head.bias"])
    onnx.checker.check_model(model)
    path = (folder or PROVIDERS / "reader") / "reader.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data := model.SerializeToString())
    digest = hashlib.sha256(data).hexdigest()
    path.with_name("SHA256SUMS").write_text(f"{digest}  {path.name}\n", encoding="ascii")
    print(f"{len(data):,} bytes")
