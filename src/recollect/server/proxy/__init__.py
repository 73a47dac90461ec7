"""Chat completions for any client, sent on to a model elsewhere, with what is remembered."""
