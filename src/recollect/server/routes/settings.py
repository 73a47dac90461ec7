"""Routes to read and change settings."""

from typing import Annotated, Any

from fastapi import Body
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.domain.audit import CHANGED_NAMES
from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.routing import TAKES_BODY, api_router
from recollect.server.schemas import ResponseModel
from recollect.settings import Settings, change, configured, describe

router = api_router("settings", "/api/v1")


class SettingOut(ResponseModel):
    """One setting; the value of a secret is shown only as `set` or `not set`."""

    name: str
    value: Any
    in_force: Any
    default: Any
    allowed: str
    source: str
    description: str
    group: str
    seed_key: str | None
    secret: bool


class SettingsOut(BaseModel):
    """All settings; those in `restart_needed` take effect after a restart."""

    settings: list[SettingOut]
    restart_needed: list[str]


@router.get("/settings")
def settings(caller: CurrentCaller) -> SettingsOut:
    """`value` is the saved value, `in_force` the one that the server uses."""
    caller.check(Right.ADMIN)
    running = caller.memory.settings
    return _settings_out(configured(running, caller.memory.main_switch), running)


@router.patch("/settings", responses=TAKES_BODY | error_responses(500, 507))
def change_settings(
    body: Annotated[
        dict[str, Any],
        Body(
            openapi_examples={
                "example": {"summary": "Two settings", "value": {"recall_top_k": 20, "port": None}}
            },
            description="Values by name; null resets a setting to its default.",
        ),
    ],
    caller: CurrentCaller,
) -> SettingsOut:
    """Validates all changes together and saves them to config.json, or changes nothing.

    `enabled` and `audit_log` act at once in every server with this config.json, `enabled` also on
    this PostgreSQL database; the others act after a restart.
    Values set by variables or arguments cannot be changed here. A new address of a model needs its
    API key again in the same request, or null: a stored key is never sent to a new address.
    """
    caller.check(Right.ADMIN)
    switch = caller.memory.main_switch
    saved = change(caller.memory.settings, body, is_remote=True, switch=switch)
    caller.state[CHANGED_NAMES] = tuple(sorted(body))
    return _settings_out(saved, caller.memory.settings)


def _settings_out(saved: Settings, running: Settings) -> SettingsOut:
    settings, restart_needed = [], []
    for now, then in zip(describe(saved), describe(running), strict=True):
        settings.append(SettingOut.from_value(now, in_force=then.value, description=now.sentence))
        # Secrets are masked in `describe`, so compare the real values.
        if getattr(saved, now.name) != getattr(running, now.name):
            restart_needed.append(now.name)
    return SettingsOut(settings=settings, restart_needed=restart_needed)
