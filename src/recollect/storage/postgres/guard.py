"""Triggers that refuse writes: of all servers while a database is moved, and of servers too old."""

from typing import Any, Final

import psycopg

from recollect.storage.postgres.errors import REFUSED
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.table_rows import TABLES

_GUARDED: Final = (*TABLES, "meta")
_FUNCTION: Final = f"""
    CREATE OR REPLACE FUNCTION recollect_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF coalesce(current_setting('recollect.moves', true), '') <> 'yes' THEN
            RAISE EXCEPTION USING ERRCODE = '{REFUSED}', MESSAGE = TG_ARGV[0];
        END IF;
        RETURN NULL;
    END $$
"""
# A session without a number is not a server: somebody repairs something.
_TOO_OLD: Final = f"""
    CREATE OR REPLACE FUNCTION recollect_too_old() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF CAST(nullif(current_setting('recollect.schema', true), '') AS bigint)
            < CAST(TG_ARGV[0] AS bigint) THEN
            RAISE EXCEPTION USING ERRCODE = '{REFUSED}', MESSAGE = 'a newer Recollect has upgraded'
                || ' the database: this one is too old to write to it. Install the newer one here';
        END IF;
        RETURN NULL;
    END $$
"""
_NUMBERED: Final = ("agents", "conversations", "jobs", "subscriptions")
_SEQUENCES: Final = {"turns": "turn_pks", "entries": "entry_pks", "items": "item_pks"}


def allow_writes(connection: Connection) -> None:
    """Let this transaction write all the same."""
    connection.execute("SELECT set_config('recollect.moves', 'yes', true)")


def refuse_writes(connection: Connection, reason: str | None) -> None:
    """Refuse the writes of all others, or no longer."""
    # At once, so that none holds a table that another waits for.
    connection.execute(f"LOCK TABLE {', '.join(_GUARDED)} IN SHARE ROW EXCLUSIVE MODE")
    if reason is not None:
        connection.execute(_FUNCTION)
    for table in _GUARDED:
        connection.execute(f"DROP TRIGGER IF EXISTS recollect_refuse ON {table}")
        if reason is not None:
            text = reason.replace("'", "''")
            connection.execute(
                f"CREATE TRIGGER recollect_refuse BEFORE INSERT OR UPDATE OR DELETE ON {table}"
                f" FOR EACH STATEMENT EXECUTE FUNCTION recollect_refuse('{text}')"
            )


def refuse_older(connection: psycopg.Connection[Any], number: int) -> None:
    """Refuse the writes of servers that do not know this schema; they set it when they connect."""
    connection.execute(_TOO_OLD.encode())
    for table in _GUARDED:
        trigger = (
            "CREATE OR REPLACE TRIGGER recollect_too_old BEFORE INSERT OR UPDATE OR DELETE"
            f" ON {table} FOR EACH STATEMENT EXECUTE FUNCTION recollect_too_old('{number}')"
        )
        connection.execute(trigger.encode())


def continue_numbers(connection: Connection) -> None:
    """Number new rows after those that were copied."""
    names: dict[str, Any] = {
        table: f"pg_get_serial_sequence('{table}', 'pk')" for table in _NUMBERED
    } | {table: f"'{name}'" for table, name in _SEQUENCES.items()}
    for table, name in names.items():
        connection.execute(
            f"SELECT setval({name}, coalesce((SELECT max(pk) FROM {table}), 0) + 1, false)"
        )
