from pathlib import Path

import typer

from recollect import Memory
from recollect.cli.app import app
from recollect.cli.doctor.all_checks import all_checks

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")


def test_every_command_is_on_its_page():
    group = typer.main.get_command(app)
    for name, command in group.commands.items():
        assert f"`{name}" in PAGE, name
        for inner, leaf in getattr(command, "commands", {}).items():
            assert leaf.hidden or f"`{inner}`" in PAGE or f"`{name} {inner}`" in PAGE, (
                f"{name} {inner}"
            )


def test_every_check_of_the_doctor_is_on_the_page(tmp_path, monkeypatch):
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")
    Memory.open(background=False).close()
    for check in all_checks(None, offline=True):
        assert f"`{check.name}`" in PAGE, check.name
