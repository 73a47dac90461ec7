import type { components } from "./schema.js";
import type { CallOptions } from "./transport.js";

type Schemas = components["schemas"];
/** The same, with `undefined` allowed for what may be left out: it is not sent. */
export type Optional<T> = T extends Date
  ? T
  : T extends (infer Item)[]
    ? Optional<Item>[]
    : T extends object
      ? { [K in keyof T]: {} extends Pick<T, K> ? Optional<T[K]> | undefined : Optional<T[K]> }
      : T;
/** The fields of a request, less those that a method's own parameters hold. */
type Fields<Name extends keyof Schemas, Held extends keyof Schemas[Name] = never> = Optional<
  Omit<Schemas[Name], Held>
> &
  CallOptions;
/** Which page of a list to begin with, and how many items each has. */
type Start = { limit?: number | undefined; cursor?: string | null | undefined };

export type AgentInfo = Schemas["AgentOut"];
export type Context = Schemas["ContextOut"];
export type ConversationContext = Schemas["WindowOut"];
export type ConversationInfo = Schemas["ConversationOut"];
export type DeletedMemory = Schemas["DeletedMemoryOut"];
export type DeletionRequest = Schemas["DeletionRequestOut"];
export type Dispute = Schemas["DisputeOut"];
export type Entity = Schemas["EntityOut"];
/** What was erased with an agent, and which places may still hold something. */
export type Erased = Schemas["ErasedOut"];
export type Exchange = Optional<Schemas["ExchangeIn"]>;
export type FoundItem = Schemas["FoundItemOut"];
export type Hit = Schemas["HitOut"];
/** Search results; `warning` says why only words were compared, and is null otherwise. */
export type Hits = Hit[] & { readonly warning: string | null };
export type Ingested = Schemas["IngestOut"];
export type Item = Schemas["KeyedItemOut"];
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
export type Turn = Optional<Schemas["MessageIn"]>;
/** What an undo set aside, and what holds again without it. */
export type Undone = Schemas["UndoneOut"];
export type WhyNot = Schemas["WhyNotOut"];

export type ListOptions = Start & CallOptions;
export type RememberOptions = Fields<"MessageIn", "content"> & {
  /** Default: the conversation `default`. */
  conversation?: string | undefined;
};
export type SearchOptions = Fields<"SearchIn", "agent_id" | "query">;
type InConversation = {
  /** The current conversation: a follow-up question is understood with its turns. */
  conversation?: string | undefined;
};
export type ContextOptions = Fields<"ContextWithTextIn", "agent_id" | "query" | "conversation_id"> &
  InConversation;
export type WhyNotOptions = Fields<"WhyNotIn", "agent_id" | "query" | "conversation_id" | "id" | "entry_id"> &
  InConversation;
export type NewMemory = Fields<"NewMemoryIn", "agent_id" | "content" | "type">;
export type NewItem = Fields<"ItemIn", "namespace" | "key" | "value">;
export type ItemSearch = Fields<"ItemSearchIn">;
export type MemoryChanges = Optional<Schemas["EditIn"]>;
export type NewMessage = Fields<"NewMessageIn", "content" | "role" | "retention">;
export type UndoOptions = Fields<"UndoIn", "conversation_id" | "turn_id"> & {
  /** Only turns of this conversation. */
  conversation?: string | undefined;
  /** Only this turn of the conversation. */
  turn?: string | undefined;
};
