import type { components, paths } from "./schema.js";
import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { split } from "./options.js";
import { pages, type Pages } from "./pages.js";

type Retention = components["schemas"]["Retention"];
type Window = Omit<
  NonNullable<paths["/api/v1/conversations/{conversation_id}/context"]["get"]["parameters"]["query"]>,
  "agent_id"
>;

export interface ConversationOptions {
  /** `durable`: stored, searched and learned from; `ephemeral`: in RAM only. Default: `durable`. */
  retention?: Retention | undefined;
}

/** The conversations of an agent. */
export class Conversations {
  constructor(
    private readonly transport: Transport,
    private readonly agent: string,
  ) {}

  /** Those in RAM first, then the stored ones, newest first. */
  list(options: types.ListOptions & { retention?: Retention | undefined } = {}): Pages<types.ConversationInfo> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/conversations",
      "conversations",
      { query: { ...query, agent_id: this.agent } },
      call,
    );
  }

  /** The title, times and number of turns of a conversation. */
  get(id: string, options?: CallOptions): Promise<types.ConversationInfo> {
    return new Conversation(this.transport, this.agent, id).info(options);
  }

  /** Permanently erases a conversation, and what was learned only from it. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return new Conversation(this.transport, this.agent, id).delete(options);
  }

  /** Deletes all ephemeral conversations; returns how many there were. */
  async clearEphemeral(options?: CallOptions): Promise<number> {
    const query = { agent_id: this.agent, retention: "ephemeral" as const };
    return (await this.transport.call("delete", "/api/v1/conversations", { query }, options)).deleted;
  }
}

/** One conversation; it begins with its first message. */
export class Conversation {
  readonly #at: { path: { conversation_id: string }; query: { agent_id: string } };

  constructor(
    private readonly transport: Transport,
    agent: string,
    readonly id: string,
    readonly retention: Retention = "durable",
  ) {
    this.#at = { path: { conversation_id: id }, query: { agent_id: agent } };
  }

  /** Begins it before its first message, with a title if wanted; an existing one is unchanged. */
  open(options: { title?: string | undefined } & CallOptions = {}): Promise<types.ConversationInfo> {
    const [call, fields] = split(options);
    const body = { ...fields, ...this.#at.query, id: this.id, retention: this.retention };
    return this.transport.call("post", "/api/v1/conversations", { body }, call);
  }

  /** Its title, times and number of turns. */
  info(options?: CallOptions): Promise<types.ConversationInfo> {
    return this.transport.call("get", "/api/v1/conversations/{conversation_id}", this.#at, options);
  }

  /** Adds a message; the same id and content again change nothing. */
  add(role: types.Role, content: string, options: types.NewMessage = {}): Promise<types.Message> {
    const [call, fields] = split(options);
    const body = { ...fields, role, content, retention: this.retention };
    return this.transport.call(
      "post",
      "/api/v1/conversations/{conversation_id}/messages",
      { ...this.#at, body },
      call,
    );
  }

  /** The messages in order. */
  messages(options: types.ListOptions = {}): Pages<types.Message> {
    const [call, query] = split(options);
    const { path, query: whose } = this.#at;
    return pages(
      this.transport,
      "/api/v1/conversations/{conversation_id}/messages",
      "messages",
      { path, query: { ...query, ...whose } },
      call,
    );
  }

  /** The conversation as text for a model, within a token limit. */
  context(options: types.Optional<Window> & CallOptions = {}): Promise<types.ConversationContext> {
    const [call, query] = split(options);
    const input = { path: this.#at.path, query: { ...query, ...this.#at.query } };
    return this.transport.call("get", "/api/v1/conversations/{conversation_id}/context", input, call);
  }

  /** Makes a follow-up question understandable without the conversation. */
  rewrite(question: string, options: { model?: string | undefined } & CallOptions = {}): Promise<types.Rewritten> {
    const [call, fields] = split(options);
    const body = { ...fields, question };
    return this.transport.call(
      "post",
      "/api/v1/conversations/{conversation_id}/rewrite",
      { ...this.#at, body },
      call,
    );
  }

  /** Shows a summary in place of the messages before one; null if there are none. */
  async compress(
    olderThan: string,
    options: { summary?: string | undefined } & CallOptions = {},
  ): Promise<types.Message | null> {
    const [call, fields] = split(options);
    const input = { ...this.#at, body: { ...fields, older_than: olderThan } };
    const path = "/api/v1/conversations/{conversation_id}/compress";
    return (await this.transport.call("post", path, input, call)).message;
  }

  /** Sets its title, or removes it with null; only for a stored conversation. */
  rename(title: string | null, options?: CallOptions): Promise<types.ConversationInfo> {
    const input = { ...this.#at, body: { title } };
    return this.transport.call("patch", "/api/v1/conversations/{conversation_id}", input, options);
  }

  /** Permanently erases one message, and what was learned from it. */
  async deleteMessage(id: string, options?: CallOptions): Promise<void> {
    const input = { ...this.#at, path: { ...this.#at.path, message_id: id } };
    const path = "/api/v1/conversations/{conversation_id}/messages/{message_id}";
    await this.transport.call("delete", path, input, options);
  }

  /** Permanently erases it, and what was learned only from it. */
  async delete(options?: CallOptions): Promise<void> {
    await this.transport.call("delete", "/api/v1/conversations/{conversation_id}", this.#at, options);
  }
}
