"""A proxy that gives memory to the chats of OpenAI, Anthropic and Ollama clients."""
