"""Work that thousands of tests would repeat with the same result, done once in each process."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from recollect.providers.runtime import BundledModel
from recollect.storage.migrations import Migration
from recollect.storage.sqlite import database, schema
from recollect.storage.sqlite.connection import connect

_make_folder = database._make_folder
_load, _run = BundledModel._load, BundledModel.run
_MOST_OUTPUTS = 20_000
_outputs: dict[tuple[Any, ...], np.ndarray] = {}
_loaded: dict[tuple[Path, Path], Any] = {}


@cache
def _empty_file() -> bytes:
    """A file to which every migration has been applied."""
    with tempfile.TemporaryDirectory() as folder:
        made = connect(f"{folder}/empty.sqlite")
        made.execute("PRAGMA journal_mode = WAL")
        schema.migrate(made, "an empty file", schema.migrations())
        made.close()
        return Path(folder, "empty.sqlite").read_bytes()


@cache
def _empty_in_ram() -> sqlite3.Connection:
    made = connect(":memory:")
    schema.migrate(made, "an empty database", schema.migrations())
    return made


def _make_folder_and_file(path: Path) -> None:
    """Begin with a file whose migrations have been applied, unless somebody else begins with one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        copy = path.with_name(f"{uuid4().hex}.new")
        with suppress(OSError):
            copy.touch(mode=0o600)
            copy.write_bytes(_empty_file())
            os.link(copy, path)
        copy.unlink(missing_ok=True)
    _make_folder(path)


def _migrate(connection: sqlite3.Connection, path: str, steps: tuple[Migration, ...]) -> None:
    if path == ":memory:":
        _empty_in_ram().backup(connection)
    schema.migrate(connection, path, steps)


def _load_once(model: BundledModel) -> Any:
    if model._files not in _loaded:
        _loaded[model._files] = _load(model)
    return _loaded[model._files]


def _run_once(model: BundledModel, ids: list[int], types: list[int]) -> np.ndarray:
    """The output of a model for these tokens, which is the same every time."""
    key = (model._files, tuple(ids), tuple(types))
    if (known := _outputs.get(key)) is None:
        if len(_outputs) > _MOST_OUTPUTS:
            _outputs.clear()
        known = _outputs[key] = _run(model, ids, types)
        known.flags.writeable = False
    return known


@pytest.fixture(autouse=True, scope="session")
def _not_repeated() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_make_folder", _make_folder_and_file)
        patch.setattr(database, "migrate", _migrate)
        patch.setattr(BundledModel, "_load", _load_once)
        patch.setattr(BundledModel, "run", _run_once)
        yield


@pytest.fixture(scope="module")
def real_models() -> Iterator[None]:
    """Loads and runs the models every time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BundledModel, "_load", _load)
        patch.setattr(BundledModel, "run", _run)
        yield
