import subprocess
import sys
from pathlib import Path

from recollect.settings.table import TABLE
from tools.settings_reference import page

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def test_the_page_is_what_the_table_gives():
    made = "python -m tools.settings_reference > docs/settings.md"
    assert PAGE.read_text(encoding="utf-8") == page(), f"run: {made}"


def test_the_page_is_written_by_the_module():
    command = [sys.executable, "-m", "tools.settings_reference"]
    done = subprocess.run(command, check=True, capture_output=True, cwd=PAGE.parents[1])
    assert done.stdout.decode("utf-8") == page()


def test_the_page_has_every_setting_once():
    lines = page().splitlines()
    for name in TABLE:
        assert sum(line.startswith(f"| `{name}` |") for line in lines) == 1


def test_the_settings_themselves_load_little():
    heavy = "{'numpy', 'asyncio', 'fastapi', 'onnxruntime', 'rich', 'pydantic_settings'}"
    script = (
        "import sys, recollect; before = set(sys.modules); import recollect.settings;"
        f"print(*({heavy} & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    assert done.stdout.strip() == b""
