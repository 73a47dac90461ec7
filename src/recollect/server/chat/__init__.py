"""`POST /chat`: the core model is talked to, and remembers the last messages."""
