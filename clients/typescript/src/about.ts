import type { paths } from "./schema.js";
import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { split } from "./options.js";
import { pages, type Pages } from "./pages.js";

type AsOf = { as_of?: string | Date | undefined } & CallOptions;
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

  /** Removes it from all future contexts; with `purge`, its text and history are erased. */
  async delete(id: string, options: { purge?: boolean | undefined } & CallOptions = {}): Promise<void> {
    const [call, query] = split(options);
    const input = { path: { ...this.path, override_id: id }, query };
    await this.transport.call("delete", "/api/v1/agents/{agent_id}/overrides/{override_id}", input, call);
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
  list(options: types.ListOptions & { conversation?: string | undefined } = {}): Pages<types.Summary> {
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

/** Other agents whose memory it reads too. */
export class Spaces extends Part {
  /** Their names. */
  async list(options?: CallOptions): Promise<string[]> {
    const input = { path: this.path };
    return (await this.transport.call("get", "/api/v1/agents/{agent_id}/spaces", input, options)).spaces;
  }

  /** Reads a space by default from now on; returns all of them. */
  async add(space: string, options?: CallOptions): Promise<string[]> {
    const input = { path: this.path, body: { space } };
    return (await this.transport.call("post", "/api/v1/agents/{agent_id}/spaces", input, options)).spaces;
  }

  /** Stops reading a space, which itself does not change; returns the others. */
  async remove(space: string, options?: CallOptions): Promise<string[]> {
    const path = { ...this.path, space };
    const route = "/api/v1/agents/{agent_id}/spaces/{space}";
    return (await this.transport.call("delete", route, { path }, options)).spaces;
  }
}

/** What was undone. */
export class Undos extends Part {
  /** The latest first, also those that were redone. */
  list(options: types.ListOptions = {}): Pages<types.Undone> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/agents/{agent_id}/undos",
      "undos",
      { path: this.path, query },
      call,
    );
  }
}

/** People, places and things, and how they relate. */
export class Graph extends Part {
  /** Relations: all, those around an entity up to a depth, or those of one type; nearest first. */
  search(options: types.Optional<GraphQuery> & CallOptions = {}): Pages<types.Relation> {
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
  list(options: types.ListOptions & { category?: types.KnowledgeCategory | undefined } = {}): Pages<types.Memory> {
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
    options: { confidence?: number | undefined } & CallOptions = {},
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
