"""Servers of two versions on one PostgreSQL, while the newer one migrates it."""

from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from postgres_server import postgres_database
from recollect.storage.migrations import migrations_of
from server_processes import Started, start

pytestmark = pytest.mark.slow
LAST = migrations_of("recollect.storage.postgres")[-1].number
# A Recollect with further migrations.
NEWER = """
import sys
from recollect.storage.migrations import Migration
from recollect.storage.postgres import schema
known = schema.migrations_of
steps = [Migration({last} + n, f"step{{n}}", sql) for n, sql in enumerate(sys.argv[1:], 1)]
schema.migrations_of = lambda package: (*known(package), *steps)
from recollect.cli import main
sys.exit(main(["serve", "--port", "0"]))
"""
ADDITIVE = "-- why: a test\nALTER TABLE turns ADD COLUMN mood text;"
BREAKING = f"-- why: a test\n-- oldest: {LAST + 2}\nALTER TABLE turns DROP COLUMN mood;"


def written(server: Started, words: str) -> tuple[int, str]:
    turns = [{"content": words}]
    body = {"agent_id": "ana", "conversation_id": "c", "turns": turns}
    answer = httpx2.post(f"{server.wait_for_url()}/memory/ingest", json=body, timeout=60)
    return answer.status_code, answer.json().get("error", {}).get("message", "")


@pytest.mark.attack("fault", "old and new servers on one database")
def test_an_old_server_goes_on_until_a_migration_says_that_it_cannot(tmp_path: Path):
    with postgres_database() as address, ExitStack() as stack:

        def started(*steps: str) -> Started:
            program = NEWER.format(last=LAST)
            made = start(tmp_path, *steps, program=program, database_url=address)
            stack.callback(made.end)
            return made

        old = started()
        assert written(old, "Who is there?")[0] == 202
        new = started(ADDITIVE)
        assert written(new, "Is it you?")[0] == 202
        assert written(old, "Is it me?")[0] == 202
        assert written(started(), "Is it the old one again?")[0] == 202

        newest = started(ADDITIVE, BREAKING)
        assert written(newest, "Is it new?")[0] == 202
        for each in (old, new):
            code, message = written(each, "Is it old?")
            assert (code, "this one is too old to write to it" in message) == (503, True), message
            found = httpx2.get(f"{each.url}/api/v1/agents/ana", timeout=60)
            assert found.json()["turns"] == 5, found.text
        late = started(ADDITIVE)
        assert late.process.wait() == 1
        reason = f"has schema {LAST + 2}, this Recollect knows {LAST + 1}: install a newer one"
        assert reason in late.log.read_text("utf-8")
