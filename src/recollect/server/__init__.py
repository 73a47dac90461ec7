"""The HTTP door: `create_app` for a server of one's own, `run` for ours."""

from recollect.server.app import create_app as create_app
from recollect.server.run import run as run

__all__ = ["create_app", "run"]
