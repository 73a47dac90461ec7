"""Every setting: its name, default, range, sentence, and the seed's own key."""

from .change import change, configured, understood
from .describe import SettingInfo, describe
from .load import load, unknown_variables
from .settings import Settings

__all__ = [
    "SettingInfo",
    "Settings",
    "change",
    "configured",
    "describe",
    "load",
    "understood",
    "unknown_variables",
]
