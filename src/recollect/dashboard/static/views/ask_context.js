// The context as a model reads it, section by section, with what each takes of the token limit.
import { html, useState } from '../ui.js';
import { IconButton, Notice, toast } from '../components.js';

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
// Sections whose items are grouped under days or titles.
const HEADED = new Set(['excerpts', 'profile']);

/** The sections of a context, or its text exactly as it is sent. */
export function Context({ context }) {
  const [raw, setRaw] = useState(false);
  const copy = () => navigator.clipboard.writeText(context.text).then(() => toast('Copied.'), () => toast('The browser did not allow it.', { bad: true }));
  return html`<div class="row raw"><label class="picker"><input type="checkbox" checked=${raw} onChange=${() => setRaw(!raw)} />As plain text</label>
      <${IconButton} icon="copy" label="Copy the text" onClick=${copy} /></div>
    ${raw ? html`<pre class="said">${context.text}</pre>` : context.sections.map((block) => html`<${Section} key=${block.section} block=${block} cap=${context.receipt.cap} />`)}`;
}

export function Budget({ receipt }) {
  const parts = Object.entries(receipt.sections).filter(([, size]) => size > 0);
  const label = parts.map(([name, size]) => `${SECTIONS[name] ?? name} ${size}`).join(', ');
  return html`<div class="budget">
    <div class="row"><strong class="nums">${receipt.tokens.toLocaleString()} of ${receipt.cap.toLocaleString()} tokens</strong>
      <span class="soft">${receipt.items.length} items included, ${receipt.left_out.length} left out</span></div>
    <div class="stacked" role="img" aria-label=${`Tokens by section: ${label}`}>
      ${parts.map(([name, size]) => html`<span class=${`part ${name}`} key=${name} style=${{ width: `${(100 * size) / receipt.cap}%` }}
        title=${`${SECTIONS[name] ?? name}: ${size} tokens`}></span>`)}
    </div>
    <ul class="legend">${parts.map(([name, size]) => html`<li key=${name}><span class=${`dot ${name}`}></span>${SECTIONS[name] ?? name} <span class="soft nums">${size}</span></li>`)}</ul>
  </div>`;
}

export function Relevance({ receipt: { relevance, spaces, warning } }) {
  if (warning) return html`<${Notice} kind="bad">${warning}</${Notice}>`;
  if (!relevance || spaces.some((one) => one.outcome === 'read')) return null;
  const [shown, required] = [relevance.score.toFixed(2), relevance.least.toFixed(2)];
  return relevance.relevant
    ? html`<p class="soft small">The question is related to the memories: relevance <span class="nums">${shown}</span>, required ${required}.</p>`
    : html`<${Notice}>No memory is relevant to this question (relevance ${shown}, required ${required}), so the model gets none.</${Notice}>`;
}

function Section({ block, cap }) {
  const lines = block.text.split('\n');
  const body = lines[0].startsWith('#') ? lines.slice(1).join('\n') : block.text;
  const share = (100 * block.tokens) / cap;
  return html`<article class="block">
    <header><h3><span class=${`dot ${block.section}`}></span>${SECTIONS[block.section] ?? block.section}</h3>
      <span class="small soft nums">${block.tokens.toLocaleString()} tokens, ${share < 1 ? 'under 1' : Math.round(share)} %</span></header>
    <div class="stacked thin" aria-hidden="true"><span class=${`part ${block.section}`} style=${{ width: `${share}%` }}></span></div>
    <div class="said lines">${body.trim().split('\n').map((line, at) => html`<${Line} key=${at} line=${line} headed=${HEADED.has(block.section)} />`)}</div>
  </article>`;
}

/** One line of what the model reads: an item, a heading, or the continuation of an item. */
const Line = ({ line, headed }) => (line.startsWith('- ') ? html`<div class="hanging">${line.slice(2)}</div>` : html`<div class=${headed && !line.startsWith('  ') ? 'leading' : 'below'}>${line}</div>`);
