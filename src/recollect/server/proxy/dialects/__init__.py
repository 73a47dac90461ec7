"""The chat APIs that the proxy understands."""
