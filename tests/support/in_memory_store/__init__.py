"""A store in plain dictionaries: the model that real stores are compared with."""

from in_memory_store.store import InMemoryStore as InMemoryStore
