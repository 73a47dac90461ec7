"""Objects as people type them: JSON in quotes."""

import json
from typing import Annotated, Any

import typer

from recollect.errors import InvalidInput

Metadata = Annotated[
    str | None,
    typer.Option(
        "--metadata",
        metavar="JSON",
        help='Anything of your own to keep beside it, such as \'{"app": "notes"}\'.',
        show_default=False,
    ),
]


def json_object(text: str | None, field: str) -> dict[str, Any] | None:
    """The object that is written there, None where nothing is."""
    if text is None:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        example = '\'{"app": "notes"}\''
        raise InvalidInput(f"{field} takes an object in JSON, such as {example}", field=field)
    return value
