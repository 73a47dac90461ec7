import type { components, paths } from "./schema.js";
import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { split } from "./options.js";
import { pages, type Pages } from "./pages.js";

type Filters = Omit<NonNullable<paths["/api/v1/memory"]["get"]["parameters"]["query"]>, "agent_id" | "type">;
type ExportFilters = Omit<
  NonNullable<paths["/api/v1/memory/export"]["get"]["parameters"]["query"]>,
  "agent_id" | "type"
>;

/** What an agent knows. */
export class Memories {
  constructor(
    private readonly transport: Transport,
    private readonly agent: string,
  ) {}

  /** Memories that match, newest first; with `q`, those relevant to it, best first. */
  list(options: types.Optional<Filters> & CallOptions = {}): Pages<types.ListedMemory> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/memory",
      "memories",
      { query: { ...query, agent_id: this.agent } },
      call,
    );
  }

  /** One memory, whatever its status. */
  get(id: string, options?: CallOptions): Promise<types.Memory> {
    return this.transport.call("get", "/api/v1/memory/{memory_id}", this.#one(id), options);
  }

  /** Stores a statement; a known one is reinforced, and one with the same key is replaced. */
  add(content: string, options: types.NewMemory = {}): Promise<types.Memory> {
    const [call, fields] = split(options);
    return this.transport.call(
      "post",
      "/api/v1/memory",
      { body: { ...fields, content, agent_id: this.agent } },
      call,
    );
  }

  /** Changes the given fields; the history keeps the previous version. */
  update(id: string, changes: types.MemoryChanges, options?: CallOptions): Promise<types.Memory> {
    return this.transport.call(
      "patch",
      "/api/v1/memory/{memory_id}",
      { ...this.#one(id), body: changes },
      options,
    );
  }

  /**
   * Deletes a memory, which can be restored. With `purge` it is erased for good, with the turns it was
   * learned from and the memories that only those turns said (`also_erased`). Contexts leave out the words
   * it was learned from too, unless `keep_words`.
   */
  delete(
    id: string,
    options: { purge?: boolean | undefined; keep_words?: boolean | undefined } & CallOptions = {},
  ): Promise<types.DeletedMemory> {
    const [call, query] = split(options);
    const { path, query: whose } = this.#one(id);
    const input = { path, query: { ...query, ...whose } };
    return this.transport.call("delete", "/api/v1/memory/{memory_id}", input, call);
  }

  /** The other memories that `delete` with `purge` would erase. */
  async erasedWith(id: string, options?: CallOptions): Promise<types.Memory[]> {
    const path = "/api/v1/memory/{memory_id}/erased-with";
    return (await this.transport.call("get", path, this.#one(id), options)).memories;
  }

  /** Deletes all memories; the conversations stay. Returns how many there were. */
  async clear(options?: CallOptions): Promise<number> {
    const query = { agent_id: this.agent, confirm: true };
    return (await this.transport.call("delete", "/api/v1/memory", { query }, options)).deleted;
  }

  /** All versions of a memory, oldest first. */
  history(id: string, options: types.ListOptions = {}): Pages<types.MemoryVersion> {
    const [call, query] = split(options);
    const { path } = this.#one(id);
    return pages(
      this.transport,
      "/api/v1/memory/{memory_id}/history",
      "versions",
      { path, query: { ...query, agent_id: this.agent } },
      call,
    );
  }

  /** Restores a deleted or superseded memory, or one of its earlier versions. */
  restore(id: string, version?: number, options?: CallOptions): Promise<types.Memory> {
    const body = version === undefined ? {} : { version };
    return this.transport.call(
      "post",
      "/api/v1/memory/{memory_id}/restore",
      { ...this.#one(id), body },
      options,
    );
  }

  /** How many there are by kind, priority and status. */
  stats(options?: CallOptions): Promise<types.MemoryStats> {
    return this.transport.call("get", "/api/v1/memory/stats", { query: { agent_id: this.agent } }, options);
  }

  /** All memories in one document, for `import`. */
  export(options: types.Optional<ExportFilters> & CallOptions = {}): Promise<types.MemoryExport> {
    const [call, query] = split(options);
    return this.transport.call(
      "get",
      "/api/v1/memory/export",
      { query: { ...query, agent_id: this.agent } },
      call,
    );
  }

  /** Adds an export or a list of statements, all or none; existing memories are not changed. */
  import(
    memories: components["schemas"]["ImportIn"]["memories"] | types.MemoryExport,
    options?: CallOptions,
  ): Promise<components["schemas"]["ImportedOut"]> {
    const document = Array.isArray(memories) ? { memories } : memories;
    return this.transport.call(
      "post",
      "/api/v1/memory/import",
      { body: { ...document, agent_id: this.agent } },
      options,
    );
  }

  #one(id: string) {
    return { path: { memory_id: id }, query: { agent_id: this.agent } };
  }
}

/** Memories that contradict each other or were asked to be forgotten, until someone decides. */
export class Review {
  constructor(
    private readonly transport: Transport,
    private readonly agent: string,
  ) {}

  /** Open contradictions, newest first. */
  list(options: types.ListOptions = {}): Pages<types.Dispute> {
    const [call, query] = split(options);
    return pages(
      this.transport,
      "/api/v1/review",
      "disputes",
      { query: { ...query, agent_id: this.agent } },
      call,
    );
  }

  /** What users asked in a chat to be forgotten, newest first; nothing is deleted by that. */
  async deletionRequests(options?: CallOptions): Promise<types.DeletionRequest[]> {
    const input = { query: { agent_id: this.agent, limit: 100 } };
    return (await this.transport.call("get", "/api/v1/review", input, options)).deletion_requests;
  }

  /**
   * Keeps this memory, the others, or both; of a request to forget, `none` of the memories that it
   * names, which are deleted, or `all`. Returns the memories concerned.
   */
  async resolve(
    id: string,
    keep: components["schemas"]["Keep"],
    options?: CallOptions,
  ): Promise<types.Memory[]> {
    const input = { path: { memory_id: id }, query: { agent_id: this.agent }, body: { keep } };
    return (await this.transport.call("post", "/api/v1/review/{memory_id}", input, options)).memories;
  }
}
