"""Writes docs/settings.md to the standard output."""

import sys

from .page import page

sys.stdout.write(page())
