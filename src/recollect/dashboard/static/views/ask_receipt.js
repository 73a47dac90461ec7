// The receipt of a context: each item with its place, its scores and the reason for it.
import { html, useState, useMemo, useEffect } from '../ui.js';
import { api, part } from '../api.js';
import { linkTo } from '../route.js';
import { Badge, Busy, useLoaded } from '../components.js';
import { SECTIONS } from './ask_context.js';

const REASONS = {
  no_room: 'over the token limit', section_full: 'its section was full', repeated: 'already included', asked: 'it is the question itself',
  expired: 'no longer valid', not_relevant: 'not about the question', superseded: 'replaced by something newer',
  archived: 'archived, as nobody used it', deleted: 'deleted', not_asked: 'no question was asked', switched_off: 'switched off', instruction: 'instruction in a space',
};
const PARTS = {
  lexical: 'words', dense: 'meaning', reply: 'reply', speaker: 'speaker', time: 'time', session: 'conversation',
  role: 'who said it', asking: 'asks for it', phrase: 'exact phrase', recency: 'recent', learned: 'learned from it',
};
const AT_FIRST = 12;

export function Receipt({ receipt, about, only = new Set() }) {
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
    <ol class="items">${shown.slice(0, all ? 200 : AT_FIRST).map((item) => html`<${Item} item=${item} top=${top} about=${about}
      key=${`${item.space}/${item.scope}/${item.conversation}/${item.id}/${item.section}`} isOnly=${only.has(`${item.scope}/${item.id}`)} />`)}</ol>
    ${!all && shown.length > AT_FIRST && html`<p class="more"><button onClick=${() => setAll(true)}>Show all ${shown.length}</button></p>`}
    ${all && shown.length > 200 && html`<p class="soft small">The first 200 are shown.</p>`}`;
}

function Item({ item, top, about, isOnly }) {
  const [open, setOpen] = useState(false);
  const parts = Object.entries(item.scores).filter(([, value]) => value >= 0.05).sort((a, b) => b[1] - a[1]);
  const sum = parts.reduce((total, [, value]) => total + value, 0) || 1;
  return html`<li class="item">
    <div class="line"><span class="rank nums" title="Place in the ranking">${item.rank ?? '·'}</span>
      <div class="grow"><div class="said clamp">${item.text ?? item.id}</div>
        <div class="row small">${isOnly && html`<${Badge} kind="accent">only here</${Badge}>`}${item.space && html`<${Badge}>from ${item.space}</${Badge}>`}
          <${Badge}>${SECTIONS[item.section] ?? item.section}</${Badge}>
          ${item.reason && html`<${Badge} kind="warn">${REASONS[item.reason] ?? item.reason}</${Badge}>`}
          ${item.cut && html`<${Badge}>excerpt</${Badge}>`}
          <span class="soft nums">${item.tokens} ${item.tokens === 1 ? 'token' : 'tokens'}</span>
          ${item.score !== null && html`<span class="soft nums">score ${item.score.toFixed(2)}</span>`}
        </div>
        ${parts.length > 0 && html`<div class="why" role="img" style=${{ width: `${Math.max(6, Math.min(100, (100 * (item.score ?? 0)) / top))}%` }}
            aria-label=${`Because of ${parts.map(([name, value]) => `${PARTS[name] ?? name} ${value.toFixed(1)}`).join(', ')}`}>
          ${parts.map(([name, value]) => html`<span key=${name} class=${`part of-${name}`} style=${{ width: `${(100 * value) / sum}%` }}></span>`)}</div>
          <p class="row small soft because">${parts.slice(0, 4).map(([name, value]) => html`<span key=${name} class="nums"><span class=${`dot of-${name}`}></span>${PARTS[name] ?? name} ${value.toFixed(1)}</span>`)}
            <button class="link" onClick=${() => setOpen(!open)} aria-expanded=${open}>${open ? 'Less' : 'Explain'}</button></p>`}
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
    ${item.scope === 'turns' && item.conversation && html`<p class="small"><a
      href=${`#/conversations?agent=${part(agent)}&id=${part(item.conversation)}&turn=${part(item.id)}`}>Open conversation</a></p>`}
    ${item.scope === 'memories' && html`<p class="small"><a href=${linkTo(item.id.split('#')[0], agent).href}>Open memory</a></p>`}`;
}
