"""`recollect doctor`: is everything as it should be, and if not, what to do."""

from recollect.cli.doctor.command import doctor

__all__ = ["doctor"]
