"""A bundled model, loaded on first use and run on at most all cores."""

import os
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock

from recollect.providers.runtime import Session, open_session, verify
from recollect.providers.wordpiece import WordPiece


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded model and its tokenizer."""

    tokenizer: WordPiece
    session: Session


class Shipped:
    """The verified files of a bundled model."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        self._files = model, tokenizer
        self._loading = Lock()
        self._loaded: Loaded | None = None
        # More runs than cores are no faster, and each uses about 10 MB.
        self.cores = BoundedSemaphore(os.cpu_count() or 1)

    def loaded(self) -> Loaded:
        """The model, loaded on first use."""
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    self._loaded = self._load()
        return self._loaded

    def _load(self) -> Loaded:
        for file in self._files:
            verify(file.parent, file.name)
        model, tokenizer = self._files
        return Loaded(WordPiece.from_file(tokenizer), open_session(model))
