// One memory in the list: its words, what is known about it, and what can be done with it.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, IconButton, attempt, toast } from '../components.js';
import { Icon } from '../icons.js';
import { KINDS, KIND_COLOUR, PRIORITIES, STATUS, STATUS_COLOUR } from '../labels.js';
import { History, Source } from './memory.js';
import { Edit, FREE_KINDS } from './memory_edit.js';
import { About, Content, SaidBy, Validity } from './quotation.js';

const pathOf = (memory) => `/api/v1/memory/${part(memory.id)}`;
const whose = (memory) => ({ agent_id: memory.agent_id });

/** Deletes a memory; the second function brings back the version from before, with its confidence. */
export const deleteMemory = (memory) => api.delete(pathOf(memory), whose(memory));
export const bringBack = (memory) => api.post(`${pathOf(memory)}/restore`, { version: memory.version }, whose(memory));
export const changeMemory = (memory, changes) => api.patch(pathOf(memory), changes, whose(memory));

export function MemoryRow({ memory, named, isSelected, onSelect, onChange, onGone, onUndone }) {
  const [open, setOpen] = useState('');
  const gone = memory.status === 'deleted';
  const removed = gone || ['superseded', 'archived'].includes(memory.status);
  const restore = () => attempt(async () => onChange(await api.post(`${pathOf(memory)}/restore`, {}, whose(memory))), 'Restored.');
  const remove = async () => {
    const deleted = await attempt(() => deleteMemory(memory));
    if (!deleted) return;
    onChange(deleted);
    const undo = () => attempt(async () => onChange(await bringBack(memory)), 'Restored.');
    toast('Deleted. It is learned again only if someone repeats it.', { undo });
  };
  const change = (changes, done) => attempt(async () => onChange(await changeMemory(memory, changes)), done);
  const toggle = (name) => setOpen(open === name ? '' : name);
  const row = useFocusAfterChange(gone);
  return html`<li ref=${row} class=${`memory ${gone ? 'gone' : ''} ${isSelected ? 'selected' : ''}`} tabindex="-1">
    <input type="checkbox" class="pick" data-do="select" checked=${isSelected} aria-label=${`Select: ${memory.content.slice(0, 60)}`} onChange=${onSelect} />
    <div class="what" onDblClick=${() => !gone && !open && setOpen('edit')}>
      ${open === 'edit'
        ? html`<${Edit} memory=${memory} onClose=${() => setOpen('')} onDone=${(now) => { setOpen(''); onChange(now, memory); }} />`
        : html`<${Content} memory=${memory} />`}
      <div class="row marks">
        <${InlineChoice} label="Kind" value=${memory.kind} colour=${KIND_COLOUR[memory.kind] ?? ''} fixed=${gone || memory.key}
          options=${FREE_KINDS} text=${KINDS[memory.kind] ?? memory.kind} onChoose=${(kind) => change({ kind }, `Changed to ${KINDS[kind]}.`)} />
        <span class="by"><${SaidBy} memory=${memory} /></span>
        ${named && html`<a class="said small" href=${`#/memories?agent=${part(memory.agent_id)}`}>${memory.agent_id}</a>`}
        <${InlineChoice} label="Priority" value=${memory.priority} fixed=${gone} options=${PRIORITIES.map((name) => [name, `${name} priority`])} text=${`${memory.priority} priority`}
          onChoose=${(priority) => change({ priority })} />
        <${Confidence} value=${memory.confidence} />
        ${memory.status !== 'active' && html`<${Badge} kind=${STATUS_COLOUR[memory.status]}>${STATUS[memory.status]}</${Badge}>`}
        ${memory.pinned && html`<${Badge} kind="accent"><${Icon} name="pin" />pinned</${Badge}>`}
        ${memory.edited && html`<${Badge}>edited</${Badge}>`}
        <${About} memory=${memory} /><${Validity} memory=${memory} />
        ${memory.tags.filter((tag) => tag !== memory.attribute && !(memory.standing && tag === 'instruction')).map((tag) => html`<${Badge} key=${tag}>#${tag}</${Badge}>`)}
      </div>
    </div>
    <div class="does">
      ${removed && html`<button onClick=${restore}>Restore</button>`}
      ${memory.superseded_by && html`<a class="small" href=${`#/memories?agent=${part(memory.agent_id)}&id=${part(memory.superseded_by)}`}>Show replacement</a>`}
      ${memory.quote && html`<${IconButton} icon="source" label="Source" data-do="source" aria-expanded=${open === 'source'} onClick=${() => toggle('source')} />`}
      <${IconButton} icon="history" label="History" aria-expanded=${open === 'history'} onClick=${() => toggle('history')} />
      ${!gone && html`<${IconButton} icon="edit" label="Edit" data-do="edit" aria-expanded=${open === 'edit'} onClick=${() => toggle('edit')} />
        <${IconButton} icon="pin" label=${memory.pinned ? 'Unpin' : 'Pin'} data-do="pin" aria-pressed=${memory.pinned}
          onClick=${() => change({ pinned: !memory.pinned }, memory.pinned ? 'Unpinned.' : 'Pinned. It never fades.')} />
        <${IconButton} icon="trash" label="Delete" data-do="delete" onClick=${remove} />`}
      ${gone && html`<${IconButton} icon="close" label="Hide" onClick=${() => onGone(memory)} />`}
    </div>
    ${open === 'source' && html`<${Source} memory=${memory} onUndone=${onUndone} />`}
    ${open === 'history' && html`<${History} memory=${memory} onRestored=${onChange} />`}
  </li>`;
}

const Confidence = ({ value }) => html`<span class="bar nums" title="Confidence: it grows with every repetition, and fades while nobody uses the memory">
  <progress max="1" value=${value} aria-hidden="true"></progress>${Math.round(value * 100)} % sure</span>`;

/** A value that is changed where it stands; plain text where it cannot be. */
function InlineChoice({ label, value, colour, fixed, options, text, onChoose }) {
  const dot = colour !== undefined && html`<span class=${`dot ${colour}`}></span>`;
  if (fixed) return html`<span class="kind small soft">${dot}${text}</span>`;
  return html`<label class="kind inline">${dot}<span class="sr">${label}</span>
    <select title=${label} value=${value} onChange=${(event) => onChoose(event.currentTarget.value)}>${options.map(([name, shown]) =>
      html`<option value=${name}>${shown}</option>`)}</select></label>`;
}

/** When the pressed button has gone, keyboard focus moves to the one that replaces it. */
function useFocusAfterChange(gone) {
  const row = useRef(null);
  const before = useRef(gone);
  useEffect(() => {
    if (gone !== before.current && document.activeElement === document.body) row.current.querySelector('.does button')?.focus();
    before.current = gone;
  }, [gone]);
  return row;
}
