"""The sections of a context: headings, order and token budgets."""

from dataclasses import dataclass
from typing import Final

from recollect.domain.receipt import Section

TITLES: Final = {
    Section.OVERRIDES: "User Overrides",
    Section.PROFILE: "User Profile",
    Section.MEMORIES: "Important Memories",
    Section.SUMMARIES: "Conversation Summaries",
    Section.RELATIONSHIPS: "Key Relationships",
    Section.RELEVANT_MEMORIES: "Relevant Memories",
    Section.RELEVANT_SUMMARIES: "Relevant Summaries",
    Section.EXCERPTS: "Relevant Conversation Excerpts",
}
# What is compared by score in each section: a memory competes with memories only.
RANKED: Final = {
    Section.RELEVANT_MEMORIES: ("memory", "memories"),
    Section.RELEVANT_SUMMARIES: ("summary", "summaries"),
    Section.EXCERPTS: ("excerpt", "excerpts"),
}
# The line above each section.
HEADINGS: Final = {section: f"### {title}" for section, title in TITLES.items()}
# Display order. Without a question the "relevant" sections are empty, and the rest is in the seed's
# order.
ORDER: Final = tuple(Section)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """The maximum number of tokens per section, heading included."""

    profile: int = 2_000
    # The profile beside answers to a question.
    profile_lines: int = 80
    memories: int = 3_000
    summaries: int = 3_000
    excerpts: int = 3_000
    relationships: int = 300

    def limit_of(self, section: Section) -> int | None:
        """The budget of a section; None if only the size of the context limits it."""
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
