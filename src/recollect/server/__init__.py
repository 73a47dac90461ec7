"""The HTTP server: `create_app` builds the ASGI app, `run` serves it."""

from recollect.server.app import create_app as create_app
from recollect.server.run import run as run

__all__ = ["create_app", "run"]
