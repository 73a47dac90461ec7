// One memory: its source, its history and its edit form.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Dialog, Notice, SaidOn, When, attempt, useLoaded } from '../components.js';
import { UndoButton } from './undo.js';
import { CHANGES, KINDS, ORIGINS, PRIORITIES } from '../labels.js';

const AROUND = 2;

/** Whether a memory is a verbatim quote. */
const isQuote = (memory) => Boolean(memory.quote) && memory.quote === memory.content;

/** The content of a memory: a quote with the date it refers to, or a plain sentence. */
export const Content = ({ memory }) => (isQuote(memory)
  ? html`<p class="content"><q class="said">${memory.content}</q>${memory.when && html` <span class="small soft">[${memory.when}]</span>`}</p>`
  : html`<p class="content said">${memory.key && !memory.quote && html`<strong>${memory.key}:</strong> `}${memory.content}</p>`);

/** Who said it and when, or that it was added manually. */
export function SaidBy({ memory }) {
  if (!memory.quote) return html`<span class="soft">${ORIGINS[memory.origin]}, <${When} at=${memory.recorded_at} /></span>`;
  const from = memory.edited ? 'From ' : '';
  return html`<span class="soft">${from}<span class="said">${memory.speaker ?? 'User'}</span>, ${memory.said_at ? html`<${SaidOn} at=${memory.said_at} />` : html`<${When} at=${memory.recorded_at} />`}</span>`;
}

/** When it is valid, unless the quote already states the date. */
export function Validity({ memory }) {
  if (isQuote(memory) && memory.when) return null;
  if (!memory.valid_from && !memory.valid_until) return null;
  return html`<span class="soft">valid ${memory.valid_from ? html`from <${When} at=${memory.valid_from} /> ` : ''}${memory.valid_until ? html`until <${When} at=${memory.valid_until} />` : ''}</span>`;
}

/** Badges: standing instruction, who it is about, and the attribute it states. */
export const About = ({ memory }) => html`
  ${memory.standing && html`<${Badge} kind="accent">standing instruction</${Badge}>`}
  ${memory.trust !== 'high' && html`<${Badge} kind="warn" title="Not the user's own word: it stays out of the profile. Edit and save it to believe it.">${ORIGINS[memory.origin].toLowerCase()}</${Badge}>`}
  ${memory.about && html`<${Badge}>about <span class="said">${memory.about}</span></${Badge}>`}
  ${memory.attribute && html`<${Badge} title="What it states">${memory.attribute.replaceAll('_', ' ')}${memory.value && html`: <span class="said">${memory.value}</span>`}</${Badge}>`}`;

/** The sentence a memory came from, with the messages around it. */
export function Source({ memory, onUndone }) {
  const { data, error } = useLoaded(async () => {
    if (!memory.conversation_id) return [];
    const query = { agent_id: memory.agent_id, limit: 1000 };
    const path = `/api/v1/conversations/${part(memory.conversation_id)}/messages`;
    let cursor = null;
    const before = [];
    do {
      const page = await api.get(path, { ...query, cursor });
      before.push(...page.messages);
      const at = before.findIndex((message) => message.id === memory.turn_id);
      if (at >= 0 && (before.length > at + AROUND || !page.next_cursor)) return before.slice(Math.max(0, at - AROUND), at + AROUND + 1);
      cursor = page.next_cursor;
    } while (cursor);
    return [];
  }, [memory.id]);
  if (error) return html`<${Notice}>Source: <q class="said">${memory.quote}</q> The conversation has been deleted.</${Notice}>`;
  if (!data) return html`<${Busy} />`;
  return html`<div class="source">
    ${!data.length && html`<q class="said">${memory.quote}</q>`}
    ${data.map((message) => html`<div class=${`message ${message.role} ${message.id === memory.turn_id ? 'here' : ''}`} key=${message.id}>
      <span class="small soft">${message.speaker ?? message.role} · <${When} at=${message.timestamp} time /></span>
      <div class="said">${message.id === memory.turn_id ? highlight(message.content, memory.quote) : message.content}</div></div>`)}
    ${memory.conversation_id && html`<a class="small" href=${`#/conversations?agent=${part(memory.agent_id)}&id=${part(memory.conversation_id)}&turn=${part(memory.turn_id)}`}>Read the whole conversation</a>
      ${onUndone && html` <${UndoButton} small agent=${memory.agent_id} scope=${{ conversation_id: memory.conversation_id, turn_id: memory.turn_id }} onDone=${onUndone} />`}`}
  </div>`;
}

/** A text with one passage highlighted. */
export function highlight(text, quote) {
  const at = quote ? text.indexOf(quote) : -1;
  if (at < 0) return text;
  return html`${text.slice(0, at)}<mark>${quote}</mark>${text.slice(at + quote.length)}`;
}

