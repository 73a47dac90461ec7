"""A model that ships with Recollect: loaded when it is first asked, and run on no more cores than there are."""

import os
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore, Lock

from recollect.providers.runtime import Session, open_session, verify
from recollect.providers.wordpiece import WordPiece


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model, and what makes its tokens."""

    tokenizer: WordPiece
    session: Session


class Shipped:
    """The files of a model; any but those we ship are refused."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        self._files = model, tokenizer
        self._loading = Lock()
        self._loaded: Loaded | None = None
        # More runs than cores are no faster, and each keeps some 10 MB of scratch memory.
        self.cores = BoundedSemaphore(os.cpu_count() or 1)

    def loaded(self) -> Loaded:
        """The model, ready to run."""
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
