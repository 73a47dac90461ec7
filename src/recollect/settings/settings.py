from collections.abc import Iterator
from itertools import chain
from typing import Any

from pydantic import ConfigDict, PrivateAttr

from .core import Core
from .groups import Budget, Context, Hooks, Learning, Recall, Sessions, Storage
from .limits import UsageLimits
from .providers import Providers
from .server import Server

GROUPS = (
    *(Core, Storage, Providers, Server, UsageLimits),
    *(Recall, Context, Learning, Sessions, Budget, Hooks),
)


class Settings(
    Core,
    Storage,
    Providers,
    Server,
    UsageLimits,
    Recall,
    Context,
    Learning,
    Sessions,
    Budget,
    Hooks,
):
    """All settings, checked and frozen; created by `load()`."""

    model_config = ConfigDict(defer_build=False)

    _sources: dict[str, str] = PrivateAttr(default_factory=dict)

    def model_post_init(self, context: Any) -> None:
        """Store the source of each value, which `load` passes as the validation context."""
        self._sources.update(context or dict.fromkeys(self.model_fields_set, "argument"))

    def source_of(self, name: str) -> str:
        """The source of a value: `default`, `config.json`, a variable's name, or `argument`."""
        return self._sources.get(name, "default")

    def clashes(self) -> Iterator[tuple[str, str]]:
        """Each setting that conflicts with another one, with the reason."""
        return chain(Providers.clashes(self), Budget.clashes(self))
