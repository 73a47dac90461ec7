"""Adapters for frameworks, one module each; nothing here is imported unless you import it."""
