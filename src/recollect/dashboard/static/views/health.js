// Health: how much there is, how the work goes, how it is tuned, the settings, and the danger zone.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Notice, TypedConfirmation, When, attempt, useLoaded } from '../parts.js';
import { KINDS } from '../words.js';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const size = (bytes) => { let [value, at] = [bytes, 0]; while (value >= 1000 && at < 4) { value /= 1000; at += 1; } return `${value.toFixed(value < 10 && at ? 1 : 0)} ${UNITS[at]}`; };
const percent = (share) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);

export default function Health({ agent, agents, onChanged }) {
  const stats = useLoaded(() => api.get('/api/v1/stats'), []);
  const counts = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), [agent]);
  const [syncing, setSyncing] = useState(false);
  const sync = async () => {
    setSyncing(true);
    await attempt(() => api.post('/api/v1/sync'), (done) => (done.ok ? `All done: ${done.done} pieces of work.` : `${done.done} done, ${done.waiting} waiting, ${done.dead} given up.`));
    setSyncing(false);
    stats.again(); counts.again(); onChanged();
  };
  return html`
    <div class="head"><h1>Health</h1><p>How much there is, and how the work goes.</p><button class="primary push" onClick=${sync} disabled=${syncing}>${syncing ? 'Working …' : 'Sync Now'}</button></div>
    ${stats.error && html`<${Notice} kind=${stats.error.status === 403 ? 'info' : 'bad'}>${stats.error.message}</${Notice}>`}
    ${stats.data && html`<div class="cards figures">
      ${[['Agents', stats.data.agents], ['Conversations', stats.data.conversations], ['Turns', stats.data.turns], ['Memories', stats.data.memories]].map(([name, value]) => html`<div class="card" key=${name}><span class="soft">${name}</span><strong class="nums">${value.toLocaleString()}</strong></div>`)}
      <div class="card"><span class="soft">Database</span><strong class="nums">${size(stats.data.database_bytes)}</strong></div>
      <div class="card"><span class="soft">Turns with a vector</span><strong class="nums">${stats.data.turns ? percent(stats.data.turns_embedded / stats.data.turns) : '–'}</strong></div></div>`}
    <div class="pair">
      <section class="card"><h2>Memories${agent && html` of <span class="said">${agent}</span>`}</h2>
        ${counts.data && html`<${Counts} title="By kind" counts=${counts.data.by_kind} names=${KINDS} /><${Counts} title="By priority" counts=${counts.data.by_priority} /><${Counts} title="By status" counts=${counts.data.by_status} />`}</section>
      <section class="card"><h2>Processing</h2>${stats.data && html`<${Processing} stats=${stats.data} />`}<${Queue} agent=${agent} /></section>
    </div>
    <${PerAgent} agents=${agents} />
    <${Optimizer} agent=${agent} />
    <${Settings} />
    <${Danger} agent=${agent} agents=${agents} onChanged=${() => { onChanged(); stats.again(); counts.again(); }} />`;
}

function Counts({ title, counts, names = {} }) {
  const rows = Object.entries(counts).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  const most = Math.max(...rows.map(([, count]) => count), 1);
  return html`<h3>${title}</h3>${!rows.length && html`<p class="soft small">None.</p>`}
    <table class="bars"><tbody>${rows.map(([name, count]) => html`<tr key=${name}><th scope="row">${names[name] ?? name}</th><td><progress max=${most} value=${count} aria-hidden="true"></progress></td><td class="nums">${count.toLocaleString()}</td></tr>`)}</tbody></table>`;
}

const Processing = ({ stats }) => html`<div class="scroll"><table><thead><tr><th>Model</th><th>Calls</th><th>Success</th><th>Average</th><th>Tokens</th></tr></thead><tbody>
  ${[['Core model', stats.processing], ['Embedder', stats.embedding]].map(([name, used]) => html`<tr key=${name}><th scope="row">${name}<br /><span class="small soft">${used.model ?? 'none is set'}</span></th>
    <td class="nums">${used.calls.toLocaleString()}</td><td class="nums">${percent(used.success_rate)}</td><td class="nums">${used.average_duration_ms === null ? '–' : `${Math.round(used.average_duration_ms).toLocaleString()} ms`}</td><td class="nums">${(used.tokens + used.tokens_out).toLocaleString()}</td></tr>`)}</tbody></table></div>`;

