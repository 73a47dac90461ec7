"""Readers that turn the files of other programs into `ImportedConversation`s."""

from recollect.importers.detect import DetectedFile, Format, detect_file
from recollect.importers.source import ImportedConversation, ImportSource

__all__ = ["DetectedFile", "Format", "ImportSource", "ImportedConversation", "detect_file"]
