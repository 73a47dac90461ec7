"""Check of the installed packages and their size on disk."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from recollect.cli.doctor.check import Check, ok, warn
from recollect.cli.formatting import human_size
from recollect.domain.amounts import pluralize

_PACKAGE = "recollect"


@cache
def install_size() -> Check:
    """Report the number and size of installed packages; cached, as it reads many files."""
    try:
        found, missing = _dependencies(_PACKAGE)
    except PackageNotFoundError:
        return warn("installed", "Recollect runs from source, so its size is unknown")
    own = _directory_size(Path(str(files(_PACKAGE))))
    others = sum(_distribution_size(item) for name, item in found.items() if name != _PACKAGE)
    count = pluralize(len(found), "package")
    summary = f"{human_size(own + others)} in {count}, Recollect itself {human_size(own)}"
    if missing:
        return warn("installed", summary, f"Missing: {', '.join(missing)}. Reinstall Recollect.")
    return ok("installed", summary)


def _dependencies(root: str) -> tuple[dict[str, Distribution], list[str]]:
    """Return all direct and transitive dependencies, and the missing ones."""
    found: dict[str, Distribution] = {root: distribution(root)}
    missing: list[str] = []
    pending: list[tuple[str, frozenset[str]]] = [(root, frozenset())]
    seen = set(pending)
    while pending:
        name, extras = pending.pop()
        for needed in _requirements(found[name], extras):
            key = canonicalize_name(needed.name)
            try:
                found.setdefault(key, distribution(key))
            except PackageNotFoundError:
                missing.append(key)
                continue
            step = (key, frozenset(needed.extras))
            if step not in seen:
                seen.add(step)
                pending.append(step)
    return found, sorted(set(missing))


def _requirements(item: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for text in item.requires or ():
        needed = Requirement(text)
        wanted = ("", *extras)
        if needed.marker is None or any(needed.marker.evaluate({"extra": e}) for e in wanted):
            yield needed


def _distribution_size(item: Distribution) -> int:
    paths = (Path(str(item.locate_file(file))) for file in item.files or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def _directory_size(folder: Path) -> int:
    """Return the size of a directory; an editable install has no usable file list."""
    inside = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return sum(path.stat().st_size for path in inside if path.is_file())
