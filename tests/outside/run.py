"""Runs test suites that nobody here wrote, each in an environment of its own.

`python tests/outside/run.py [NAME ...]`; README.md says what a suite consists of.
"""

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from xml.etree import ElementTree as ET

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def python_of(folder: Path) -> str:
    """The interpreter of the suite's environment, made anew when its requirements change."""
    home = ROOT / ".outside" / folder.name
    python = home / "bin" / "python"
    wanted = (folder / "requirements.txt").read_text()
    done = home / "installed.txt"
    if not done.exists() or done.read_text() != wanted:
        venv.create(home, clear=True, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", folder / "requirements.txt", "-e", ROOT], check=True)
        done.write_text(wanted)
    return str(python)


def node_packages(folder: Path) -> Path:
    """The folder whose node_modules has the suite's npm packages, if it needs any."""
    home = ROOT / ".outside" / folder.name
    wanted = folder / "package.json"
    done = home / "package.json"
    if wanted.exists() and (not done.exists() or done.read_text() != wanted.read_text()):
        npm = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"]
        (home / "node").mkdir(exist_ok=True)
        shutil.copy(wanted, home / "node")
        subprocess.run(npm, check=True, cwd=home / "node")
        shutil.copy(wanted, done)
    return home / "node"


def unexpected(folder: Path, known: dict[str, str]) -> list[str]:
    """Run a suite and say where its outcome is not the known one."""
    python = python_of(folder)
    node_home = node_packages(folder)
    report = ROOT / ".outside" / f"{folder.name}.xml"
    report.unlink(missing_ok=True)
    ran = subprocess.run(
        [python, "-m", "pytest", "-c", folder / "pytest.ini", "-p", "no:cacheprovider", "-q"]
        + ["--tb=short", f"--junitxml={report}", folder],
        check=False,
        cwd=folder,
        env={**os.environ, "NODE_HOME": str(node_home)},
    )
    if not report.exists():
        return [f"{folder.name}: no test ran (exit code {ran.returncode})"]
    cases = list(ET.parse(report).iter("testcase"))
    failed = {
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    }
    skipped = sum(case.find("skipped") is not None for case in cases)
    passed = len(cases) - len(failed) - skipped
    print(f"{folder.name}: {passed} of {len(cases)} passed, {skipped} skipped", flush=True)
    for name in sorted(failed & known.keys()):
        print(f"  known: {name}: {known[name]}")
    wrong = [f"{folder.name}: failed: {name}" for name in sorted(failed - known.keys())]
    wrong += [f"{folder.name}: passes now: {name}" for name in sorted(known.keys() - failed)]
    return wrong if cases else [f"{folder.name}: no test ran"]


def main(names: list[str]) -> int:
    """Run the named suites, or all of them."""
    folders = sorted(path.parent for path in HERE.glob("*/requirements.txt"))
    unknown = set(names) - {folder.name for folder in folders}
    if unknown:
        print(f"no such suite: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    wrong = []
    for folder in folders:
        if not names or folder.name in names:
            listed = folder / "known.toml"
            known = tomllib.loads(listed.read_text()) if listed.exists() else {}
            wrong += unexpected(folder, known)
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
