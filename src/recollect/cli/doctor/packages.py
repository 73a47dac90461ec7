"""What Recollect weighs: itself and everything it needs, as it lies on the disk."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from recollect.cli.doctor.check import Check, ok, warn
from recollect.cli.wording import counted, size

_SELF = "recollect"


@cache
def weight() -> Check:
    """How many packages there are, and how many bytes; thousands of files, so a process looks once."""
    try:
        found, missing = _closure(_SELF)
    except PackageNotFoundError:
        return warn("installed", "Recollect runs from its source, so its weight is not known")
    own = _tree(Path(str(files(_SELF))))
    others = sum(_files(item) for name, item in found.items() if name != _SELF)
    said = f"{size(own + others)} in {counted(len(found), 'package')}, Recollect itself {size(own)}"
    if missing:
        return warn("installed", said, f"Missing: {', '.join(missing)}. Install Recollect again.")
    return ok("installed", said)


def _closure(root: str) -> tuple[dict[str, Distribution], list[str]]:
    """Everything that is needed, directly or not, on this machine."""
    found: dict[str, Distribution] = {root: distribution(root)}
    missing: list[str] = []
    pending: list[tuple[str, frozenset[str]]] = [(root, frozenset())]
    seen = set(pending)
    while pending:
        name, extras = pending.pop()
        for needed in _needs(found[name], extras):
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


def _needs(item: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for text in item.requires or ():
        needed = Requirement(text)
        wanted = ("", *extras)
        if needed.marker is None or any(needed.marker.evaluate({"extra": e}) for e in wanted):
            yield needed


def _files(item: Distribution) -> int:
    paths = (Path(str(item.locate_file(file))) for file in item.files or ())
    return sum(path.stat().st_size for path in paths if path.is_file())


def _tree(folder: Path) -> int:
    """The package itself: installed in place, its own record lists nothing but a pointer."""
    inside = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return sum(path.stat().st_size for path in inside if path.is_file())
