// Ask: what a model would read before it answers, and why each line is included.
import { html, useState, useMemo, useEffect } from '../ui.js';
import { api } from '../api.js';
import { go } from '../route.js';
import { Badge, Busy, Empty, Notice, useLoaded } from '../components.js';

const SECTIONS = {
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
const REASONS = {
  no_room: 'over the token limit', section_full: 'its section was full', repeated: 'already included', asked: 'it is the question itself',
  expired: 'no longer valid', not_relevant: 'not about the question', superseded: 'replaced by something newer',
  archived: 'archived, as nobody used it', deleted: 'deleted', not_asked: 'no question was asked', switched_off: 'switched off', instruction: 'instruction in a space',
};
const PARTS = {
  lexical: 'words', dense: 'meaning', reply: 'reply', speaker: 'speaker', time: 'time', session: 'conversation',
  role: 'who said it', asking: 'asks for it', phrase: 'exact phrase', recency: 'recent',
};
// Sections whose items are grouped under days or titles.
const HEADED = new Set(['excerpts', 'profile']);
const AT_FIRST = 12;
const SIZES = [500, 1000, 2000, 4000, 8000];
const EXAMPLES = ['What should I cook for dinner?', 'What did we decide last month?', 'What is due soon?'];

export default function Ask({ agent, agents, params }) {
  const only = agents?.length === 1 ? agents[0].agent_id : '';
  const whose = agent || only;
  const [question, setQuestion] = useState(params.q ?? '');
  const tokens = Number(params.tokens) || 2000;
  const asked = params.q ?? '';
  const conversation = params.conversation ?? null;
  const { data, error, busy } = useLoaded(
    async () => (whose && asked ? api.post('/api/v1/context', { agent_id: whose, query: asked, tokens, conversation_id: conversation, words: true }) : null),
    [whose, asked, tokens, conversation],
  );
  if (!agents) return html`<${Busy} />`;
  if (!agents.length) {
    return html`<div class="head"><h1>Ask</h1></div><${Empty} title="Nothing to ask about yet"><p>Once there are memories, you can see here what a model would read for a question.</p>
      <p><a href="#/memories">Start with the demo data</a></p></${Empty}>`;
  }
  const submit = (event) => { event.preventDefault(); go('ask', { agent: whose, q: question.trim(), tokens: params.tokens, conversation }); };
  return html`
    <div class="head"><h1>Ask</h1><p>See what a model would read before it answers, and why.</p></div>
    ${conversation && html`<p class="small">As a message in the conversation <span class="said">${conversation}</span>. <button class="link" type="button" onClick=${() => go(null, { conversation: null })}>Ask outside it</button></p>`}
    <form class="question card" onSubmit=${submit} role="search">
      <label class="sr" for="question">Question</label>
      <input id="question" type="search" placeholder="Ask something, as you would ask your assistant" value=${question}
        onInput=${(event) => setQuestion(event.currentTarget.value)} autocomplete="off" />
      ${!whose && html`<label class="picker"><span>Agent</span><select required onChange=${(event) => go(null, { agent: event.currentTarget.value })}>
        <option value="">Choose …</option>${agents.map((one) => html`<option value=${one.agent_id}>${one.agent_id}</option>`)}</select></label>`}
      <label class="picker"><span>Tokens</span><select value=${tokens} onChange=${(event) => go(null, { tokens: event.currentTarget.value })}>
        ${[...new Set([...SIZES, tokens])].sort((a, b) => a - b).map((size) => html`<option value=${size}>${size.toLocaleString()}</option>`)}</select></label>
      <button class="primary" disabled=${!question.trim()}>Ask</button>
    </form>
    ${error && html`<${Notice} kind="bad">${error.message}</${Notice}>`}
    ${!asked && html`<p class="soft">Try ${EXAMPLES.map((text, at) => html`${at ? ' · ' : ''}<button class="link" type="button" onClick=${() => { setQuestion(text); if (whose) go('ask', { agent: whose, q: text }); }}>${text}</button>`)}</p>`}
    ${asked && busy && !data && html`<${Busy} what="Recalling" />`}
    ${data && html`<${Answer} context=${data} about=${{ agent_id: whose, query: asked, conversation_id: conversation }} stale=${busy} />`}`;
}

function Answer({ context, about, stale }) {
  const { receipt } = context;
  return html`<div class=${stale ? 'stale' : ''}>
    ${receipt.understood && html`<p class="small">Understood as: <span class="said">${receipt.understood}</span></p>`}
    <${Budget} receipt=${receipt} />
    ${!receipt.spaces.some((one) => one.outcome === 'read') && html`<${Relevance} relevance=${receipt.relevance} />`}
    <div class="asked">
      <section aria-labelledby="read"><h2 id="read">What the model reads</h2>
        ${context.sections.map((block) => html`<${Section} key=${block.section} block=${block} cap=${receipt.cap} />`)}
      </section>
      <section aria-labelledby="why"><h2 id="why">Why</h2>
        <${Items} receipt=${receipt} about=${about} />
      </section>
    </div></div>`;
}

function Budget({ receipt }) {
  const parts = Object.entries(receipt.sections).filter(([, size]) => size > 0);
  const label = parts.map(([name, size]) => `${SECTIONS[name] ?? name} ${size}`).join(', ');
  return html`<div class="card budget">
    <div class="row"><strong class="nums">${receipt.tokens.toLocaleString()} of ${receipt.cap.toLocaleString()} tokens</strong>
      <span class="soft">${receipt.items.length} items included, ${receipt.left_out.length} left out</span></div>
    <div class="stacked" role="img" aria-label=${`Tokens by section: ${label}`}>
      ${parts.map(([name, size]) => html`<span class=${`part ${name}`} key=${name} style=${{ width: `${(100 * size) / receipt.cap}%` }} title=${`${SECTIONS[name] ?? name}: ${size} tokens`}></span>`)}
    </div>
    <ul class="legend">${parts.map(([name, size]) => html`<li key=${name}><span class=${`dot ${name}`}></span>${SECTIONS[name] ?? name} <span class="soft nums">${size}</span></li>`)}</ul>
  </div>`;
}

function Relevance({ relevance }) {
  if (!relevance) return null;
  const shown = relevance.score.toFixed(2);
  return relevance.relevant
    ? html`<p class="soft small">The question is related to the memories: relevance <span class="nums">${shown}</span>, required ${relevance.least}.</p>`
    : html`<${Notice}>No memory is relevant to this question (relevance ${shown}, required ${relevance.least}), so the model gets none.</${Notice}>`;
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
const Line = ({ line, headed }) => (line.startsWith('- ') ? html`<div class="hanging">${line.slice(2)}</div>` : html`<div class=${headed ? 'leading' : 'below'}>${line}</div>`);

function Items({ receipt, about }) {
  const [showing, setShowing] = useState('in');
  const [all, setAll] = useState(false);
  useEffect(() => setAll(false), [receipt, showing]);
  const best = (list) => [...list].sort((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9));
  const shown = useMemo(() => best(showing === 'in' ? receipt.items : receipt.left_out), [receipt, showing]);
  const top = Math.max(...receipt.items.map((item) => item.score ?? 0), 1);
  return html`
    <div class="tabs" role="group" aria-label="Items to show">
      <button aria-pressed=${showing === 'in'} onClick=${() => setShowing('in')}>Included (${receipt.items.length})</button>
      <button aria-pressed=${showing === 'out'} onClick=${() => setShowing('out')}>Left out (${receipt.left_out.length})</button>
    </div>
    ${!shown.length && html`<p class="soft">${showing === 'in' ? 'Nothing was included.' : 'Nothing was left out.'}</p>`}
    <ol class="items">${shown.slice(0, all ? 200 : AT_FIRST).map((item) => html`<${Item} key=${`${item.space}/${item.scope}/${item.conversation}/${item.id}/${item.section}`} item=${item} top=${top} about=${about} />`)}</ol>
    ${!all && shown.length > AT_FIRST && html`<p class="more"><button onClick=${() => setAll(true)}>Show all ${shown.length}</button></p>`}
    ${all && shown.length > 200 && html`<p class="soft small">The first 200 are shown.</p>`}`;
}

function Item({ item, top, about }) {
  const [open, setOpen] = useState(false);
  const parts = Object.entries(item.scores).filter(([, value]) => value >= 0.05).sort((a, b) => b[1] - a[1]);
  const sum = parts.reduce((total, [, value]) => total + value, 0) || 1;
  return html`<li class="item">
    <div class="line"><span class="rank nums" title="Place in the ranking">${item.rank ?? '·'}</span>
      <div class="grow"><div class="said clamp">${item.text ?? item.id}</div>
        <div class="row small">${item.space && html`<${Badge}>from ${item.space}</${Badge}>`}<${Badge}>${SECTIONS[item.section] ?? item.section}</${Badge}>
          ${item.reason && html`<${Badge} kind="warn">${REASONS[item.reason] ?? item.reason}</${Badge}>`}
          ${item.cut && html`<${Badge}>excerpt</${Badge}>`}
          <span class="soft nums">${item.tokens} tokens</span>
          ${item.score !== null && html`<span class="soft nums">score ${item.score.toFixed(2)}</span>`}
        </div>
        ${parts.length > 0 && html`<div class="why" style=${{ width: `${Math.max(6, Math.min(100, (100 * (item.score ?? 0)) / top))}%` }} role="img"
            aria-label=${`Because of ${parts.map(([name, value]) => `${PARTS[name] ?? name} ${value.toFixed(1)}`).join(', ')}`}>
          ${parts.map(([name, value]) => html`<span key=${name} class=${`part of-${name}`} style=${{ width: `${(100 * value) / sum}%` }}></span>`)}</div>
          <p class="small soft because">${parts.slice(0, 4).map(([name, value]) => `${PARTS[name] ?? name} ${value.toFixed(1)}`).join(' · ')}
            ${' '}<button class="link" onClick=${() => setOpen(!open)} aria-expanded=${open}>${open ? 'Less' : 'Explain'}</button></p>`}
        ${!parts.length && html`<p class="small soft because">Not ranked by a question.
            ${' '}<button class="link" onClick=${() => setOpen(!open)} aria-expanded=${open}>${open ? 'Less' : 'Explain'}</button></p>`}
        ${open && html`<${Explanation} item=${item} about=${about} />`}
      </div></div></li>`;
}

function Explanation({ item, about }) {
  const agent = item.space ?? about.agent_id;
  const { data, error } = useLoaded(
    () => api.post('/api/v1/why-not', { ...about, id: item.id.split('#')[0] }), [item.id, about.query],
  );
  if (error) return html`<p class="small">${error.message}</p>`;
  if (!data) return html`<${Busy} />`;
  return html`<p class="small">${data.sentence}</p>
    ${item.scope === 'turns' && item.conversation && html`<p class="small"><a href=${`#/conversations?agent=${encodeURIComponent(agent)}&id=${encodeURIComponent(item.conversation)}&turn=${encodeURIComponent(item.id)}`}>Open conversation</a></p>`}
    ${item.scope === 'memories' && html`<p class="small"><a href=${`#/memories?agent=${encodeURIComponent(agent)}&id=${encodeURIComponent(item.id.split('#')[0])}`}>Open memory</a></p>`}`;
}
