"""Checks of the code that no linter has: sizes, long lines, regular expressions, one name for one idea.

`python tools/check_code.py` compares src with `tools/limits.toml`. What is listed there was too large when the check
was written; it may shrink, and a new one is an error. `--update` writes the smaller figures.
"""

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "recollect"
LIMITS = Path(__file__).with_name("limits.toml")
FILE_LINES, FUNCTION_LINES, FUNCTION_P90, LINE = 400, 60, 20, 100
TOTAL_LINES = 85_700


@dataclass(frozen=True)
class Function:
    """A function or method and how many lines it has."""

    name: str
    lines: int


@dataclass(frozen=True)
class Module:
    """A parsed source file."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """The path from the package on."""
        return self.path.relative_to(SOURCE).as_posix()

    def functions(self) -> Iterator[Function]:
        """Every function and method."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield Function(f"{self.name}:{node.name}", lines)


def modules() -> list[Module]:
    """All source files, parsed."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        found.append(Module(path, text, ast.parse(text)))
    return found


def measure(parsed: list[Module]) -> dict[str, dict[str, int]]:
    """Everything that exceeds a limit, by kind and name."""
    files = {m.name: len(m.text.splitlines()) for m in parsed}
    functions = [function for m in parsed for function in m.functions()]
    long_lines = {m.name: sum(len(line) > LINE for line in m.text.splitlines()) for m in parsed}
    classes = Counter(
        node.name
        for m in parsed
        for node in m.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return {
        "files": {name: lines for name, lines in files.items() if lines > FILE_LINES},
        "functions": {f.name: f.lines for f in functions if f.lines > FUNCTION_LINES},
        "long_lines": {name: count for name, count in long_lines.items() if count},
        "classes": {name: count for name, count in classes.items() if count > 1},
    }


def faults(parsed: list[Module]) -> Iterator[str]:
    """What is refused everywhere, with no exceptions."""
    lengths = sorted(function.lines for m in parsed for function in m.functions())
    p90 = lengths[int(0.9 * len(lengths))]
    if p90 > FUNCTION_P90:
        yield f"one function in ten has more than {p90} lines; the limit is {FUNCTION_P90}"
    total = sum(len(module.text.splitlines()) for module in parsed)
    if total > TOTAL_LINES:
        yield f"src has {total:,} lines; the limit is {TOTAL_LINES:,}"
    for module in parsed:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and _ignores_case(node) and _has_capitals(node):
                yield f"{module.name}:{node.lineno}: [A-Z] matches small letters with IGNORECASE"


def _ignores_case(call: ast.Call) -> bool:
    return any(
        isinstance(part, ast.Attribute) and part.attr in {"IGNORECASE", "I"}
        for argument in (*call.args[1:], *(keyword.value for keyword in call.keywords))
        for part in ast.walk(argument)
    )


def _has_capitals(call: ast.Call) -> bool:
    pattern = "".join(
        part.value
        for part in ast.walk(call.args[0] if call.args else call)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )
    return "[A-Z" in pattern and "a-z" not in pattern


def changed_migrations(*, update: bool) -> Iterator[str]:
    """Migrations that have changed since they landed; `update` lists new ones, and changes no line."""
    for folder in sorted(SOURCE.glob("storage/*/migrations")):
        path = folder / "checksums.txt"
        listed = path.read_text("utf-8").split() if path.exists() else []
        known = dict(zip(listed[1::2], listed[::2], strict=True))
        texts = {file.name: file.read_text("utf-8") for file in sorted(folder.glob("*.sql"))}
        now = {
            name: sha256("\n".join(text.splitlines()).encode()).hexdigest()
            for name, text in texts.items()
        }
        yield from (f"{path}: {name} is gone" for name in known if name not in now)
        for name, checksum in now.items():
            if known.get(name, checksum) != checksum:
                yield f"{folder / name} has landed and may not change: add another migration"
            elif name not in known and not update:
                yield f"{name} has no line in {path}: python tools/check_code.py --update"
        if update:
            path.write_text(
                "".join(f"{(now | known)[name]}  {name}\n" for name in sorted(now | known)), "utf-8"
            )


def grown(measured: dict[str, dict[str, int]], known: dict[str, dict[str, int]]) -> Iterator[str]:
    """What is larger than the limits allow."""
    for kind, found in measured.items():
        for name, size in found.items():
            if size > (allowed := known.get(kind, {}).get(name, 0)):
                yield f"{kind}: {name} has {size:,}, allowed are {allowed:,}"


def write(measured: dict[str, dict[str, int]]) -> None:
    """Keep the figures of today as the limits."""
    lines = ["# Written by `python tools/check_code.py --update`. These figures may only fall."]
    for kind, found in measured.items():
        lines += ["", f"[{kind}]", *(f'"{name}" = {size}' for name, size in sorted(found.items()))]
    LIMITS.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> int:
    """Report what is wrong; 1 if anything is."""
    parsed = modules()
    measured = measure(parsed)
    known = tomllib.loads(LIMITS.read_text("utf-8")) if LIMITS.exists() else {}
    found = [
        *faults(parsed),
        *changed_migrations(update="--update" in sys.argv),
        *(grown(measured, known) if known else ()),
    ]
    print("\n".join(found) or f"{len(parsed)} files within their limits")
    if "--update" in sys.argv and not found:
        write(measured)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
