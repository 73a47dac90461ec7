// Undo of what was learned from a turn or a conversation: the preview, and the list of undos.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { inZone, momentText } from '../dates.js';
import { Badge, Busy, Fault, IconButton, When, attempt, toast, useLoaded } from '../components.js';
import { count } from '../labels.js';
import { Dialog } from '../view_components.js';

const CONFLICT = 409;
const redo = (agent, undone, onDone) => attempt(async () => { await api.post(`/api/v1/agents/${part(agent)}/undos/${part(undone.id)}/redo`); onDone(); }, 'Everything is back as it was.');

const GROUPS = [['Removed', 'removed'], ['Kept, without these messages', 'changed'], ['Valid again', 'returning']];

/** The button, and behind it the dialog with the preview. */
export function UndoButton({ agent, scope, onDone, small = false }) {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  return html`${small ? html`<${IconButton} icon="undo" label="Undo what was learned from this message" onClick=${show} />` : html`<button onClick=${show}>Undo what was learned …</button>`}
    ${open && html`<${Preview} agent=${agent} scope=${scope} onClose=${() => setOpen(false)} onDone=${() => { setOpen(false); onDone?.(); }} />`}`;
}

function Preview({ agent, scope, onClose, onDone }) {
  const path = `/api/v1/agents/${part(agent)}`;
  const preview = useLoaded(() => api.post(`${path}/undo`, { ...scope, dry_run: true }), []);
  const { data, error } = preview;
  const undos = useUndos(agent);
  const isUndone = error?.status === CONFLICT;
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    const undone = await attempt(() => api.post(`${path}/undo`, scope));
    setBusy(false);
    if (!undone) return;
    toast('Undone. The messages stay.', { redo: () => redo(agent, undone, onDone) });
    onDone();
  };
  return html`<${Dialog} title="Undo what was learned" onClose=${onClose}>
    ${isUndone && html`<p>This is undone already.</p><${Undos} of=${undos} agent=${agent} conversation=${scope.conversation_id} onDone=${onDone} />`}
    ${!isUndone && html`<${Fault} of=${preview} />`}
    ${!data && !error && html`<${Busy} />`}
    ${data && html`<p>From ${data.turns.toLocaleString()} ${data.turns === 1 ? 'message' : 'messages'}, which stay. Nothing is learned from them any more. You can redo this at any time, here and under Conversations.</p>
      ${GROUPS.map(([title, name]) => data[name].length > 0 && html`<h3 key=${name}>${title}</h3>
        <ul key=${`${name} list`}>${data[name].map((memory) => html`<li class="said" key=${memory.id}>${memory.line}</li>`)}</ul>`)}
      ${data.ties.length > 0 && html`<h3>Removed from the graph</h3><ul>${data.ties.map((tie) => html`<li class="said" key=${tie}>${tie}</li>`)}</ul>`}
      ${data.recaps.length > 0 && html`<p>The summary is written again without them.</p>`}
      ${!GROUPS.some(([, name]) => data[name].length) && html`<p>Nothing has been learned from them.</p>`}`}
    <div class="actions"><button onClick=${onClose}>${isUndone ? 'Close' : 'Cancel'}</button>
      ${!isUndone && html`<button class="danger" disabled=${!data || busy} onClick=${undo}>Undo</button>`}</div></${Dialog}>`;
}

const scopeOf = (undo) => [
  undo.conversation_id && `conversation ${undo.conversation_id}`, undo.turn_id && `message ${undo.turn_id}`, undo.source && `source ${undo.source}`,
  undo.since && `since ${momentText(inZone(undo.since))}`, undo.until && `until ${momentText(inZone(undo.until))}`,
].filter(Boolean).join(', ');

export const useUndos = (agent, round) => useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/undos`, { limit: 50 }), [agent, round]);

/** What was undone, by whom and when, with a button that brings it back; of one conversation only what may concern it. */
export function Undos({ of: list, agent, conversation, onDone }) {
  const undos = (list.data?.undos ?? []).filter((undo) => !conversation || (!undo.redone_at && (undo.conversation_id ?? conversation) === conversation));
  if (!undos.length) return null;
  return html`<section class="undone" aria-label="Undone"><h2>Undone</h2><ul class="lines-list">${undos.map((undo) => html`<li key=${undo.id} class="row">
    <span class="said">${scopeOf(undo)}</span><span class="small soft"><${When} at=${undo.at} time />${undo.by ? `, ${undo.by}` : ''}, ${count(undo.removed.length, 'memory', 'memories')}</span>
    ${undo.redone_at ? html`<${Badge}>redone</${Badge}>` : html`<button onClick=${() => redo(agent, undo, () => { list.again(); onDone?.(); })}>Redo</button>`}</li>`)}</ul></section>`;
}
