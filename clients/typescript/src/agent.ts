import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { Graph, Knowledge, Overrides, ProfileVersions, Summaries } from "./about.js";
import { Conversation, Conversations, type ConversationOptions } from "./conversations.js";
import { Memories, Review } from "./memories.js";
import { split } from "./options.js";
import { named, unique } from "./transport.js";

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

  /** Turns and memories relevant to a question, best first. */
  async search(query: string, options: types.SearchOptions = {}): Promise<types.Hit[]> {
    const [call, fields] = split(options);
    const body = { ...fields, query, agent_id: this.id };
    return (await this.transport.call("post", "/api/v1/search", { body }, call)).hits;
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

  /** How much this agent has stored. */
  info(options?: CallOptions): Promise<types.AgentInfo> {
    return this.transport.call("get", "/api/v1/agents/{agent_id}", { path: { agent_id: this.id } }, options);
  }

  /** Permanently erases everything of this agent; returns what there was. */
  erase(options?: CallOptions): Promise<types.AgentInfo> {
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
