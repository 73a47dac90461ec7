"""Memory for agents at the terminal, through the hooks of Claude Code, Codex and Cursor.

A host starts a process for every hook and waits for it, so what runs there imports as little as
possible: no pydantic, no dataclasses, and the database only where no server is running.
"""
