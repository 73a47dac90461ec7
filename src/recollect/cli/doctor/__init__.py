"""`recollect doctor`: checks the setup and says how to fix problems."""

from recollect.cli.doctor.command import doctor

__all__ = ["doctor"]
