// The command palette: go to a view, an agent or a memory, or run a command.
import { html, useState, useEffect, useRef } from './ui.js';
import { api } from './api.js';
import { NO_ITEM, go, opening } from './route.js';
import { attempt, useLoaded } from './components.js';
import { Icon } from './icons.js';
import { conversationIn, messagesAbout } from './message_search.js';
import { useSettled } from './view_components.js';

const MOST = 8;
// The browser also sends this event when the list changes under a pointer that rests; the keyboard has the say then.
const hasMoved = (event) => event.movementX !== 0 || event.movementY !== 0;

export default function Palette({ agents, agent, views, onClose, onOpen }) {
  const box = useRef(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const words = useSettled(typed.trim(), 150);
  const found = useLoaded(async () => (words ? api.get('/api/v1/memory', { q: words, agent_id: agent, limit: 5 }) : null), [words, agent]);
  const whose = agent || (agents.length === 1 ? agents[0].agent_id : '');
  const talks = useLoaded(async () => (words && whose ? conversationsWith(words, whose) : []), [words, whose]);
  const all = [...commands({ typed, agent, agents, views, onOpen }), ...(typed ? [...memories(found.data), ...(talks.data ?? [])] : [])];
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => before?.isConnected && before.focus();
  }, []);
  useEffect(() => setAt(0), [typed]);
  const run = (one) => { onClose(); one.run(); };
  const pressed = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) { event.preventDefault(); setAt((at + by + all.length) % all.length); }
    if (event.key === 'Enter' && all[at]) { event.preventDefault(); run(all[at]); }
  };
  return html`<dialog ref=${box} class="palette" aria-label="Search or jump to" onClose=${onClose} onClick=${(event) => event.target === box.current && onClose()}>
    <label class="find"><span class="sr">Search or jump to</span><${Icon} name="search" />
      <input autofocus role="combobox" aria-expanded="true" aria-controls="palette-list" aria-activedescendant=${all[at] ? `palette-${at}` : undefined}
        autocomplete="off" placeholder="A view, an agent, or words of a memory or conversation" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} onKeyDown=${pressed} /></label>
    <ul id="palette-list" role="listbox" aria-label="Results">${all.map((one, place) => html`<li key=${one.id} id=${`palette-${place}`} role="option" aria-selected=${place === at}
      onMouseMove=${(event) => hasMoved(event) && setAt(place)} onClick=${() => run(one)}><${Icon} name=${one.icon} /><span class="said clamp">${one.title}</span>
        <span class="soft small">${one.group}</span></li>`)}</ul>
  </dialog>`;
}

function commands({ typed, agent, agents, views, onOpen }) {
  const list = [
    ...views.map((one) => ({ id: `view ${one.name}`, icon: one.name, title: one.title, group: one.key ? `g ${one.key}` : 'View', run: () => go(one.name, { agent }) })),
    { id: 'timeline', icon: 'timeline', title: 'Timeline', group: 'People and things', run: () => go('people', { agent, tab: 'timeline' }) },
    { id: 'graph', icon: 'graph', title: 'Graph', group: 'People and things', run: () => go('people', { agent, tab: 'graph' }) },
    { id: 'profile', icon: 'agent', title: 'Profile', group: 'People and things', run: () => go('people', { agent, tab: 'profile' }) },
    { id: 'add', icon: 'add', title: 'Add memory', group: 'Command', run: () => go('memories', { agent, add: '1' }) },
    { id: 'sync', icon: 'sync', title: 'Sync now', group: 'Command', run: () => attempt(() => api.post('/api/v1/sync', {}, { agent_id: agent }), (done) => `${done.done} jobs done.`) },
    { id: 'help', icon: 'keyboard', title: 'Keyboard shortcuts', group: '?', run: () => onOpen('help') },
    { id: 'everybody', icon: 'agent', title: 'All agents', group: 'Agent', run: () => go(null, { ...NO_ITEM, agent: '' }) },
    ...agents.map((one) => ({ id: `agent ${one.agent_id}`, icon: 'agent', title: one.agent_id, group: 'Agent', run: () => go(null, { ...NO_ITEM, agent: one.agent_id }) })),
  ];
  const wanted = typed.trim().toLowerCase();
  const fits = list.filter((one) => one.title.toLowerCase().includes(wanted)).slice(0, MOST);
  if (!wanted) return fits;
  return [...fits,
    { id: 'ask', icon: 'ask', title: `Ask: ${typed.trim()}`, group: 'Ask', run: () => go('ask', { agent, q: typed.trim() }) },
    { id: 'search', icon: 'search', title: `Search memories: ${typed.trim()}`, group: 'Memories', run: () => go('memories', { agent, q: typed.trim() }) }];
}

/** Conversations whose title has these words, and then those in which they were said. */
async function conversationsWith(words, agent) {
  const [list, said] = await Promise.all([
    api.get('/api/v1/conversations', { agent_id: agent, limit: 200 }),
    messagesAbout(agent, words, 10),
  ]);
  const titles = new Map(list.conversations.map((one) => [one.id, one.title ?? one.id]));
  const named = [...titles].filter(([, title]) => title.toLowerCase().includes(words.toLowerCase())).map(([id]) => ({ id }));
  const found = [...named, ...said.map((hit) => ({ id: conversationIn(hit), turn: hit.turn?.id }))];
  const firsts = found.filter((one, at) => found.findIndex((other) => other.id === one.id) === at).slice(0, 3);
  return firsts.map(({ id, turn }) => ({
    id: `conversation ${id}`, icon: 'conversations', title: titles.get(id) ?? id, group: 'Conversation', run: () => go('conversations', { agent, id, turn }),
  }));
}

const memories = (data) => (data?.memories ?? []).map((memory) => ({
  id: `${memory.agent_id}/${memory.id}`, icon: 'memories', title: memory.content, group: memory.agent_id,
  run: () => go(null, opening(memory.id, memory.agent_id)),
}));
