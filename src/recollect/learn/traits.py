"""What a memory keeps of its proposal in its metadata, so that later proposals can be compared with it.

`attribute`, `single`, and `said_at`, the time of the turn by the speaker's clock. A memory without them is compared by its words.
"""

from datetime import datetime
from typing import Final

from recollect.model.entry import SAID_AT
from recollect.model.learning import Proposal
from recollect.model.metadata import Metadata

ATTRIBUTE: Final = "attribute"
SINGLE: Final = "single"


def traits(new: Proposal, at: datetime) -> Metadata:
    """What a memory made from this proposal keeps in its metadata for later verification; `at` is the turn's own time."""
    kept: dict[str, str | bool] = {SAID_AT: at.isoformat()}
    if new.attribute is not None:
        kept[ATTRIBUTE] = new.attribute
    if new.single:
        kept[SINGLE] = True
    return kept
