// Conversations: read them, their recaps, and what a model's window shows of them.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Badge, Busy, Empty, Notice, TypedConfirmation, When, attempt, useLoaded, useSettled } from '../parts.js';

const ROLES = { user: 'accent', assistant: '', system: 'blue', tool: 'violet' };

export default function Conversations({ agent, agents, params, onChanged }) {
  const only = agents?.length === 1 ? agents[0].agent_id : '';
  const whose = agent || only;
  if (!agents) return html`<${Busy} />`;
  if (!agents.length) return html`<div class="head"><h1>Conversations</h1></div><${Empty} title="No conversations yet"><p><a href="#/memories">Start with the demo data</a>, or bring in your own.</p></${Empty}>`;
  if (!whose) return html`<${Choose} agents=${agents} />`;
  return params.id
    ? html`<${Conversation} agent=${whose} id=${params.id} turn=${params.turn} onChanged=${onChanged} />`
    : html`<${All} agent=${whose} />`;
}

const Choose = ({ agents }) => html`<div class="head"><h1>Conversations</h1><p>Whose?</p></div>
  <ul class="plain cards">${agents.map((one) => html`<li key=${one.agent_id}><a class="card tile" href=${`#/conversations?agent=${part(one.agent_id)}`}><strong class="said">${one.agent_id}</strong>
    <span class="soft">${one.conversations.toLocaleString()} conversations, ${one.turns.toLocaleString()} turns</span></a></li>`)}</ul>`;

function All({ agent }) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const [cursors, setCursors] = useState([null]);
  const cursor = cursors[cursors.length - 1];
  const list = useLoaded(() => api.get('/api/v1/conversations', { agent_id: agent, limit: 50, cursor }), [agent, cursor]);
  const recaps = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { limit: 1000 }), [agent]);
  const hits = useLoaded(async () => (q ? api.post('/api/v1/search', { agent_id: agent, query: q, scopes: ['turns', 'summaries'], limit: 30 }) : null), [agent, q]);
  const recap = (id) => recaps.data?.summaries.find((one) => one.conversation_id === id);
  return html`
    <div class="head"><h1>Conversations</h1><p>of <span class="said">${agent}</span></p></div>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="grow"><span class="sr">Search what was said</span><input type="search" placeholder="Search what was said" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label></form>
    ${list.error && html`<${Notice} kind="bad">${list.error.message}</${Notice}>`}
    ${hits.data && html`<${Found} hits=${hits.data.hits} agent=${agent} />`}
    ${!q && html`<ul class="plain stack">${list.data?.conversations.map((talk) => html`<li key=${talk.id}><a class="card tile" href=${`#/conversations?agent=${part(agent)}&id=${part(talk.id)}`}>
        <strong class="said">${talk.title ?? talk.id}</strong>
        <span class="small soft"><${When} at=${talk.started_at} />${' · '}${talk.turns.toLocaleString()} turns${talk.retention === 'ephemeral' ? html` <${Badge} kind="violet">in RAM alone</${Badge}>` : ''}</span>
        ${recap(talk.id) && html`<span class="said clamp">${recap(talk.id).overall || recap(talk.id).text}</span>`}</a></li>`)}</ul>
      ${list.data && !list.data.conversations.length && html`<${Empty} title="No conversations"><p>This agent has been told nothing yet.</p></${Empty}>`}
      <div class="actions">${cursors.length > 1 && html`<button onClick=${() => setCursors(cursors.slice(0, -1))}>Newer</button>`}
        ${list.data?.next_cursor && html`<button onClick=${() => setCursors([...cursors, list.data.next_cursor])}>Older</button>`}</div>`}
    ${list.busy && !list.data && html`<${Busy} />`}`;
}

const Found = ({ hits, agent }) => (hits.length ? html`<ul class="plain stack">${hits.map((hit) => {
  const talk = hit.turn?.conversation ?? hit.entry?.metadata?.conversation;
  return html`<li class="card" key=${`${hit.scope}/${talk}/${hit.id}`}><div class="said clamp">${hit.text}</div>
    <div class="row small soft"><${When} at=${hit.at} />${hit.turn && html`<span>${hit.turn.speaker ?? hit.turn.role}</span>`}
      ${talk && html`<a href=${`#/conversations?agent=${part(agent)}&id=${part(talk)}&turn=${part(hit.id)}`}>Read it there</a>`}</div></li>`;
})}</ul>` : html`<p class="soft">Nothing was said about that.</p>`);

function Conversation({ agent, id, turn, onChanged }) {
  const path = `/api/v1/conversations/${part(id)}`;
  const whose = { agent_id: agent };
  const talk = useLoaded(() => api.get(path, whose), [agent, id]);
  const recap = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/summaries`, { conversation_id: id }), [agent, id]);
  const [showing, setShowing] = useState('messages');
  const [deleting, setDeleting] = useState(false);
  const remove = () => attempt(async () => { await api.delete(path, whose); onChanged(); go('conversations', { agent }); }, 'The conversation and what only it had told are gone.');
  if (talk.error) return html`<${Notice} kind="bad">${talk.error.message}</${Notice}><p><a href=${`#/conversations?agent=${part(agent)}`}>All conversations</a></p>`;
  if (!talk.data) return html`<${Busy} />`;
  return html`
    <p class="small"><a href=${`#/conversations?agent=${part(agent)}`}>All conversations of ${agent}</a></p>
    <div class="head"><h1 class="said">${talk.data.title ?? talk.data.id}</h1>
      <p><${When} at=${talk.data.started_at} />, ${talk.data.turns.toLocaleString()} turns</p>
      <button class="danger push" onClick=${() => setDeleting(true)}>Delete …</button></div>
    ${recap.data?.summaries.map((one) => html`<${Recap} key=${one.id} recap=${one} />`)}
    <div class="tabs" role="group" aria-label="What to show">
      <button aria-pressed=${showing === 'messages'} onClick=${() => setShowing('messages')}>What was said</button>
      <button aria-pressed=${showing === 'window'} onClick=${() => setShowing('window')}>What a model sees of it</button></div>
    ${showing === 'messages' ? html`<${Messages} path=${path} whose=${whose} turn=${turn} />` : html`<${Window} path=${path} whose=${whose} />`}
    ${deleting && html`<${TypedConfirmation} title="Delete this conversation" word="delete" action="Delete it" onClose=${() => setDeleting(false)} onDone=${remove}>
      <p>All ${talk.data.turns.toLocaleString()} turns of <strong class="said">${talk.data.title ?? talk.data.id}</strong> are erased, and what was learned from them alone. This cannot be undone.</p></${TypedConfirmation}>`}`;
}

const Recap = ({ recap }) => html`<section class="card recap"><h2>In short</h2>
  ${recap.overall && html`<p class="said">${recap.overall}</p>`}
  ${recap.topics.length > 0 && html`<p class="row" aria-label="Topics">${recap.topics.map((topic) => html`<${Badge} key=${topic}><span class="said">${topic}</span></${Badge}>`)}</p>`}
  <div class="cards">${[['Decisions', recap.decisions], ['Key dates', recap.key_dates], ['Action items', recap.action_items]].map(([title, items]) => items.length > 0 && html`
    <div key=${title}><h3>${title}</h3><ul>${items.map((item) => html`<li class="said" key=${item}>${item}</li>`)}</ul></div>`)}</div></section>`;

function Messages({ path, whose, turn }) {
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
    <ol class="plain stack talk">${state.messages.map((message) => html`<li class=${`message ${message.role} ${message.view === 'dropped' ? 'dropped' : message.is_compressed ? 'shortened' : ''} ${message.id === turn ? 'here' : ''}`} key=${message.id} ref=${message.id === turn ? here : undefined}>
      <div class="row small"><${Badge} kind=${ROLES[message.role]}>${message.speaker ?? message.role}</${Badge}><span class="soft"><${When} at=${message.timestamp} time /></span>
        ${message.token_count !== null && html`<span class="soft nums">${message.token_count} tokens</span>`}
        ${message.view === 'dropped' && html`<${Badge} kind="warn" title="Windows of this conversation leave it out; the text stays stored">left out of windows</${Badge}>`}
        ${message.is_compressed && message.view !== 'dropped' && html`<${Badge} kind="blue" title="Windows of this conversation show it shortened; the text stays stored">shortened in windows</${Badge}>`}</div>
      <div class="said">${message.content}</div></li>`)}</ol>
    ${state.busy && html`<${Busy} />`}${state.cursor && !state.busy && html`<button onClick=${() => load(state.cursor)}>Show more</button>`}`;
}

