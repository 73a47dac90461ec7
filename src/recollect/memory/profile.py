"""The profile of one agent."""

from dataclasses import replace
from datetime import datetime

from recollect.domain import checks
from recollect.domain.entry import EntryFilter, Kind
from recollect.domain.ids import record_id
from recollect.domain.recap import Profile, profile_of
from recollect.learning.profile import build_profile
from recollect.memory.agent_part import AgentPart

_PROFILE = record_id(Kind.PROFILE, "profile")


class AgentProfile(AgentPart):
    """What is known about the user, in all versions."""

    def current(self, *, as_of: datetime | str | None = None) -> Profile | None:
        """The profile now or as of a moment; None if there is none.

        A past profile is rebuilt from what had been said and was valid by then, unless the version
        stored then says the same or was written by a model.
        """
        if as_of is None:
            written = self.versions()
            return written[-1] if written else None
        return self._as_of(checks.check_moment(as_of, "as_of"))

    def _as_of(self, moment: datetime) -> Profile | None:
        stored = self._components.assembler.stored_memories(self._agent, moment)
        written = next(iter(stored.profiles), None)
        known = [*filter(EntryFilter().matches, stored.all)]
        max_tokens = self._components.settings.profile_max_tokens
        text = build_profile(known, moment, max_tokens, self._components.counter).text
        if written is not None and (written.metadata.get("by_model") or written.content == text):
            return profile_of(replace(written, content=stored.profile_text(written)))
        version = written.version if written else 0
        profile = Profile(version=version, text=text, at=moment, memories=len(known))
        return profile if text else None

    def versions(self) -> list[Profile]:
        """Every version, oldest first; as in contexts, without what was asked to be forgotten."""
        history = self._components.store.history(self._agent, _PROFILE)
        stored = self._components.assembler.stored_memories(self._agent, None)
        entries = (version.entry for version in history)
        return [profile_of(replace(each, content=stored.profile_text(each))) for each in entries]
