"""An OpenAI-compatible proxy that adds memory to chat completions."""
