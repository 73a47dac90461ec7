// One conversation: rename, export, undo, delete; its summary, messages and model window.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Busy, Fault, IconButton, When, attempt, isSettled, useLoaded } from '../components.js';
import { dayText, inZone } from '../dates.js';
import { download } from '../download.js';
import { TypedConfirmation } from '../typed_confirmation.js';
import { Icon } from '../icons.js';
import { count } from '../labels.js';
import { Clamped } from '../view_components.js';
import { Messages, ModelWindow } from './messages.js';
import { UndoButton, Undos, useUndos } from './undo.js';

export function Conversation({ agent, id, turn, onChanged }) {
  const path = `/api/v1/conversations/${part(id)}`;
  const whose = { agent_id: agent };
  const conversation = useLoaded(() => api.get(path, whose), [agent, id]);
  const recap = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { conversation_id: id }), [agent, id]);
  const [showing, setShowing] = useState('messages');
  const [deleting, setDeleting] = useState(false);
  const [round, setRound] = useState(0);
  const undos = useUndos(agent, round);
  const undone = () => { recap.again(); setRound((number) => number + 1); };
  const remove = () => attempt(async () => { await api.delete(path, whose); onChanged(); go('conversations', { agent }); }, 'Deleted the conversation and what was learned only from it.');
  const rename = (text) => attempt(async () => { await api.patch(path, { title: text || null }, whose); conversation.again(); }, 'Renamed.');
  const back = html`<p class="small"><a href=${`#/conversations?agent=${part(agent)}`}>All conversations</a></p>`;
  if (conversation.error) return html`${back}<div class="head"><h1 class="said">${id}</h1></div><${Fault} of=${conversation} />`;
  if (!isSettled(conversation, recap, undos)) return html`<${Busy} />`;
  const { title, turns, started_at, last_at, retention } = conversation.data;
  return html`${back}
    <div class="head"><${Title} title=${title ?? id} fixed=${retention === 'ephemeral'} onSave=${rename} />
      <p><${Days} from=${started_at} to=${last_at} />, ${count(turns, 'turn')}</p>
      <div class="row push"><a class="button" href=${`#/ask?agent=${part(agent)}&conversation=${part(id)}`}><${Icon} name="ask" />Ask a follow-up</a>
        <${ExportMenu} path=${path} whose=${whose} id=${id} name=${title ?? id} />
        <${UndoButton} agent=${agent} scope=${{ conversation_id: id }} onDone=${undone} />
        <button class="danger" onClick=${() => setDeleting(true)}><${Icon} name="trash" />Delete …</button></div></div>
    <${Undos} of=${undos} agent=${agent} conversation=${id} onDone=${recap.again} />
    ${recap.data?.summaries.map((one) => html`<${Recap} key=${one.id} recap=${one} />`)}
    <div class="tabs" role="group" aria-label="View">
      <button aria-pressed=${showing === 'messages'} onClick=${() => setShowing('messages')}>Messages</button>
      <button aria-pressed=${showing === 'window'} onClick=${() => setShowing('window')}>Model window</button></div>
    ${showing === 'messages' ? html`<${Messages} path=${path} whose=${whose} conversation=${id} turn=${turn} onUndone=${undone} />` : html`<${ModelWindow} path=${path} whose=${whose} />`}
    ${deleting && html`<${TypedConfirmation} title="Delete this conversation" word="delete" action="Delete" onClose=${() => setDeleting(false)} onDone=${remove}>
      <p>All ${count(turns, 'turn')} of <strong class="said">${title ?? id}</strong> are erased, with everything learned only from them.
        This cannot be undone; export it first if in doubt.</p></${TypedConfirmation}>`}`;
}

/** The first and the last day, once if they are the same. */
const Days = ({ from, to }) => html`${dayText(inZone(from)) !== dayText(inZone(to)) && html`<${When} at=${from} /> to `}<${When} at=${to} />`;

/** The title, and a form in its place to change it. */
function Title({ title, fixed, onSave }) {
  const [typed, setTyped] = useState(null);
  const field = useRef(null);
  useEffect(() => { if (typed !== null) field.current?.select(); }, [typed === null]);
  const save = async (event) => { event.preventDefault(); await onSave(typed.trim()); setTyped(null); };
  if (typed === null) return html`<h1><${Clamped}>${title}</${Clamped}></h1>${!fixed && html`<${IconButton} icon="edit" label="Rename" onClick=${() => setTyped(title)} />`}`;
  return html`<h1 class="sr">${title}</h1><form class="row" onSubmit=${save} onKeyDown=${(event) => event.key === 'Escape' && setTyped(null)}>
    <label><span class="sr">Title</span><input ref=${field} maxlength="1000" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
    <button class="primary">Save</button><button type="button" onClick=${() => setTyped(null)}>Cancel</button></form>`;
}

/** Every message of a conversation in the form that import reads. */
async function wholeConversation(path, whose, name) {
  const turns = [];
  let cursor = null;
  do {
    const page = await api.get(`${path}/messages`, { ...whose, limit: 1000, cursor });
    turns.push(...page.messages.map(({ id, role, speaker, content, timestamp }) => ({ conversation: name, id, role, ...(speaker && { speaker }), content, at: timestamp })));
    cursor = page.next_cursor;
  } while (cursor);
  return turns;
}

function ExportMenu({ path, whose, id, name }) {
  const save = (event) => {
    const kind = event.currentTarget.value;
    event.currentTarget.value = '';
    attempt(async () => {
      const turns = await wholeConversation(path, whose, id);
      const text = kind === 'json' ? JSON.stringify(turns, null, 1) : turns.map((turn) => JSON.stringify(turn)).join('\n');
      download(new Blob([text], { type: 'application/json' }), [name, whose.agent_id], kind);
    }, 'Export saved.');
  };
  return html`<label><span class="sr">Export</span><select class="as-button" value="" onChange=${save}><option value="" disabled>Export …</option>
    <option value="json">as JSON</option><option value="jsonl">as JSON lines</option></select></label>`;
}

/** Closed at first, so that the messages are in sight. */
const Recap = ({ recap }) => html`<details class="card recap"><summary><h2>Summary</h2> <span class="said soft">${recap.overall}</span></summary>
  ${recap.overall && html`<p class="said">${recap.overall}</p>`}
  ${recap.topics.length > 0 && html`<p class="row" aria-label="Topics">${recap.topics.map((topic) => html`<span class="badge" key=${topic}><span class="said">${topic}</span></span>`)}</p>`}
  <div class="cards">${[['Decisions', recap.decisions], ['Key dates', recap.key_dates], ['Action items', recap.action_items]].map(([title, items]) => items.length > 0 && html`
    <div key=${title}><h3>${title}</h3><ul>${items.map((item) => html`<li class="said" key=${item}>${item}</li>`)}</ul></div>`)}</div></details>`;
