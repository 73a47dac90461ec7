// Home: what is new, what needs a decision, and what was learned this week.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, imported, isUnreachable, part } from '../api.js';
import { useChanges } from '../changes.js';
import { go, linkTo } from '../route.js';
import { Busy, Fault, Notice, When, isSettled, sheet, useLoaded } from '../components.js';
import { dayText, inZone, isoDay, plusDays, startOf } from '../dates.js';
import { Icon } from '../icons.js';
import { count } from '../labels.js';
import { Content, KindDot, PartlyCorrected, SaidBy, saidAt } from './quotation.js';

const SHOWN = 8;
// What stands for a number that could not be loaded, and for one that is not there yet.
const UNKNOWN = { true: '–', false: '…' };
const VISIT = 30 * 60_000;
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const dayOf = (date) => new Date(date).toDateString();

/** When the page was visited before this visit, in milliseconds. */
function lastVisit() {
  const now = Date.now();
  let { before = 0, latest = 0 } = JSON.parse(localStorage.getItem('recollect-visits') ?? '{}');
  if (now - latest > VISIT) before = latest;
  localStorage.setItem('recollect-visits', JSON.stringify({ before, latest: now }));
  return before;
}

export default function Home({ agent, agents, waiting, onChanged }) {
  const isEmpty = agents?.length === 0;
  const welcome = useLoaded(async () => (isEmpty ? imported('./views/welcome.js', () => sheet('/static/views.css')) : null), [isEmpty]);
  if (isEmpty && welcome.data) return html`<${welcome.data.Welcome} onChanged=${onChanged} />`;
  if (isEmpty) return welcome.error ? html`<${Fault} of=${welcome} />` : html`<${Busy} />`;
  return html`<${Overview} key=${agent} agent=${agent} agents=${agents} waiting=${waiting} onChanged=${onChanged} />`;
}

/** `agents` is null until they are known. */
function Overview({ agent, agents, waiting, onChanged }) {
  const start = new Date(startOf(plusDays(inZone(Date.now()), -6))).toISOString();
  const week = useWeek(agent, start);
  const decisions = useDecisions(agent);
  const own = agents?.filter((one) => !agent || one.agent_id === agent);
  const talks = useTalks(own);
  const [before, setBefore] = useState(null);
  useChanges(week.again);
  // What was learned meanwhile, such as from a file that was imported, is counted in the agents first.
  const entries = own?.reduce((total, one) => total + one.entries, 0);
  const known = useRef(entries);
  useEffect(() => {
    if (known.current !== undefined && known.current !== entries) week.again();
    known.current = entries;
  }, [entries]);
  useEffect(() => { if (week.first) setBefore(lastVisit()); }, [week.first]);
  const sum = (name) => own?.reduce((total, one) => total + one[name], 0).toLocaleString() ?? '…';
  const link = (view) => `#/${view}${agent ? `?agent=${part(agent)}` : ''}`;
  const learned = week.counts ? `${week.total.toLocaleString()}${week.more}` : UNKNOWN[Boolean(week.error)];
  const thisWeek = `${link('memories')}${agent ? '&' : '?'}after=${isoDay(inZone(start))}`;
  return html`
    <div class="head"><h1>Home</h1><p>${agent ? html`agent <span class="said">${agent}</span>` : agents && count(agents.length, 'agent')}</p></div>
    <${QuickAsk} agent=${agent} />
    <div class="figures">
      <a href=${link('memories')}><span>Memories</span><strong class="nums">${sum('entries')}</strong></a>
      <a href=${thisWeek}><span>Learned this week</span><strong class="nums">${learned}</strong><span class="nums">${week.earlier > 0 ? `${week.total > week.earlier ? week.earlier.toLocaleString() : 'all'} said earlier` : '\u00a0'}</span></a>
      <a href=${link('conversations')}><span>Conversations</span><strong class="nums">${sum('conversations')}</strong></a>
      <a href=${link('review')}><span>Need a decision</span><strong class="nums">${waiting?.toLocaleString() ?? UNKNOWN[waiting === null]}</strong></a>
    </div>
    <${Fault} of=${week} />
    ${!isSettled(week, decisions, talks) ? html`<${Busy} />` : html`<div class="home">
      <div>
        <section aria-labelledby="learned"><h2 id="learned">Learned this week<a href=${link('memories')}>All memories</a></h2>
          ${week.memories.length > 0 && week.counts && html`<${Week} counts=${week.counts} />`}
          ${week.first && html`<${Learned} agent=${agent} again=${() => { week.again(); onChanged(); }} memories=${week.latest ?? week.memories} quiet=${Boolean(week.latest)} before=${before} named=${!agent} />
            ${week.total > SHOWN && html`<p class="small"><a href=${thisWeek}>${(week.total - SHOWN).toLocaleString()}${week.more} more this week</a></p>`}`}</section>
      </div>
      <div>
        <section aria-labelledby="decide"><h2 id="decide">Needs a decision<a href=${link('review')}>Review</a></h2><${Decide} of=${decisions} /></section>
        <section aria-labelledby="talks"><h2 id="talks">Latest conversations<a href=${link('conversations')}>All</a></h2><${Talks} of=${talks} agents=${own} before=${before} /></section>
      </div>
    </div>`}`;
}

