"""Writes a bill of materials (CycloneDX 1.6, JSON): everything that Recollect ships or installs.

`python tools/sbom.py FILE` reads the lock files, the list of vendored JavaScript and the bundled models. The same
commit always gives the same file.
"""

import base64
import hashlib
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "recollect"
VENDOR = PACKAGE / "dashboard" / "static" / "vendor"
# The second is what PostgreSQL needs besides; both belong to the image.
LOCKS = ("run", "postgres")
MODELS = (".onnx", ".npz")
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VENDORED = re.compile(r"^\| ([\w., ]+?) \| (\w+) \| ([\d.]+) \| ([\w.-]+) \|$", re.MULTILINE)


def components() -> Iterator[dict[str, Any]]:
    """Everything, without repetitions."""
    seen: set[str] = set()
    for found in (*python_packages(), *scripts(), *models()):
        if found["bom-ref"] not in seen:
            seen.add(found["bom-ref"])
            yield found


def python_packages() -> Iterator[dict[str, Any]]:
    """The locked packages, with the hashes of the files that may be installed."""
    for name in LOCKS:
        text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
        starts = [*_PINNED.finditer(text)]
        for match, following in zip(starts, [*starts[1:], None], strict=True):
            end = following.start() if following else len(text)
            hashes = [
                {"alg": "SHA-256", "content": one}
                for one in _HASH.findall(text[match.start() : end])
            ]
            package, version = match[1].lower(), match[2]
            where = f"https://pypi.org/project/{package}/{version}/"
            yield {
                "type": "library",
                "bom-ref": (purl := f"pkg:pypi/{package}@{version}"),
                "name": package,
                "version": version,
                "purl": purl,
                "externalReferences": [{"type": "distribution", "url": where, "hashes": hashes}],
            }


def scripts() -> Iterator[dict[str, Any]]:
    """The JavaScript of others that the page loads."""
    for files, name, version, licence in _VENDORED.findall(
        (VENDOR / "LICENSES.md").read_text("utf-8")
    ):
        for file in files.split(", "):
            purl = f"pkg:npm/{name.lower()}@{version}"
            yield {
                "type": "library",
                "bom-ref": f"{purl}#{file}",
                "name": name,
                "version": version,
                "purl": purl,
                "licenses": [{"license": {"id": licence}}],
                "hashes": hashes_of(VENDOR / file),
                "properties": [{"name": "file", "value": f"dashboard/static/vendor/{file}"}],
            }


def models() -> Iterator[dict[str, Any]]:
    """The bundled weights."""
    for path in sorted(path for path in PACKAGE.rglob("*") if path.suffix in MODELS):
        name = path.relative_to(PACKAGE).as_posix()
        yield {
            "type": "machine-learning-model",
            "bom-ref": f"file:{name}",
            "name": name,
            "hashes": hashes_of(path),
        }


def hashes_of(path: Path) -> list[dict[str, str]]:
    """The hashes of a file; the second is the one in index.html, in other letters."""
    data = path.read_bytes()
    return [
        {"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()},
        {"alg": "SHA-384", "content": hashlib.sha384(data).hexdigest()},
    ]


def integrity(path: Path) -> str:
    """How a page names the hash of a file."""
    return "sha384-" + base64.b64encode(hashlib.sha384(path.read_bytes()).digest()).decode()


def bill() -> dict[str, Any]:
    """The whole document."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = [*components()]
    digest = hashlib.sha256(json.dumps(found).encode()).hexdigest()
    about = {
        "type": "application",
        "bom-ref": "recollect",
        "name": project["name"],
        "version": project["version"],
        "licenses": [{"license": {"id": project["license"]}}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(digest[:32], version=4)}",
        "version": 1,
        "metadata": {"component": about},
        "components": found,
    }


if __name__ == "__main__":
    text = json.dumps(bill(), indent=1) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, "utf-8")
    else:
        sys.stdout.write(text)
