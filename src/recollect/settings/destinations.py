"""Where each stored API key is sent, so that a changed address does not send it to a stranger."""

from collections.abc import Container
from typing import Final

from recollect.errors import InvalidSetting

from .settings import Settings
from .sources import CONFIG

_SENT_TO: Final = {
    "core_model_api_key": ("core_model_base_url", "core_model_provider"),
    "upstream_api_key": ("upstream_base_url",),
    "embedding_api_key": ("embedding_base_url",),
}


def check_keys_given_again(before: Settings, after: Settings, given: Container[str]) -> None:
    """Raise if a key that was not given in the same change would go to another address."""
    for key, names in _SENT_TO.items():
        if getattr(before, key) is None or key in given:
            continue
        changed = [name for name in names if getattr(before, name) != getattr(after, name)]
        # The provider decides only where there is no address.
        if names[0] not in changed and getattr(after, names[0]) is not None:
            continue
        if changed:
            raise InvalidSetting(_message(before, key, changed[0]), field=key)


def _message(before: Settings, key: str, changed: str) -> str:
    problem = f"{changed} decides where {key} is sent, so the stored key would go to a new address"
    if (source := before.source_of(key)) in ("default", CONFIG):
        return f"{problem}: send {key} again in the same request, or null to remove it"
    return f"{problem}, and it is set by {source}: change {changed} on the server's own machine"
