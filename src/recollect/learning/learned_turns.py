"""What learning has found in some turns, until it is written."""

from collections import Counter
from dataclasses import dataclass, field

from recollect.domain.amounts import pluralize
from recollect.domain.learning import Proposal, Unanswered
from recollect.domain.turn import Turn
from recollect.domain.writes import PutAnswer


@dataclass(slots=True)
class LearnedTurns:
    """What was learned from one stretch of turns."""

    proposals: list[tuple[Turn, Proposal]] = field(default_factory=list)
    answers: list[PutAnswer] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    # Code locations where reading a conversation or judging a statement failed.
    faults: list[str] = field(default_factory=list)
    left: bool = False
    unanswered: Unanswered | None = None
    # How many turns were skipped because they wait for a retry.
    skipped: int = 0
    # Messages that took too long; what was learned from them until then is kept.
    overdue: list[Unanswered] = field(default_factory=list)

    def add(self, later: "LearnedTurns") -> None:
        """Add what was learned from the turns after these."""
        self.proposals += later.proposals
        self.answers += later.answers
        self.refused += later.refused
        self.faults += later.faults
        self.skipped += later.skipped
        self.overdue += later.overdue

    def summary(self, start: str, changes: int) -> str:
        """A sentence for the job's log."""
        statements = sum(not proposal.only_instructions for _, proposal in self.proposals)
        parts = [start, pluralize(statements, "statement"), pluralize(changes, "change")]
        if self.refused:
            counts = (
                f"{count} {reason}" for reason, count in sorted(Counter(self.refused).items())
            )
            parts.append(f"{len(self.refused)} refused ({', '.join(counts)})")
        if self.faults:
            counts = (f"{count} × {where}" for where, count in sorted(Counter(self.faults).items()))
            bugs = ", ".join(counts)
            parts.append(f"{len(self.faults)} failed because of a bug in Recollect ({bugs})")
        if self.skipped:
            parts.append(f"{pluralize(self.skipped, 'turn')} set aside for a retry")
        if self.overdue:
            parts.append(f"{pluralize(len(self.overdue), 'turn')} set aside because it took long")
        return ", ".join(parts)
