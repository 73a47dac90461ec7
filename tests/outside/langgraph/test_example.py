"""The example of docs/integrations/langgraph.md."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "integrations" / "langgraph.md"


def test_the_example_prints_what_the_page_says(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out == re.search(r"print\(.*\)  # (.*\n)", code)[1]
