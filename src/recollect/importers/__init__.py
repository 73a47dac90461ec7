"""Readers that turn the files of other programs into conversations, statements and documents."""

from recollect.importers.detect import DetectedFile, Format, detect_file, is_recollect_export
from recollect.importers.items import (
    ImportedConversation,
    ImportedItem,
    ImportedMemory,
    Notice,
    NotImported,
)
from recollect.importers.source import ImportSource

__all__ = [
    "DetectedFile",
    "Format",
    "ImportSource",
    "ImportedConversation",
    "ImportedItem",
    "ImportedMemory",
    "NotImported",
    "Notice",
    "detect_file",
    "is_recollect_export",
]
