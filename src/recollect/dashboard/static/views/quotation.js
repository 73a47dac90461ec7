// A memory as a quotation: its words, who said them, and when.
import { html } from '../ui.js';
import { Badge, SaidOn, ValidOn, When } from '../components.js';
import { phraseOf } from '../dates.js';
import { KINDS, KIND_COLOUR, ORIGINS } from '../labels.js';
import { linkTo } from '../route.js';

/** Whether a memory is a verbatim quote. */
const isQuote = (memory) => Boolean(memory.quote) && memory.quote === memory.content;

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

/** When it is valid, unless the quote already states the date. */
export function Validity({ memory }) {
  if (isQuote(memory) && memory.when) return null;
  if (!memory.valid_from && !memory.valid_until) return null;
  return html`<span class="small soft">valid ${memory.valid_from ? html`from <${ValidOn} memory=${memory} at=${memory.valid_from} /> ` : ''}${
    memory.valid_until ? html`until <${ValidOn} memory=${memory} at=${memory.valid_until} />` : ''}</span>`;
}

/** The kind of a memory, with its colour. */
export const KindDot = ({ kind }) => html`<span class="kind"><span class=${`dot ${KIND_COLOUR[kind] ?? ''}`}></span>${KINDS[kind] ?? kind}</span>`;

/** A link to what corrects a part of a memory. */
export const PartlyCorrected = ({ memory }) => memory.corrected_by && html`<a class="badge warn" title="One part of it is no longer right; the rest is. Shows the correction."
  href=${linkTo(memory.corrected_by, memory.agent_id).href}>partly corrected</a>`;

const DISTRUSTED = 'Not the user\'s own word: it stays out of the profile. Edit and save it to believe it.';

/** Badges: corrected in part, standing instruction, who it is about, and the attribute it states. */
export const About = ({ memory }) => html`<${PartlyCorrected} memory=${memory} />
  ${memory.standing && html`<${Badge} kind="accent">standing instruction</${Badge}>`}
  ${memory.trust !== 'high' && html`<${Badge} kind="warn" title=${DISTRUSTED}>${memory.quote ? ORIGINS[memory.origin].toLowerCase() : 'unconfirmed'}</${Badge}>`}
  ${memory.about && html`<${Badge}>about <span class="said">${memory.about}</span></${Badge}>`}
  ${memory.attribute && html`<${Badge} title="What it states">${memory.attribute.replaceAll('_', ' ')}${
    memory.value && html`: <span class="said">${memory.value}</span>`}</${Badge}>`}`;

/** A text with one passage highlighted. */
export function highlight(text, quote) {
  const at = quote ? text.indexOf(quote) : -1;
  if (at < 0) return text;
  return html`${text.slice(0, at)}<mark>${quote}</mark>${text.slice(at + quote.length)}`;
}
