"""Every setting: its name, default, range, sentence, and the seed's own key."""

from .describe import SettingInfo, describe
from .load import load, unknown_variables
from .settings import Settings

__all__ = ["SettingInfo", "Settings", "describe", "load", "unknown_variables"]
