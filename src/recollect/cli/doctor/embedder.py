"""Check of the embedder."""

import time
from importlib.resources import files

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.doctor.services import NOT_CONTACTED, unreachable
from recollect.errors import RecollectError
from recollect.memory import Memory
from recollect.settings import Settings

_NAME = "embedder"


def embedder(settings: Settings, *, offline: bool) -> Check:
    """Check that the embedder loads and works, in a temporary in-memory database."""
    if settings.embedding_backend == "none":
        return warn(
            _NAME,
            "none: search matches words only",
            "For better recall set embedding_backend = minilm",
        )
    if settings.embedding_backend == "http":
        where = settings.embedding_base_url or ""
        if offline:
            return ok(_NAME, f"{settings.embedding_model} at {where}, {NOT_CONTACTED}")
        key = settings.embedding_api_key
        secret = key.get_secret_value() if key else None
        # Checked first because its timeout is shorter than the embedder's.
        if problem := unreachable(_NAME, where, "embedding", key=secret):
            return problem
    started = time.monotonic()
    try:
        with Memory.open(":memory:", background=False) as memory:
            memory.warm()
            name = memory.stats().embedder
    except RecollectError as error:
        return fail(_NAME, error.message, _advice(settings))
    seconds = time.monotonic() - started
    return ok(_NAME, f"{name} embeds, {seconds:.1f} s to load{_hash(settings)}")


def _advice(settings: Settings) -> str:
    if settings.embedding_backend == "http":
        return "Check embedding_base_url, embedding_model and embedding_api_key."
    return "Reinstall Recollect, or turn embedding off: embedding_backend = none"


def _hash(settings: Settings) -> str:
    if settings.embedding_backend != "minilm":
        return ""
    # The embedder itself verifies the files against these hashes.
    sums = (files("recollect.providers") / "minilm" / "SHA256SUMS").read_text("ascii")
    digest = next(line.split()[0] for line in sums.splitlines() if line.endswith(".onnx"))
    return f"; unmodified model, sha256 {digest[:12]}…"
