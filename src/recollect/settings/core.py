from datetime import tzinfo
from pathlib import Path
from typing import ClassVar, Literal

from .fields import Directory, Group, Zone, choice, directory, switch, time_zone, to_zone, whole

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "json", "console"]


class Core(Group):
    """Where the memory lives, whether it is on, and what it takes in."""

    title: ClassVar[str] = "The memory itself"

    home: Directory = directory(
        "~/.recollect",
        "The directory that holds `memory.sqlite`, `config.json`, `keys.json` and `personas`.",
    )
    enabled: bool = switch(
        "The main switch: off, nothing is recorded, learned or injected, while reading and deleting still work.",
        default=True,
        seed="enabled",
    )
    redact_secrets: bool = switch(
        "Replaces API keys, tokens, passwords, private keys, the numbers of cards, accounts (IBAN) and persons (SSN) and the codes of locks by a marked placeholder before anything is stored, logged or sent to a model.",
        default=True,
    )
    timezone: Zone = time_zone(
        "UTC",
        "The time zone in which “today” and “tomorrow” are reckoned, such as `Europe/Berlin`; a turn whose time names an offset keeps its own.",
    )
    max_content_kb: int = whole(
        256, 1, 16384, "The largest content of one turn or memory, in KiB of UTF-8."
    )
    max_ingest_turns: int = whole(
        10_000, 1, 1_000_000, "The most turns one call of `ingest` may bring."
    )
    log_level: LogLevel = choice(LogLevel, "info", "How much is logged.")
    log_format: LogFormat = choice(
        LogFormat, "auto", "How log lines look: `auto` is `console` on a terminal, else `json`."
    )

    @property
    def zone(self) -> tzinfo:
        """The time zone of those who do not say where they are."""
        return to_zone(self.timezone)

    @property
    def database_path(self) -> Path:
        """Where the database lies unless a path is given."""
        return self.home / "memory.sqlite"

    @property
    def keys_path(self) -> Path:
        """Where the keys of the server lie."""
        return self.home / "keys.json"

    @property
    def config_path(self) -> Path:
        """Where `config.json` is looked for."""
        return self.home / "config.json"
