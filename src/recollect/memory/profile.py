"""The profile of one agent."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.entry import (
    RECORDS,
    SHOWN,
    Kind,
)
from recollect.domain.recap import (
    Profile,
    profile_of,
)
from recollect.learning.profile import portrait
from recollect.learning.records import record_id
from recollect.wiring import Components

Portraits: TypeAlias = list[Profile]

_PROFILE = record_id(Kind.PROFILE, "profile")


@dataclass(frozen=True, slots=True)
class AgentProfile:
    """Who the user is, as far as is known, in every version."""

    _components: Components
    _agent: str

    def current(self, *, as_of: datetime | str | None = None) -> Profile | None:
        """The profile now, or as of a moment; None where there is none.

        As of a moment it is made of what had been said by then and held; the version written then stands where it
        says just that, or was a model's.
        """
        if as_of is None:
            written = self.versions()
            return written[-1] if written else None
        return self._of(checks.check_moment(as_of, "as_of"))

    def _of(self, moment: datetime) -> Profile | None:
        past = self._components.store.entries_as_of(self._agent, moment)
        written = next((each for each in past if each.kind is Kind.PROFILE), None)
        told = [each for each in past if each.status in SHOWN and each.kind not in RECORDS]
        most = self._components.settings.profile_max_tokens
        text = portrait(told, moment, most, self._components.counter).text
        if written is not None and (written.metadata.get("by_model") or written.content == text):
            return profile_of(written)
        version = written.version if written else 0
        made = Profile(version=version, text=text, at=moment, memories=len(told))
        return made if text else None

    def versions(self) -> Portraits:
        """Every version, oldest first."""
        history = self._components.store.history(self._agent, _PROFILE)
        return [profile_of(version.entry) for version in history]
