// The receipt of a context: each item, the reason for it, and its scores for whoever wants to see them.
import { html, useState, useMemo, useEffect } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Fault, useLoaded } from '../components.js';
import { linkTo } from '../route.js';
import { PARTS, SECTIONS, byScore, idOf, partsOf, reasonOf } from './ask_summary.js';

const REASONS = {
  no_room: 'over the token limit', section_full: 'its section was full', repeated: 'already included', summary: 'a summary, its messages are searched themselves', asked: 'it is the question itself',
  expired: 'no longer valid', not_relevant: 'not about the question', superseded: 'replaced by something newer',
  archived: 'archived, as nobody used it', deleted: 'deleted', not_asked: 'no question was asked', switched_off: 'switched off', instruction: 'instruction in a space',
  asked_to_forget: 'asked to forget, waits in Review',
};
const AT_FIRST = 12;

/** The items that were included or left out, the best first. */
export function Receipt({ list, about, detailed, only = new Set() }) {
  const [all, setAll] = useState(false);
  useEffect(() => setAll(false), [list]);
  const shown = useMemo(() => byScore(list), [list]);
  const top = Math.max(...list.map((item) => item.score ?? 0), 1);
  return html`
    ${!shown.length && html`<p class="soft">Nothing.</p>`}
    <ol class="items">${shown.slice(0, all ? 200 : AT_FIRST).map((item) => html`<${Item} item=${item} top=${top} about=${about} detailed=${detailed}
      key=${`${item.space}/${idOf(item)}/${item.section}`} isOnly=${only.has(idOf(item))} />`)}</ol>
    ${!all && shown.length > AT_FIRST && html`<p class="more"><button onClick=${() => setAll(true)}>Show all ${shown.length}</button></p>`}
    ${all && shown.length > 200 && html`<p class="soft small">The first 200 are shown.</p>`}`;
}

function Item({ item, top, about, isOnly, detailed }) {
  const [open, setOpen] = useState(false);
  return html`<li class="item">
    <div class="said clamp">${item.text ?? item.id}</div>
    <div class="row small">${isOnly && html`<${Badge} kind="accent">only here</${Badge}>`}${item.corrected_by && html`<${Badge} kind="warn">partly corrected</${Badge}>`}${item.space && html`<${Badge}>from ${item.space}</${Badge}>`}
      ${item.reason ? html`<${Badge} kind="warn">${REASONS[item.reason] ?? item.reason}</${Badge}>` : html`<span class="soft">${reasonOf(item)}</span>`}
      <span class="soft">${SECTIONS[item.section] ?? item.section}</span>
      ${item.cut && html`<${Badge}>excerpt</${Badge}>`}
      <button class="link" onClick=${() => setOpen(!open)} aria-expanded=${open}>${open ? 'Less' : 'Explain'}</button></div>
    ${detailed && html`<${Scores} item=${item} top=${top} />`}
    ${open && html`<${Explanation} item=${item} about=${about} />`}</li>`;
}

function Scores({ item, top }) {
  const parts = partsOf(item);
  const sum = parts.reduce((total, [, value]) => total + value, 0) || 1;
  const amount = `${item.tokens} ${item.tokens === 1 ? 'token' : 'tokens'}`;
  if (!parts.length) return html`<p class="small soft because nums">${amount}; not ranked by a question</p>`;
  return html`<div class="why" role="img" style=${{ width: `${Math.max(6, Math.min(100, (100 * (item.score ?? 0)) / top))}%` }}
      aria-label=${`Because of ${parts.map(([name, value]) => `${PARTS[name] ?? name} ${value.toFixed(1)}`).join(', ')}`}>
      ${parts.map(([name, value]) => html`<span key=${name} class=${`part of-${name}`} style=${{ width: `${(100 * value) / sum}%` }}></span>`)}</div>
    <p class="row small soft because nums"><span>score ${item.score.toFixed(2)}</span><span>${amount}</span>${parts.map(([name, value]) =>
      html`<span key=${name}><span class=${`dot of-${name}`}></span>${PARTS[name] ?? name} ${value.toFixed(1)}</span>`)}</p>`;
}

function Explanation({ item, about }) {
  const agent = item.space ?? about.agent_id;
  const loaded = useLoaded(
    () => api.post('/api/v1/why-not', { ...about, id: item.id.split('#')[0] }), [item.id, about.query],
  );
  if (!loaded.data) return loaded.error ? html`<${Fault} of=${loaded} />` : html`<${Busy} />`;
  return html`<p class="small">${loaded.data.sentence}</p>
    ${item.scope === 'turns' && item.conversation && html`<p class="small"><a
      href=${`#/conversations?agent=${part(agent)}&id=${part(item.conversation)}&turn=${part(item.id)}`}>Open conversation</a></p>`}
    ${item.scope === 'memories' && item.section !== 'profile' && html`<p class="small"><a href=${linkTo(item.id.split('#')[0], agent).href}>Open memory</a></p>`}`;
}
