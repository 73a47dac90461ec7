"""Test doubles, and in `store_contract` the test suite for stores."""

from recollect.testing.clock import FixedClock as FixedClock
from recollect.testing.embedder import ToyEmbedder as ToyEmbedder
