"""The embedder that ships with Recollect."""

import os
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Final

from recollect.providers.embedders.unit import unit
from recollect.providers.resilience import Meter
from recollect.providers.runtime import Session, inputs, open_session, verify
from recollect.providers.wordpiece import WordPiece

_BUNDLED: Final = Path(__file__).parents[1] / "minilm"
_MODEL: Final = "model_quantized.onnx"
_TOKENIZER: Final = "tokenizer.json"


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: WordPiece
    session: Session


class MiniLM:
    """The bundled sentence embedder; needs no key and no network."""

    name: Final = "all-MiniLM-L6-v2-int8"
    dims: Final = 384

    def __init__(self, *, folder: Path = _BUNDLED, meter: Meter | None = None) -> None:
        self.meter = meter or Meter()
        self._folder = folder
        self._loading = Lock()
        self._loaded: _Loaded | None = None
        # More runs than cores are no faster, and each keeps some 10 MB of scratch memory.
        self._cores = BoundedSemaphore(os.cpu_count() or 1)

    def warm(self) -> None:
        """Load the model, refusing files other than those we ship, and run one text."""
        self.embed("warm")

    def embed(self, text: str) -> bytes:
        """The text's unit vector; what lies beyond 256 tokens is not read."""
        # Measured inside: waiting for a core is not the model's time.
        with self._cores, self.meter.measure() as call:
            model = self._model()
            ids = model.tokenizer.encode(text)
            call.tokens = len(ids)
            hidden = model.session.run(None, inputs(ids, [0] * len(ids)))[0][0]
            return unit(hidden.mean(axis=0))

    def _model(self) -> _Loaded:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    self._loaded = _load(self._folder)
        return self._loaded


def _load(folder: Path) -> _Loaded:
    verify(folder, _MODEL, _TOKENIZER)
    return _Loaded(WordPiece.from_file(folder / _TOKENIZER), open_session(folder / _MODEL))
