"""The check of the hooks: where they are installed, and whether they failed lately."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from recollect.cli.doctor.check import Check, ok, warn
from recollect.domain.amounts import pluralize
from recollect.hooks.files import logged_runs
from recollect.hooks.hosts import HOSTS
from recollect.hooks.install import installed, problem_of

_LATELY = timedelta(days=1)


def hooks() -> Check:
    """Check the hooks of every host, here and for the user."""
    found = [(host, installed(host, at)) for host in HOSTS.values() for at in (None, Path.cwd())]
    problems = [problem for host, each in found if (problem := problem_of(host, each))]
    if problems:
        return warn("hooks", "; ".join(problems), "To see all of them: recollect hooks status")
    names = sorted({host.title for host, each in found if each.commands})
    if not names:
        return ok("hooks", "not installed (recollect hooks install)")
    since = (datetime.now(UTC) - _LATELY).strftime("%Y-%m-%dT%H:%M:%SZ")
    failed = [run for run in logged_runs() if run.get("error") and str(run.get("at")) > since]
    shown = f"installed in {', '.join(names)}"
    if failed:
        found_errors = f"{shown}; {pluralize(len(failed), 'error')} since yesterday"
        last = f"the last one: {failed[-1]['error']}"
        return warn("hooks", f"{found_errors}, {last}", "To see them: recollect hooks status")
    return ok("hooks", shown)
