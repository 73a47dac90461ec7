"""`POST /chat`: chat with the core model, which sees the last messages of the conversation."""
