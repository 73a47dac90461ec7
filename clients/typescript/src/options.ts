import type { CallOptions } from "./transport.js";

/** Separates the options of a call from the fields that are sent. */
export function split<T extends CallOptions>(options: T): [CallOptions, Omit<T, keyof CallOptions>] {
  const { signal, timeout, maxRetries, idempotencyKey, ...fields } = options;
  return [{ signal, timeout, maxRetries, idempotencyKey }, fields];
}
