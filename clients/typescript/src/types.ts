import type { components } from "./schema.js";
import type { CallOptions } from "./transport.js";

type Schemas = components["schemas"];
/** The fields of a request, less those that a method's own parameters hold. */
type Fields<Name extends keyof Schemas, Held extends keyof Schemas[Name] = never> = Omit<
  Schemas[Name],
  Held
> &
  CallOptions;
/** Which page of a list to begin with, and how many items each has. */
type Start = { limit?: number; cursor?: string | null };

export type AgentInfo = Schemas["AgentOut"];
export type Context = Schemas["ContextOut"];
export type ConversationContext = Schemas["WindowOut"];
export type ConversationInfo = Schemas["ConversationOut"];
export type Dispute = Schemas["DisputeOut"];
export type Entity = Schemas["EntityOut"];
export type Exchange = Schemas["ExchangeIn"];
export type Hit = Schemas["HitOut"];
export type Ingested = Schemas["IngestOut"];
export type Job = Schemas["JobOut"];
export type Kind = Schemas["NewMemoryIn"]["kind"] & string;
export type KnowledgeCategory = Schemas["KnowledgeIn"]["category"];
export type ListedMemory = Schemas["ListedMemoryOut"];
export type Memory = Schemas["MemoryOut"];
export type MemoryExport = Schemas["ExportOut"];
export type MemoryStats = Schemas["StatsOut"];
export type MemoryVersion = Schemas["VersionOut"];
export type Message = Schemas["MessageOut"];
export type ModelTier = Schemas["TierOut"];
export type Override = Schemas["OverrideOut"];
export type Profile = Schemas["ProfileOut"];
export type Receipt = Schemas["ReceiptOut"];
export type Relation = Schemas["RelationOut"];
export type Rewritten = Schemas["RewrittenOut"];
export type Role = Schemas["Role"];
export type ServerStats = Schemas["ServerStatsOut"];
export type Summary = Schemas["SummaryOut"];
export type SyncResult = Schemas["SyncOut"];
/** One message with its role. */
export type Turn = Schemas["MessageIn"];
export type WhyNot = Schemas["WhyNotOut"];

export type ListOptions = Start & CallOptions;
export type RememberOptions = Fields<"MessageIn", "content"> & {
  /** Default: the conversation `default`. */
  conversation?: string;
};
export type SearchOptions = Fields<"SearchIn", "agent_id" | "query">;
type InConversation = {
  /** The current conversation: a follow-up question is understood with its turns. */
  conversation?: string;
};
export type ContextOptions = Fields<"ContextWithTextIn", "agent_id" | "query" | "conversation_id"> &
  InConversation;
export type WhyNotOptions = Fields<"WhyNotIn", "agent_id" | "query" | "conversation_id" | "id" | "entry_id"> &
  InConversation;
export type NewMemory = Fields<"NewMemoryIn", "agent_id" | "content" | "type">;
export type MemoryChanges = Schemas["EditIn"];
export type NewMessage = Fields<"NewMessageIn", "content" | "role" | "retention">;
