import { Deadline } from "./deadline.js";
import { RecollectError, errorOf, invalid } from "./error.js";
import type { Input, Method, Output, Path } from "./routes.js";

export interface RecollectOptions {
  /** Where the server is; default: `http://127.0.0.1:8377`. In a browser it may be a path of the page's own site. */
  baseUrl?: string | undefined;
  /** A key made with `recollect keys add`; a server without keys needs none. */
  apiKey?: string | undefined;
  /** The most milliseconds that a call may take, with its retries; default: 60,000. `Infinity`: no limit. */
  timeout?: number | undefined;
  /** How often to repeat a call when the server cannot be reached or is busy (429, 503); default: 2, within 1.2 seconds. */
  maxRetries?: number | undefined;
  /** More headers for every request. */
  headers?: Record<string, string> | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, which then throws the signal's own reason as `fetch` does, not a `RecollectError`. */
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  maxRetries?: number | undefined;
  /** Sent with writes, so that the server executes a repeated one only once; default: a new one for each call. */
  idempotencyKey?: string | undefined;
}

const DEFAULT_URL = "http://127.0.0.1:8377";
const DEFAULT_TIMEOUT = 60_000;
const DEFAULT_RETRIES = 2;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 60_000;
/** Learning from a long conversation takes minutes. */
export const SYNC_TIMEOUT = 600_000;

type Values = Record<string, unknown>;
type Sent = { path?: Values | undefined; query?: Values | undefined; body?: unknown };

/** Sends requests, each within its time and again where that is safe. */
export class Transport {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: RecollectOptions) {
    this.#base = base(options.baseUrl ?? DEFAULT_URL);
    this.#headers = { Accept: "application/json", ...options.headers };
    if (options.apiKey) this.#headers["X-Recollect-Key"] = header(options.apiKey, "apiKey");
    this.#timeout = time(options.timeout ?? DEFAULT_TIMEOUT);
    this.#maxRetries = count(options.maxRetries ?? DEFAULT_RETRIES);
    // Called without an object, as browsers require.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** Calls a route and returns its answer. */
  call<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    input: Input<P, M>,
    options?: CallOptions,
  ): Promise<Output<P, M>> {
    return this.send(String(method), path, input as Sent, options) as Promise<Output<P, M>>;
  }

  /** The same without types. */
  async send(method: string, path: string, input: Sent, options: CallOptions = {}): Promise<unknown> {
    const url = this.#base + filled(path, input.path ?? {}) + search(input.query ?? {});
    const timeout = time(options.timeout ?? this.#timeout);
    const retries = count(options.maxRetries ?? this.#maxRetries);
    const request = this.#request(method.toUpperCase(), input.body, options);
    const deadline = new Deadline(timeout, options.signal);
    try {
      for (let tried = 0; ; tried++) {
        const answer = await this.#attempt(url, { ...request, signal: deadline.signal });
        if (!(answer instanceof RecollectError)) return answer.value;
        const wait = isTemporary(answer) ? pause(answer, tried) : Infinity;
        if (tried >= retries || wait > LONGEST_PAUSE || !deadline.allows(wait)) throw answer;
        await deadline.pause(wait);
      }
    } finally {
      deadline.clear();
    }
  }

  #request(method: string, body: unknown, options: CallOptions): RequestInit {
    const headers = { ...this.#headers };
    if (method !== "GET") {
      headers["Idempotency-Key"] = header(options.idempotencyKey ?? unique(), "idempotencyKey");
    }
    // A redirect would turn a write into a read, and show the key to another server.
    const request: RequestInit = { method, headers, redirect: "error" };
    if (body === undefined) return request;
    headers["Content-Type"] = "application/json";
    return { ...request, body: JSON.stringify(body, checked) };
  }

  async #attempt(url: string, request: RequestInit): Promise<RecollectError | { value: unknown }> {
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(url, request);
      text = await response.text();
    } catch (error) {
      request.signal?.throwIfAborted();
      return unreachable(this.#base, error);
    }
    const value = parsed(text);
    if (!response.ok) return errorOf(response, value);
    if (text === "") return { value: undefined };
    if (value !== undefined) return { value };
    const message = `${this.#base} did not answer with JSON: is it a Recollect server?`;
    return new RecollectError(message, { code: "bad_response", status: response.status });
  }
}

/** A name that nothing else has. */
export function unique(): string {
  // Node 18 and pages without TLS have no `randomUUID`.
  const random = () => Math.random().toString(36).slice(2);
  return globalThis.crypto?.randomUUID?.() ?? [Date.now().toString(36), random(), random()].join("-");
}

/** Returns a name that is not empty: without an agent, some routes would be about all of them. */
export function named(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`${name} takes a name, not ${JSON.stringify(value)}`, name);
}

function time(milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw invalid(`timeout takes milliseconds above 0 (Infinity: no limit), not ${milliseconds}`, "timeout");
}

function count(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0) return retries;
  throw invalid(`maxRetries takes a whole number, 0 or more, not ${retries}`, "maxRetries");
}

function base(url: string): string {
  let parsed: URL | undefined;
  try {
    parsed = new URL(url, globalThis.location?.href);
  } catch {
    // Said below.
  }
  if (parsed && /^https?:$/.test(parsed.protocol))
    return (parsed.origin + parsed.pathname).replace(/\/+$/, "");
  throw invalid(`baseUrl takes an address such as ${DEFAULT_URL}, not ${JSON.stringify(url)}`, "baseUrl");
}

function header(value: string, name: string): string {
  // What `fetch` would say about an invalid header contains its value.
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw invalid(`${name} takes letters, digits and punctuation of ASCII, without spaces`, name);
}

function filled(path: string, names: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => segment(names[name], name));
}

function segment(value: unknown, name: string): string {
  const text = named(value, name);
  // `a/..` is the address of what contains `a`.
  if (text === "." || text === "..")
    throw invalid(`${name} cannot be ${JSON.stringify(text)} in an address`, name);
  try {
    return encodeURIComponent(text);
  } catch {
    throw invalid(`${name} contains half of a character (a lone surrogate)`, name);
  }
}

function search(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null) continue;
      parameters.append(name, each instanceof Date ? moment(each, name) : String(each));
    }
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Refuses what JSON would silently turn into null. */
function checked(this: unknown, name: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[name];
  if (given instanceof Date) return moment(given, name);
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw invalid(`${name} takes a number, not ${value}`, name);
}

function moment(value: Date, name: string): string {
  if (!Number.isNaN(value.getTime())) return value.toISOString();
  throw invalid(`${name} is an invalid Date`, name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreachable(url: string, error: unknown): RecollectError {
  // Node hides the reason in the cause, and that of several addresses in their errors.
  const cause = (error as { cause?: { message?: string; code?: string } }).cause;
  const reason = cause?.message || cause?.code || (error as Error).message || String(error);
  return new RecollectError(`cannot reach ${url}: ${reason.trim()}`, { code: "unreachable", cause: error });
}

function isTemporary({ code, status }: RecollectError): boolean {
  return code === "unreachable" || status === 429 || status === 503;
}

function pause(error: RecollectError, tried: number): number {
  if (error.retryAfter !== undefined) return error.retryAfter * 1000;
  // Not all clients at once.
  return FIRST_PAUSE * 2 ** tried * (0.5 + Math.random());
}
