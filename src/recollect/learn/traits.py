"""What a memory keeps of its proposal in its metadata, so that later proposals can be compared with it.

`attribute`, `single`, and `said_at`, the time of the turn. A memory without them is compared by its words.
"""

from datetime import UTC, datetime
from typing import Final

from recollect.model.learning import Proposal
from recollect.model.metadata import Metadata

ATTRIBUTE: Final = "attribute"
SINGLE: Final = "single"
SAID_AT: Final = "said_at"


def traits(new: Proposal, at: datetime) -> Metadata:
    """What a memory made from this proposal keeps in its metadata for later verification."""
    kept: dict[str, str | bool] = {SAID_AT: at.astimezone(UTC).isoformat()}
    if new.attribute is not None:
        kept[ATTRIBUTE] = new.attribute
    if new.single:
        kept[SINGLE] = True
    return kept
