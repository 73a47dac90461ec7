"""Routes to read and change settings."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.server.access import CurrentCaller
from recollect.server.errors import error_responses
from recollect.server.json_body import JsonRoute
from recollect.settings import SettingInfo, Settings, change, configured, describe

router = APIRouter(prefix="/api/v1", tags=["settings"], route_class=JsonRoute)


class SettingOut(BaseModel):
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

    @classmethod
    def of(cls, saved: SettingInfo, running: SettingInfo) -> "SettingOut":
        """Build it from the saved and the running value."""
        return cls(
            name=saved.name,
            value=saved.value,
            in_force=running.value,
            default=saved.default,
            allowed=saved.allowed,
            source=saved.source,
            description=saved.sentence,
            group=saved.group,
            seed_key=saved.seed_key,
            secret=saved.secret,
        )


class SettingsOut(BaseModel):
    """All settings; those in `restart_needed` take effect after a restart."""

    settings: list[SettingOut]
    restart_needed: list[str]

    @classmethod
    def of(cls, saved: Settings, running: Settings) -> "SettingsOut":
        """Build it from the saved and the running settings."""
        pairs = zip(describe(saved), describe(running), strict=True)
        return cls(
            settings=[
                SettingOut.of(saved_info, running_info) for saved_info, running_info in pairs
            ],
            # Secrets are masked in `describe`, so compare the real values.
            restart_needed=[
                setting.name
                for setting in describe(saved)
                if getattr(saved, setting.name) != getattr(running, setting.name)
            ],
        )


@router.get(
    "/settings",
    summary="Get the settings",
    response_description="All settings with value, range and source",
    responses=error_responses(401, 403, 422, 503),
)
def settings(caller: CurrentCaller) -> SettingsOut:
    """`value` is the saved value, `in_force` the one the server started with."""
    caller.check(Right.ADMIN)
    running = caller.memory.settings
    return SettingsOut.of(configured(running), running)


@router.patch(
    "/settings",
    summary="Change settings",
    response_description="All settings after the change",
    responses=error_responses(400, 401, 403, 413, 415, 422, 500, 503, 507),
)
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

    They take effect after a restart. Values set by variables or arguments cannot be changed here.
    """
    caller.check(Right.ADMIN)
    running = caller.memory.settings
    return SettingsOut.of(change(running, body), running)
