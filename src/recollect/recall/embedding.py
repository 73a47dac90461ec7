"""The background jobs that embed stored texts, and that read them again with a new reader."""

import os
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError, Executor, Future
from itertools import accumulate, islice
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np

from recollect.domain.amounts import pluralize
from recollect.domain.entry import Entry
from recollect.domain.items import KeyedItem
from recollect.domain.job import Done, Job, JobKind, Missing
from recollect.domain.ports import Embedder, Reader, Store
from recollect.domain.steps import Steps
from recollect.domain.turn import Turn
from recollect.domain.writes import Derived, JobResult, PutReadings, PutVectors
from recollect.errors import CircuitOpen, Closed, ProviderError, ProviderUnavailable
from recollect.recall.reading import passages_of, read_texts

# Increase it whenever the text given to the model for a turn changes: all vectors are recomputed.
RECIPE = 1
# Small enough that a crash loses little work, large enough to share a commit.
_EMBED_BATCH = 64
# How many passages are given to the pool at a time: a run of the model uses one core.
_AHEAD = 1 + (os.cpu_count() or 1)
# Of a longer text the model reads only the passages at its start and end. In bytes, because these
# are nearer to what a passage costs: in some scripts each letter is a token.
_FIRST_BYTES, _LAST_BYTES = 24_000, 6_000
_LETTER = re.compile(r"[^\W\d_]")
# Larger, because reading is fast.
_READ_BATCH = 512
# The bytes of the reading of a long text, after which others may run.
_LONG_READING = 20_000
# Fewer where they are long: other agents wait meanwhile.
_EMBED_CHARACTERS = 40_000
_READ_CHARACTERS = 1_000_000


# What is embedded and read.
Text: TypeAlias = Turn | Entry | KeyedItem


class _Pending(NamedTuple):
    """The next turns, or memories and items, of a job; `watermark` is its position after them."""

    items: tuple[Text, ...]
    watermark: int
    more: bool


def _pending(store: Store, job: Job, missing: Missing, limit: int, characters: int) -> _Pending:
    """What lacks this data after the watermark of a job; without a conversation, not of turns.

    Memories and items have no index: their watermark is the revision of their last change.
    """
    found: list[tuple[int, Text]]
    if job.conversation:
        turns = store.window(
            job.agent, job.conversation, after=job.watermark, limit=limit, missing=missing
        )
        found = [(turn.index, turn) for turn in turns]
    else:
        since = max(0, job.watermark)
        found = [*store.entry_window(job.agent, since=since, limit=limit, missing=missing)]
        found += store.item_window(job.agent, since=since, limit=limit, missing=missing)
        found = sorted(found, key=itemgetter(0))[:limit]
    short = _up_to(found, characters)
    watermark = short[-1][0] if short else job.watermark
    more = len(found) == limit or len(short) < len(found)
    return _Pending(tuple(item for _, item in short), watermark, more)


def _up_to(found: list[tuple[int, Text]], characters: int) -> list[tuple[int, Text]]:
    """The first of them, at least one, up to so many characters."""
    total = 0
    for place, (_, item) in enumerate(found):
        total += _length(item)
        if place and total > characters:
            return found[:place]
    return found


def _length(item: Text) -> int:
    if isinstance(item, KeyedItem):
        return sum(map(len, item.texts))
    return len(item.content)


def _derived(item: Text, data: bytes) -> Derived:
    """Derived data of a turn or a memory, ready to store."""
    return Derived(item.id, data, 0 if isinstance(item, Turn) else item.version)


def vector_space(embedder: Embedder) -> str:
    """The name of the vector space: the model, and the recipe for the texts that it embeds."""
    return f"{embedder.name}/{RECIPE}"


def _passages_to_embed(item: Text) -> list[str | None]:
    """The passages of a text, prefixed by the speaker because questions name people.

    None for those that the model need not read: without letters, or in the middle of a long text.
    They are found by their words.
    """
    if isinstance(item, KeyedItem):
        found = [passage for text in item.texts for passage in passages_of(text)]
    elif isinstance(item, Entry):
        found = passages_of(item.search_text)
    else:
        found = passages_of(item.content)
    middle = _middle([len(text.encode()) for text in found])
    prefix = f"{item.speaker}: " if isinstance(item, Turn) and item.speaker else ""
    return [
        None if place and (place in middle or not _LETTER.search(text)) else prefix + text
        for place, text in enumerate(found)
    ]


def _middle(sizes: Sequence[int]) -> range:
    """Which passages are neither at the start nor at the end of a text."""
    ends = [*accumulate(sizes)]
    if not ends or ends[-1] <= _FIRST_BYTES + _LAST_BYTES:
        return range(0)
    return range(bisect_right(ends, _FIRST_BYTES), bisect_right(ends, ends[-1] - _LAST_BYTES))


def _read(reader: Reader, item: Text) -> bytes:
    if isinstance(item, KeyedItem):
        return read_texts(reader.read, item.texts).data
    if isinstance(item, Entry):
        return reader.read(item.search_text, item.said_at).data
    return reader.read(item.content, item.local, item.role).data


