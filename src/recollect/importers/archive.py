"""The files of a .zip or of a folder, read one at a time and never unpacked."""

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Final

from recollect.importers.source import MAX_DOCUMENT, ImportSource

# An archive may claim any number of files, and a folder may be someone's whole disk.
MAX_FILES: Final = 100_000
ZIP: Final = b"PK\x03\x04"
# In the list of files, an entry is 46 bytes, a path, and times.
_ENTRY: Final = 512
# The end of an archive: a comment, the end record, and before it two records of ZIP64.
_TAIL: Final = 2**16 + 22 + 20 + 56
_ZIP64: Final = 20 + 56
_IN_ZIP64: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the archive by its path, which is only a name here, and when it was changed."""

    path: str
    changed_at: datetime | None
    file: Path | zipfile.ZipInfo

    @property
    def suffix(self) -> str:
        """How its name ends, in lower case: .md."""
        return PurePosixPath(self.path).suffix.lower()


class Archive:
    """An open .zip or a folder; hidden files and links are skipped."""

    def __init__(self, source: ImportSource, packed: zipfile.ZipFile | None) -> None:
        self._source = source
        self._packed = packed
        # The sizes recorded in an archive cannot be trusted, so what is read is counted.
        self._left = MAX_DOCUMENT

    def members(self) -> list[Member]:
        """The files in the order of their paths."""
        found = self._zipped() if self._packed else self._in_folder()
        members = [item for item in found if not _is_hidden(item.path)]
        if len(members) > MAX_FILES:
            raise self._source.error(f"contains more than {MAX_FILES:,} files")
        return sorted(members, key=lambda item: item.path)

    def read(self, member: Member) -> bytes:
        """The content of a file; raises if all that was read exceeds the limit."""
        try:
            with self._open(member) as file:
                raw: bytes = file.read(self._left + 1)
        except OSError as error:
            raise self._source.error(f"cannot be read: {error.strerror}", member.path) from None
        if len(raw) > self._left:
            raise self._source.error(f"contains more than the limit of {MAX_DOCUMENT:,} bytes")
        self._left -= len(raw)
        return raw

    def document(self, member: Member) -> Any:
        """The content of a file as JSON."""
        return self._source.parse_json(self.read(member), member.path)

    def _open(self, member: Member) -> Any:
        if isinstance(member.file, Path):
            return member.file.open("rb")
        assert self._packed is not None
        return self._packed.open(member.file)

    def _zipped(self) -> Iterator[Member]:
        assert self._packed is not None
        for item in self._packed.infolist():
            if not item.is_dir():
                yield Member(item.filename, _zip_time(item), item)

    def _in_folder(self) -> Iterator[Member]:
        root, seen = self._source.path, 0
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith(".")]
            seen += len(names)
            if seen > MAX_FILES:
                raise self._source.error(f"contains more than {MAX_FILES:,} files")
            for path in (Path(folder, name) for name in names):
                if path.is_file() and not path.is_symlink():
                    changed_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                    yield Member(path.relative_to(root).as_posix(), changed_at, path)


@contextmanager
def open_archive(source: ImportSource) -> Iterator[Archive]:
    """Open the source, a .zip or a folder."""
    if source.path.is_dir():
        yield Archive(source, None)
        return
    if _directory_size(source) > MAX_FILES * _ENTRY:
        raise source.error(f"contains more than {MAX_FILES:,} files")
    try:
        with zipfile.ZipFile(source.path) as packed:
            yield Archive(source, packed)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        raise source.error("the archive is damaged or password-protected") from None
    except OSError as error:
        raise source.error(f"cannot be read: {error.strerror}") from None


def _directory_size(source: ImportSource) -> int:
    """The size of the list of files in bytes; zipfile would load all of it, however long."""
    with source.open() as file:
        length = file.seek(0, os.SEEK_END)
        file.seek(max(0, length - _TAIL))
        tail = file.read()
    end = tail.rfind(b"PK\x05\x06")
    size = int.from_bytes(tail[end + 12 : end + 16], "little") if end >= 0 else 0
    if size != _IN_ZIP64:
        return size
    record = tail[max(0, end - _ZIP64) : max(0, end)]
    return int.from_bytes(record[40:48], "little")


def _is_hidden(path: str) -> bool:
    # macOS adds such a folder to every archive.
    return any(part.startswith((".", "__MACOSX")) for part in path.split("/"))


def _zip_time(item: zipfile.ZipInfo) -> datetime | None:
    try:
        return datetime(*item.date_time, tzinfo=UTC)
    except ValueError:
        return None
