"""Records in the database that a deletion has left traces to remove when it is quiet."""

import secrets

from recollect.storage.sql.connection import Run

PUT_META = (
    "INSERT INTO meta (key, value) VALUES (?, ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
IN_PAGES = "pages"


def mark(run: Run) -> None:
    """Record in the transaction of a deletion that it leaves traces to remove."""
    # A unique mark, so that a deletion during a scrub is not taken for an earlier one.
    run(PUT_META, ("traces", f"{IN_PAGES} {secrets.token_hex(8)}"))
