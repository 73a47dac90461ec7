// Actions on the selected memories: pin, change kind, delete with undo.
import { html, useState } from '../ui.js';
import { announce } from '../changes.js';
import { Busy, toast } from '../components.js';
import { Icon } from '../icons.js';
import { KINDS, count } from '../labels.js';
import { FREE_KINDS } from './memory_edit.js';
import { bringBack, changeMemory, deleteMemory } from './memory_actions.js';

const AT_ONCE = 4;

/** Runs an action on all, a few at a time: the ones that worked, and the first error. */
async function each(memories, action) {
  const queue = [...memories];
  const done = [];
  let fault = null;
  const worker = async () => {
    for (let memory = queue.shift(); memory; memory = queue.shift()) {
      try { const now = await action(memory); announce(now, memory); done.push(memory); } catch (error) { fault ??= error; }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { done, fault };
}

export function BulkBar({ selected, onClear }) {
  const [busy, setBusy] = useState(false);
  const run = async (action, told, undo) => {
    setBusy(true);
    const { done, fault } = await each(selected, action);
    setBusy(false);
    if (done.length) toast(`${count(done.length, 'memory', 'memories')} ${told}.`, { undo: undo && (() => undo(done)) });
    if (fault) toast(`${count(selected.length - done.length, 'memory', 'memories')} not changed: ${fault.message}`, { bad: true });
    onClear();
  };
  const restore = async (memories) => {
    const { done, fault } = await each(memories, bringBack);
    toast(fault ? fault.message : `${count(done.length, 'memory', 'memories')} restored.`, { bad: Boolean(fault) });
  };
  const kept = selected.filter((memory) => memory.status !== 'deleted');
  const setKind = (event) => {
    const kind = event.currentTarget.value;
    event.currentTarget.value = '';
    run((memory) => changeMemory(memory, { kind }), `changed to ${KINDS[kind]}`);
  };
  const isPinned = kept.every((memory) => memory.pinned);
  return html`<div class="bulk" role="region" aria-label="Selected memories">
    <strong class="nums">${selected.length.toLocaleString()} selected</strong>
    ${busy ? html`<${Busy} what="Working" />` : html`
      <button onClick=${() => run((memory) => changeMemory(memory, { pinned: !isPinned }), isPinned ? 'unpinned' : 'pinned')}><${Icon} name="pin" />${isPinned ? 'Unpin' : 'Pin'}</button>
      <label class="picker"><span class="sr">Change kind</span><select value="" onChange=${setKind}><option value="" disabled>Change kind …</option>${
        FREE_KINDS.map(([name, text]) => html`<option value=${name}>${text}</option>`)}</select></label>
      <button class="danger" onClick=${() => run(deleteMemory, 'deleted', restore)}><${Icon} name="trash" />Delete</button>
      <button class="quiet" onClick=${onClear}>Clear selection</button>`}
  </div>`;
}