/** Earlier versions of a memory, and why each changed. */
export function History({ memory, onRestored }) {
  const whose = { agent_id: memory.agent_id };
  const { data, error } = useLoaded(() => api.get(`/api/v1/memory/${part(memory.id)}/history`, { ...whose, limit: 200 }), [memory.id, memory.version]);
  const restore = (version) => attempt(async () => onRestored(await api.post(`/api/v1/memory/${part(memory.id)}/restore`, { version }, whose)), 'Version restored.');
  if (error) return html`<${Notice} kind="bad">${error.message}</${Notice}>`;
  if (!data) return html`<${Busy} />`;
  return html`<ol class="history">${data.versions.map((version) => html`<li key=${version.number}>
    <div class="row small"><${Badge}>${CHANGES[version.change] ?? version.change}</${Badge}><span class="soft"><${When} at=${version.at} time /></span>
      ${version.number !== memory.version && html`<button class="link small" onClick=${() => restore(version.number)}>Restore this version</button>`}</div>
    <${Content} memory=${version.memory} /></li>`)}</ol>`;
}

const date = (moment) => (moment ? moment.slice(0, 10) : '');
const asMoment = (day, end = false) => (day ? `${day}T${end ? '23:59:59' : '00:00:00'}Z` : null);

/** Adds a memory in a dialog, or edits one in place. */
export function Edit({ memory, agent = '', agents = [], onClose, onDone }) {
  const [form, setForm] = useState({
    agent_id: memory?.agent_id ?? agent, content: memory?.content ?? '', kind: memory?.kind ?? 'fact', priority: memory?.priority ?? '',
    pinned: memory?.pinned ?? false, valid_from: date(memory?.valid_from), valid_until: date(memory?.valid_until),
  });
  const [error, setError] = useState(null);
  const set = (name) => (event) => setForm({ ...form, [name]: event.currentTarget.type === 'checkbox' ? event.currentTarget.checked : event.currentTarget.value });
  const save = async (event) => {
    event.preventDefault();
    const given = { content: form.content, pinned: form.pinned };
    if (form.priority) given.priority = form.priority;
    if (!memory || form.valid_from !== date(memory.valid_from)) given.valid_from = asMoment(form.valid_from);
    if (!memory || form.valid_until !== date(memory.valid_until)) given.valid_until = asMoment(form.valid_until, true);
    try {
      onDone(memory
        ? await api.patch(`/api/v1/memory/${part(memory.id)}`, given, { agent_id: memory.agent_id })
        : await api.post('/api/v1/memory', { ...given, agent_id: form.agent_id, kind: form.kind }));
    } catch (fault) { setError(fault); }
  };
  const first = useRef(null);
  useEffect(() => {
    if (!memory) return undefined;
    const before = document.activeElement;
    first.current.focus();
    return () => before.isConnected && before.focus();
  }, []);
  const leave = (event) => { if (memory && event.key === 'Escape') onClose(); };
  const fields = html`<form class=${memory ? 'editing' : ''} aria-label=${memory ? 'Edit this memory' : undefined} onSubmit=${save} onKeyDown=${leave}>
      ${error && html`<${Notice} kind="bad">${error.message}</${Notice}>`}
      ${!memory && html`<label class="field"><span>Agent</span><input required value=${form.agent_id} list="agents" onInput=${set('agent_id')} />
        <datalist id="agents">${agents.map((one) => html`<option value=${one.agent_id} />`)}</datalist></label>
        <label class="field"><span>Kind</span><select value=${form.kind} onChange=${set('kind')}>${Object.entries(KINDS).map(([name, text]) => html`<option value=${name}>${text}</option>`)}</select></label>`}
      <label class="field"><span>Content</span><textarea ref=${first} required value=${form.content} onInput=${set('content')}></textarea></label>
      ${memory?.quote && html`<p class="small soft">A changed text is marked as edited; the source stays: <q class="said">${memory.quote}</q></p>`}
      <div class="row">
        <label class="field"><span>Priority</span><select value=${form.priority} onChange=${set('priority')}>${!memory && html`<option value="">default for its kind</option>`}${PRIORITIES.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
        <label class="field"><span>Valid from</span><input type="date" value=${form.valid_from} onInput=${set('valid_from')} /></label>
        <label class="field"><span>Valid until</span><input type="date" value=${form.valid_until} onInput=${set('valid_until')} /></label>
        <label class="picker"><input type="checkbox" checked=${form.pinned} onChange=${set('pinned')} /><span>Pinned (never fades)</span></label>
      </div>
      <div class="actions"><button type="button" onClick=${onClose}>Cancel</button><button class="primary" disabled=${!form.content.trim()}>Save</button></div>
    </form>`;
  return memory ? fields : html`<${Dialog} title="Add memory" onClose=${onClose}>${fields}</${Dialog}>`;
}
