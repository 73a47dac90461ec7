"""Runs the bundled models with ONNX Runtime, and verifies their files."""

import atexit
import hashlib
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from recollect.errors import ProviderError

_SUMS: Final = "SHA256SUMS"


class Session(Protocol):
    """A loaded model."""

    def run(
        self, outputs: None, inputs: dict[str, npt.NDArray[np.int64]]
    ) -> list[npt.NDArray[np.float32]]:
        """The outputs of the model for these inputs."""
        ...


def open_session(path: Path) -> Session:
    """The model in a file, run on one thread."""
    with _ACTIVE:
        return _TrackedSession(_loaded(path))


def _loaded(path: Path) -> Session:
    onnxruntime = _runtime()
    options = onnxruntime.SessionOptions()
    # One thread a run, callers in parallel. Texts per second on 2 cores, one caller / two callers:
    # 1 thread 90/172; 2 threads 130/161; 2 spinning 142/134, and 25 ms of CPU burnt after the last run.
    # The vectors were identical, so only speed matters.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The memory arena stays on: off was no faster and took 150 MB resident, not 123 (two callers).
    options.log_severity_level = 3  # errors only: a library must not write to stderr
    loaded: Session = onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"]
    )
    return loaded


class _ActiveRuns:
    """Counts models that are loading or running; at exit, waits for them and blocks new ones.

    A thread that the interpreter kills inside the runtime would crash the process.
    """

    def __init__(self) -> None:
        self._change = threading.Condition()
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


@dataclass(frozen=True, slots=True)
class _TrackedSession:
    """A session that finishes before the interpreter exits."""

    session: Session

    def run(
        self, outputs: None, inputs: dict[str, npt.NDArray[np.int64]]
    ) -> list[npt.NDArray[np.float32]]:
        with _ACTIVE:
            return self.session.run(outputs, inputs)


def inputs(ids: list[int], types: list[int]) -> dict[str, npt.NDArray[np.int64]]:
    """The inputs of a BERT model, for one text per run.

    The quantized model scales activations over a batch, so other texts would change the result.
    """
    tokens = np.array([ids], dtype=np.int64)
    return {
        "input_ids": tokens,
        "attention_mask": np.ones_like(tokens),
        "token_type_ids": np.array([types], dtype=np.int64),
    }


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
