// Search in what was said: the messages and summaries that are about some words, and where in them the words stand.
import { html } from './ui.js';
import { api } from './api.js';

const SHORT = 3;
const LETTERS = /[\p{L}\p{N}]+/gu;
// Without the words themselves, a hit is shown if it matches nearly as well as the best one.
const NEARLY = 0.6;
// How much of a long message is shown before the first of the words.
const BEFORE = 120;

const wordsOf = (text) => (text.match(LETTERS) ?? []).map((word) => word.toLowerCase());
/** The words that say something; all of them if they are short. */
const soughtIn = (query) => {
  const all = wordsOf(query);
  const long = all.filter((word) => word.length >= SHORT);
  return long.length ? long : all;
};
const begins = (word, sought) => sought.some((one) => word.startsWith(one));

/** The hits of a search, best first. A search itself returns as many as asked for, however weak: here those stay that have the words, or mean the same. */
export async function messagesAbout(agent, query, limit) {
  const asked = { agent_id: agent, query, spaces: [] };
  const [found, context] = await Promise.all([
    api.post('/api/v1/search', { ...asked, scopes: ['turns', 'summaries'], limit }),
    api.post('/api/v1/context', { ...asked, tokens: 0 }),
  ]);
  const sought = soughtIn(query);
  const hasAll = (text) => { const words = wordsOf(text); return sought.every((one) => words.some((word) => word.startsWith(one))); };
  const least = context.receipt.relevance?.relevant ? NEARLY * Math.max(...found.hits.map((hit) => hit.score)) : Infinity;
  return found.hits.filter((hit) => hit.score >= least || hasAll(hit.text) || hit.text.toLowerCase().includes(query.toLowerCase()));
}

/** The conversation of a hit. */
export const conversationIn = (hit) => hit.turn?.conversation ?? hit.entry?.key;

/** A text with the words of a query highlighted, from shortly before the first of them. */
export function marked(text, query) {
  const sought = soughtIn(query);
  const found = [...text.matchAll(LETTERS)].filter(([word]) => begins(word.toLowerCase(), sought));
  let at = Math.max(0, (found[0]?.index ?? 0) - BEFORE);
  const parts = at ? ['… '] : [];
  for (const { 0: word, index } of found) { parts.push(text.slice(at, index), html`<mark>${word}</mark>`); at = index + word.length; }
  return [...parts, text.slice(at)];
}