/** How much of what is shown here a model still sees. */
const Kept = ({ all, shortened, dropped }) => html`<div class="card kept"><div class="stacked" aria-hidden="true">
    <span class="part kept-whole" style=${{ width: `${(100 * (all - shortened - dropped)) / all}%` }}></span>
    <span class="part kept-part" style=${{ width: `${(100 * shortened) / all}%` }}></span></div>
  <ul class="legend"><li><span class="dot kept-whole"></span>${(all - shortened - dropped).toLocaleString()} shown whole</li>
    <li><span class="dot kept-part"></span>${shortened.toLocaleString()} shortened</li>
    <li><span class="dot kept-none"></span>${dropped.toLocaleString()} left out of windows</li></ul>
  <p class="soft small">Nothing is lost: here every message stands as it was said.</p></div>`;

const STRATEGIES = { 'budgeted': 'within a budget of tokens', 'last-n': 'the last messages', 'seed-middle-tail': 'first, middle shortened, last' };

function Window({ path, whose }) {
  const [strategy, setStrategy] = useState('budgeted');
  const [tokens, setTokens] = useState(2000);
  const made = useLoaded(() => api.get(`${path}/context`, { ...whose, strategy, tokens }), [path, strategy, tokens]);
  return html`<div class="row filters">
      <label class="picker"><span>Strategy</span><select value=${strategy} onChange=${(event) => setStrategy(event.currentTarget.value)}>${Object.entries(STRATEGIES).map(([name, text]) => html`<option value=${name}>${name}: ${text}</option>`)}</select></label>
      <label class="picker"><span>Tokens</span><select value=${tokens} onChange=${(event) => setTokens(Number(event.currentTarget.value))}>${[500, 1000, 2000, 8000, 32000].map((size) => html`<option value=${size}>${size.toLocaleString()}</option>`)}</select></label></div>
    ${made.error && html`<${Notice} kind="bad">${made.error.message}</${Notice}>`}
    ${made.data && html`<p class="soft small">${made.data.metrics.used_tokens.toLocaleString()} of ${made.data.metrics.total_tokens.toLocaleString()} tokens are shown${made.data.metrics.is_distilled ? html`: ${made.data.metrics.shortened.toLocaleString()} messages shortened, ${made.data.metrics.left_out.toLocaleString()} left out` : ': all of it'}.</p>
      <pre class="said">${made.data.text}</pre>`}`;
}
