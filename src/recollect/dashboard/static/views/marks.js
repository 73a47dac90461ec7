// What is known about a memory besides its words, in badges.
import { html } from '../ui.js';
import { Badge } from '../components.js';
import { ORIGINS } from '../labels.js';
import { ValidOn } from './its_days.js';
import { PartlyCorrected, isQuote } from './quotation.js';

/** When it is valid, unless the quote already states the date. */
export function Validity({ memory }) {
  if (isQuote(memory) && memory.when) return null;
  if (!memory.valid_from && !memory.valid_until) return null;
  return html`<span class="small soft">valid ${memory.valid_from ? html`from <${ValidOn} memory=${memory} at=${memory.valid_from} /> ` : ''}${
    memory.valid_until ? html`until <${ValidOn} memory=${memory} at=${memory.valid_until} />` : ''}</span>`;
}

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
