"""Short-term memory: the part of a conversation that a model sees, and follow-up questions."""
