"""Bulk ingest: storing and embedding many turns, compared with the bundled embedder alone."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from recollect.bench.ratio import Ratio, seconds
from recollect.bench.sizes import AGENT, Sizes, ms
from recollect.bench.synthetic_data import ProgressBar, steps
from recollect.bench.texts import sentences
from recollect.memory import Memory
from recollect.providers.embedders import MiniLM


def bulk_ingest(path: Path, sizes: Sizes, bar: ProgressBar) -> Ratio:
    """Throughput of storing and embedding, compared with the embedder alone on all cores."""
    bare = MiniLM()
    bare.warm()
    times = []
    with (
        ThreadPoolExecutor(os.cpu_count()) as pool,
        # Learning takes a model of its own.
        Memory.open(path, embedding_backend="minilm", extractor="none") as memory,
    ):
        memory.warm()
        for number in steps(bar, "Storing and embedding", range(sizes.rounds)):
            texts = sentences(sizes.bulk, 2000 + number)
            embedded = seconds(partial(_embed_all, pool, bare, texts))
            times.append((embedded, seconds(partial(_ingest, memory, f"c{number}", texts))))
    alone, ours = zip(*times, strict=True)
    detail = (
        f"{sizes.bulk} turns a round, stored, embedded and searchable, nothing learned: "
        f"{ms([*ours])} vs {ms([*alone])}"
    )
    ratios = tuple(embedded / ingested for embedded, ingested in times)
    return Ratio("bulk ingest / bare embedder", ratios, 0.9, at_least=True, detail=detail)


def _embed_all(pool: ThreadPoolExecutor, embedder: MiniLM, texts: Sequence[str]) -> None:
    for _ in pool.map(embedder.embed, texts):
        pass


def _ingest(memory: Memory, conversation: str, texts: Sequence[str]) -> None:
    turns = [{"role": "user", "content": text} for text in texts]
    memory.agent(AGENT).ingest(conversation, turns)
    if not memory.sync().ok:
        raise RuntimeError("the turns were not embedded")
