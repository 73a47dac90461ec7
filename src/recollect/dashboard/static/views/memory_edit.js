// Adds a memory in a dialog, or edits one in place.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Notice } from '../components.js';
import { dayEnd, dayStart } from '../days.js';
import { KINDS, PRIORITIES } from '../labels.js';
import { Dialog } from '../view_components.js';
import { DayField } from './day_field.js';
import { useDraft } from './drafts.js';
import { dayOf, offsetOf } from './its_days.js';

// A statement of these kinds has a key, and keeps its kind.
const KEYED = new Set(['domain', 'execution_pattern', 'user_preference', 'website_knowledge', 'error_pattern']);
export const FREE_KINDS = Object.entries(KINDS).filter(([name]) => !KEYED.has(name));

const USER = 'user';
/** When a day begins or ends, on the clock of whoever said it; a memory that was added by hand has the server's. */
function asMoment(memory, day, end = false) {
  const offset = offsetOf(memory?.said_at);
  if (!day || !offset) return (end ? dayEnd(day) : dayStart(day)) ?? null;
  return `${day}T${end ? '23:59:59' : '00:00:00'}${offset}`;
}

export function Edit({ memory, agent = '', agents = [], onClose, onDone }) {
  const [form, setForm, over] = useDraft(memory ? `${memory.agent_id}/${memory.id}/${memory.version}` : '', {
    agent_id: memory?.agent_id ?? agent, content: memory?.content ?? '', kind: memory?.kind ?? 'fact', about: memory?.about ?? '', priority: memory?.priority ?? '',
    pinned: memory?.pinned ?? false, valid_from: dayOf(memory, 'valid_from'), valid_until: dayOf(memory, 'valid_until'),
  });
  const [error, setError] = useState(null);
  const set = (name) => (event) => setForm({ ...form, [name]: event.currentTarget.type === 'checkbox' ? event.currentTarget.checked : event.currentTarget.value });
  const save = async (event) => {
    event.preventDefault();
    const given = { content: form.content, pinned: form.pinned };
    if (form.priority) given.priority = form.priority;
    const about = form.about.trim();
    if (about !== (memory?.about ?? '')) given.subject = about || memory.speaker || USER;
    if (memory && form.kind !== memory.kind) given.kind = form.kind;
    if (!memory || form.valid_from !== dayOf(memory, 'valid_from')) given.valid_from = asMoment(memory, form.valid_from);
    if (!memory || form.valid_until !== dayOf(memory, 'valid_until')) given.valid_until = asMoment(memory, form.valid_until, true);
    try {
      const saved = memory
        ? await api.patch(`/api/v1/memory/${part(memory.id)}`, given, { agent_id: memory.agent_id })
        : await api.post('/api/v1/memory', { ...given, agent_id: form.agent_id, kind: form.kind });
      over();
      onDone(saved);
    } catch (fault) { setError(fault); }
  };
  const first = useRef(null);
  useEffect(() => {
    if (!memory) return undefined;
    const before = document.activeElement;
    const field = first.current;
    field.focus();
    // Focus returns to where it was, unless the user has moved it on already.
    return () => {
      const now = document.activeElement;
      if (before.isConnected && (now === document.body || field.form?.contains(now))) before.focus();
    };
  }, []);
  const pressed = (event) => {
    if (memory && event.key === 'Escape') { event.preventDefault(); onClose(); }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
  };
  const kinds = html`<label class="field"><span>Kind</span><select value=${form.kind} onChange=${set('kind')}>${FREE_KINDS.map(([name, text]) =>
    html`<option value=${name}>${text}</option>`)}</select></label>`;
  const fields = html`<form class="editing" aria-label=${memory ? 'Edit this memory' : undefined} onSubmit=${save} onKeyDown=${pressed}>
      ${error && html`<${Notice} kind="bad">${error.message}</${Notice}>`}
      ${!memory && html`<label class="field"><span>Agent</span><input required value=${form.agent_id} list="agents" onInput=${set('agent_id')} />
        <datalist id="agents">${agents.map((one) => html`<option value=${one.agent_id} />`)}</datalist></label>`}
      <label class="field"><span>Content</span><textarea ref=${first} required autofocus=${Boolean(form.agent_id)} value=${form.content} onInput=${set('content')}></textarea></label>
      ${memory?.quote && html`<p class="small soft">A changed text is marked as edited; the source stays: <q class="said">${memory.quote}</q></p>`}
      <div class="row">
        ${!memory?.key && kinds}
        <label class="field"><span>About</span><input value=${form.about} placeholder=${memory?.speaker ?? 'the user'} maxlength="200" onInput=${set('about')} /></label>
        <label class="field"><span>Priority</span><select value=${form.priority} onChange=${set('priority')}>${!memory && html`<option value="">default for its kind</option>`}${
          PRIORITIES.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
        <label class="field"><span>Valid from</span><${DayField} placeholder="not set" value=${form.valid_from} onChange=${(day) => setForm((now) => ({ ...now, valid_from: day }))} /></label>
        <label class="field"><span>Valid until</span><${DayField} placeholder="not set" value=${form.valid_until} onChange=${(day) => setForm((now) => ({ ...now, valid_until: day }))} /></label>
        <label class="picker"><input type="checkbox" checked=${form.pinned} onChange=${set('pinned')} /><span>Pinned (never fades)</span></label>
      </div>
      <div class="actions"><button type="button" onClick=${() => { over(); onClose(); }}>Cancel</button><button class="primary" disabled=${!form.content.trim()}>Save</button></div>
    </form>`;
  return memory ? fields : html`<${Dialog} title="Add memory" onClose=${onClose}>${fields}</${Dialog}>`;
}
