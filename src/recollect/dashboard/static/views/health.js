// Health: statistics, live charts, background work, the optimizer, and erasing.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Bones, Fault, When, attempt, isSettled, useLoaded } from '../components.js';
import { Icon } from '../icons.js';
import { KINDS, PRIORITIES, STATUS, WORK } from '../labels.js';
import { Erase } from './erase.js';
import { Live, useSamples } from './live.js';
import { Optimizer, useOptimizer } from './optimizer.js';

const JOB_STATES = { pending: 'waiting', running: 'running', dead: 'failed' };
// As the command line has them.
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
function size(bytes) {
  let [value, at] = [bytes, 0];
  while (value >= 1024 && at < 4) { value /= 1024; at += 1; }
  return `${value.toFixed(value < 10 && at ? 1 : 0)} ${UNITS[at]}`;
}
const percent = (share) => (share === null ? '–' : `${Number((100 * share).toFixed(1))} %`);

export default function Health({ agent, agents, onChanged }) {
  const stats = useLoaded(() => api.get('/api/v1/stats'), []);
  const counts = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), [agent]);
  const jobs = useLoaded(() => api.get('/api/v1/jobs', { agent_id: agent, limit: 200 }), [agent]);
  const optimizer = useOptimizer(agent);
  const samples = useSamples();
  const [syncing, setSyncing] = useState(false);
  const again = () => { stats.again(); counts.again(); jobs.again(); onChanged(); };
  const sync = async () => {
    setSyncing(true);
    await attempt(() => api.post('/api/v1/sync'), (done) => (done.ok ? `All done: ${done.done} jobs.` : `${done.done} done, ${done.waiting} waiting, ${done.dead} failed.`));
    setSyncing(false);
    again();
  };
  return html`
    <div class="head"><h1>Health</h1><p>What is stored, and how the server is doing.</p>
      <button class="push" onClick=${sync} disabled=${syncing}><${Icon} name="sync" />${syncing ? 'Working …' : 'Sync now'}</button></div>
    <${Fault} of=${{ error: stats.error ?? counts.error ?? jobs.error, again }} />
    ${!isSettled(stats, counts, jobs, optimizer) || samples?.length === 0 ? html`<${Bones} />` : html`
    ${stats.data && html`<${Figures} stats=${stats.data} />`}
    <${Live} samples=${samples} />
    <section class="card"><h2>Memories${agent && html` · <span class="said">${agent}</span>`}</h2>
      ${counts.data?.total === 0 && html`<p class="soft">None yet.</p>`}
      ${counts.data && html`<div class="tallies"><${Counts} title="By kind" counts=${counts.data.by_kind} names=${KINDS} />
        <div><${Counts} title="By priority" counts=${counts.data.by_priority} order=${PRIORITIES} />
          <${Counts} title="By status" counts=${counts.data.by_status} names=${STATUS} order=${Object.keys(STATUS)} /></div></div>`}</section>
    <div class="pair">
      <section class="card"><h2>Models</h2>${stats.data && html`<${Processing} stats=${stats.data} />`}</section>
      <section class="card"><${Queue} jobs=${jobs} /></section>
    </div>
    <${PerAgent} agents=${agents} />
    <${Optimizer} of=${optimizer} agent=${agent} />
    <${Erase} agent=${agent} agents=${agents} onChanged=${again} />`}`;
}

const Figures = ({ stats }) => html`<div class="figures">${[
  ['Agents', stats.agents.toLocaleString()], ['Conversations', stats.conversations.toLocaleString()], ['Turns', stats.turns.toLocaleString()],
  ['Memories', stats.memories.toLocaleString()], ['Database', size(stats.database_bytes)],
  ['Searchable by meaning', stats.turns ? percent(stats.turns_embedded / stats.turns) : '–'],
].map(([name, value]) => html`<div key=${name}><span>${name}</span><strong class="nums">${value}</strong></div>`)}</div>`;

