from typing import Annotated

import typer

from recollect.cli.opening import path_of
from recollect.cli.options import Database
from recollect.cli.worker import leave_behind


def serve(
    ctx: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(
            "--host", metavar="ADDRESS", help="Where to listen (setting host).", show_default=False
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="NUMBER",
            help="On which port (setting port); 0 takes a free one.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Start the server, and run until Ctrl-C.

    Try: recollect serve --port 9000
    """
    # Imported here: the other commands need no web server, and it costs them half a second.
    from recollect.server import run  # noqa: PLC0415

    run(path_of(ctx, database), host=host, port=port)
    leave_behind()
