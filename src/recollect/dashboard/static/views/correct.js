// The small form that says what is right, in place of something in a memory that is not.
import { html, useLayoutEffect, useRef } from '../ui.js';
import { useDraft } from './drafts.js';
import { change, restore } from './memory_actions.js';
import { toast } from '../components.js';

/** Replaces the value that a memory states, also in its words unless they have the right one, or all of its words if it states none. */
async function correct(memory, typed, isValue) {
  // A sentence that says it already was only misread: its words stay.
  const isMisread = isValue && memory.content.includes(typed);
  const content = isValue ? memory.content.replace(memory.value, () => typed) : typed;
  const now = await change(memory, { ...(isMisread ? { keep_words: true } : { content }), ...(isValue && { metadata: { ...memory.metadata, value: typed } }) });
  if (now) toast('Corrected.', { undo: () => restore(now, memory.version) });
  return now;
}

/** `onClose` is called without a correction, `onDone` after one; `children` are further buttons. */
export function Correct({ memory, onClose, onDone, children }) {
  const isValue = Boolean(memory.value) && memory.content.includes(memory.value);
  const known = isValue ? memory.value : memory.content;
  const [{ right: typed }, setTyped, over] = useDraft(`right/${memory.agent_id}/${memory.id}/${memory.version}`, { right: known });
  const field = useRef(null);
  useLayoutEffect(() => { field.current.focus(); field.current.select(); }, []);
  const right = typed.trim();
  const save = async (event) => { event.preventDefault(); if (await correct(memory, right, isValue)) { over(); onDone(); } };
  const pressed = (event) => { if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); onClose(); } };
  return html`<form class="row correct" onSubmit=${save} onKeyDown=${pressed}>
    <label class="grow"><span class="small soft">What is right?</span><input ref=${field} class="whole" required maxlength="2000" value=${typed} onInput=${(event) => setTyped({ right: event.currentTarget.value })} /></label>
    <button class="primary" disabled=${!right || right === known}>Save</button>${children}<button type="button" onClick=${() => { over(); onClose(); }}>Cancel</button></form>`;
}