/** The largest first, or in a given order. */
function Counts({ title, counts, names = {}, order }) {
  const place = ([name, count]) => (order ? order.indexOf(name) : -count);
  const rows = Object.entries(counts).filter(([, count]) => count > 0).sort((a, b) => place(a) - place(b));
  const largest = Math.max(...rows.map(([, count]) => count), 1);
  if (!rows.length) return null;
  return html`<div><h3>${title}</h3>
    <table class="bars"><tbody>${rows.map(([name, count]) => html`<tr key=${name}><th scope="row">${names[name] ?? name}</th>
      <td><progress max=${largest} value=${count} aria-hidden="true"></progress></td><td class="nums">${count.toLocaleString()}</td></tr>`)}</tbody></table></div>`;
}

const Processing = ({ stats }) => html`<div class="scroll" tabindex="0" role="region" aria-label="Model calls"><table>
  <thead><tr><th>Model</th><th class="nums">Calls</th><th class="nums">Success</th><th class="nums">Average</th><th class="nums">Tokens</th></tr></thead><tbody>
  ${[['Core model', stats.processing], ['Embedder', stats.embedding]].map(([name, used]) => html`<tr key=${name}>
    <th scope="row">${name}<br /><span class="small soft">${used.model ?? 'not set'}</span></th>
    <td class="nums">${used.calls.toLocaleString()}</td><td class="nums">${percent(used.success_rate)}</td>
    <td class="nums">${used.average_duration_ms === null ? '–' : `${Math.round(used.average_duration_ms).toLocaleString()} ms`}</td>
    <td class="nums">${(used.tokens + used.tokens_out).toLocaleString()}</td></tr>`)}</tbody></table></div>`;

function Queue({ jobs }) {
  if (jobs.error) return null;
  const waiting = (jobs.data?.jobs ?? []).filter((job) => job.state !== 'done');
  const isLater = (job) => job.state === 'pending' && new Date(job.due_at) > Date.now();
  const later = waiting.filter(isLater).length;
  const failed = waiting.filter((job) => job.state === 'dead').length;
  const now = waiting.length - later - failed;
  return html`<h2>Background work</h2>${jobs.data && html`<p class="soft small">${now ? `${now} to do now` : 'Nothing to do now'}${later ? `, ${later} scheduled for later` : ''}${failed ? `, ${failed} failed` : ''}.</p>`}
    <ul class="plain small queue">${waiting.slice(0, 20).map((job) => html`<li key=${job.id}><${Badge} kind=${job.state === 'dead' ? 'bad' : ''}>${
      isLater(job) ? 'scheduled' : JOB_STATES[job.state] ?? job.state}</${Badge}>
      ${' '}${WORK[job.kind] ?? job.kind} for <span class="said">${job.agent_id}</span>${isLater(job) ? html`<span class="soft">, <${When} at=${job.due_at} time /></span>` : ''}</li>`)}</ul>
    ${waiting.length > 20 && html`<p class="soft small">and ${waiting.length - 20} more</p>`}`;
}

const PerAgent = ({ agents }) => (agents.length ? html`<section class="card"><h2>By agent</h2><div class="scroll" tabindex="0" role="region" aria-label="Counts by agent"><table class="by-agent">
  <thead><tr><th>Agent</th><th class="nums">Memories</th><th class="nums">Turns</th><th class="nums">Conversations</th><th class="nums">Since</th></tr></thead><tbody>
  ${agents.slice(0, 100).map((one) => html`<tr key=${one.agent_id}><th scope="row"><a class="said" href=${`#/memories?agent=${part(one.agent_id)}`}>${one.agent_id}</a></th>
    ${[one.entries, one.turns, one.conversations].map((number) => html`<td class="nums">${number.toLocaleString()}</td>`)}<td class="nums"><${When} at=${one.created_at} /></td></tr>`)}
  </tbody></table></div></section>` : null);
