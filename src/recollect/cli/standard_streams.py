"""`-` in the place of a file: stdin or stdout."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from recollect.errors import InvalidInput

_STREAM: Final = Path("-")
_STDIN: Final = frozenset({_STREAM, Path("/dev/stdin")})
_STDOUT: Final = frozenset({_STREAM, Path("/dev/stdout")})


def is_stdout(file: Path) -> bool:
    """Return whether the output is to be written to stdout."""
    return file in _STDOUT


def stdin_name(file: Path) -> str | None:
    """What to call a file that is stdin; None for any other."""
    return "stdin" if file in _STDIN else None


@contextmanager
def saved_stdin(file: Path) -> Iterator[Path]:
    """Yield the file; for stdin one with what it contains, because importers read files twice."""
    if file not in _STDIN:
        yield file
        return
    with TemporaryDirectory() as folder:
        saved = Path(folder) / "stdin"
        with saved.open("wb") as written:
            shutil.copyfileobj(sys.stdin.buffer, written)
        yield saved


def refuse_stream(file: Path, why: str) -> None:
    """Raise InvalidInput if the file is `-`."""
    if file == _STREAM:
        raise InvalidInput(f"- does not stand for a stream here: {why}", field="file")
