"""The sections of a context: their headings, their order, their budgets."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.receipt import Section

TITLES: Final = {
    Section.OVERRIDES: "User Overrides",
    Section.PROFILE: "User Profile",
    Section.MEMORIES: "Working Memory",
    Section.SUMMARIES: "Conversation Summaries",
    Section.RELATIONSHIPS: "Key Relationships",
    Section.RELEVANT_MEMORIES: "Relevant Memories",
    Section.RELEVANT_SUMMARIES: "Relevant Summaries",
    Section.EXCERPTS: "Relevant Conversation Excerpts",
}
# As they are shown; without a question those in the middle are empty, and this is the seed's order.
ORDER: Final = tuple(Section)

# Of the cap, for what answers the question; the rest is for what is always worth knowing.
QUERY_SHARE: Final = 0.95
# What was said may take all but so many tokens even of a large cap: the last lines of it are worth more than the next
# ones that tell it over again. With 1,000 tokens each twentieth costs half a point of evidence, which is about what
# memories win by speaking for their turns.
REST_TOKENS: Final = 40
# Of what overrides leave, for a profile that must not hang on the question: what answers that keeps the greater part.
SLOW_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """The most tokens of each section, its heading included."""

    profile: int = 2_000
    memories: int = 3_000
    summaries: int = 3_000
    excerpts: int = 3_000
    relationships: int = 300

    def of(self, section: Section) -> int | None:
        """The budget of a section; None where only the cap limits it."""
        match section:
            case Section.DATE | Section.OVERRIDES:
                return None
            case Section.PROFILE:
                return self.profile
            case Section.MEMORIES | Section.RELEVANT_MEMORIES:
                return self.memories
            case Section.SUMMARIES | Section.RELEVANT_SUMMARIES:
                return self.summaries
            case Section.EXCERPTS:
                return self.excerpts
            case Section.RELATIONSHIPS:
                return self.relationships
