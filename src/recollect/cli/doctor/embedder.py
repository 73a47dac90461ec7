"""The embedder: does it load, and does it embed."""

import time
from importlib.resources import files

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.doctor.services import NOT_ASKED, unreachable
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.settings import Settings

_NAME = "embedder"


def embedder(settings: Settings, *, offline: bool) -> Check:
    """Loads the model and embeds one word, in a memory of its own that is thrown away."""
    if settings.embedding_backend == "none":
        return warn(
            _NAME,
            "none: search goes by words alone",
            "Better recall: embedding_backend = minilm",
        )
    if settings.embedding_backend == "http":
        where = settings.embedding_base_url or ""
        if offline:
            return ok(_NAME, f"{settings.embedding_model} at {where}, {NOT_ASKED}")
        key = settings.embedding_api_key
        secret = key.get_secret_value() if key else None
        # First, because this has less patience: an address that swallows everything costs a minute.
        if wrong := unreachable(_NAME, where, "embedding", key=secret):
            return wrong
    begun = time.monotonic()
    try:
        with Memory.open(":memory:", background=False) as memory:
            memory.warm()
            name = memory.stats().embedder
    except RecollectError as error:
        return fail(_NAME, error.message, _advice(settings))
    seconds = time.monotonic() - begun
    return ok(_NAME, f"{name} embeds, {seconds:.1f} s to load{_hash(settings)}")


def _advice(settings: Settings) -> str:
    if settings.embedding_backend == "http":
        return "Look at embedding_base_url, embedding_model and embedding_api_key."
    return "Install Recollect again, or do without: embedding_backend = none"


def _hash(settings: Settings) -> str:
    if settings.embedding_backend != "minilm":
        return ""
    # The embedder itself refuses files other than these.
    sums = (files("recollect.providers") / "minilm" / "SHA256SUMS").read_text("ascii")
    digest = next(line.split()[0] for line in sums.splitlines() if line.endswith(".onnx"))
    return f"; model as shipped, sha256 {digest[:12]}…"