def embed_next(
    store: Store, embedder: Embedder, reader: Reader, pool: Executor, job: Job
) -> Steps[JobResult]:
    """Embed the next turns of a conversation, or memories, that have no vector in this space.

    Readings are stored with them where they are missing: a single message arrives without one.
    """
    missing = Missing(job.kind, vector_space(embedder))
    left = _pending(store, job, missing, _EMBED_BATCH, _EMBED_CHARACTERS)
    if not left.items:
        return JobResult(Done("nothing left to embed", left.watermark))
    vectors, skipped, refusal = yield from _embed_all(embedder, pool, left.items)
    goes_on = left.more and left.watermark > job.watermark
    if refusal is not None and not vectors and not goes_on:
        raise refusal
    outcome = f"embedded {pluralize(len(vectors), 'turn' if job.conversation else 'memory')}"
    if skipped:
        outcome += f"; {pluralize(skipped, 'passage')} can be found by words only"
    if refusal is not None:
        outcome += f"; {len(left.items) - len(vectors)} were refused, the last because: {refusal}"
    done = Done(outcome, watermark=left.watermark, again=left.more)
    readings: list[Derived] = []
    for item in _unread(store, reader, job, left.items):
        readings.append(_derived(item, _read(reader, item)))
        if len(readings[-1].data) > _LONG_READING:
            yield
    return JobResult(
        done,
        (
            PutVectors(job.conversation, vector_space(embedder), vectors),
            PutReadings(job.conversation, reader.name, tuple(readings)),
        ),
    )


def _unread(store: Store, reader: Reader, job: Job, items: tuple[Text, ...]) -> Sequence[Text]:
    """Those of a job's items that have no reading of this reader; all if others have none either.

    The messages of a batch are read when they are stored.
    """
    missing = Missing(JobKind.READ, reader.name)
    left = _pending(store, job, missing, len(items), _READ_CHARACTERS)
    if left.more:
        return items
    unread = {item.id for item in left.items}
    return [item for item in items if item.id in unread]


def reread_next(store: Store, reader: Reader, job: Job) -> JobResult:
    """Read the next turns of a conversation, or memories, that this reader has not read."""
    left = _pending(store, job, Missing(job.kind, reader.name), _READ_BATCH, _READ_CHARACTERS)
    if not left.items:
        return JobResult(Done("nothing left to read", left.watermark))
    readings = tuple(_derived(item, _read(reader, item)) for item in left.items)
    done = Done(f"read {len(readings)}", left.watermark, again=left.more)
    return JobResult(done, (PutReadings(job.conversation, reader.name, readings),))


def _embed_all(
    embedder: Embedder, pool: Executor, items: tuple[Text, ...]
) -> Steps[tuple[tuple[Derived, ...], int, ProviderError | None]]:
    """The vectors of the items, how many passages have none, and the last refusal.

    A refused text does not stop the others. It can be paused, and few passages are begun ahead: a
    long message has hundreds, and neither other jobs nor the end of the process may wait for all.
    """
    parts: list[list[bytes | None]] = [[] for _ in items]
    refused: set[int] = set()
    refusal: ProviderError | None = None
    done = 0
    waiting = (
        (place, text)
        for place, item in enumerate(items)
        for text in _passages_to_embed(item)
        if place not in refused
    )
    running: deque[tuple[int, Future[bytes] | None]] = deque()
    try:
        while True:
            for place, text in islice(waiting, _AHEAD - len(running)):
                running.append((place, None if text is None else _submit(embedder, pool, text)))
            if not running:
                break
            place, vector = running.popleft()
            try:
                parts[place].append(None if vector is None else vector.result())
            except CancelledError:
                raise Closed("the memory is being closed") from None
            except (ProviderUnavailable, CircuitOpen):
                raise
            except ProviderError as error:
                refusal = error
                refused.add(place)
            done += 1
            if running and done % _EMBED_BATCH == 0:
                yield
    finally:
        for _, other in running:
            if other is not None:
                other.cancel()
    vectors = (
        _derived(item, _joined(parts[place]))
        for place, item in enumerate(items)
        if place not in refused
    )
    return tuple(vectors), sum(part.count(None) for part in parts), refusal


def _joined(parts: Sequence[bytes | None]) -> bytes:
    """The vectors of a text, zeros for those that it lacks; the first passage always has one."""
    size = max(map(len, filter(None, parts)), default=0)
    return b"".join(bytes(size) if part is None else part for part in parts)


def _submit(embedder: Embedder, pool: Executor, text: str) -> Future[bytes]:
    try:
        return pool.submit(_vector, embedder, text)
    except RuntimeError:
        # The pool has shut down: the memory is being closed, or the interpreter is exiting.
        raise Closed("the memory is being closed") from None


def _vector(embedder: Embedder, text: str) -> bytes:
    # Stored with half the precision.
    return np.frombuffer(embedder.embed(text), "<f4").astype("<f2").tobytes()


def vectors_of(embedder: Embedder, item: Text) -> bytes:
    """The concatenated vectors of the passages of an item; each passage is one run of the model."""
    texts = _passages_to_embed(item)
    return _joined([None if text is None else _vector(embedder, text) for text in texts])
