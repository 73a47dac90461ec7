from collections.abc import Iterator
from itertools import chain
from typing import Any, Final, Self

from pydantic import ConfigDict, PrivateAttr

from .core import Core
from .groups import Budget, Context, Hooks, Learning, Recall, Sessions, Storage
from .limits import UsageLimits
from .providers import Providers
from .server import Server

# The source of a main switch that another server has turned.
DATABASE: Final = "the database"
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
        """The source: `default`, `config.json`, a variable's name, `argument` or `the database`."""
        return self._sources.get(name, "default")

    def switched_off(self) -> Self:
        """The settings while the servers of the database have switched memory off."""
        settings = self.model_copy(update={"enabled": False})
        settings._sources = self._sources | {"enabled": DATABASE}  # noqa: SLF001 - a copy of itself
        return settings

    def clashes(self) -> Iterator[tuple[str, str]]:
        """Each setting that conflicts with another one, with the reason."""
        return chain(Providers.clashes(self), Budget.clashes(self))
