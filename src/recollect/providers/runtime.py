"""Runs the bundled models with ONNX Runtime, and verifies their files."""

import atexit
import hashlib
import os
from pathlib import Path
from threading import BoundedSemaphore, Condition, Lock
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from recollect.errors import ProviderError
from recollect.providers.wordpiece import WordPiece

_SUMS: Final = "SHA256SUMS"


class _ActiveRuns:
    """Counts models that are loading or running; at exit, waits for them and blocks new ones.

    A thread that the interpreter kills inside the runtime would crash the process.
    """

    def __init__(self) -> None:
        self._change = Condition()
        self._running = 0
        self._ended = False

    def __enter__(self) -> None:
        with self._change:
            while self._ended:
                self._change.wait()
            self._running += 1

    def __exit__(self, *_: object) -> None:
        with self._change:
            self._running -= 1
            self._change.notify_all()

    def end(self) -> None:
        with self._change:
            self._ended = True
            self._change.wait_for(lambda: not self._running, timeout=_LONGEST)


# Loading takes 0.5 s here, and several times that on a small board.
_LONGEST: Final = 10.0
_ACTIVE: Final = _ActiveRuns()
atexit.register(_ACTIVE.end)


class BundledModel:
    """A bundled model and its tokenizer, verified and loaded on first use."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        self._files = model, tokenizer
        self._loading = Lock()
        self._loaded: tuple[WordPiece, Any] | None = None
        # More runs than cores are no faster, and each uses about 10 MB.
        self.cores = BoundedSemaphore(os.cpu_count() or 1)

    @property
    def tokenizer(self) -> WordPiece:
        """The tokenizer of the model."""
        return self._load()[0]

    def run(self, ids: list[int], types: list[int]) -> npt.NDArray[np.float32]:
        """The output of a BERT model for each token of one text.

        The quantized model scales activations over a batch, so other texts would change the result.
        """
        tokens = np.array([ids], dtype=np.int64)
        inputs = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.array([types], dtype=np.int64),
        }
        session = self._load()[1]
        with _ACTIVE:
            output: npt.NDArray[np.float32] = session.run(None, inputs)[0][0]
        return output

    def _load(self) -> tuple[WordPiece, Any]:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    for file in self._files:
                        verify(file.parent, file.name)
                    model, tokenizer = self._files
                    self._loaded = WordPiece.from_file(tokenizer), open_session(model)
        return self._loaded


def open_session(path: Path) -> Any:
    """The model in a file, run on one thread."""
    with _ACTIVE:
        onnxruntime = _runtime()
        options = onnxruntime.SessionOptions()
        # One thread a run, callers in parallel. Texts per second on 2 cores, one caller / two:
        # 1 thread 90/172; 2 threads 130/161; 2 spinning 142/134, and 25 ms of CPU burnt after the
        # last run. The vectors were identical, so only speed matters.
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # The memory arena stays on: off was no faster and took 150 MB, not 123 (two callers).
        options.log_severity_level = 3  # errors only: a library must not write to stderr
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def verify(folder: Path, *names: str) -> None:
    """Raise ProviderError unless each file is the one whose hash is listed."""
    listed = _sums(folder / _SUMS)
    for name in names:
        if name not in listed or _sha256(folder / name) != listed[name]:
            raise ProviderError(
                f"The bundled model is damaged: {folder / name} differs from the released file. "
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


def _runtime() -> Any:
    """ONNX Runtime, with telemetry disabled."""
    # Official builds (seen in 1.31, on Linux too) report to Microsoft and leave a device id in
    # ~/.cache/Microsoft, unless this is set before the import.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    # Imported on first use: it costs 0.2 s and 20 MB, which not every memory needs.
    import onnxruntime  # noqa: PLC0415

    onnxruntime.disable_telemetry_events()  # if the host imported it before us
    return onnxruntime
