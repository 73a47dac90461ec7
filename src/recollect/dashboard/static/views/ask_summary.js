// What a question found, in one or two sentences, and the figures behind them for whoever wants to see them.
import { html } from '../ui.js';
import { Badge, Notice } from '../components.js';
import { count } from '../labels.js';

export const SECTIONS = {
  date: 'Date',
  overrides: 'Instructions',
  relevant_memories: 'Relevant memories',
  relevant_summaries: 'Relevant conversations',
  excerpts: 'What was said',
  profile: 'Profile',
  memories: 'Always worth knowing',
  summaries: 'Recent conversations',
  relationships: 'Relationships',
};
export const PARTS = {
  lexical: 'words', dense: 'meaning', reply: 'the reply', speaker: 'speaker', time: 'time', session: 'conversation',
  role: 'who said it', asking: 'what it asks for', phrase: 'exact phrase', recency: 'recency', learned: 'what was learned from it',
};

/** What tells an item from all others: a message's id is one only in its conversation. */
export const idOf = (item) => `${item.scope}/${item.conversation}/${item.id}`;

/** The items that a question found, the best first, and then those that are always there. */
export const byScore = (items) => [...items].sort((a, b) => (b.score ?? -1e9) - (a.score ?? -1e9));

export const partsOf = (item) => Object.entries(item.scores).filter(([, value]) => value >= 0.05).sort((a, b) => b[1] - a[1]);

/** Why an item is in the context, in a few words. */
export function reasonOf(item) {
  const parts = partsOf(item).slice(0, 2).map(([name]) => PARTS[name] ?? name);
  return parts.length ? `Found by ${parts.join(' and ')}` : 'Always included';
}

// What the server puts behind words that no longer hold.
const OVER = '(no longer true)';

/** The item that a question found first, of those that still hold; if a part of it was corrected, the correction. */
function nearest(items) {
  const found = byScore(items).filter((item) => item.score !== null);
  const best = found.find((item) => !item.text?.includes(OVER)) ?? found[0];
  return items.find((item) => item.scope === best?.scope && item.id === best.corrected_by) ?? best;
}

export function Summary({ receipt }) {
  const best = nearest(receipt.items);
  const read = html`<strong class="nums">${receipt.tokens.toLocaleString()} of ${receipt.cap.toLocaleString()} tokens</strong>`;
  return html`<div class="budget">
    ${receipt.warning && html`<${Notice} kind="bad">${receipt.warning}</${Notice}>`}
    ${best ? html`<p class="lead">Nearest: <span class="said">${best.text ?? best.id}</span> ${best.corrected_by && html`<${Badge} kind="warn">partly corrected</${Badge}>`} <span class="soft">${reasonOf(best)}.</span></p>
        <p class="soft">The model reads ${count(receipt.items.length, 'line')}, ${read}.</p>`
      : html`<p class="lead">Nothing that is remembered is about this question.</p>
        <p class="soft">${receipt.items.length ? html`The model reads only what it always reads: ${always(receipt.items)}, ${read}.` : 'The model reads only the date.'}</p>`}</div>`;
}

/** "the profile (4 lines), the instructions (1 line)". */
function always(items) {
  const sections = [...new Set(items.map((item) => item.section))];
  return sections.map((name) => `${(SECTIONS[name] ?? name).toLowerCase()} (${count(items.filter((item) => item.section === name).length, 'line')})`).join(', ');
}

/** What each section takes of the token limit, and how related the question is to the memories. */
export function Figures({ receipt: { sections, cap, relevance } }) {
  const parts = Object.entries(sections).filter(([, size]) => size > 0);
  const label = parts.map(([name, size]) => `${SECTIONS[name] ?? name} ${size}`).join(', ');
  return html`<div class="stacked" role="img" aria-label=${`Tokens by section: ${label}`}>
      ${parts.map(([name, size]) => html`<span class=${`part ${name}`} key=${name} style=${{ width: `${(100 * size) / cap}%` }}
        title=${`${SECTIONS[name] ?? name}: ${size} tokens`}></span>`)}
    </div>
    <ul class="legend">${parts.map(([name, size]) => html`<li key=${name}><span class=${`dot ${name}`}></span>${SECTIONS[name] ?? name} <span class="soft nums">${size}</span></li>`)}</ul>
    ${relevance && html`<p class="soft small nums figure">Relevance of the memories to the question: ${relevance.score.toFixed(2)}; ${relevance.least.toFixed(2)} is needed to be included.</p>`}`;
}
