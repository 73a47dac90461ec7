"""Dates in natural language: one engine for statements and for questions.

A text becomes a string of symbols (`vocabulary.py`, `tokens.py`), small grammars parse dates in it
(`grammar.py`), and each date knows which days it can mean (`spans.py`). A question needs every
possible range (`questions.py`), a statement the one that is meant (`statements.py`, with
`tense.py`); `day.py` formats a date in a language.
"""

from recollect.dates.day import Day as Day
from recollect.dates.day import Edge as Edge
from recollect.dates.day import Grain as Grain
from recollect.dates.day import Leaning as Leaning
from recollect.dates.day import format_day as format_day
from recollect.dates.questions import TimeRange as TimeRange
from recollect.dates.questions import find_times as find_times
from recollect.dates.statements import find_days as find_days
