// The details of one memory: its source and its history.
import { html } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Notice, When, attempt, useLoaded } from '../components.js';
import { UndoButton } from './undo.js';
import { CHANGES } from '../labels.js';
import { Content, highlight } from './quotation.js';

const AROUND = 2;

const conversationOf = (memory) => `#/conversations?agent=${part(memory.agent_id)}&id=${part(memory.conversation_id)}&turn=${part(memory.turn_id)}`;

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
    ${memory.conversation_id && html`<div class="row"><a class="small" href=${conversationOf(memory)}>Read the whole conversation</a>
      ${onUndone && html`<${UndoButton} small agent=${memory.agent_id} scope=${{ conversation_id: memory.conversation_id, turn_id: memory.turn_id }} onDone=${onUndone} />`}</div>`}
  </div>`;
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
