// Labels and colours of kinds, states and priorities.
export const KINDS = {
  fact: 'fact', preference: 'preference', decision: 'decision', correction: 'correction', commitment: 'commitment',
  relationship: 'relationship', skill: 'skill', context: 'context', procedure: 'procedure', entity: 'person or thing',
  domain: 'domain', execution_pattern: 'execution pattern', user_preference: 'working preference', website_knowledge: 'website', error_pattern: 'error',
};
export const KIND_COLOUR = {
  fact: 'blue', preference: 'violet', decision: 'accent', correction: 'warn', commitment: 'warn', relationship: 'rose', entity: 'rose',
  skill: 'good', procedure: 'good', error_pattern: 'bad', user_preference: 'violet',
};
export const STATUS = { active: 'active', superseded: 'replaced', review: 'in review', archived: 'archived', deleted: 'deleted' };
export const STATUS_COLOUR = { active: 'good', superseded: '', review: 'warn', archived: '', deleted: 'bad' };
export const PRIORITIES = ['high', 'medium', 'low'];
export const WORK = {
  learn: 'Learning', summarize: 'Summarizing', profile: 'Writing the profile', embed: 'Embedding', read: 'Indexing', optimize: 'Optimizing', sweep: 'Cleaning up',
  compare: 'Comparing',
};
export const CHANGES = {
  added: 'added', reinforced: 'said again', edited: 'edited', deleted: 'deleted', restored: 'restored', superseded: 'replaced',
  disputed: 'sent to review', reviewed: 'reviewed', decayed: 'faded', archived: 'archived',
};

export const ROLES = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' };

/** Where a memory comes from. */
export const ORIGINS = {
  manual: 'Added manually', user: 'Said by the user', imported: 'Imported', assistant: 'Noted by an assistant',
  pasted: 'Quoted in a message', tool: 'From a tool',
};

/** "1 memory", "3 memories". */
export const count = (number, one, many = `${one}s`) => `${number.toLocaleString()} ${number === 1 ? one : many}`;