function Queue({ agent }) {
  const jobs = useLoaded(() => api.get('/api/v1/jobs', { agent_id: agent, limit: 200 }), [agent]);
  if (jobs.error) return null;
  const waiting = (jobs.data?.jobs ?? []).filter((job) => job.state !== 'done');
  return html`<h3>Queue</h3>${jobs.data && !waiting.length && html`<p class="soft small">Nothing waits.</p>`}
    <ul class="plain small">${waiting.slice(0, 20).map((job) => html`<li key=${job.id}><${Badge} kind=${job.state === 'dead' ? 'bad' : ''}>${job.state}</${Badge}> ${job.kind} <span class="soft said">${job.agent_id}</span> <span class="soft">due <${When} at=${job.due_at} time /></span></li>`)}</ul>
    ${waiting.length > 20 && html`<p class="soft small">and ${waiting.length - 20} more</p>`}`;
}

const PerAgent = ({ agents }) => (agents?.length ? html`<section class="card"><h2>By agent</h2><div class="scroll"><table><thead><tr><th>Agent</th><th>Memories</th><th>Turns</th><th>Conversations</th><th>Since</th></tr></thead><tbody>
  ${agents.slice(0, 100).map((one) => html`<tr key=${one.agent_id}><th scope="row"><a class="said" href=${`#/memories?agent=${part(one.agent_id)}`}>${one.agent_id}</a></th><td class="nums">${one.entries.toLocaleString()}</td><td class="nums">${one.turns.toLocaleString()}</td><td class="nums">${one.conversations.toLocaleString()}</td><td><${When} at=${one.created_at} /></td></tr>`)}</tbody></table></div></section>` : null);

function Optimizer({ agent }) {
  const status = useLoaded(() => api.get('/learning/optimizer/status', { agent_id: agent }), [agent]);
  const runs = useLoaded(() => api.get('/api/v1/optimizer/snapshots', { agent_id: agent, limit: 500 }), [agent]);
  const run = () => attempt(async () => { await api.post('/api/v1/optimizer/run', agent ? { agent_id: agent } : {}); setTimeout(() => { status.again(); runs.again(); }, 1500); }, 'A run was asked for.');
  if (status.error || runs.error) return null;
  const snapshots = [...(runs.data?.snapshots ?? [])].reverse();
  return html`<section class="card"><div class="head"><h2>Optimizer</h2><p>It keeps windows of conversations within their budget of tokens.</p><button class="push" onClick=${run}>Run it now</button></div>
    ${status.data && html`<p class="small">${status.data.totalOptimizations.toLocaleString()} runs, ${status.data.totalTokensSaved.toLocaleString()} tokens saved. Now in force: compression from ${percent(status.data.currentParameters.compressionTrigger)}, the last ${status.data.currentParameters.fullMessageWindow} messages in full, relevance from ${status.data.currentParameters.minRelevance}; target ${percent(status.data.currentParameters.targetUsageRatio)}.</p>`}
    ${runs.data && !snapshots.length && html`<p class="soft small">There has been no run yet: it looks after every twenty messages.</p>`}
    ${snapshots.length > 0 && html`<div class="pair"><${Chart} title="Tokens in windows" runs=${snapshots} lines=${[['before', 'tokensBefore', '#c2410c'], ['after', 'tokensAfter', '#0f766e']]} />
      <${Chart} title="Parameters" runs=${snapshots} lines=${[['compression trigger', 'compressionTriggerRatio', '#2563eb'], ['least relevance', 'minRelevanceScore', '#7c3aed']]} /></div>`}</section>`;
}

function Chart({ title, runs, lines }) {
  const box = useRef(null);
  useEffect(() => {
    let [chart, wanted] = [null, true];
    import('../vendor/uplot.js').then(({ default: uPlot }) => {
      if (!wanted) return;
      const ink = getComputedStyle(document.documentElement);
      const axis = { stroke: ink.getPropertyValue('--soft'), grid: { stroke: ink.getPropertyValue('--line') } };
      chart = new uPlot({
        width: box.current.clientWidth, height: 220, axes: [axis, { ...axis, size: 70 }],
        series: [{}, ...lines.map(([label, , stroke]) => ({ label, stroke, width: 2, points: { show: runs.length < 40 } }))],
      }, [runs.map((one) => new Date(one.timestamp).getTime() / 1000), ...lines.map(([, name]) => runs.map((one) => one[name]))], box.current);
    });
    return () => { wanted = false; chart?.destroy(); };
  }, [runs.length, runs.at(-1)?.timestamp]);
  return html`<figure><figcaption class="small soft">${title}</figcaption><div class="chart" ref=${box}></div></figure>`;
}

