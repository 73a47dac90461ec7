"""The public objects: `Memory`, `Agent`, and one file for each noun they offer."""

from recollect.memory.agent import Agent as Agent
from recollect.memory.memory import Memory as Memory
from recollect.memory.memory import Stats as Stats
