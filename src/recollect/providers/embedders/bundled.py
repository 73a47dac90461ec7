"""The embedder that ships with Recollect."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from recollect.errors import ProviderError
from recollect.providers.embedders.unit import unit
from recollect.providers.resilience import Meter
from recollect.providers.wordpiece import WordPiece

_BUNDLED: Final = Path(__file__).parents[1] / "minilm"
_MODEL: Final = "model_quantized.onnx"
_TOKENIZER: Final = "tokenizer.json"
_SUMS: Final = "SHA256SUMS"


class _Session(Protocol):
    def run(
        self, outputs: None, inputs: dict[str, npt.NDArray[np.int64]]
    ) -> list[npt.NDArray[np.float32]]: ...


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: WordPiece
    session: _Session


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
            hidden = model.session.run(None, _inputs(ids))[0][0]
            return unit(hidden.mean(axis=0))

    def _model(self) -> _Loaded:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    self._loaded = _load(self._folder)
        return self._loaded


def _inputs(ids: list[int]) -> dict[str, npt.NDArray[np.int64]]:
    # One text a run: the model scales its activations over a whole batch, so company would change the vector.
    tokens = np.array([ids], dtype=np.int64)
    return {
        "input_ids": tokens,
        "attention_mask": np.ones_like(tokens),
        "token_type_ids": np.zeros_like(tokens),
    }


def _load(folder: Path) -> _Loaded:
    _verify(folder, _MODEL, _TOKENIZER)
    return _Loaded(WordPiece.from_file(folder / _TOKENIZER), _session(folder / _MODEL))


def _verify(folder: Path, *names: str) -> None:
    """Raise ProviderError unless each file is the one whose hash is listed."""
    listed = _sums(folder / _SUMS)
    for name in names:
        if name not in listed or _sha256(folder / name) != listed[name]:
            raise ProviderError(
                f"The bundled model is damaged: {folder / name} differs from the file that was shipped. "
                "Install Recollect again."
            )


def _sums(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path) from error
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _unreadable(path) from error


def _unreadable(path: Path) -> ProviderError:
    return ProviderError(
        f"The bundled model is incomplete: {path} cannot be read. Install Recollect again."
    )


def _session(path: Path) -> _Session:
    onnxruntime = _runtime()
    options = onnxruntime.SessionOptions()
    # One thread a run, callers in parallel. Texts per second on 2 cores, one caller / two callers:
    # 1 thread 90/172; 2 threads 130/161; 2 spinning 142/134, and 25 ms of CPU burnt after the last run.
    # The vectors were the same bit for bit, so this is a matter of speed alone.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The memory arena stays on: off was no faster and took 150 MB resident, not 123 (two callers).
    options.log_severity_level = 3  # errors only: a library does not write to its host's stderr
    session: _Session = onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"]
    )
    return session


def _runtime() -> Any:
    """ONNX Runtime, kept from phoning home."""
    # Official builds (seen in 1.31, on Linux too) report to Microsoft and leave a device id in
    # ~/.cache/Microsoft, unless this is set before the import.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    # Imported on first use: it costs 0.2 s and 20 MB that lexical and remote memories need not pay.
    import onnxruntime  # noqa: PLC0415

    onnxruntime.disable_telemetry_events()  # for a host that had imported it before us
    return onnxruntime
