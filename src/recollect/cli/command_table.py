"""Every command in the order a new user needs them, by panel of the help.

A command is a module of this package: its function of the same name, or its group `app`. It is
imported when it runs, so that help stays fast. The text is its line in `recollect --help`.
"""

from typing import Final

_Panel = dict[str, str]

PANELS: Final[dict[str, _Panel]] = {
    "Start": {
        "demo": "See in a minute what is learned and recalled",
        "serve": "Run the server: page, API, proxy and MCP",
        "mcp": "Run an MCP server on stdin and stdout",
        "hooks": "Give Claude Code, Codex or Cursor a memory",
        "ingest": "Store conversations from a file",
        "remember": "Store one message",
        "chat": "Chat with a model that remembers",
        "status": "Show what is stored and what needs you",
    },
    "View and edit": {
        "search": "Search conversations and memories",
        "find": "Find every place that contains some words",
        "context": "Print what a model should read before it answers",
        "why-not": "Explain why a memory is not in that context",
        "agents": "List agents, or show one",
        "spaces": "Choose whose memory an agent reads too",
        "conversations": "List, show, rename and delete conversations",
        "memories": "List, add, correct and delete memories",
    },
    "Learned": {
        "review": "Decide about contradictions and requests to forget",
        "undo": "Undo what was learned from a conversation or a time",
        "redo": "Bring back what was undone",
        "instructions": "Your instructions, which every context begins with",
        "profile": "Describe the user",
        "summaries": "Print the recaps of conversations",
        "graph": "Show people and things and how they are related",
        "knowledge": "What an agent knows by key: sites, patterns, errors",
    },
    "Export, import and erase": {
        "export": "Write everything, or one agent, to a file",
        "import": "Read an export, or the file of another program",
        "backup": "Write everything to one checked file",
        "restore": "Replace the database with a backup",
        "migrate": "Move everything to PostgreSQL, or back",
        "erase": "Erase an agent with everything stored for it",
    },
    "Maintain": {
        "worker": "Run the background work in a process of its own",
        "sync": "Do the background work that is due",
        "jobs": "List and retry background jobs",
        "rebuild": "Derive everything again from the turns",
        "stats": "Count agents, turns, memories and jobs",
        "doctor": "Check the setup and say how to fix it",
        "health": "Ask the server here whether it is ready",
        "config": "List or change settings",
        "keys": "Manage the keys of the server",
        "audit": "Show who read, wrote and erased what",
        "tier": "Estimate the size of a model from its name",
        "optimizer": "Show what tuning the windows has saved",
        "bench": "Measure recall, answers and speed",
    },
}
# Functions that are not in a module of their own name.
MODULES: Final = {
    "why-not": "context",
    "redo": "undo",
    "export": "transfer",
    "import": "transfer",
    "restore": "backup",
    "erase": "agents",
    "rebuild": "sync",
    "doctor": "doctor.command",
}
# What `recollect NAME` is followed by in the example at the end of its help.
EXAMPLES: Final = {
    "demo": '"What happened to the bicycle?"',
    "serve": "--port 9000",
    "mcp": "--agent me --only",
    "ingest": "conversations.json --agent me",
    "remember": 'alice "I moved to Lisbon in May." --conversation c1',
    "chat": "--agent alice",
    "status": "",
    "search": 'alice "Where does she live?" --scope memories',
    "find": '"Leopold Huber"',
    "context": 'alice "Where does she live?" --tokens 1000 --receipt',
    "why-not": 'alice D1:3 "Where does she live?"',
    "agents": "",
    "undo": "alice --conversation c1",
    "redo": "alice",
    "profile": "alice --as-of 2026-05-01",
    "summaries": "alice --limit 3",
    "graph": "alice Lisbon --depth 1",
    "export": "backup.jsonl",
    "import": "backup.jsonl",
    "migrate": "--to postgresql://user:password@host/database",
    "erase": "alice",
    "worker": "--once",
    "sync": "",
    "rebuild": "alice",
    "stats": "",
    "doctor": "",
    "health": "",
    "config": "port 9000",
    "audit": "--action erase",
    "tier": "qwen2.5:7b",
    "optimizer": "--run",
    "bench": "locomo.json",
}
SUMMARIES: Final = {name: text for panel in PANELS.values() for name, text in panel.items()}
# The name in the API of a command that is called otherwise on the page.
ALIASES: Final = {"overrides": "instructions"}
# What people type for a command that has another name.
SYNONYMS: Final = {
    "add": "remember",
    "ask": "context",
    "delete": "memories delete",
    "edit": "memories edit",
    "forget": "erase",
    "grep": "find",
    "list": "memories",
    "query": "search",
    "recall": "search",
    "settings": "config",
    "start": "serve",
    "users": "agents",
    "why": "why-not",
}
