export { Agent } from "./agent.js";
export { Recollect } from "./client.js";
export { Conversation, type ConversationOptions } from "./conversations.js";
export { RecollectError, type ErrorCode, type ErrorDetails, type KnownErrorCode } from "./error.js";
export { Pages, type Page } from "./pages.js";
export type { components, paths } from "./schema.js";
export type { CallOptions, RecollectOptions } from "./transport.js";
export type * from "./types.js";
