/** The codes of errors: the server's, and the client's own `bad_response`, `timeout` and `unreachable`. */
export type KnownErrorCode =
  | "already_done"
  | "bad_request"
  | "bad_response"
  | "circuit_open"
  | "closed"
  | "conflict"
  | "disabled"
  | "forbidden"
  | "host_not_allowed"
  | "idempotency_key_reused"
  | "internal"
  | "invalid_input"
  | "invalid_setting"
  | "lease_lost"
  | "malformed_json"
  | "method_not_allowed"
  | "no_model"
  | "no_upstream"
  | "not_a_database"
  | "not_found"
  | "origin_not_allowed"
  | "provider_error"
  | "provider_unavailable"
  | "quota_exceeded"
  | "rate_limited"
  | "schema_too_new"
  | "stale"
  | "storage_busy"
  | "storage_corrupt"
  | "storage_error"
  | "storage_full"
  | "storage_lost"
  | "storage_read_only"
  | "storage_unavailable"
  | "timeout"
  | "too_large"
  | "too_many_failures"
  | "unauthorized"
  | "unreachable"
  | "unsupported_media_type"
  | "unusable_answer"
  | "upstream_timeout"
  | "upstream_unreachable";
/** A newer server may have more codes. */
export type ErrorCode = KnownErrorCode | (string & {});

/** What an error says, beside its message. */
export interface ErrorDetails {
  /** Stable, for programs: why the call failed. */
  code: ErrorCode;
  /** The HTTP status; undefined if the server did not answer. */
  status?: number | undefined;
  /** The name of the invalid value. */
  field?: string | undefined;
  /** `X-Request-Id`, which identifies the server's log line. */
  requestId?: string | undefined;
  /** After how many seconds the server says to try again. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** A call that failed; `code` says why. */
export class RecollectError extends Error implements ErrorDetails {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "RecollectError";
    this.code = details.code;
    this.status = details.status;
    this.field = details.field;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

export function invalid(message: string, field?: string): RecollectError {
  return new RecollectError(message, { code: "invalid_input", field });
}

/** The error of a response: the server's own, or that of a proxy before it. */
export function errorOf(response: Response, body: unknown): RecollectError {
  const { code, message, field } = (body as { error?: Partial<Record<string, string>> } | null)?.error ?? {};
  const status = response.status;
  return new RecollectError(message ?? `the server answered with status ${status}`, {
    code: code ?? "bad_response",
    status,
    field,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfter: seconds(response.headers.get("retry-after")),
  });
}

/** `Retry-After` as seconds from now; it may also be a date. */
function seconds(value: string | null): number | undefined {
  if (value === null) return undefined;
  const given = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(given) ? undefined : Math.max(0, given);
}
