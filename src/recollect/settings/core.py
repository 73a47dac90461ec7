from datetime import tzinfo
from pathlib import Path
from typing import ClassVar, Literal

from .fields import (
    LOCAL_ZONE,
    DatabaseUrl,
    Directory,
    Group,
    Zone,
    choice,
    database_address,
    directory,
    switch,
    text,
    to_zone,
    whole,
)

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "json", "console"]


class Core(Group):
    """Where the memory is stored, whether it is on, and what it accepts."""

    title: ClassVar[str] = "General"

    home: Directory = directory("~/.recollect")
    """Directory of `memory.sqlite`, `config.json`, `keys.json` and `personas`."""
    database_url: DatabaseUrl | None = database_address()
    """Address of a PostgreSQL database to use in place of `memory.sqlite`, so that several servers
    share one memory; needs `recollect[postgres]`.
    """
    database_connections: int = whole(10, 2, 1000)
    """Maximum number of connections of one server or worker to PostgreSQL."""
    enabled: bool = switch(default=True, seed="enabled")
    """Main switch: if off, nothing is recorded, learned or injected; reading and deleting still
    work, and a change acts at once, without a restart, on PostgreSQL in all servers of the
    database.
    """
    redact_secrets: bool = switch(default=True)
    """Replace API keys, tokens, passwords, private keys, card, account (IBAN) and social security
    numbers, door codes and one-time codes by a placeholder before anything is stored, logged or
    given to a model from memory; the proxy passes the user's own message on unchanged.
    """
    timezone: Zone = text(
        LOCAL_ZONE,
        allowed="local or a time zone",
        takes="local, or the name of a time zone, such as Europe/Berlin, or UTC",
    )
    """Time zone for “today” and “tomorrow” and of all days and times that are shown, such as
    `Europe/Berlin`; `local` is the machine's, and a turn whose time has another UTC offset keeps
    its own.
    """
    max_content_kb: int = whole(256, 1, 16384)
    """Maximum size of one turn or memory in KiB of UTF-8; its metadata may be as large as JSON."""
    max_ingest_turns: int = whole(10_000, 1, 1_000_000)
    """Maximum number of turns in one call of `ingest`."""
    log_level: LogLevel = choice(LogLevel, "info")
    """Minimum level of log messages."""
    log_format: LogFormat = choice(LogFormat, "auto")
    """Format of log lines; `auto` is `console` on a terminal, otherwise `json`."""
    trace_content: bool = switch(default=False)
    """Put messages, memories and questions, with secrets masked, into OpenTelemetry's spans."""

    @property
    def zone(self) -> tzinfo:
        """The time zone of turns without a UTC offset."""
        return to_zone(self.timezone)

    @property
    def database_path(self) -> Path:
        """The default path of the database, if `database_url` is not set."""
        return self.home / "memory.sqlite"

    @property
    def keys_path(self) -> Path:
        """The path of the API keys."""
        return self.home / "keys.json"

    @property
    def key_uses_path(self) -> Path:
        """The path of the last use of each API key."""
        return self.home / "key_uses.json"

    @property
    def audit_path(self) -> Path:
        """The path of the audit log."""
        return self.home / "audit.jsonl"

    @property
    def grants_path(self) -> Path:
        """The path of the sign-ins of MCP clients."""
        return self.home / "oauth.json"

    @property
    def config_path(self) -> Path:
        """The path of `config.json`."""
        return self.home / "config.json"
