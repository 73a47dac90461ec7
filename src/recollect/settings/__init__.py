"""Every setting: its name, default, range, description, and older key."""

from .change import change, configured, parse_value
from .describe import SettingInfo, describe
from .load import load
from .profiles import PROFILES
from .settings import Settings
from .sources import unknown_variables

__all__ = [
    "PROFILES",
    "SettingInfo",
    "Settings",
    "change",
    "configured",
    "describe",
    "load",
    "parse_value",
    "unknown_variables",
]
