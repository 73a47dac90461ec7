// The details of one memory: its source and its history.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Fault, Notice, SaidOn, When, useLoaded } from '../components.js';
import { UndoButton } from './undo.js';
import { CHANGES, ROLES } from '../labels.js';
import { restore } from './memory_actions.js';
import { highlight } from './marks.js';
import { Content } from './quotation.js';

const AROUND = 2;
const AT_FIRST = 5;
const GONE = 404;

export const conversationOf = (memory) => `#/conversations?agent=${part(memory.agent_id)}&id=${part(memory.conversation_id)}&turn=${part(memory.turn_id)}`;

/** The sentence a memory came from, with the messages around it. */
export function Source({ memory, onUndone }) {
  const loaded = useLoaded(async () => {
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
  const { data, error } = loaded;
  if (error?.status === GONE) return html`<${Notice}>Source: <q class="said">${memory.quote}</q> The conversation has been deleted.</${Notice}>`;
  if (!data) return error ? html`<${Fault} of=${loaded} />` : html`<${Busy} />`;
  return html`<div class="source">
    ${!data.length && html`<q class="said">${memory.quote}</q>`}
    ${data.map((message) => html`<div class=${`message ${message.role} ${message.id === memory.turn_id ? 'here' : ''}`} key=${message.id}>
      <span class="small soft">${message.speaker ?? ROLES[message.role] ?? message.role} · <${SaidOn} at=${message.timestamp} time /></span>
      <div class="said">${message.id === memory.turn_id ? highlight(message.content, memory.quote) : message.content}</div></div>`)}
    ${memory.conversation_id && html`<div class="row"><a class="small" href=${conversationOf(memory)}>Read the whole conversation</a>
      ${onUndone && html`<${UndoButton} agent=${memory.agent_id} scope=${{ conversation_id: memory.conversation_id, turn_id: memory.turn_id }} onDone=${onUndone} />`}</div>`}
  </div>`;
}

/** The versions of a memory, the latest first, and why each changed. */
export function History({ memory }) {
  const loaded = useLoaded(() => api.get(`/api/v1/memory/${part(memory.id)}/history`, { agent_id: memory.agent_id, limit: 200 }), [memory.id, memory.version]);
  const [all, setAll] = useState(false);
  if (loaded.error) return html`<${Fault} of=${loaded} />`;
  if (!loaded.data) return html`<${Busy} />`;
  const versions = [...loaded.data.versions].sort((a, b) => b.number - a.number);
  return html`<ol class="history">${versions.slice(0, all ? versions.length : AT_FIRST).map((version) => html`<li key=${version.number}>
    <div class="row small"><${Badge}>${CHANGES[version.change] ?? version.change}</${Badge}><span class="soft"><${When} at=${version.at} time /></span>
      ${version.number !== memory.version && html`<button class="link small" onClick=${() => restore(memory, version.number)}>Restore this version</button>`}</div>
    ${versions.length > 1 && html`<${Content} memory=${version.memory} />`}</li>`)}</ol>
    ${!all && versions.length > AT_FIRST && html`<button class="link small" onClick=${() => setAll(true)}>Show all ${versions.length} versions</button>`}`;
}
