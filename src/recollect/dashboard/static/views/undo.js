// Undo of what was learned from a turn or a conversation: the preview, and the list of undos.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { inZone, momentText } from '../dates.js';
import { Badge, Busy, IconButton, Notice, When, attempt, toast, useLoaded } from '../components.js';
import { Dialog } from '../view_components.js';

const GROUPS = [['Goes', 'removed'], ['Stays, with other sources', 'changed'], ['Holds again', 'returning']];

/** The button, and behind it the dialog with the preview. */
export function UndoButton({ agent, scope, onDone, small = false }) {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  return html`${small ? html`<${IconButton} icon="undo" label="Undo what was learned from this message" onClick=${show} />` : html`<button onClick=${show}>Undo what was learned …</button>`}
    ${open && html`<${Preview} agent=${agent} scope=${scope} onClose=${() => setOpen(false)} onDone=${() => { setOpen(false); onDone?.(); }} />`}`;
}

function Preview({ agent, scope, onClose, onDone }) {
  const path = `/api/v1/agents/${part(agent)}`;
  const { data, error } = useLoaded(() => api.post(`${path}/undo`, { ...scope, dry_run: true }), []);
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    const undone = await attempt(() => api.post(`${path}/undo`, scope));
    setBusy(false);
    if (!undone) return;
    toast('Undone. The messages stay.', { undo: () => attempt(async () => { await api.post(`${path}/undos/${part(undone.id)}/redo`); onDone(); }, 'Everything is back as it was.') });
    onDone();
  };
  return html`<${Dialog} title="Undo what was learned" onClose=${onClose}>
    ${error && html`<${Notice} kind="bad">${error.message}</${Notice}>`}
    ${!data && !error && html`<${Busy} />`}
    ${data && html`<p>From ${data.turns.toLocaleString()} ${data.turns === 1 ? 'message' : 'messages'}, which stay. Nothing is learned from them any more, and you can redo this.</p>
      ${GROUPS.map(([title, name]) => data[name].length > 0 && html`<h3 key=${name}>${title}</h3>
        <ul key=${`${name} list`}>${data[name].map((memory) => html`<li class="said" key=${memory.id}>${memory.line}</li>`)}</ul>`)}
      ${data.ties.length > 0 && html`<h3>Goes from the graph</h3><ul>${data.ties.map((tie) => html`<li class="said" key=${tie}>${tie}</li>`)}</ul>`}
      ${data.recaps.length > 0 && html`<p>The summary is written again without them.</p>`}
      ${!GROUPS.some(([, name]) => data[name].length) && html`<p>Nothing has been learned from them.</p>`}`}
    <div class="actions"><button onClick=${onClose}>Cancel</button>
      <button class="danger" disabled=${!data || busy} onClick=${undo}>Undo</button></div></${Dialog}>`;
}

const scopeOf = (undo) => [
  undo.conversation_id && `conversation ${undo.conversation_id}`, undo.turn_id && `message ${undo.turn_id}`, undo.source && `source ${undo.source}`,
  undo.since && `since ${momentText(inZone(undo.since))}`, undo.until && `until ${momentText(inZone(undo.until))}`,
].filter(Boolean).join(', ');

/** What was undone, by whom and when, with a button that brings it back. */
export function Undos({ agent, round, onDone }) {
  const path = `/api/v1/agents/${part(agent)}/undos`;
  const list = useLoaded(() => api.get(path, { limit: 50 }), [agent, round]);
  const redo = (undo) => attempt(async () => { await api.post(`${path}/${part(undo.id)}/redo`); list.again(); onDone?.(); }, 'Everything is back as it was.');
  if (!list.data?.undos.length) return null;
  return html`<section class="undone"><h2>Undone</h2><ul class="lines-list">${list.data.undos.map((undo) => html`<li key=${undo.id} class="row">
    <span class="said">${scopeOf(undo)}</span><span class="small soft"><${When} at=${undo.at} time />${undo.by ? `, ${undo.by}` : ''}, ${undo.removed.length.toLocaleString()} memories</span>
    ${undo.redone_at ? html`<${Badge}>redone</${Badge}>` : html`<button onClick=${() => redo(undo)}>Redo</button>`}</li>`)}</ul></section>`;
}
