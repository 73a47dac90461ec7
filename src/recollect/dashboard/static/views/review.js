// Review: what cannot both be true, and work that was given up.
import { html } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Empty, Notice, When, attempt, useLoaded } from '../parts.js';
import { KINDS, WORK } from '../words.js';
import { About, SaidBy, Words } from './memory.js';

export default function Review({ agent, onChanged }) {
  const disputes = useLoaded(() => api.get('/api/v1/review', { agent_id: agent, limit: 100 }), [agent]);
  const dead = useLoaded(() => api.get('/api/v1/jobs', { agent_id: agent, state: 'dead', limit: 100 }).catch((error) => {
    if (error.status === 403) return { jobs: [] };
    throw error;
  }), [agent]);
  const decide = (dispute, keep) => attempt(async () => {
    await api.post(`/api/v1/review/${part(dispute.id)}`, { keep }, { agent_id: dispute.agent_id });
    disputes.again();
    onChanged();
  }, { this: 'The newer one holds.', others: 'The older one holds.', both: 'Both hold.' }[keep]);
  const retry = (job) => attempt(async () => { await api.post(`/api/v1/jobs/${part(job.id)}/retry`); dead.again(); onChanged(); }, 'It is tried again.');
  return html`
    <div class="head"><h1>Review</h1><p>What waits for somebody to decide.</p></div>
    ${[disputes, dead].map(({ error }) => error && html`<${Notice} kind="bad">${error.message}</${Notice}>`)}
    ${disputes.busy && !disputes.data && html`<${Busy} />`}
    ${disputes.data && !disputes.data.disputes.length && html`<${Empty} title="Nothing contradicts itself"><p>When two memories cannot both be true and it is not clear which one holds, they wait here. Nothing is lost meanwhile.</p></${Empty}>`}
    <ul class="plain stack">${disputes.data?.disputes.map((dispute) => html`<li class="card" key=${`${dispute.agent_id}/${dispute.id}`}>
      <h2 class="sr">A contradiction</h2>
      <div class="rivals">
        ${dispute.rivals.map((rival) => html`<${Side} key=${rival.id} memory=${rival} title="Earlier" />`)}
        <${Side} memory=${dispute.memory} title="Later" />
      </div>
      <div class="actions"><button onClick=${() => decide(dispute, 'others')}>The earlier holds</button>
        <button onClick=${() => decide(dispute, 'both')}>Both hold</button>
        <button class="primary" onClick=${() => decide(dispute, 'this')}>The later holds</button></div>
    </li>`)}</ul>
    ${disputes.data?.next_cursor && html`<p class="soft">More come up when these are decided.</p>`}
    ${dead.data?.jobs.length > 0 && html`<section class="dead"><h2>Work that was given up</h2>
      <p class="soft">Nothing that was said is lost: only what should have been made of it is missing.</p>
      <ul class="plain stack">${dead.data.jobs.map((job) => html`<li class="card row" key=${job.id}>
        <div class="grow"><strong>${WORK[job.kind] ?? job.kind}</strong> for <span class="said">${job.agent_id}</span>${job.conversation_id && html`, <span class="said">${job.conversation_id}</span>`}
          <div class="small soft">${job.outcome ?? 'no reason was given'} · ${job.attempts === 1 ? 'tried once' : `tried ${job.attempts} times`} · <${When} at=${job.updated_at} time /></div></div>
        <button onClick=${() => retry(job)}>Try again</button></li>`)}</ul></section>`}`;
}

const Side = ({ memory, title }) => html`<div class="side">
  <span class="small soft">${title}</span>
  <${Words} memory=${memory} />
  <div class="small by"><${SaidBy} memory=${memory} /></div>
  <div class="row small"><${Badge}>${KINDS[memory.kind] ?? memory.kind}</${Badge}><${About} memory=${memory} /><span class="soft said">${memory.agent_id}</span></div>
  ${memory.quote && memory.quote !== memory.content && html`<blockquote class="said small">${memory.quote}</blockquote>`}
</div>`;
