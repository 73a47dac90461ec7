from typing import Annotated

from recollect.cli.options import Database
from recollect.cli.parameters import flag, option
from recollect.cli.worker import exit_if_model_blocks


def serve(
    host: Annotated[
        str | None, option("--host", "ADDRESS", "Address to listen on (setting host).")
    ] = None,
    port: Annotated[
        int | None,
        option("--port", "NUMBER", "Port to listen on (setting port); 0 picks a free one."),
    ] = None,
    uds: Annotated[
        str | None,
        option(
            "--uds",
            "PATH",
            "Unix socket to listen on instead, which only you can connect to (setting"
            " unix_socket).",
        ),
    ] = None,
    echo: Annotated[
        bool,
        flag("--echo", "Try the proxy without a model: reply with what a model would have read."),
    ] = False,
    database: Database = None,
) -> None:
    """Run the server until Ctrl-C."""
    # Imported here because the web server takes half a second to load.
    from recollect.server import run  # noqa: PLC0415
    from recollect.server.proxy.echo import ECHO_URL  # noqa: PLC0415

    upstream = ECHO_URL if echo else None
    run(database, host=host, port=port, unix_socket=uds, upstream_base_url=upstream)
    exit_if_model_blocks()
