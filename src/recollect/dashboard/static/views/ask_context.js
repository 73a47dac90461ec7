// The context as a model reads it, section by section.
import { html, useState } from '../ui.js';
import { IconButton, copy } from '../components.js';
import { SECTIONS } from './ask_summary.js';

// Sections whose items are grouped under days or titles.
const HEADED = new Set(['excerpts', 'profile']);

/** The sections of a context, or its text exactly as it is sent. */
export function Context({ context, detailed }) {
  const [raw, setRaw] = useState(false);
  const date = context.sections.find((block) => block.section === 'date');
  return html`<div class="row raw"><label class="picker"><input type="checkbox" checked=${raw} onChange=${() => setRaw(!raw)} />As plain text</label>
      <${IconButton} icon="copy" label="Copy the text" onClick=${() => copy(context.text)} />${!raw && date && html`<span class="small soft">${date.text.trim()}</span>`}</div>
    ${raw ? html`<pre class="said">${context.text}</pre>` : context.sections.filter((block) => block !== date).map((block) =>
      html`<${Section} key=${block.section} block=${block} cap=${context.receipt.cap} detailed=${detailed} />`)}`;
}

function Section({ block, cap, detailed }) {
  const lines = block.text.split('\n');
  const body = lines[0].startsWith('#') ? lines.slice(1).join('\n') : block.text;
  const share = (100 * block.tokens) / cap;
  return html`<article class="block">
    <header><h3>${detailed && html`<span class=${`dot ${block.section}`}></span>`}${SECTIONS[block.section] ?? block.section}</h3>
      ${detailed && html`<span class="small soft nums">${block.tokens.toLocaleString()} tokens, ${share < 1 ? 'under 1' : Math.round(share)} %</span>`}</header>
    <div class="said lines">${body.trim().split('\n').map((line, at) => html`<${Line} key=${at} line=${line} headed=${HEADED.has(block.section)} />`)}</div>
  </article>`;
}

/** One line of what the model reads: an item, a heading, or the continuation of an item. */
const Line = ({ line, headed }) => (line.startsWith('- ') ? html`<div class="hanging" dir="auto">${line.slice(2)}</div>` : html`<div dir="auto" class=${headed && !line.startsWith('  ') ? 'leading' : 'below'}>${line}</div>`);
