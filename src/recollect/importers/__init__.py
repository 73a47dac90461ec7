"""Files of other programs as conversations: each reader turns one kind of file into `ImportedConversation`s."""

from recollect.importers.detect import Format, Reading, read
from recollect.importers.source import ImportedConversation, Source

__all__ = ["Format", "ImportedConversation", "Reading", "Source", "read"]
