"""The bundled embedder."""

from pathlib import Path
from typing import Final

from recollect.providers.embedders.unit import unit
from recollect.providers.resilience import Meter
from recollect.providers.runtime import inputs
from recollect.providers.shipped import Shipped

_BUNDLED: Final = Path(__file__).parents[1] / "minilm"
_MODEL: Final = "model_quantized.onnx"
_TOKENIZER: Final = "tokenizer.json"


class MiniLM:
    """The bundled sentence embedder; needs no key and no network."""

    name: Final = "all-MiniLM-L6-v2-int8"
    dims: Final = 384

    def __init__(self, *, folder: Path = _BUNDLED, meter: Meter | None = None) -> None:
        self.meter = meter or Meter()
        self._shipped = Shipped(folder / _MODEL, folder / _TOKENIZER)

    def warm(self) -> None:
        """Load and verify the model, and embed one text."""
        self.embed("warm")

    def embed(self, text: str) -> bytes:
        """The unit vector of the text's first 256 tokens."""
        # Measured without the wait for a core.
        with self._shipped.cores, self.meter.measure() as call:
            model = self._shipped.loaded()
            ids = model.tokenizer.encode(text)
            call.tokens = len(ids)
            hidden = model.session.run(None, inputs(ids, [0] * len(ids)))[0][0]
            return unit(hidden.mean(axis=0))