/** What was learned since a moment: the newest, and how many on each day. */
function useWeek(agent, after) {
  const list = (query) => api.get('/api/v1/memory', { agent_id: agent, ...query });
  const first = useLoaded(async () => {
    const found = await list({ after, limit: SHOWN });
    return found.memories.length ? found : { ...found, latest: (await list({ limit: SHOWN })).memories };
  }, [agent]);
  const days = useLoaded(() => api.get('/api/v1/memory/days', { agent_id: agent, since: after }), [agent]);
  const counts = days.data?.counts;
  return {
    first: first.data, data: first.data && counts, latest: first.data?.latest, memories: first.data?.memories ?? [],
    error: first.error ?? days.error, again: () => { first.again(); days.again(); },
    counts, earlier: days.data?.said_earlier ?? 0, total: counts?.reduce((sum, one) => sum + one, 0), more: days.data?.is_complete === false ? '+' : '',
  };
}

function QuickAsk({ agent }) {
  const [question, setQuestion] = useState('');
  const ask = (event) => { event.preventDefault(); if (question.trim()) go('ask', { agent, q: question.trim() }); };
  return html`<form class="quick find" role="search" onSubmit=${ask}><label class="sr" for="quick">Ask</label><${Icon} name="ask" />
    <input id="quick" data-search placeholder="Ask: what is remembered about …?" value=${question} autocomplete="off"
      onInput=${(event) => setQuestion(event.currentTarget.value)} /><kbd aria-hidden="true">/</kbd></form>`;
}

/** How many memories were learned on each of the last seven days. */
function Week({ counts }) {
  const days = Array.from({ length: 7 }, (_, at) => plusDays(inZone(Date.now()), at - 6));
  const most = Math.max(...counts, 1);
  return html`<ol class="week" aria-label="Memories learned, by day">${days.map((day, at) => html`<li key=${dayOf(day)} class=${counts[at] ? '' : 'none'}
    title=${`${counts[at]} on ${dayText(day)}`}><div class="column"><span style=${{ height: `${(100 * counts[at]) / most}%` }}></span></div>
    <span>${weekday.format(day)} <b class="nums">${counts[at] || ''}</b><span class="sr">${counts[at] ? '' : 'none'}</span></span></li>`)}</ol>`;
}

// A file of its own would be one more that a browser cannot load once the server is down.
// How long until it is asked again whether what is being learned has been.
const SOON = 2000;

/** Whether an agent's memories, or those of all, are being learned; `onLearned` is called once they have been. It asks while `round` is not 0. */
export function useLearning(agent, round, onLearned) {
  const jobs = useLoaded(async () => (round ? api.get('/api/v1/jobs', { agent_id: agent, limit: 200 }) : null), [agent, round]);
  const isLearning = jobs.data?.jobs.some((job) => job.state === 'running' || (job.state === 'pending' && new Date(job.due_at) <= Date.now()));
  const wasLearning = useRef(false);
  useEffect(() => {
    if (wasLearning.current) onLearned();
    wasLearning.current = isLearning;
    if (!isLearning) return undefined;
    const timer = setTimeout(jobs.again, SOON);
    return () => clearTimeout(timer);
  }, [jobs.data]);
  return isLearning;
}

export const LEARNING = 'Learning is under way: memories appear here as soon as they are learned.';

/** Without memories: whether any are being learned, and then again until they are. */
function NothingYet({ agent, again }) {
  const isLearning = useLearning(agent, 1, again);
  return html`<p class="soft">${isLearning ? LEARNING : 'Nothing has been learned yet. Memories are learned from conversations in the background.'}</p>`;
}

