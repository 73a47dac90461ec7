"""Keeping a conversation: what a model of a given size should see of it, and what a question in it means."""
