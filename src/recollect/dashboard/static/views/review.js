// Review: one contradiction after another, what users asked to be forgotten, and failed jobs.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { useChanges } from '../changes.js';
import { useKeys } from '../keys.js';
import { linkTo } from '../route.js';
import { Badge, Busy, Fault, IconButton, When, attempt, toast, useLoaded } from '../components.js';
import { Icon } from '../icons.js';
import { WORK, count } from '../labels.js';
import { Empty } from '../view_components.js';
import { Source } from './memory.js';
import { bringBack } from './memory_actions.js';
import { saidOn } from './memory_list.js';
import { About } from './marks.js';
import { Content, KindDot, SaidBy } from './quotation.js';

const DONE = { this: 'Kept the later one.', others: 'Kept the earlier one.', both: 'Kept both.' };

export default function Review({ agent, onChanged }) {
  const disputes = useLoaded(() => api.get('/api/v1/review', { agent_id: agent, limit: 100 }), [agent]);
  const dead = useLoaded(() => api.get('/api/v1/jobs', { agent_id: agent, state: 'dead', limit: 100 }).catch((error) => {
    if (error.status === 403) return { jobs: [] };
    throw error;
  }), [agent]);
  const requests = disputes.data?.deletion_requests ?? [];
  const [at, setAt] = useState(0);
  const queue = disputes.data?.disputes ?? [];
  const place = Math.min(at, Math.max(queue.length - 1, 0));
  const current = queue[place];
  const waiting = [[queue, 'contradiction', 'contradictions'], [requests, 'request to forget', 'requests to forget']].filter(([all]) => all.length)
    .map(([all, one, many]) => `${count(all.length, one, many)}${all === queue && disputes.data.next_cursor ? ' and more' : ''}`).join(', ');
  const changed = () => { disputes.again(); onChanged(); };
  const decide = (keep) => current && decided(current, keep, DONE[keep], keep === 'this' ? current.rivals : [current.memory], changed);
  useChanges(changed);
  // While the panel of a memory is open, it has these keys.
  const hasTurn = () => queue.length > 0 && !document.querySelector('.panel');
  const keep = (which) => () => hasTurn() && decide(which);
  const move = (by) => setAt((place + by + queue.length) % queue.length);
  useKeys({ 1: keep('others'), 2: keep('both'), 3: keep('this'), j: () => hasTurn() && move(1), k: () => hasTurn() && move(-1) });
  return html`
    <div class="head"><h1>Review</h1><p>${waiting || 'What needs your decision.'}</p></div>
    <${Fault} of=${{ error: disputes.error ?? dead.error, again: () => { disputes.again(); dead.again(); } }} />
    ${disputes.busy && !disputes.data && html`<${Busy} />`}
    ${disputes.data && !queue.length && !requests.length && html`<${Empty} title="Nothing to decide" icon="check">
      <p>Here you decide which of two memories is true when they contradict each other, and whether to delete what somebody asked to forget. Nothing is deleted until you decide.</p></${Empty}>`}
    ${current && html`<${Dispute} key=${`${current.agent_id}/${current.id}`} dispute=${current} onDecide=${decide}>
      ${queue.length > 1 && html`<span class="row push"><span class="small soft nums">${place + 1} of ${queue.length}</span>
        <${IconButton} icon="up" label="Previous" onClick=${() => move(-1)} /><${IconButton} icon="down" label="Next" onClick=${() => move(1)} /></span>`}</${Dispute}>`}
    ${requests.map((request) => html`<${Request} key=${`${request.agent_id}/${request.id}`} request=${request} onDecided=${changed} />`)}
    ${dead.data?.jobs.length > 0 && html`<${Failed} jobs=${dead.data.jobs} onRetried=${() => { dead.again(); onChanged(); }} />`}`;
}

/** Decides, and offers to take it back: what the decision changed returns to the version from before, which puts it into review again. */
async function decided({ id, agent_id }, keep, done, changed, onChanged) {
  const path = `/api/v1/review/${part(id)}`;
  const result = await attempt(() => api.post(path, { keep }, { agent_id }));
  if (!result) return;
  const undo = () => attempt(async () => { for (const memory of changed) await bringBack(memory); onChanged(); }, 'Back in review.');
  toast(typeof done === 'function' ? done(result) : done, { undo });
  onChanged();
}

