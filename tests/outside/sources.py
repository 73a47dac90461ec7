"""Other projects' own tests, from their source distributions on PyPI."""

import importlib
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]


def modules_of(package: str, *names: str) -> tuple[ModuleType, ...]:
    """Modules of a package's `tests` folder, of the version that is installed."""
    for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
        del sys.modules[name]
    sys.path.insert(0, str(_unpacked(package)))
    try:
        return tuple(importlib.import_module(f"tests.{name}") for name in names)
    finally:
        sys.path.pop(0)


def collected(module: ModuleType) -> dict[str, Any]:
    """What pytest should see of a module."""
    return {name: value for name, value in vars(module).items() if not name.startswith("__")}


def _unpacked(package: str) -> Path:
    wanted = f"{package.replace('-', '_')}-{version(package)}"
    home = ROOT / ".outside" / "sources"
    if not (home / wanted).exists():
        home.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary"]
        subprocess.run([*pip, ":all:", "-d", home, f"{package}=={version(package)}"], check=True)
        with tarfile.open(home / f"{wanted}.tar.gz") as archive:
            archive.extractall(home, filter="data")
    return home / wanted
