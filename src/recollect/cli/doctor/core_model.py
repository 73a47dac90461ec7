"""The core model: is there one, and how large is it taken to be."""

from recollect.cli.doctor.check import Check, ok, warn
from recollect.sessions.tiers import tier_of
from recollect.settings import Settings

_NAME = "core model"


def core_model(settings: Settings) -> Check:
    """What is configured; nobody is asked, for an answer may cost money."""
    if not settings.has_core_model:
        return ok(_NAME, "none, and none is needed; recollect chat does need one")
    told = tier_of(settings.core_model_name)
    where = settings.core_model_base_url or settings.core_model_provider
    found = f"{settings.core_model_name} at {where}, not asked: {told.why}"
    if not told.known:
        return warn(_NAME, found, "Follow-up questions are rewritten by rules.")
    return ok(_NAME, found)