function Learned({ agent, again, memories, quiet, before, named }) {
  if (!memories.length) return html`<${NothingYet} agent=${agent} again=${again} />`;
  const isNew = (memory) => Boolean(before) && new Date(memory.recorded_at) > before;
  const fresh = memories.filter(isNew).length;
  return html`${quiet ? html`<p class="small soft">Nothing this week. The latest before:</p>`
    : fresh > 0 && fresh < memories.length && html`<p class="small soft fresh">${count(fresh, 'memory', 'memories')} since your last visit</p>`}
    <ul class="lines-list">${[...memories].sort((a, b) => Date.parse(saidAt(b)) - Date.parse(saidAt(a))).slice(0, SHOWN).map((memory) => html`<li key=${`${memory.agent_id}/${memory.id}`}>
      <a class="tile" ...${linkTo(memory.id, memory.agent_id)}>
        <span class="clamp"><span class=${isNew(memory) && fresh < memories.length ? 'fresh' : ''}><${Content} memory=${memory} inline /></span></span></a>
      <div class="row by"><${KindDot} kind=${memory.kind} /><${SaidBy} memory=${memory} /><${PartlyCorrected} memory=${memory} />${named && html`<span class="said">${memory.agent_id}</span>`}</div></li>`)}</ul>`;
}

/** In place of a part that could not be loaded: what the view says above need not be said again. */
const NotKnown = ({ error }) => (error.status === 401 || isUnreachable(error) ? html`<p class="soft">Not known at the moment.</p>` : html`<${Notice}>${error.message}</${Notice}>`);

/** What needs a decision: contradictions, requests to forget, and failed jobs. */
function useDecisions(agent) {
  const disputes = useLoaded(() => api.get('/api/v1/review', { agent_id: agent, limit: 3 }), [agent]);
  const dead = useLoaded(() => api.get('/api/v1/jobs', { agent_id: agent, state: 'dead', limit: 100 }).catch((error) => {
    if (error.status === 403) return { jobs: [] };
    throw error;
  }), [agent]);
  return { error: disputes.error ?? dead.error, data: disputes.data && dead.data && { ...disputes.data, failed: dead.data.jobs.length } };
}

function Decide({ of: { data, error } }) {
  if (error) return html`<${NotKnown} error=${error} />`;
  const { disputes, deletion_requests: requests, failed } = data;
  if (!disputes.length && !requests.length && !failed) return html`<p class="calm"><${Icon} name="check" />Nothing needs a decision.</p>`;
  return html`<ul class="lines-list">${disputes.map((one) => html`<li key=${`${one.agent_id}/${one.id}`}>
      <a class="tile" href=${`#/review?agent=${part(one.agent_id)}`}><${Content} memory=${one.memory} inline />
        <span class="by">contradicts <${Content} memory=${one.rivals[0]} inline /></span></a></li>`)}
    ${requests.map((one) => html`<li key=${`${one.agent_id}/${one.id}`}>
      <a class="tile" href=${`#/review?agent=${part(one.agent_id)}`}><span class="said">${one.text}</span><span class="by">asked in a chat: delete what it names, or keep it</span></a></li>`)}
    ${failed > 0 && html`<li><a class="tile" href="#/review"><span>${count(failed, 'job')} failed</span><span class="by">No messages are lost; try again in Review.</span></a></li>`}</ul>`;
}

/** The latest conversations of the agents that were active last. */
function useTalks(agents) {
  const names = agents?.slice(0, 20).map((one) => one.agent_id);
  return useLoaded(async () => {
    if (!names) return null;
    const lists = await Promise.all(names.map((name) => api.get('/api/v1/conversations', { agent_id: name, limit: 20 })));
    return lists.flatMap((one) => one.conversations).sort((a, b) => Date.parse(b.last_at) - Date.parse(a.last_at)).slice(0, 5);
  }, [agents?.map((one) => `${one.agent_id} ${one.turns}`).join('\n')]);
}

function Talks({ of: { data, error }, agents, before }) {
  if (error) return html`<${NotKnown} error=${error} />`;
  if (!data.length) return html`<p class="soft">No conversations yet.</p>`;
  return html`<ul class="lines-list">${data.map((one) => html`<li key=${`${one.agent_id}/${one.id}`}>
    <a class="tile" href=${`#/conversations?agent=${part(one.agent_id)}&id=${part(one.id)}`}>
      <span class="clamp"><span class=${`said ${before && new Date(one.created_at) > before ? 'fresh' : ''}`}>${one.title ?? one.id}</span></span>
      <span class="by"><${When} at=${one.last_at} /> · ${count(one.turns, 'turn')}${agents.length > 1 ? html` · <span class="said">${one.agent_id}</span>` : ''}</span></a></li>`)}</ul>`;
}
