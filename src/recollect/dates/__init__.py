"""Dates in what people say: one engine for statements and for questions.

A text becomes a string of symbols (`words.py`, `tokens.py`), small grammars read dates from it
(`grammar.py`), and each date knows which days it can mean (`spans.py`). A question wants every
stretch that may be meant (`questions.py`), a statement the one that is (`statements.py`, with
`tense.py`); `writing.py` writes it out again.
"""

from recollect.dates.day import Day as Day
from recollect.dates.day import Edge as Edge
from recollect.dates.day import Grain as Grain
from recollect.dates.day import Leaning as Leaning
from recollect.dates.questions import TimeRange as TimeRange
from recollect.dates.questions import find_times as find_times
from recollect.dates.statements import find_days as find_days
from recollect.dates.writing import write_day as write_day
