// Conversations: the list, its search, and import.
import { html, useState, useEffect } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Badge, Busy, Fault, When, isSettled, useLoaded } from '../components.js';
import { ROLES, count } from '../labels.js';
import { conversationIn, marked, messagesAbout } from '../message_search.js';
import { Empty, SearchField, useSearchText } from '../view_components.js';
import { ChooseAgent, onlyAgent } from './choose_agent.js';
import { Conversation } from './conversation.js';
import { ImportButton } from './import.js';
import { Undos, useUndos } from './undo.js';

const PAGE = 1000;
const MOST = 5000;
const SHOWN = 50;

/** All conversations, those with the latest message first. */
async function everyConversation(agent) {
  const all = [];
  let cursor = null;
  do {
    const page = await api.get('/api/v1/conversations', { agent_id: agent, limit: PAGE, cursor });
    all.push(...page.conversations);
    cursor = page.next_cursor;
  } while (cursor && all.length < MOST);
  return all.sort((a, b) => Date.parse(b.last_at) - Date.parse(a.last_at));
}

export default function Conversations({ agent, agents, params, onChanged }) {
  const whose = onlyAgent(agent, agents);
  if (!whose) return html`<${ChooseAgent} title="Conversations" icon="conversations" agents=${agents} onChanged=${onChanged}
    tools=${html`<div class="row push"><${ImportButton} agents=${agents} messages onImported=${onChanged} /></div>`} shows="Every conversation with its messages and a summary, to search, export or delete." />`;
  return params.id
    ? html`<${Conversation} key=${`${whose}/${params.id}`} agent=${whose} id=${params.id} turn=${params.turn} onChanged=${onChanged} />`
    : html`<${All} key=${whose} agent=${whose} isChosen=${Boolean(agent)} agents=${agents} params=${params} onChanged=${onChanged} />`;
}

function All({ agent, isChosen, agents, params, onChanged }) {
  const q = params.q ?? '';
  const [typed, setTyped] = useSearchText(q, (words) => go(null, { q: words }, { replace: true }));
  const [start, setStart] = useState(0);
  useEffect(() => setStart(0), [agent]);
  const list = useLoaded(() => everyConversation(agent), [agent]);
  const recaps = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { limit: 1000 }), [agent]);
  const undos = useUndos(agent);
  const hits = useLoaded(async () => (q ? messagesAbout(agent, q, 30) : null), [agent, q]);
  // A summary that came later would move the conversations below it.
  const isLoaded = isSettled(list, recaps);
  const shown = (isLoaded && list.data?.slice(start, start + SHOWN)) || [];
  const recap = (id) => recaps.data?.summaries.find((one) => one.conversation_id === id);
  return html`
    <div class="head"><h1>Conversations</h1><p>agent <span class="said">${agent}</span></p>
      <div class="row push"><${ImportButton} agent=${isChosen ? agent : ''} agents=${agents} messages onImported=${() => { onChanged(); list.again(); }} /></div></div>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}><${SearchField} label="Search messages" value=${typed} onInput=${setTyped} /></form>
    <${Fault} of=${list} />
    <${Fault} of=${hits} />
    ${q && hits.data && html`<${Found} hits=${hits.data} words=${q} agent=${agent} conversations=${list.data ?? []} />`}
    ${!q && html`<ul class="lines-list">${shown.map((one) => html`<li key=${one.id}><a class="tile" href=${`#/conversations?agent=${part(agent)}&id=${part(one.id)}`}>
        <strong class="said clamp two">${one.title ?? one.id}</strong>
        ${recap(one.id) && html`<span class="said clamp two">${recap(one.id).overall || recap(one.id).text}</span>`}
        <span class="by"><${When} at=${one.last_at} />${' · '}${count(one.turns, 'turn')}${
          one.retention === 'ephemeral' ? html` <${Badge} kind="violet">in memory only</${Badge}>` : ''}</span></a></li>`)}</ul>
      ${isLoaded && list.data?.length === 0 && html`<${Empty} title="No conversations" icon="conversations">
        <p>This agent has no conversations yet. Point a client at this server, or import a file: JSON, JSON lines, or an export of ChatGPT or Claude.</p></${Empty}>`}
      <div class="actions pages">${start > 0 && html`<button onClick=${() => setStart(start - SHOWN)}>Newer</button>`}
        ${list.data?.length > start + SHOWN && html`<button onClick=${() => setStart(start + SHOWN)}>Older</button>`}</div>`}
    ${!isLoaded || (q && hits.busy && !hits.data) ? html`<${Busy} />` : ''}
    <${Undos} of=${undos} agent=${agent} />`;
}

/** What was found, each with the name of its conversation. */
function Found({ hits, words, agent, conversations }) {
  const titles = new Map(conversations.map((one) => [one.id, one.title ?? one.id]));
  if (!hits.length) return html`<${Empty} title="No matches" icon="search"><p>No message has these words or means the same.</p></${Empty}>`;
  return html`<p class="small soft" role="status">${count(hits.length, 'match', 'matches')}</p><ul class="lines-list">${hits.map((hit) => {
    const conversation = conversationIn(hit);
    return html`<li key=${`${hit.scope}/${conversation}/${hit.id}`}><div class="said clamp" dir="auto">${marked(hit.text, words)}</div>
      <div class="row by"><${When} at=${hit.entry?.said_at ?? hit.at} /><span class="said">${hit.turn ? hit.turn.speaker ?? ROLES[hit.turn.role] : 'Summary'}</span>
        <a class="said" title="Open conversation" href=${`#/conversations?agent=${part(agent)}&id=${part(conversation)}${hit.turn ? `&turn=${part(hit.id)}` : ''}`}>${titles.get(conversation) ?? conversation}</a></div></li>`;
  })}</ul>`;
}
