"""What a PostgreSQL server says about itself, without changing anything."""

from dataclasses import dataclass

from recollect.storage.postgres.database import connect
from recollect.storage.postgres.errors import shown, translating, with_options
from recollect.storage.postgres.schema import version


@dataclass(frozen=True, slots=True)
class Probe:
    """A database that could be reached."""

    where: str
    server: str
    # The number of the last migration, 0 for an empty database.
    schema: int
    # Whether it notices pages that the disk has changed.
    checksums: bool


def probe(url: str) -> Probe:
    """Connect once; StorageUnavailable if that fails."""
    where = shown(url)
    with translating(where), connect(with_options(url)) as connection:
        number = connection.info.server_version
        row = connection.execute("SHOW data_checksums").fetchone()
        checksums = row is not None and row[0] == "on"
        return Probe(where, f"{number // 10000}.{number % 10000}", version(connection), checksums)
