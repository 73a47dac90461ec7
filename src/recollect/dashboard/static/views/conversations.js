// Conversations: the list, its search, and import.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Badge, Busy, Notice, When, useLoaded } from '../components.js';
import { count } from '../labels.js';
import { Empty, SearchField, useSearchText } from '../view_components.js';
import { ChooseAgent, onlyAgent } from './choose_agent.js';
import { Conversation } from './conversation.js';
import { ImportButton } from './import.js';
import { Undos } from './undo.js';

export default function Conversations({ agent, agents, params, onChanged }) {
  const whose = onlyAgent(agent, agents);
  if (!whose) return html`<${ChooseAgent} view="conversations" title="Conversations" icon="conversations" agents=${agents} onChanged=${onChanged}
    shows="Every conversation with its messages and a summary, to search, export or delete." />`;
  return params.id
    ? html`<${Conversation} key=${`${whose}/${params.id}`} agent=${whose} id=${params.id} turn=${params.turn} onChanged=${onChanged} />`
    : html`<${All} key=${whose} agent=${whose} params=${params} onChanged=${onChanged} />`;
}

function All({ agent, params, onChanged }) {
  const q = params.q ?? '';
  const [typed, setTyped] = useSearchText(q, (words) => go(null, { q: words }, { replace: true }));
  const [cursors, setCursors] = useState([null]);
  const cursor = cursors[cursors.length - 1];
  const list = useLoaded(() => api.get('/api/v1/conversations', { agent_id: agent, limit: 50, cursor }), [agent, cursor]);
  const recaps = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { limit: 1000 }), [agent]);
  const hits = useLoaded(async () => (q ? api.post('/api/v1/search', { agent_id: agent, query: q, scopes: ['turns', 'summaries'], limit: 30, spaces: [] }) : null), [agent, q]);
  const recap = (id) => recaps.data?.summaries.find((one) => one.conversation_id === id);
  return html`
    <div class="head"><h1>Conversations</h1><p>agent <span class="said">${agent}</span></p>
      <div class="row push"><${ImportButton} agent=${agent} messages onImported=${() => { onChanged(); list.again(); }} /></div></div>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}><${SearchField} label="Search messages" value=${typed} onInput=${setTyped} /></form>
    ${list.error && html`<${Notice} kind="bad" onRetry=${list.again}>${list.error.message}</${Notice}>`}
    ${q && hits.data && html`<${Found} hits=${hits.data.hits} agent=${agent} />`}
    ${!q && html`<ul class="lines-list">${list.data?.conversations.map((one) => html`<li key=${one.id}><a class="tile" href=${`#/conversations?agent=${part(agent)}&id=${part(one.id)}`}>
        <strong class="said">${one.title ?? one.id}</strong>
        ${recap(one.id) && html`<span class="said clamp two">${recap(one.id).overall || recap(one.id).text}</span>`}
        <span class="by"><${When} at=${one.last_at} />${' · '}${count(one.turns, 'turn')}${
          one.retention === 'ephemeral' ? html` <${Badge} kind="violet">in memory only</${Badge}>` : ''}</span></a></li>`)}</ul>
      ${list.data && !list.data.conversations.length && html`<${Empty} title="No conversations" icon="conversations">
        <p>This agent has no conversations yet. Point a client at this server, or import a file: JSON, JSON lines, or an export of ChatGPT or Claude.</p></${Empty}>`}
      <div class="actions pages">${cursors.length > 1 && html`<button onClick=${() => setCursors(cursors.slice(0, -1))}>Newer</button>`}
        ${list.data?.next_cursor && html`<button onClick=${() => setCursors([...cursors, list.data.next_cursor])}>Older</button>`}</div>`}
    ${(list.busy && !list.data) || (q && hits.busy && !hits.data) ? html`<${Busy} />` : ''}
    <${Undos} agent=${agent} />`;
}

const Found = ({ hits, agent }) => (hits.length ? html`<ul class="lines-list">${hits.map((hit) => {
  const conversation = hit.turn?.conversation ?? hit.entry?.metadata?.conversation;
  return html`<li key=${`${hit.scope}/${conversation}/${hit.id}`}><div class="said clamp">${hit.text}</div>
    <div class="row by"><${When} at=${hit.at} />${hit.turn && html`<span class="said">${hit.turn.speaker ?? hit.turn.role}</span>`}
      ${conversation && html`<a href=${`#/conversations?agent=${part(agent)}&id=${part(conversation)}&turn=${part(hit.id)}`}>Open conversation</a>`}</div></li>`;
})}</ul>` : html`<${Empty} title="No matches" icon="search"><p>No message has these words or means the same.</p></${Empty}>`);
