from typing import Annotated

import typer

from recollect.cli.database import database_path
from recollect.cli.options import Database
from recollect.cli.worker import exit_if_model_blocks


def serve(
    ctx: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Address to listen on (setting host).",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="NUMBER",
            help="Port to listen on (setting port); 0 picks a free one.",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Run the server until Ctrl-C.

    Try: recollect serve --port 9000
    """
    # Imported here because the web server takes half a second to load.
    from recollect.server import run  # noqa: PLC0415

    run(database_path(ctx, database), host=host, port=port)
    exit_if_model_blocks()
