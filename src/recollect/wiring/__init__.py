"""Builds a memory from its settings; the rooms are joined here and nowhere else."""

from recollect.wiring.build import build as build
from recollect.wiring.components import Components as Components
