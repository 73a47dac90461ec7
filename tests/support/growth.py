"""Tells steps whose work grows faster than their text: "a a a …" must not cost hours."""

import gc
import time
from collections.abc import Callable

# 16 times the text is 16 times the work, and 256 times if each part is read again for every other.
LONGER = 16
TOO_FAST = 64
# Less work than this is not judged: its share of noise would be too large.
MEASURABLE = 0.05


def grown(unit: str, length: int, end: str = "") -> str:
    """A text of this length that repeats a unit."""
    return (unit * (length // len(unit) + 1))[:length] + end


def work(step: Callable[[str], object], text: str) -> float:
    """The CPU seconds that a step takes, without those of other threads."""
    # The collector reads what the tests before have left.
    gc.disable()
    try:
        begun = time.thread_time()
        step(text)
        return time.thread_time() - begun
    finally:
        gc.enable()


def grows_too_fast(
    step: Callable[[str], object], make: Callable[[int], str], *, most: int = 256_000
) -> bool:
    """Whether 16 times the text takes far more than 16 times the work, measured thrice.

    A text of more than one passage is more work at once: only what goes on growing counts.
    """
    length, before = 1_000, False
    while length <= most:
        if work(step, make(length)) >= MEASURABLE:
            small, large = make(length // LONGER), make(length)
            # The least of the large and the most of the small: a cache may know either by then.
            most_of_small = max(work(step, small) for _ in range(3))
            grows = min(work(step, large) for _ in range(3)) > TOO_FAST * most_of_small
            if before or not grows or length * 4 > most:
                return grows
            before = True
        length *= 4
    return False
