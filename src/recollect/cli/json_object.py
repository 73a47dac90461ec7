"""JSON objects given on the command line."""

import json
from typing import Annotated, Any

import typer

from recollect.errors import InvalidInput

Metadata = Annotated[
    str | None,
    typer.Option(
        "--metadata",
        metavar="JSON",
        help='Your own data to store with it, for example \'{"app": "notes"}\'.',
        show_default=False,
    ),
]


def json_object(text: str | None, field: str) -> dict[str, Any] | None:
    """Parse a JSON object; None if the option was not given."""
    if text is None:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        example = '\'{"app": "notes"}\''
        raise InvalidInput(f"{field} must be a JSON object, for example {example}", field=field)
    return value
