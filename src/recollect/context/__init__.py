"""Turns search hits and memories into the text that a model reads, with a receipt."""
