"""Builds wheels with flit, with the pages of docs/ inside the package, so that a server can show them at /help."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flit_core import buildapi
from flit_core.buildapi import (
    build_editable as build_editable,  # a checkout reads docs/ itself
)
from flit_core.buildapi import build_sdist as build_sdist
from flit_core.buildapi import get_requires_for_build_editable as get_requires_for_build_editable
from flit_core.buildapi import get_requires_for_build_sdist as get_requires_for_build_sdist
from flit_core.buildapi import get_requires_for_build_wheel as get_requires_for_build_wheel
from flit_core.buildapi import (
    prepare_metadata_for_build_editable as prepare_metadata_for_build_editable,
)
from flit_core.buildapi import prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel


def build_wheel(folder: str, settings: Any = None, metadata: str | None = None) -> str:
    """Build the wheel and return its name."""
    with pages_inside(Path.cwd()):
        return buildapi.build_wheel(folder, settings, metadata)


@contextmanager
def pages_inside(root: Path) -> Iterator[Path]:
    """A copy of docs/ in the package, as long as a `with` lasts."""
    copy = root / "src" / "recollect" / "help" / "pages"
    shutil.copytree(root / "docs", copy, dirs_exist_ok=True)
    try:
        yield copy
    finally:
        shutil.rmtree(copy)
