// Review: contradictions and failed jobs.
import { html } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Empty, Notice, When, attempt, useLoaded } from '../components.js';
import { KINDS, WORK } from '../labels.js';
import { About, Content, SaidBy } from './quotation.js';

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
  }, { this: 'Kept the later one.', others: 'Kept the earlier one.', both: 'Kept both.' }[keep]);
  const retry = (job) => attempt(async () => { await api.post(`/api/v1/jobs/${part(job.id)}/retry`); dead.again(); onChanged(); }, 'Retrying.');
  return html`
    <div class="head"><h1>Review</h1><p>Items that need your decision.</p></div>
    ${[disputes, dead].map(({ error }) => error && html`<${Notice} kind="bad">${error.message}</${Notice}>`)}
    ${disputes.busy && !disputes.data && html`<${Busy} />`}
    ${disputes.data && !disputes.data.disputes.length && html`<${Empty} title="No contradictions"><p>When two memories cannot both be true and it is unclear which one is, they appear here. Nothing is lost in the meantime.</p></${Empty}>`}
    <ul class="plain stack">${disputes.data?.disputes.map((dispute) => html`<li class="card" key=${`${dispute.agent_id}/${dispute.id}`}>
      <h2 class="sr">Contradiction</h2>
      <div class="rivals">
        ${dispute.rivals.map((rival) => html`<${Side} key=${rival.id} memory=${rival} title="Earlier" />`)}
        <${Side} memory=${dispute.memory} title="Later" />
      </div>
      <div class="actions"><button onClick=${() => decide(dispute, 'others')}>Keep the earlier one</button>
        <button onClick=${() => decide(dispute, 'both')}>Keep both</button>
        <button class="primary" onClick=${() => decide(dispute, 'this')}>Keep the later one</button></div>
    </li>`)}</ul>
    ${disputes.data?.next_cursor && html`<p class="soft">More will appear once these are resolved.</p>`}
    ${dead.data?.jobs.length > 0 && html`<section class="dead"><h2>Failed jobs</h2>
      <p class="soft">No messages are lost; only the result of these jobs is missing.</p>
      <ul class="plain stack">${dead.data.jobs.map((job) => html`<li class="card row" key=${job.id}>
        <div class="grow"><strong>${WORK[job.kind] ?? job.kind}</strong> for <span class="said">${job.agent_id}</span>${job.conversation_id && html`, <span class="said">${job.conversation_id}</span>`}
          <div class="small soft">${job.outcome ?? 'no reason given'} · ${job.attempts === 1 ? 'tried once' : `tried ${job.attempts} times`} · <${When} at=${job.updated_at} time /></div></div>
        <button onClick=${() => retry(job)}>Try again</button></li>`)}</ul></section>`}`;
}

const Side = ({ memory, title }) => html`<div class="side">
  <span class="small soft">${title}</span>
  <${Content} memory=${memory} />
  <div class="small by"><${SaidBy} memory=${memory} /></div>
  <div class="row small"><${Badge}>${KINDS[memory.kind] ?? memory.kind}</${Badge}><${About} memory=${memory} /><span class="soft said">${memory.agent_id}</span></div>
  ${memory.quote && memory.quote !== memory.content && html`<blockquote class="said small">${memory.quote}</blockquote>`}
</div>`;