function Dispute({ dispute, onDecide, children }) {
  const [sources, setSources] = useState(false);
  // Suggested only if it was said on a later day: within one day, the order says little.
  const isNewer = dispute.rivals.every((rival) => saidOn(rival) < saidOn(dispute.memory));
  return html`<section class="card dispute" aria-label="Contradiction">
    <div class="row"><h2>These memories contradict each other · agent <span class="said">${dispute.agent_id}</span></h2>${children}</div>
    <div class="rivals">
      ${dispute.rivals.map((rival) => html`<${Side} key=${rival.id} memory=${rival} title="Earlier" sources=${sources} />`)}
      <${Side} memory=${dispute.memory} title="Later" sources=${sources} isLater />
    </div>
    <div class="actions"><button class="quiet" aria-expanded=${sources} onClick=${() => setSources(!sources)}><${Icon} name="source" />${sources ? 'Hide sources' : 'Show sources'}</button>
      <button class="push" onClick=${() => onDecide('others')}>Keep the earlier one <kbd aria-hidden="true">1</kbd></button>
      <button onClick=${() => onDecide('both')}>Keep both <kbd aria-hidden="true">2</kbd></button>
      <button class=${isNewer ? 'primary' : ''} onClick=${() => onDecide('this')}>Keep the later one <kbd aria-hidden="true">3</kbd></button></div>
  </section>`;
}

const quoted = (all) => all.map((words) => `“${words}”`).join(', ');

function Request({ request, onDecided }) {
  const found = request.memories.length;
  // "Delete all my data" has no words that could be left out.
  const namesAny = found > 0 || request.named.length > 0 || request.message;
  const granted = ({ memories }) => memories.length
    ? `Deleted ${count(memories.length, 'memory', 'memories')}: contexts leave ${memories.length > 1 ? 'them' : 'it'} out from now on; the messages keep ${memories.length > 1 ? 'them' : 'it'}.`
    : 'No memory was deleted. If an earlier message says it, contexts leave it out from now on.';
  const decide = (keep, done) => decided(request, keep, done, keep === 'none' ? [...request.memories, request] : [request], onDecided);
  return html`<section class="card dispute" aria-label="Asked to forget">
    <h2>Asked to forget · agent <span class="said">${request.agent_id}</span>, <${When} at=${request.asked_at} /></h2>
    <blockquote class="said">${request.text}</blockquote>
    <div class="rivals">${request.memories.map((memory) => html`<${Side} key=${memory.id} memory=${memory}
      title=${request.says_more.includes(memory.id) ? 'This memory says more than that: open it and edit it first, to keep the rest.' : 'Memory'} />`)}</div>
    ${request.is_overtaken && html`<p class="soft">What it named has been deleted or edited since.</p>`}
    ${namesAny && request.named.length > 0 && (!found || request.unmatched.length > 0) && html`<p class="soft">${!request.is_overtaken && `No memory matches${found ? ` ${quoted(request.unmatched)}` : ''}.`}
      Messages may still say it: contexts leave out ${quoted(found ? request.unmatched : request.named)} where one has these words, now and if you forget it. To delete messages, look in Conversations.</p>`}
    ${request.message && html`<p class="soft">Nothing was learned from the message before: <span class="said">“${request.message}”</span> Contexts leave it out, now and if you forget it.</p>`}
    ${!namesAny && !request.is_overtaken && html`<p class="soft">It names nothing that could be left out of contexts. To delete everything that is stored, erase the agent under <a href="#/health">Health</a>.</p>`}
    <div class="actions"><button class="push" onClick=${() => decide('all', namesAny ? 'Kept: contexts may show it again.' : 'Dismissed. Nothing was deleted.')}>${namesAny ? 'Keep' : 'Dismiss'}</button>
      ${namesAny && html`<button class="danger" onClick=${() => decide('none', granted)}>${found ? `Delete ${count(found, 'memory', 'memories')}` : 'Forget'}</button>`}</div>
  </section>`;
}

const Side = ({ memory, title, sources, isLater }) => html`<div class=${isLater ? 'side later' : 'side'}>
  <span class="small soft">${title}</span>
  <a class="words" ...${linkTo(memory.id, memory.agent_id)}><${Content} memory=${memory} /></a>
  <div class="row by"><${KindDot} kind=${memory.kind} /><${SaidBy} memory=${memory} /><${About} memory=${memory} /></div>
  ${memory.quote && memory.quote !== memory.content && html`<blockquote class="said small">${memory.quote}</blockquote>`}
  ${sources && memory.quote && html`<${Source} memory=${memory} />`}
</div>`;

function Failed({ jobs, onRetried }) {
  const retry = (job) => attempt(async () => { await api.post(`/api/v1/jobs/${part(job.id)}/retry`); onRetried(); }, 'Retrying.');
  return html`<section class="dead"><h2>Failed jobs</h2><p class="soft">No messages are lost; only the result of these jobs is missing.</p>
    <ul class="lines-list">${jobs.map((job) => html`<li class="row" key=${job.id}>
      <div class="grow"><${Badge} kind="bad">failed</${Badge}> <strong>${WORK[job.kind] ?? job.kind}</strong> for <span class="said">${job.agent_id}</span>${
        job.conversation_id && html`, <span class="said">${job.conversation_id}</span>`}
        <div class="small soft">${job.outcome ?? 'no reason given'} · ${job.attempts === 1 ? 'tried once' : `tried ${job.attempts} times`} · <${When} at=${job.updated_at} time /></div></div>
      <button onClick=${() => retry(job)}><${Icon} name="sync" />Try again</button></li>`)}</ul></section>`;
}
