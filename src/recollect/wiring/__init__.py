"""Builds a memory from its settings; only this package joins the others."""

from recollect.wiring.build import build as build
from recollect.wiring.components import Components as Components
