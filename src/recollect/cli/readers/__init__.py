"""Files of other programs as conversations: each reader turns one kind of file into `Talk`s."""

from recollect.cli.readers.detect import Format, Reading, read
from recollect.cli.readers.source import Source, Talk

__all__ = ["Format", "Reading", "Source", "Talk", "read"]