function Settings() {
  const [open, setOpen] = useState(false);
  return html`<section class="card"><h2><button class="link" aria-expanded=${open} onClick=${() => setOpen(!open)}>Settings</button></h2>${open && html`<${AllSettings} />`}</section>`;
}

function AllSettings() {
  const loaded = useLoaded(() => api.get('/api/v1/settings'), []);
  const [typed, setTyped] = useState('');
  if (loaded.error) return html`<${Notice}>${loaded.error.message}</${Notice}>`;
  if (!loaded.data) return html`<${Busy} />`;
  const words = typed.toLowerCase();
  const shown = loaded.data.settings.filter((one) => `${one.name} ${one.description} ${one.group}`.toLowerCase().includes(words));
  const groups = [...new Set(shown.map((one) => one.group))];
  return html`${loaded.data.restart_needed.length > 0 && html`<${Notice}>In force after the next start: ${loaded.data.restart_needed.join(', ')}.</${Notice}>`}
    <label class="field"><span>Find a setting</span><input type="search" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
    ${groups.map((group) => html`<h3 key=${group}>${group}</h3>${shown.filter((one) => one.group === group).map((one) => html`<${Setting} key=${one.name} setting=${one} onSaved=${loaded.again} />`)}`)}`;
}

function Setting({ setting, onSaved }) {
  const text = (value) => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value));
  const [value, setValue] = useState(setting.secret ? '' : text(setting.value));
  const [error, setError] = useState(null);
  const fixed = !['default', 'config.json'].includes(setting.source);
  const kind = typeof setting.default === 'boolean' ? 'switch' : typeof setting.default === 'number' ? 'number' : Array.isArray(setting.default) ? 'list' : 'text';
  const meant = () => {
    if (value === '') return null;
    if (kind === 'switch') return value === 'true';
    if (kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value);
    return kind === 'list' ? value.split(',').map((one) => one.trim()).filter(Boolean) : value;
  };
  const save = async (event) => {
    event.preventDefault();
    setError(null);
    try { await api.patch('/api/v1/settings', { [setting.name]: meant() }); onSaved(); } catch (fault) { setError(fault.message); }
  };
  const id = `setting-${setting.name}`;
  return html`<form class="setting" onSubmit=${save}>
    <label for=${id}><code>${setting.name}</code></label><p class="small soft">${setting.description} <span class="nums">(${setting.allowed})</span></p>
    <div class="row">${kind === 'switch'
      ? html`<select id=${id} value=${value} disabled=${fixed} onChange=${(event) => setValue(event.currentTarget.value)}><option value="true">true</option><option value="false">false</option></select>`
      : html`<input id=${id} type=${setting.secret ? 'password' : 'text'} autocomplete="off" placeholder=${setting.secret ? setting.value : text(setting.default)} value=${value} disabled=${fixed} onInput=${(event) => setValue(event.currentTarget.value)} />`}
      ${!fixed && html`<button disabled=${setting.secret ? value === '' : value === text(setting.value)}>Save</button>`}
      <span class="small soft">${fixed ? `set by ${setting.source}` : setting.source === 'default' ? 'the default' : 'changed'}</span></div>
    ${error && html`<p class="small bad" role="alert">${error}</p>`}</form>`;
}

function Danger({ agent, agents, onChanged }) {
  const only = agents?.length === 1 ? agents[0].agent_id : '';
  const whose = agent || only;
  const [erasing, setErasing] = useState(false);
  const erase = () => attempt(async () => { await api.delete(`/api/v1/agents/${part(whose)}`, { confirm: true }); setErasing(false); location.hash = '#/memories'; onChanged(); }, 'Erased: conversations, memories, and every trace of them in the database.');
  return html`<section class="card danger-zone"><h2>Danger zone</h2>
    <p>Erasing an agent removes everything it was ever told and everything learned from it, from every table and from the file itself. It cannot be undone; export first if in doubt.</p>
    <button class="danger" disabled=${!whose} onClick=${() => setErasing(true)}>${whose ? html`Erase <span class="said">${whose}</span> …` : 'Choose an agent above to erase it'}</button>
    ${erasing && html`<${TypedConfirmation} title="Erase an agent" word=${whose} action="Erase it for good" onClose=${() => setErasing(false)} onDone=${erase}><p>Everything of <strong class="said">${whose}</strong> goes, for good.</p></${TypedConfirmation}>`}</section>`;
}
