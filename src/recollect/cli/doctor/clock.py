"""The clock: does anything say that it is wrong, or that it was."""

from datetime import UTC, datetime, timedelta

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.wording import counted, when
from recollect.memory import Memory

# Clocks of two machines differ, and time zones are mistaken for each other.
_SLACK = timedelta(days=1)


def clock(memory: Memory) -> Check:
    """Whether anything was written, or said, later than now."""
    latest = datetime.now(UTC) + _SLACK
    written = [job.updated_at for job in memory.jobs.list()]
    written += [agent.created_at for agent in memory.agents()]
    if ahead := [moment for moment in written if moment > latest]:
        found = (
            f"something was written on {when(max(ahead))}, and now it is {when(datetime.now(UTC))}"
        )
        advice = "This machine's clock is wrong, or was: set it. What waits for that day waits until then."
        return fail("clock", found, advice)
    talks = [
        talk.last_at
        for agent in memory.agents()
        for talk in memory.agent(agent.id).conversations.list()
    ]
    if ahead := [moment for moment in talks if moment > latest]:
        found = f"{counted(len(ahead), 'conversation')} with turns of the future, up to {when(max(ahead))}"
        advice = "They count as the newest of all. Was the clock wrong, or the `at` they came with?"
        return warn("clock", found, advice)
    return ok("clock", "nothing was said later than now")
