// Conversations: their messages, summaries and model windows.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Badge, Busy, Empty, Notice, TypedConfirmation, When, attempt, useLoaded, useSettled } from '../components.js';
import { UndoButton, Undos } from './undo.js';

const ROLES = { user: 'accent', assistant: '', system: 'blue', tool: 'violet' };

export default function Conversations({ agent, agents, params, onChanged }) {
  const only = agents?.length === 1 ? agents[0].agent_id : '';
  const whose = agent || only;
  if (!agents) return html`<${Busy} />`;
  if (!agents.length) return html`<div class="head"><h1>Conversations</h1></div><${Empty} title="No conversations yet"><p><a href="#/memories">Start with the demo data</a>, or import your own.</p></${Empty}>`;
  if (!whose) return html`<${Choose} agents=${agents} />`;
  return params.id
    ? html`<${Conversation} agent=${whose} id=${params.id} turn=${params.turn} onChanged=${onChanged} />`
    : html`<${All} agent=${whose} />`;
}

const Choose = ({ agents }) => html`<div class="head"><h1>Conversations</h1><p>Choose an agent.</p></div>
  <ul class="plain cards">${agents.map((one) => html`<li key=${one.agent_id}><a class="card tile" href=${`#/conversations?agent=${part(one.agent_id)}`}><strong class="said">${one.agent_id}</strong>
    <span class="soft">${one.conversations.toLocaleString()} conversations, ${one.turns.toLocaleString()} turns</span></a></li>`)}</ul>`;

