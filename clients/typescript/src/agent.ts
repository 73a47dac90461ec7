import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { Graph, Knowledge, Overrides, ProfileVersions, Spaces, Summaries, Undos } from "./about.js";
import { Conversation, Conversations, type ConversationOptions } from "./conversations.js";
import { Items } from "./items.js";
import { Memories, Review } from "./memories.js";
import { split } from "./options.js";
import { SYNC_TIMEOUT, named, unique } from "./transport.js";

/** One agent's memory; nothing is shared between agents. */
export class Agent {
  readonly memories: Memories;
  readonly review: Review;
  readonly conversations: Conversations;
  readonly profile: ProfileVersions;
  readonly overrides: Overrides;
  readonly summaries: Summaries;
  readonly graph: Graph;
  readonly knowledge: Knowledge;
  readonly items: Items;
  readonly spaces: Spaces;
  readonly undos: Undos;

  constructor(
    private readonly transport: Transport,
    readonly id: string,
  ) {
    named(id, "agent");
    this.memories = new Memories(transport, id);
    this.review = new Review(transport, id);
    this.conversations = new Conversations(transport, id);
    this.profile = new ProfileVersions(transport, id);
    this.overrides = new Overrides(transport, id);
    this.summaries = new Summaries(transport, id);
    this.graph = new Graph(transport, id);
    this.knowledge = new Knowledge(transport, id);
    this.items = new Items(transport, id);
    this.spaces = new Spaces(transport, id);
    this.undos = new Undos(transport, id);
  }

  /** One conversation of this agent, to add to and to read. */
  conversation(id: string, options: ConversationOptions = {}): Conversation {
    return new Conversation(this.transport, this.id, id, options.retention);
  }

  /** Stores one message and returns its id; it is on disk then. The same id and content again change nothing. */
  async remember(content: string, options: types.RememberOptions = {}): Promise<string> {
    const [call, { conversation, ...fields }] = split(options);
    // With an id, a repeated call changes nothing even after the server has restarted.
    const turn = { ...fields, content, id: fields.id ?? call.idempotencyKey ?? unique() };
    await this.ingest(conversation ?? "default", [turn], call);
    return turn.id;
  }

  /** Stores a batch of turns, all or none; the same batch again changes nothing. */
  ingest(
    conversation: string,
    turns: (types.Turn | types.Exchange)[],
    options?: CallOptions,
  ): Promise<types.Ingested> {
    const body = { agent_id: this.id, conversation_id: conversation, turns };
    return this.transport.call("post", "/memory/ingest", { body }, options);
  }

  /** Turns and memories relevant to a question, best first; `warning` says why only words were compared. */
  async search(query: string, options: types.SearchOptions = {}): Promise<types.Hits> {
    const [call, fields] = split(options);
    const body = { ...fields, query, agent_id: this.id };
    const { hits, warning } = await this.transport.call("post", "/api/v1/search", { body }, call);
    // Not enumerable, so that the result prints and compares as the array it is.
    return Object.defineProperty(hits, "warning", { value: warning }) as types.Hits;
  }

  /** What a model should read before it answers: `text`, within `tokens`, with a receipt. */
  context(query?: string, options: types.ContextOptions = {}): Promise<types.Context> {
    const [call, { conversation, ...fields }] = split(options);
    const body = { ...fields, ...asked(query, conversation), agent_id: this.id };
    return this.transport.call("post", "/api/v1/context", { body }, call);
  }

  /** Why a memory or turn is or is not in the context of the same question. */
  whyNot(id: string, query?: string, options: types.WhyNotOptions = {}): Promise<types.WhyNot> {
    const [call, { conversation, ...fields }] = split(options);
    const body = { ...fields, ...asked(query, conversation), id, agent_id: this.id };
    return this.transport.call("post", "/api/v1/why-not", { body }, call);
  }

  /** Runs the pending jobs of this agent and waits for them: what was said so far has then been learned from. */
  sync(options: CallOptions = {}): Promise<types.SyncResult> {
    const call = { ...options, timeout: options.timeout ?? SYNC_TIMEOUT };
    return this.transport.call("post", "/api/v1/sync", { body: { agent_id: this.id } }, call);
  }

  /** Sets aside what was derived from some turns, which stay; at least one condition is needed. */
  undo(options: types.UndoOptions): Promise<types.Undone> {
    const [call, { conversation, turn, ...fields }] = split(options);
    const body = { ...fields, conversation_id: conversation, turn_id: turn };
    return this.transport.call(
      "post",
      "/api/v1/agents/{agent_id}/undo",
      { path: { agent_id: this.id }, body },
      call,
    );
  }

  /** Brings back what an undo set aside; what people changed since stays. */
  redo(undo: string, options?: CallOptions): Promise<types.Undone> {
    const path = { agent_id: this.id, undo_id: undo };
    return this.transport.call(
      "post",
      "/api/v1/agents/{agent_id}/undos/{undo_id}/redo",
      { path },
      options,
    );
  }

  /** How much this agent has stored. */
  info(options?: CallOptions): Promise<types.AgentInfo> {
    return this.transport.call("get", "/api/v1/agents/{agent_id}", { path: { agent_id: this.id } }, options);
  }

  /** Permanently erases everything of this agent; says what there was, and whether traces are left. */
  erase(options?: CallOptions): Promise<types.Erased> {
    const input = { path: { agent_id: this.id }, query: { confirm: true } };
    return this.transport.call("delete", "/api/v1/agents/{agent_id}", input, options);
  }
}

function asked(query: string | undefined, conversation: string | undefined) {
  return {
    ...(query === undefined ? {} : { query }),
    ...(conversation === undefined ? {} : { conversation_id: conversation }),
  };
}
