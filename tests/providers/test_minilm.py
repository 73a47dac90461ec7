"""The bundled model: same text, same vector, and no other model than the one we ship."""

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import recollect.providers
from recollect.errors import ProviderError, ProviderUnavailable
from recollect.providers.embedders import MiniLM
from recollect.providers.resilience import Meter

pytestmark = pytest.mark.usefixtures("real_models")
FOLDER = Path(recollect.providers.__file__).parent / "minilm"
TEXTS = [
    "I moved to Lisbon in March.",
    "",
    "Meine Katze heißt Mira.",
    "我喜欢吃中国菜。",
    "word " * 400,
    "a",
    "She decided to take the job in Berlin after all, although her brother lives in Oslo.",
]


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "minilm"))


def vector(blob: bytes) -> np.ndarray:
    return np.frombuffer(blob, dtype="<f4").astype(np.float64)


def cosine(model: MiniLM, one: str, other: str) -> float:
    return float(vector(model.embed(one)) @ vector(model.embed(other)))


@pytest.mark.parametrize("text", [*TEXTS, " \n\t ", "\x00", "he\ud800llo", "🇩🇪👍🏽", "x" * 100_000])
def test_every_text_has_a_unit_vector(model: MiniLM, text: str) -> None:
    blob = model.embed(text)
    assert len(blob) == 4 * model.dims == 1536
    assert np.linalg.norm(vector(blob)) == pytest.approx(1.0, abs=1e-6)


def test_a_long_text_is_read_to_its_256th_token(model: MiniLM) -> None:
    long = "The garden needs water. " * 4200
    assert len(long) > 100_000
    assert model.embed(long) == model.embed(long + "and a very different ending")


def test_a_vector_does_not_depend_on_what_was_embedded_before(model: MiniLM) -> None:
    first = [model.embed(text) for text in TEXTS]
    assert [model.embed(text) for text in reversed(TEXTS)] == first[::-1]
    assert MiniLM().embed(TEXTS[2]) == first[2]


def test_a_vector_does_not_depend_on_other_threads(model: MiniLM) -> None:
    alone = {text: model.embed(text) for text in TEXTS}
    shared = MiniLM()  # not loaded yet, so the threads meet in loading it too
    work = TEXTS * 3
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(shared.embed, work))
    assert together == [alone[text] for text in work]


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("How old are you?", "What is your age?", "The train leaves at noon."),
        ("I adopted a puppy last week.", "My new dog is adorable.", "Interest rates rose again."),
        ("She works as a nurse.", "Her job is at the hospital.", "The recipe needs two eggs."),
    ],
)
def test_close_in_meaning_is_close_in_space(model: MiniLM, text: str, near: str, far: str) -> None:
    assert cosine(model, text, near) > cosine(model, text, far) + 0.2


def test_making_one_loads_nothing(tmp_path: Path) -> None:
    embedder = MiniLM(folder=tmp_path / "nowhere")
    assert (embedder.name, embedder.dims) == ("recollect-minilm-1-int8", 384)


@pytest.mark.parametrize("name", ["model_quantized.onnx", "tokenizer.json"])
def test_a_changed_file_is_refused_by_name(copy: Path, name: str) -> None:
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    embedder = MiniLM(folder=copy)
    for use in (embedder.warm, lambda: embedder.embed("hello"), embedder.warm):
        with pytest.raises(ProviderError, match=name) as caught:
            use()
        assert not isinstance(caught.value, ProviderUnavailable)


@pytest.mark.parametrize("name", ["model_quantized.onnx", "tokenizer.json", "SHA256SUMS"])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(ProviderError, match=name):
        MiniLM(folder=copy).warm()


def test_a_file_that_is_not_listed_is_refused(copy: Path) -> None:
    (copy / "SHA256SUMS").write_text("not a list\n")
    with pytest.raises(ProviderError, match=r"model_quantized\.onnx"):
        MiniLM(folder=copy).warm()


def test_a_mended_folder_loads_without_a_restart(copy: Path) -> None:
    (copy / "tokenizer.json").rename(copy / "away")
    embedder = MiniLM(folder=copy)
    with pytest.raises(ProviderError):
        embedder.warm()
    (copy / "away").rename(copy / "tokenizer.json")
    embedder.warm()


def test_the_folder_holds_what_it_lists_and_its_notice() -> None:
    listed = dict(
        reversed(line.split("  ")) for line in (FOLDER / "SHA256SUMS").read_text().splitlines()
    )
    assert {p.name for p in FOLDER.iterdir()} == {*listed, "SHA256SUMS", "NOTICE"}
    for name, digest in listed.items():
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest
    assert "Apache License 2.0" in (FOLDER / "NOTICE").read_text()


def test_the_runtime_leaves_no_trace_of_itself(tmp_path: Path) -> None:
    """ONNX Runtime's own telemetry writes a device id and a queue of events below the home folder."""
    hidden = {"ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"}
    env = {k: v for k, v in os.environ.items() if k not in hidden} | {"HOME": str(tmp_path)}
    code = "from recollect.providers.embedders import MiniLM; MiniLM().warm()"
    subprocess.run([sys.executable, "-c", code], env=env, check=True)
    assert list(tmp_path.rglob("*")) == []


def test_calls_tokens_and_failures_are_counted(copy: Path) -> None:
    meter = Meter()
    MiniLM(meter=meter).embed("hello world")
    (copy / "tokenizer.json").unlink()
    with pytest.raises(ProviderError):
        MiniLM(folder=copy, meter=meter).embed("hello world")
    usage = meter.snapshot()
    assert (usage.calls, usage.failures, usage.tokens) == (2, 1, 4)
    assert usage.seconds > 0
