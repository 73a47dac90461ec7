from pathlib import Path

import typer

from recollect.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")


def test_every_command_is_on_its_page():
    group = typer.main.get_command(app)
    for name, command in group.commands.items():
        assert f"`{name}" in PAGE, name
        for inner, leaf in getattr(command, "commands", {}).items():
            assert leaf.hidden or f"`{inner}`" in PAGE or f"`{name} {inner}`" in PAGE, (
                f"{name} {inner}"
            )
