"""When each API key was last used, beside the keys: losing this loses nothing that matters."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from recollect.domain.clock import SystemClock
from recollect.domain.plain import plain
from recollect.domain.ports import Clock
from recollect.domain.shared import Document
from recollect.errors import RecollectError

_log = logging.getLogger(__name__)
# A key that is used all the time is written down this often.
_SECONDS: Final = 60.0


class KeyUses:
    """The last use of each key, of all servers that share the document."""

    def __init__(
        self,
        document: Document,
        clock: Clock | None = None,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._document = document
        self._clock = clock or SystemClock()
        self._elapsed = elapsed
        self._mutex = threading.Lock()
        self._noted: dict[str, datetime] = {}
        self._due: dict[str, float] = {}

    def note(self, key_id: str) -> bool:
        """Note a use, and return whether it is time to write: at once, then once a minute."""
        now = self._elapsed()
        self._noted[key_id] = self._clock.now()
        if now < self._due.get(key_id, now):
            return False
        self._due[key_id] = now + _SECONDS
        return True

    def write(self, known: Iterable[str]) -> None:
        """Write what was noted, without keys that do not exist any more."""
        with self._mutex:
            noted, self._noted = self._noted, {}
            if not noted:
                return
            names = {*known}

            def added(text: str | None) -> str:
                uses = _parsed(text) | noted
                kept = {key: plain(at) for key, at in sorted(uses.items()) if key in names}
                return json.dumps(kept, indent=2) + "\n"

            try:
                self._document.change(added)
            except RecollectError as error:
                _log.warning("the last use of keys was not written: %s", error.message)

    def last(self) -> dict[str, datetime]:
        """The last use of each key by its id, as far as it was written."""
        return _parsed(self._document.read())


def _parsed(text: str | None) -> dict[str, datetime]:
    try:
        items = json.loads(text or "{}").items()
        return {key: datetime.fromisoformat(at) for key, at in items}
    except (ValueError, TypeError, AttributeError):
        # Nothing depends on it, so it begins again.
        return {}
