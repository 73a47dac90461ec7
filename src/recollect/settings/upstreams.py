"""The proxy's table of upstreams, by model and by API key."""

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from .fields import Address, Secret, Text, table


class UpstreamRoute(BaseModel):
    """An upstream for the models that match a pattern, for one of our keys, or for both."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", hide_input_in_errors=True, defer_build=True
    )

    base_url: Address
    model: Text | None = None
    key: Text | None = None
    api_key: Secret | None = None

    @model_validator(mode="after")
    def _has_condition(self) -> "UpstreamRoute":
        if self.model is None and self.key is None:
            raise ValueError("name a model or a key; upstream_base_url is for all others")
        return self

    def __str__(self) -> str:
        """For display, without the key of the upstream."""
        conditions = {"model": self.model, "key": self.key}
        names = " ".join(f"{name} {value}" for name, value in conditions.items() if value)
        return f"{names} → {self.base_url}{' with its own API key' if self.api_key else ''}"


def upstreams() -> Any:
    """A list of upstreams, empty by default; in the environment as JSON."""
    example = '[{"model": "claude-*", "base_url": "https://api.anthropic.com"}]'
    takes = f"a list of objects with base_url, model or key, and maybe api_key: {example}"
    return table(allowed="a list in JSON", takes=takes)


def _to_routes(value: object) -> object:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("it is not valid JSON") from None
    return tuple(value) if isinstance(value, list) else value


UpstreamRoutes = Annotated[tuple[UpstreamRoute, ...], BeforeValidator(_to_routes)]
