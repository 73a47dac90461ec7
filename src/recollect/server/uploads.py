"""Files sent to the server: streamed to disk under their own names, and always removed."""

import errno
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Annotated, Final, TypeVar

import anyio
from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from recollect.errors import InvalidInput, StorageBusy, StorageFull
from recollect.jobs.owner import has_ended, new_owner_name
from recollect.server.access import from_state
from recollect.server.errors import Refusal
from recollect.server.pool import Pool, PoolFull

T = TypeVar("T")

# A file that is read as a whole takes several times its size in RAM.
_AT_ONCE: Final = 1
_MAX_WAITING: Final = 8
_CHUNK: Final = 2**20
# File systems allow 255 bytes.
_LONGEST: Final = 200
_UNNAMED: Final = "upload"
_PREFIX: Final = "recollect-import-"
_OWNER: Final = "owner"


class Uploads:
    """Receives files, and works on them one after the other in a thread of its own."""

    def __init__(self) -> None:
        self._pool = Pool(_AT_ONCE, _MAX_WAITING, "recollect-import")
        self._root: Path | None = None
        _remove_leftovers()

    async def process(self, request: Request, name: str | None, work: Callable[[Path], T]) -> T:
        """Store the body of a request as a file of this name, and return what the work makes of it.

        The folder of a name is kept too, because documents are stored under both.
        """
        folder, file = _parts(name or _UNNAMED)
        place = await run_in_threadpool(self._new_folder)
        try:
            path = place / folder / file
            await run_in_threadpool(path.parent.mkdir)
            await _receive(request, path)
            return await self._pool.run(partial(work, path))
        except PoolFull:
            raise StorageBusy("other files are being imported: try again later") from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            message = f"there is no room for the file in {tempfile.gettempdir()}"
            raise StorageFull(message) from None
        finally:
            # Also if the client has left; not awaited, because this may be a cancellation.
            shutil.rmtree(place, ignore_errors=True)

    async def close(self) -> None:
        """Finish the running work and remove everything."""
        await run_in_threadpool(self._pool.close)
        if self._root is not None:
            await run_in_threadpool(shutil.rmtree, self._root, ignore_errors=True)

    def _new_folder(self) -> Path:
        if self._root is None:
            self._root = Path(tempfile.mkdtemp(prefix=_PREFIX))
            (self._root / _OWNER).write_text(new_owner_name(), "utf-8")
        return Path(tempfile.mkdtemp(dir=self._root))


def _remove_leftovers() -> None:
    """Remove the files of servers that were killed."""
    for owner in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_OWNER}"):
        with suppress(OSError, UnicodeDecodeError):
            if has_ended(owner.read_text("utf-8")):
                shutil.rmtree(owner.parent)


def _parts(name: str) -> tuple[str, str]:
    """The last folder and the file of a name; whatever else is in it is ignored."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    kept = [part for part in parts if part not in {"/", ".."}][-2:]
    if not kept or any(len(part.encode()) > _LONGEST or "\0" in part for part in kept):
        message = f"name takes the name of a file, of at most {_LONGEST} bytes"
        raise InvalidInput(message, field="name")
    folder = kept[0] if len(kept) > 1 else _UNNAMED
    return folder, kept[-1]


async def _receive(request: Request, path: Path) -> None:
    try:
        async with await anyio.open_file(path, "wb") as file:
            waiting = bytearray()
            async for chunk in request.stream():
                waiting += chunk
                if len(waiting) >= _CHUNK:
                    await file.write(bytes(waiting))
                    waiting.clear()
            await file.write(bytes(waiting))
    except ClientDisconnect:
        message = "the client disconnected before the file was complete"
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad_request", message) from None


CurrentUploads = Annotated[Uploads, from_state("uploads")]
