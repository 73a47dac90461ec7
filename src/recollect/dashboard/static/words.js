// What kinds, states and priorities are called, and how they look.
export const KINDS = {
  fact: 'fact', preference: 'preference', decision: 'decision', correction: 'correction', commitment: 'commitment',
  relationship: 'relationship', skill: 'skill', context: 'context', procedure: 'procedure', entity: 'who or what',
  domain: 'domain', execution_pattern: 'how it went', user_preference: 'way of working', website_knowledge: 'website', error_pattern: 'error',
};
export const KIND_COLOUR = {
  preference: 'violet', decision: 'blue', correction: 'warn', commitment: 'warn', relationship: 'accent', entity: 'accent',
  skill: 'good', procedure: 'good', error_pattern: 'bad',
};
export const STATUS = { active: 'active', superseded: 'replaced', review: 'in review', deleted: 'deleted' };
export const STATUS_COLOUR = { active: 'good', superseded: '', review: 'warn', deleted: 'bad' };
export const PRIORITIES = ['high', 'medium', 'low'];
export const PRIORITY_COLOUR = { high: 'warn', medium: 'blue', low: '' };
export const WORK = {
  learn: 'Learning', summarize: 'Summing up', profile: 'Writing the profile', embed: 'Embedding', read: 'Indexing', optimize: 'Optimizing', sweep: 'Fading and tidying',
  compare: 'Comparing',
};
export const CHANGES = {
  created: 'written down', learned: 'learned', reinforced: 'heard again', edited: 'corrected', deleted: 'deleted', restored: 'brought back',
  superseded: 'replaced', disputed: 'put into review', reviewed: 'decided', decayed: 'faded', imported: 'imported', used: 'used',
};
