import type { paths } from "./schema.js";
import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { split } from "./options.js";
import { pages, type Pages } from "./pages.js";

type AsOf = { as_of?: string | Date } & CallOptions;
type GraphQuery = NonNullable<paths["/api/v1/agents/{agent_id}/graph"]["get"]["parameters"]["query"]>;

/** One kind of what an agent has. */
abstract class Part {
  protected readonly path: { agent_id: string };

  constructor(
    protected readonly transport: Transport,
    agent: string,
  ) {
    this.path = { agent_id: agent };
  }
}

/** The summary of the user, rebuilt as more is learned. */
export class ProfileVersions extends Part {
  /** The profile, or null if there is none yet. */
  async current(options: AsOf = {}): Promise<types.Profile | null> {
    const [call, query] = split(options);
    const input = { path: this.path, query };
    return (await this.transport.call("get", "/api/v1/agents/{agent_id}/profile", input, call)).profile;
  }

  /** All versions, oldest first. */
  versions(options: types.ListOptions = {}): Pages<types.Profile> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/profile/versions",
      "versions",
      { path: this.path, query },
      call,
    );
  }
}

/** The user's fixed instructions, which lead every context. */
export class Overrides extends Part {
  /** In order. */
  list(options: types.ListOptions = {}): Pages<types.Override> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/overrides",
      "overrides",
      { path: this.path, query },
      call,
    );
  }

  /** Adds one after the others. */
  add(content: string, options?: CallOptions): Promise<types.Override> {
    const input = { path: this.path, body: { content } };
    return this.transport.call("post", "/api/v1/agents/{agent_id}/overrides", input, options);
  }

  /** Changes its text and keeps its position. */
  update(id: string, content: string, options?: CallOptions): Promise<types.Override> {
    const input = { path: { ...this.path, override_id: id }, body: { content } };
    return this.transport.call("patch", "/api/v1/agents/{agent_id}/overrides/{override_id}", input, options);
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    const path = { ...this.path, override_id: id };
    await this.transport.call(
      "delete",
      "/api/v1/agents/{agent_id}/overrides/{override_id}",
      { path },
      options,
    );
  }

  /** Sets the order of all overrides. */
  async reorder(ids: string[], options?: CallOptions): Promise<types.Override[]> {
    const input = { path: this.path, body: { override_ids: ids } };
    return (await this.transport.call("put", "/api/v1/agents/{agent_id}/overrides/order", input, options))
      .overrides;
  }
}

/** What each conversation was about. */
export class Summaries extends Part {
  /** Newest first. */
  list(options: types.ListOptions & { conversation?: string } = {}): Pages<types.Summary> {
    const [call, { conversation, ...query }] = split(options);
    const one = conversation === undefined ? {} : { conversation_id: conversation };
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/summaries",
      "summaries",
      { path: this.path, query: { ...query, ...one } },
      call,
    );
  }
}

/** People, places and things, and how they relate. */
export class Graph extends Part {
  /** Relations: all, those around an entity up to a depth, or those of one type; nearest first. */
  search(options: GraphQuery & CallOptions = {}): Pages<types.Relation> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/graph",
      "relations",
      { path: this.path, query },
      call,
    );
  }

  /** What memories mention, most mentioned first. */
  entities(options: types.ListOptions & AsOf = {}): Pages<types.Entity> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/graph/entities",
      "entities",
      { path: this.path, query },
      call,
    );
  }
}

/** Keyed knowledge that an agent keeps between tasks. */
export class Knowledge extends Part {
  /** Of one category or of all, highest confidence first. */
  list(options: types.ListOptions & { category?: types.KnowledgeCategory } = {}): Pages<types.Memory> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/knowledge",
      "knowledge",
      { path: this.path, query },
      call,
    );
  }

  get(category: types.KnowledgeCategory, key: string, options?: CallOptions): Promise<types.Memory> {
    const path = { ...this.path, category, key };
    return this.transport.call(
      "get",
      "/api/v1/agents/{agent_id}/knowledge/{category}/{key}",
      { path },
      options,
    );
  }

  /** The same value again raises its confidence; another value replaces it. */
  put(
    category: types.KnowledgeCategory,
    key: string,
    value: string,
    options: { confidence?: number } & CallOptions = {},
  ): Promise<types.Memory> {
    const [call, fields] = split(options);
    const input = { path: { ...this.path, category, key }, body: { ...fields, value } };
    return this.transport.call("put", "/api/v1/agents/{agent_id}/knowledge/{category}/{key}", input, call);
  }

  /** Raises its confidence and keeps it from fading. */
  use(category: types.KnowledgeCategory, key: string, options?: CallOptions): Promise<types.Memory> {
    const path = { ...this.path, category, key };
    return this.transport.call(
      "post",
      "/api/v1/agents/{agent_id}/knowledge/{category}/{key}/use",
      { path },
      options,
    );
  }
}