function All({ agent }) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const [cursors, setCursors] = useState([null]);
  const cursor = cursors[cursors.length - 1];
  const list = useLoaded(() => api.get('/api/v1/conversations', { agent_id: agent, limit: 50, cursor }), [agent, cursor]);
  const recaps = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { limit: 1000 }), [agent]);
  const hits = useLoaded(async () => (q ? api.post('/api/v1/search', { agent_id: agent, query: q, scopes: ['turns', 'summaries'], limit: 30, spaces: [] }) : null), [agent, q]);
  const recap = (id) => recaps.data?.summaries.find((one) => one.conversation_id === id);
  return html`
    <div class="head"><h1>Conversations</h1><p>of <span class="said">${agent}</span></p></div>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="grow"><span class="sr">Search messages</span><input type="search" placeholder="Search messages" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label></form>
    ${list.error && html`<${Notice} kind="bad">${list.error.message}</${Notice}>`}
    ${hits.data && html`<${Found} hits=${hits.data.hits} agent=${agent} />`}
    ${!q && html`<ul class="plain stack">${list.data?.conversations.map((conversation) => html`<li key=${conversation.id}><a class="card tile" href=${`#/conversations?agent=${part(agent)}&id=${part(conversation.id)}`}>
        <strong class="said">${conversation.title ?? conversation.id}</strong>
        <span class="small soft"><${When} at=${conversation.started_at} />${' · '}${conversation.turns.toLocaleString()} turns${conversation.retention === 'ephemeral' ? html` <${Badge} kind="violet">in memory only</${Badge}>` : ''}</span>
        ${recap(conversation.id) && html`<span class="said clamp">${recap(conversation.id).overall || recap(conversation.id).text}</span>`}</a></li>`)}</ul>
      ${list.data && !list.data.conversations.length && html`<${Empty} title="No conversations"><p>This agent has no conversations yet.</p></${Empty}>`}
      <div class="actions">${cursors.length > 1 && html`<button onClick=${() => setCursors(cursors.slice(0, -1))}>Newer</button>`}
        ${list.data?.next_cursor && html`<button onClick=${() => setCursors([...cursors, list.data.next_cursor])}>Older</button>`}</div>`}
    ${list.busy && !list.data && html`<${Busy} />`}
    <${Undos} agent=${agent} />`;
}

const Found = ({ hits, agent }) => (hits.length ? html`<ul class="plain stack">${hits.map((hit) => {
  const conversation = hit.turn?.conversation ?? hit.entry?.metadata?.conversation;
  return html`<li class="card" key=${`${hit.scope}/${conversation}/${hit.id}`}><div class="said clamp">${hit.text}</div>
    <div class="row small soft"><${When} at=${hit.at} />${hit.turn && html`<span>${hit.turn.speaker ?? hit.turn.role}</span>`}
      ${conversation && html`<a href=${`#/conversations?agent=${part(agent)}&id=${part(conversation)}&turn=${part(hit.id)}`}>Open conversation</a>`}</div></li>`;
})}</ul>` : html`<p class="soft">No matches.</p>`);

function Conversation({ agent, id, turn, onChanged }) {
  const path = `/api/v1/conversations/${part(id)}`;
  const whose = { agent_id: agent };
  const conversation = useLoaded(() => api.get(path, whose), [agent, id]);
  const recap = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { conversation_id: id }), [agent, id]);
  const [showing, setShowing] = useState('messages');
  const [deleting, setDeleting] = useState(false);
  const remove = () => attempt(async () => { await api.delete(path, whose); onChanged(); go('conversations', { agent }); }, 'Deleted the conversation and what was learned only from it.');
  if (conversation.error) return html`<${Notice} kind="bad">${conversation.error.message}</${Notice}><p><a href=${`#/conversations?agent=${part(agent)}`}>All conversations</a></p>`;
  if (!conversation.data) return html`<${Busy} />`;
  return html`
    <p class="small"><a href=${`#/conversations?agent=${part(agent)}`}>All conversations of ${agent}</a></p>
    <div class="head"><h1 class="said">${conversation.data.title ?? conversation.data.id}</h1>
      <p><${When} at=${conversation.data.started_at} />, ${conversation.data.turns.toLocaleString()} turns</p>
      <a class="push" href=${`#/ask?agent=${part(agent)}&conversation=${part(id)}`}>Ask a follow-up</a>
      <${UndoButton} agent=${agent} scope=${{ conversation_id: id }} onDone=${recap.again} />
      <button class="danger" onClick=${() => setDeleting(true)}>Delete …</button></div>
    ${recap.data?.summaries.map((one) => html`<${Recap} key=${one.id} recap=${one} />`)}
    <div class="tabs" role="group" aria-label="View">
      <button aria-pressed=${showing === 'messages'} onClick=${() => setShowing('messages')}>Messages</button>
      <button aria-pressed=${showing === 'window'} onClick=${() => setShowing('window')}>Model window</button></div>
    ${showing === 'messages' ? html`<${Messages} path=${path} whose=${whose} conversation=${id} turn=${turn} onUndone=${recap.again} />` : html`<${Window} path=${path} whose=${whose} />`}
    ${deleting && html`<${TypedConfirmation} title="Delete this conversation" word="delete" action="Delete" onClose=${() => setDeleting(false)} onDone=${remove}>
      <p>All ${conversation.data.turns.toLocaleString()} turns of <strong class="said">${conversation.data.title ?? conversation.data.id}</strong> are erased, with everything learned only from them. This cannot be undone.</p></${TypedConfirmation}>`}`;
}

const Recap = ({ recap }) => html`<section class="card recap"><h2>Summary</h2>
  ${recap.overall && html`<p class="said">${recap.overall}</p>`}
  ${recap.topics.length > 0 && html`<p class="row" aria-label="Topics">${recap.topics.map((topic) => html`<${Badge} key=${topic}><span class="said">${topic}</span></${Badge}>`)}</p>`}
  <div class="cards">${[['Decisions', recap.decisions], ['Key dates', recap.key_dates], ['Action items', recap.action_items]].map(([title, items]) => items.length > 0 && html`
    <div key=${title}><h3>${title}</h3><ul>${items.map((item) => html`<li class="said" key=${item}>${item}</li>`)}</ul></div>`)}</div></section>`;

function Messages({ path, whose, conversation, turn, onUndone }) {
  const [state, setState] = useState({ messages: [], cursor: null, busy: true, error: null });
  const here = useRef(null);
  const load = async (cursor) => {
    setState((before) => ({ ...before, busy: true }));
    try {
      const page = await api.get(`${path}/messages`, { ...whose, limit: 200, cursor });
      setState((before) => ({ messages: [...(cursor ? before.messages : []), ...page.messages], cursor: page.next_cursor, busy: false, error: null }));
    } catch (error) { setState((before) => ({ ...before, busy: false, error })); }
  };
  useEffect(() => { load(null); }, [path]);
  const sought = turn && state.messages.some((message) => message.id === turn);
  useEffect(() => {
    if (sought) here.current?.scrollIntoView({ block: 'center' });
    else if (turn && state.cursor && !state.busy) load(state.cursor);
  }, [sought, state.busy]);
  const dropped = state.messages.filter((message) => message.view === 'dropped').length;
  const shortened = state.messages.filter((message) => message.is_compressed && message.view !== 'dropped').length;
  return html`${state.error && html`<${Notice} kind="bad">${state.error.message}</${Notice}>`}
    ${dropped + shortened > 0 && html`<${Kept} all=${state.messages.length} shortened=${shortened} dropped=${dropped} />`}
    <ol class="plain stack messages">${state.messages.map((message) => html`<li class=${`message ${message.role} ${message.view === 'dropped' ? 'dropped' : message.is_compressed ? 'shortened' : ''} ${message.id === turn ? 'here' : ''}`} key=${message.id} ref=${message.id === turn ? here : undefined}>
      <div class="row small"><${Badge} kind=${ROLES[message.role]}>${message.speaker ?? message.role}</${Badge}><span class="soft"><${When} at=${message.timestamp} time /></span>
        ${message.token_count !== null && html`<span class="soft nums">${message.token_count} tokens</span>`}
        ${message.view === 'dropped' && html`<${Badge} kind="warn" title="Windows of this conversation leave it out; the text stays stored">left out of windows</${Badge}>`}
        ${message.is_compressed && message.view !== 'dropped' && html`<${Badge} kind="blue" title="Windows of this conversation show it shortened; the text stays stored">shortened in windows</${Badge}>`}
        <${UndoButton} small agent=${whose.agent_id} scope=${{ conversation_id: conversation, turn_id: message.id }} onDone=${onUndone} /></div>
      <div class="said">${message.content}</div></li>`)}</ol>
    ${state.busy && html`<${Busy} />`}${state.cursor && !state.busy && html`<button onClick=${() => load(state.cursor)}>Show more</button>`}`;
}

/** How much of the conversation a model still sees. */
const Kept = ({ all, shortened, dropped }) => html`<div class="card kept"><div class="stacked" aria-hidden="true">
    <span class="part kept-whole" style=${{ width: `${(100 * (all - shortened - dropped)) / all}%` }}></span>
    <span class="part kept-part" style=${{ width: `${(100 * shortened) / all}%` }}></span></div>
  <ul class="legend"><li><span class="dot kept-whole"></span>${(all - shortened - dropped).toLocaleString()} shown in full</li>
    <li><span class="dot kept-part"></span>${shortened.toLocaleString()} shortened</li>
    <li><span class="dot kept-none"></span>${dropped.toLocaleString()} left out of windows</li></ul>
  <p class="soft small">Nothing is lost: this page shows every original message.</p></div>`;

const STRATEGIES = { 'budgeted': 'within a token budget', 'last-n': 'the last messages', 'seed-middle-tail': 'first and last messages, middle shortened' };

function Window({ path, whose }) {
  const [strategy, setStrategy] = useState('budgeted');
  const [tokens, setTokens] = useState(2000);
  const view = useLoaded(() => api.get(`${path}/context`, { ...whose, strategy, tokens }), [path, strategy, tokens]);
  return html`<div class="row filters">
      <label class="picker"><span>Strategy</span><select value=${strategy} onChange=${(event) => setStrategy(event.currentTarget.value)}>${Object.entries(STRATEGIES).map(([name, text]) => html`<option value=${name}>${name}: ${text}</option>`)}</select></label>
      <label class="picker"><span>Tokens</span><select value=${tokens} onChange=${(event) => setTokens(Number(event.currentTarget.value))}>${[500, 1000, 2000, 8000, 32000].map((size) => html`<option value=${size}>${size.toLocaleString()}</option>`)}</select></label></div>
    ${view.error && html`<${Notice} kind="bad">${view.error.message}</${Notice}>`}
    ${view.data && html`<p class="soft small">${view.data.metrics.used_tokens.toLocaleString()} of ${view.data.metrics.total_tokens.toLocaleString()} tokens shown${view.data.metrics.is_distilled ? html`: ${view.data.metrics.shortened.toLocaleString()} messages shortened, ${view.data.metrics.left_out.toLocaleString()} left out` : ': all of it'}.</p>
      <pre class="said">${view.data.text}</pre>`}`;
}
