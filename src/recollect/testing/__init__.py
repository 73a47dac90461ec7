"""Test doubles, and in `store_contract` the test suite for stores."""

from recollect.testing.clock import FixedClock as FixedClock
from recollect.testing.embedder import ToyEmbedder as ToyEmbedder
from recollect.testing.in_memory import InMemoryStore as InMemoryStore
from recollect.testing.scripted_model import Line as Line
from recollect.testing.scripted_model import RecordedCall as RecordedCall
from recollect.testing.scripted_model import ScriptedModel as ScriptedModel
from recollect.testing.scripted_model import Stall as Stall
