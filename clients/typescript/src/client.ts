import type { Input, Method, Output, Path } from "./routes.js";
import type { paths } from "./schema.js";
import type * as types from "./types.js";
import { Agent } from "./agent.js";
import { RecollectError } from "./error.js";
import { split } from "./options.js";
import { pages, type Pages } from "./pages.js";
import { SYNC_TIMEOUT, Transport, type CallOptions, type RecollectOptions } from "./transport.js";

type JobFilters = NonNullable<paths["/api/v1/jobs"]["get"]["parameters"]["query"]>;

/** A Recollect server. */
export class Recollect {
  readonly jobs: Jobs;
  readonly #transport: Transport;

  constructor(options: RecollectOptions = {}) {
    this.#transport = new Transport(options);
    this.jobs = new Jobs(this.#transport);
  }

  /** The memory of an agent, which begins to exist with its first write. */
  agent(id: string): Agent {
    return new Agent(this.#transport, id);
  }

  /** The agents that the key may read, by name. */
  agents(options: types.ListOptions = {}): Pages<types.AgentInfo> {
    const [call, query] = split(options);
    return pages(this.#transport, "/agents", "agents", { query }, call);
  }

  /** Runs the pending jobs of all agents and waits for them; takes the right `admin`, `agent.sync` does not. */
  sync(options: CallOptions = {}): Promise<types.SyncResult> {
    return this.#transport.call(
      "post",
      "/api/v1/sync",
      {},
      { ...options, timeout: options.timeout ?? SYNC_TIMEOUT },
    );
  }

  /** What a context included and left out; the server keeps the last 1,000 receipts. */
  receipt(id: string, options?: CallOptions): Promise<types.Receipt> {
    return this.#transport.call(
      "get",
      "/api/v1/receipts/{receipt_id}",
      { path: { receipt_id: id } },
      options,
    );
  }

  /** Stored data of all agents, database size, and model usage. */
  stats(options?: CallOptions): Promise<types.ServerStats> {
    return this.#transport.call("get", "/api/v1/stats", {}, options);
  }

  /** How much history a model should see, by its name alone. */
  modelTier(name: string, options?: CallOptions): Promise<types.ModelTier> {
    return this.#transport.call("get", "/api/v1/models/tier", { query: { name } }, options);
  }

  /** Whether the server can be reached, has loaded its embedder and its database answers. */
  async ready(options: CallOptions = {}): Promise<boolean> {
    try {
      await this.#transport.call("get", "/health/ready", {}, { ...options, maxRetries: 0 });
      return true;
    } catch (error) {
      if (!(error instanceof RecollectError)) throw error;
      if (error.status === 503 || error.code === "unreachable" || error.code === "timeout") return false;
      throw error;
    }
  }

  /** Calls any other route of the HTTP API, with its types. */
  call<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    input: Input<P, M>,
    options?: CallOptions,
  ): Promise<Output<P, M>> {
    return this.#transport.call(method, path, input, options);
  }
}

/** Background jobs. */
export class Jobs {
  constructor(private readonly transport: Transport) {}

  /** Newest first. */
  list(options: types.Optional<JobFilters> & CallOptions = {}): Pages<types.Job> {
    const [call, query] = split(options);
    return pages(this.transport, "/api/v1/jobs", "jobs", { query }, call);
  }

  get(id: string, options?: CallOptions): Promise<types.Job> {
    return this.transport.call("get", "/api/v1/jobs/{job_id}", { path: { job_id: id } }, options);
  }

  /** Queues a job again. */
  retry(id: string, options?: CallOptions): Promise<types.Job> {
    return this.transport.call("post", "/api/v1/jobs/{job_id}/retry", { path: { job_id: id } }, options);
  }
}
