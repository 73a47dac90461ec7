"""Builds a memory from its settings; only this package joins the others."""

from recollect.wiring.build import build as build
from recollect.wiring.components import Components as Components
from recollect.wiring.keys import key_uses_for as key_uses_for
from recollect.wiring.keys import keys_for as keys_for
from recollect.wiring.keys import opened_keys as opened_keys
from recollect.wiring.keys import opened_switch as opened_switch
