"""Check of the system clock."""

from datetime import UTC, datetime, timedelta

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.formatting import local_time, pluralize
from recollect.memory import Memory

# Tolerates clock differences between machines and mistaken time zones.
_SLACK = timedelta(days=1)


def clock(memory: Memory) -> Check:
    """Check that no stored time is in the future."""
    latest = datetime.now(UTC) + _SLACK
    written = [job.updated_at for job in memory.jobs.list()]
    written += [agent.created_at for agent in memory.agents()]
    if ahead := [moment for moment in written if moment > latest]:
        now = local_time(datetime.now(UTC))
        found = f"something was written at {local_time(max(ahead))}, but it is now {now}"
        advice = (
            "This machine's clock is or was wrong: set it. Jobs due at that time wait until then."
        )
        return fail("clock", found, advice)
    last_turns = [
        conversation.last_at
        for agent in memory.agents()
        for conversation in memory.agent(agent.id).conversations.list()
    ]
    if ahead := [moment for moment in last_turns if moment > latest]:
        count = pluralize(len(ahead), "conversation")
        found = f"{count} with turns in the future, up to {local_time(max(ahead))}"
        advice = (
            "They rank as the newest turns. Was the clock wrong, or the `at` they were stored with?"
        )
        return warn("clock", found, advice)
    return ok("clock", "no time is in the future")
