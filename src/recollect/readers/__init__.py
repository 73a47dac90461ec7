"""Files of other programs as conversations: each reader turns one kind of file into `Talk`s."""

from recollect.readers.detect import Format, Reading, read
from recollect.readers.source import Source, Talk

__all__ = ["Format", "Reading", "Source", "Talk", "read"]
