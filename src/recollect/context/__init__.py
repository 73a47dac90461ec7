"""Hits become the text a model reads, with a receipt."""
