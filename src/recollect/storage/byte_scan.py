"""Looks for words in the bytes of files, to see that nothing of them is left."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

_CHUNK = 2**22


def files_with(paths: Sequence[Path], words: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """Each file that contains one of the words as it is or as JSON writes it, with that word.

    Not for a database that this process has open: closing a handle of it would end its locks.
    """
    for path in paths:
        left = {word: {word.encode(), json.dumps(word)[1:-1].encode()} for word in words}
        overlap = max((len(form) for forms in left.values() for form in forms), default=1) - 1
        with path.open("rb") as file:
            before = b""
            while left and (chunk := file.read(_CHUNK)):
                data = before + chunk
                for word in [word for word, forms in left.items() if any(f in data for f in forms)]:
                    del left[word]
                    yield path, word
                before = data[-overlap:] if overlap else b""
