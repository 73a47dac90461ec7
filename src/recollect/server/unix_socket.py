"""A Unix socket to listen on: only its owner may connect, and a server that died leaves no trap."""

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from recollect.errors import InvalidSetting
from recollect.settings.files import locked

_SETTING = "unix_socket"
_OTHERS_NOTHING = 0o177
_SECONDS = 2.0


@contextmanager
def listening_on_path(path: Path, backlog: int) -> Iterator[socket.socket]:
    """Yield a listening socket with the mode 0600, whose file is removed at the end."""
    if not hasattr(socket, "AF_UNIX"):
        raise InvalidSetting("this system has no Unix sockets", field=_SETTING)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        # Two servers that start at once must not remove each other's socket.
        with locked(path):
            _remove_stale(path)
            _bind(listener, path)
        listener.listen(backlog)
        own = path.stat().st_ino
        try:
            yield listener
        finally:
            with suppress(OSError):
                if path.stat().st_ino == own:
                    path.unlink()


def _bind(listener: socket.socket, path: Path) -> None:
    # By the mask, because between bind and chmod anybody could connect.
    before = os.umask(_OTHERS_NOTHING)
    try:
        listener.bind(str(path))
    except OSError as error:
        message = f"the server cannot listen on {path}: {error.strerror or error}"
        raise InvalidSetting(message, field=_SETTING) from None
    finally:
        os.umask(before)


def _remove_stale(path: Path) -> None:
    """Remove the socket of a server that died; anything else stays, and is an error."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        message = f"{path} exists and is no socket; it was left as it is. Choose another path"
        raise InvalidSetting(message, field=_SETTING)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(_SECONDS)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
        except OSError as error:
            message = f"{path} cannot be used: {error.strerror or error}"
            raise InvalidSetting(message, field=_SETTING) from None
        else:
            message = f"another server is listening on {path}: stop it, or choose another path"
            raise InvalidSetting(message, field=_SETTING)
