// A memory as a quotation: its words, who said them, and when.
import { html } from '../ui.js';
import { SaidOn, When } from '../components.js';
import { phraseOf } from '../dates.js';
import { KINDS, KIND_COLOUR, ORIGINS } from '../labels.js';
import { linkTo } from '../route.js';

/** Whether a memory is a verbatim quote. */
export const isQuote = (memory) => Boolean(memory.quote) && memory.quote === memory.content;

/** The content of a memory: a quote with the date it refers to, or a plain sentence. */
export function Content({ memory, inline = false }) {
  const words = isQuote(memory)
    ? html`<q class="said">${memory.content}</q>${memory.when && html` <span class="small soft when">${phraseOf(memory.when)}</span>`}`
    : html`${memory.key && !memory.quote && html`<strong>${memory.key}:</strong> `}${memory.content}`;
  const kind = isQuote(memory) ? 'content' : 'content said';
  return inline ? html`<span class=${kind}>${words}</span>` : html`<p class=${kind}>${words}</p>`;
}

/** When a memory was said, or else recorded: the time that is shown of it. */
export const saidAt = (memory) => (memory.quote && memory.said_at) || memory.recorded_at;

/** Who said it and when, or that it was added manually. */
export function SaidBy({ memory }) {
  if (!memory.quote) return html`<span class="soft">${ORIGINS[memory.origin]}, <${When} at=${memory.recorded_at} /></span>`;
  const from = memory.edited ? 'From ' : '';
  const day = memory.said_at ? html`<${SaidOn} at=${memory.said_at} />` : html`<${When} at=${memory.recorded_at} />`;
  return html`<span class="soft">${from}<span class="said">${memory.speaker ?? 'User'}</span>, ${day}</span>`;
}

/** Whether what it says is over, although nothing has replaced it. */
export const isExpired = (memory) => ['active', 'review'].includes(memory.status) && Boolean(memory.valid_until) && new Date(memory.valid_until) <= Date.now();

/** The kind of a memory, with its colour. */
export const KindDot = ({ kind }) => html`<span class="kind"><span class=${`dot ${KIND_COLOUR[kind] ?? ''}`}></span>${KINDS[kind] ?? kind}</span>`;

/** A link to what corrects a part of a memory. */
export const PartlyCorrected = ({ memory }) => memory.corrected_by && html`<a class="badge warn" title="One part of it is no longer right; the rest is. Shows the correction."
  href=${linkTo(memory.corrected_by, memory.agent_id).href}>partly corrected</a>`;
