"""Writes the site into a folder: python -m recollect.help FOLDER."""

import sys
from pathlib import Path

from recollect.help.site import site


def main(folder: Path) -> None:
    """Write every file of the site, for any web server or a browser's file:// address."""
    found = site()
    for name in found.names():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(found.file(name))
    sys.stdout.write(f"{len(found.names())} files: open {folder / 'index.html'} in a browser\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
