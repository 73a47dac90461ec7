"""The settings: what they are, what they would be after a restart, and changing them."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from pydantic import BaseModel

from recollect.domain.access import Right
from recollect.server.access import CurrentVisitor
from recollect.server.errors import documented
from recollect.server.json_body import JsonRoute
from recollect.settings import SettingInfo, Settings, change, configured, describe

router = APIRouter(prefix="/api/v1", tags=["settings"], route_class=JsonRoute)


class SettingOut(BaseModel):
    """One setting: the value of a secret is only `set` or `not set`."""

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
    def of(cls, chosen: SettingInfo, running: SettingInfo) -> "SettingOut":
        """The setting as it is written down, and as it is in force."""
        return cls(
            name=chosen.name,
            value=chosen.value,
            in_force=running.value,
            default=chosen.default,
            allowed=chosen.allowed,
            source=chosen.source,
            description=chosen.sentence,
            group=chosen.group,
            seed_key=chosen.seed_key,
            secret=chosen.secret,
        )


class SettingsOut(BaseModel):
    """All settings in groups; those in `restart_needed` are in force after the next start."""

    settings: list[SettingOut]
    restart_needed: list[str]

    @classmethod
    def of(cls, chosen: Settings, running: Settings) -> "SettingsOut":
        """What is written down beside what is in force."""
        pairs = zip(describe(chosen), describe(running), strict=True)
        return cls(
            settings=[SettingOut.of(one, other) for one, other in pairs],
            # A secret looks the same whatever it is, so the values themselves are compared.
            restart_needed=[
                setting.name
                for setting in describe(chosen)
                if getattr(chosen, setting.name) != getattr(running, setting.name)
            ],
        )


@router.get(
    "/settings",
    summary="Read the settings",
    response_description="Every setting with its value, range and origin",
    responses=documented(401, 403, 422, 503),
)
def settings(visitor: CurrentVisitor) -> SettingsOut:
    """`value` is what is written down, `in_force` what the server began with."""
    visitor.check(Right.ADMIN)
    running = visitor.memory.settings
    return SettingsOut.of(configured(running), running)


@router.patch(
    "/settings",
    summary="Change settings",
    response_description="Every setting, as it is written down now",
    responses=documented(400, 401, 403, 413, 415, 422, 500, 503, 507),
)
def change_settings(
    body: Annotated[
        dict[str, Any],
        Body(
            openapi_examples={
                "example": {"summary": "Two of them", "value": {"recall_top_k": 20, "port": None}}
            },
            description="Values by name; null takes a setting back to its default.",
        ),
    ],
    visitor: CurrentVisitor,
) -> SettingsOut:
    """Checks all of them together and writes them into config.json, or changes nothing.

    They are in force after the next start. What a variable or an argument sets cannot be changed here.
    """
    visitor.check(Right.ADMIN)
    running = visitor.memory.settings
    return SettingsOut.of(change(running, body), running)
