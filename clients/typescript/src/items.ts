import type { paths } from "./schema.js";
import type { CallOptions, Transport } from "./transport.js";
import type * as types from "./types.js";
import { split } from "./options.js";

type NamespaceFilters = NonNullable<
  paths["/api/v1/agents/{agent_id}/namespaces"]["get"]["parameters"]["query"]
>;

/** JSON values that an application keeps by namespace and key; contexts leave them out. */
export class Items {
  readonly #path: { agent_id: string };

  constructor(
    private readonly transport: Transport,
    agent: string,
  ) {
    this.#path = { agent_id: agent };
  }

  /** Stores a value in place of the one with the same namespace and key. */
  put(
    namespace: string[],
    key: string,
    value: unknown,
    options: types.NewItem = {},
  ): Promise<types.Item> {
    const [call, fields] = split(options);
    const input = { path: this.#path, body: { ...fields, namespace, key, value } };
    return this.transport.call("put", "/api/v1/agents/{agent_id}/items", input, call);
  }

  /** One item; one that has expired is not found. */
  get(namespace: string[], key: string, options?: CallOptions): Promise<types.Item> {
    const input = { path: { ...this.#path, key }, query: { namespace } };
    return this.transport.call("get", "/api/v1/agents/{agent_id}/items/{key}", input, options);
  }

  /** Permanently removes an item. */
  async delete(namespace: string[], key: string, options?: CallOptions): Promise<void> {
    const input = { path: { ...this.#path, key }, query: { namespace } };
    await this.transport.call("delete", "/api/v1/agents/{agent_id}/items/{key}", input, options);
  }

  /** The items closest to a query or a vector, best first; without either, the last written first. */
  async search(options: types.ItemSearch = {}): Promise<types.FoundItem[]> {
    const [call, body] = split(options);
    const input = { path: this.#path, body };
    return (await this.transport.call("post", "/api/v1/agents/{agent_id}/items/search", input, call)).items;
  }

  /** The namespaces that have items. */
  async namespaces(options: types.Optional<NamespaceFilters> & CallOptions = {}): Promise<string[][]> {
    const [call, query] = split(options);
    const input = { path: this.#path, query };
    return (await this.transport.call("get", "/api/v1/agents/{agent_id}/namespaces", input, call)).namespaces;
  }
}
