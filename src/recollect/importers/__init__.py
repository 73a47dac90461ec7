"""Readers that turn the files of other programs into `ImportedConversation`s."""

from recollect.importers.detect import DetectedFile, Format, detect_file
from recollect.importers.source import ImportedConversation, Source

__all__ = ["DetectedFile", "Format", "ImportedConversation", "Source", "detect_file"]
