"""D7: what the library can do has a command. A method that is added needs one too, or a reason here."""

import typer

from recollect.cli.app import app
from recollect.memory import Agent, Memory
from recollect.memory.conversation import OpenConversation
from recollect.memory.conversations import Conversations
from recollect.memory.graph import Graph
from recollect.memory.jobs import Jobs
from recollect.memory.knowledge import Knowledge
from recollect.memory.memories import Memories
from recollect.memory.optimizer import Optimizer
from recollect.memory.overrides import Overrides
from recollect.memory.profile import AgentProfile
from recollect.memory.review import Review
from recollect.memory.spaces import Spaces
from recollect.memory.summaries import Summaries
from recollect.memory.undo import Undos

COMMANDS = {
    "Memory.agents": "agents",
    "Memory.agent": "agents",
    "Memory.model_tier": "tier",
    "Memory.sync": "sync",
    "Memory.rebuild": "rebuild",
    "Memory.stats": "stats",
    "Memory.has_traces": "stats",
    "Memory.faults": "doctor",
    "Memory.clock_marks": "doctor",
    "Memory.check_writable": "doctor",
    "Memory.backup": "backup",
    "Memory.erasure_report": "erase",
    "Memory.restore": "restore",
    "Memory.warm": "doctor",
    "Memory.export": "export",
    "Agent.export_html": "export",
    "Memory.import_": "import",
    "Memory.conversation": "chat",
    "Agent.remember": "remember",
    "Agent.ingest": "ingest",
    "Agent.turns": "conversations show",
    "Agent.search": "search",
    "Memory.find": "find",
    "Agent.context": "context",
    "Agent.why_not": "why-not",
    "Agent.undo": "undo",
    "Agent.redo": "redo",
    "Agent.erase": "erase",
    "Memories.add": "memories add",
    "Memories.get": "memories show",
    "Memories.list": "memories list",
    "Memories.corrected_by": "memories list",
    "Memories.update": "memories edit",
    "Memories.delete": "memories delete",
    "Memories.erased_with": "memories delete",
    "Memories.repeated_in": "memories delete",
    "Memories.hidden_in": "memories delete",
    "Memories.restore": "memories restore",
    "Memories.history": "memories history",
    "Conversations.list": "conversations list",
    "Conversations.get": "conversations show",
    "Conversations.turns": "conversations show",
    "Conversations.rename": "conversations rename",
    "Conversations.delete": "conversations delete",
    "Conversations.delete_turn": "conversations delete-turn",
    "Jobs.list": "jobs list",
    "Jobs.get": "jobs show",
    "Jobs.retry": "jobs retry",
    "Jobs.run_due": "worker",
    "Jobs.processes": "status",
    "Optimizer.status": "optimizer",
    "Optimizer.snapshots": "optimizer",
    "Optimizer.run": "optimizer",
    "Review.list": "review list",
    "Review.deletion_requests": "review list",
    "Review.resolve": "review resolve",
    "Overrides.list": "instructions list",
    "Overrides.add": "instructions add",
    "Overrides.update": "instructions edit",
    "Overrides.delete": "instructions delete",
    "Overrides.reorder": "instructions move",
    "AgentProfile.current": "profile",
    "AgentProfile.versions": "profile",
    "Summaries.list": "summaries",
    "Graph.entities": "graph",
    "Graph.search": "graph",
    "Knowledge.put": "knowledge put",
    "Knowledge.get": "knowledge show",
    "Knowledge.list": "knowledge list",
    "Knowledge.use": "knowledge use",
    "Spaces.list": "spaces list",
    "Spaces.add": "spaces add",
    "Spaces.remove": "spaces remove",
    "Undos.list": "redo",
    "Undos.undo": "undo",
    "Undos.redo": "redo",
    "OpenConversation.add": "remember",
    "OpenConversation.messages": "conversations show",
    "OpenConversation.context": "conversations context",
    "OpenConversation.compress": "conversations compress",
    "OpenConversation.rewrite": "conversations rewrite",
    "OpenConversation.rewritten": "conversations rewrite",
    "OpenConversation.delete": "conversations delete",
    "OpenConversation.delete_message": "conversations delete-turn",
    "OpenConversation.page": "conversations show",
    "OpenConversation.add_reply": "chat",
    "Agent.item_text": "context",
}
WITHOUT = {
    "Memory.open": "every command does it",
    "Memory.close": "every command does it",
    "Memory.has_traces": "erase and stats say it",
    "Memory.copies": "whatever erases says it, and stats",
    "Memory.clear_ephemeral": "what is in the RAM of one process, another cannot reach",
    "Memory.receipt": "kept in the RAM of the process that made it: context --receipt shows it",
    "Memory.chat": "what is in the RAM of one process, another cannot reach",
    "Jobs.overdue_seconds": "for monitoring: /metrics has it",
    "Jobs.reporting": "serve and worker do it",
    "Conversations.ephemeral": "what is in the RAM of one process, another cannot reach",
    "Conversations.retention": "conversations list says it",
    "Conversations.was_ephemeral": "what is in the RAM of one process, another cannot reach",
    "Conversations.check_not_ephemeral": "remember does it",
    "OpenConversation.begin": "the first message does it",
    "OpenConversation.info": "conversations show says it",
    "OpenConversation.redacted": "chat does it before every question",
    "Agent.injection": "the proxy does it; context shows the same",
    "Agent.understood": "context and chat do it; conversations rewrite shows it",
    "Agent.instructions": "the proxy does it; context without a question shows them",
    "Agent.seen_by": "whoever opens the database may read all of it",
    "Agent.search_by_vector": "nobody types a vector",
    "Agent.check_quota": "the proxy does it before it records; remember does it too",
}
CLASSES = (
    *(Memory, Agent, Memories, Conversations, Jobs, Optimizer, Review, Overrides),
    *(AgentProfile, Summaries, Graph, Knowledge, Spaces, Undos, OpenConversation),
)


def methods():
    return {
        f"{owner.__name__}.{name}"
        for owner in CLASSES
        for name, value in vars(owner).items()
        if not name.startswith("_") and (callable(value) or isinstance(value, classmethod))
    }


def commands(command, path=()):
    for name, child in getattr(command, "commands", {}).items():
        yield from commands(child, (*path, name))
    if not hasattr(command, "commands"):
        yield " ".join(path)


def test_every_method_of_the_library_has_a_command():
    assert methods() == COMMANDS.keys() | WITHOUT.keys()
    assert set(COMMANDS.values()) <= set(commands(typer.main.get_command(app)))
