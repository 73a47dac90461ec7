// Health: statistics, queue, optimizer, settings and danger zone.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Notice, TypedConfirmation, When, attempt, themeColour, toast, useLoaded, useTheme } from '../components.js';
import { KINDS, STATUS, WORK } from '../labels.js';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const size = (bytes) => { let [value, at] = [bytes, 0]; while (value >= 1000 && at < 4) { value /= 1000; at += 1; } return `${value.toFixed(value < 10 && at ? 1 : 0)} ${UNITS[at]}`; };
const percent = (share) => (share === null ? '–' : `${Number((100 * share).toFixed(1))} %`);

export default function Health({ agent, agents, onChanged }) {
  const stats = useLoaded(() => api.get('/api/v1/stats'), []);
  const counts = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), [agent]);
  const [syncing, setSyncing] = useState(false);
  const sync = async () => {
    setSyncing(true);
    await attempt(() => api.post('/api/v1/sync'), (done) => (done.ok ? `All done: ${done.done} jobs.` : `${done.done} done, ${done.waiting} waiting, ${done.dead} failed.`));
    setSyncing(false);
    stats.again(); counts.again(); onChanged();
  };
  return html`
    <div class="head"><h1>Health</h1><p>Statistics, background work and settings.</p><button class="primary push" onClick=${sync} disabled=${syncing}>${syncing ? 'Working …' : 'Sync Now'}</button></div>
    ${stats.error && html`<${Notice} kind=${stats.error.status === 403 ? 'info' : 'bad'}>${stats.error.message}</${Notice}>`}
    ${stats.data && html`<div class="cards figures">
      ${[['Agents', stats.data.agents], ['Conversations', stats.data.conversations], ['Turns', stats.data.turns], ['Memories', stats.data.memories]].map(([name, value]) => html`<div class="card" key=${name}><span class="soft">${name}</span><strong class="nums">${value.toLocaleString()}</strong></div>`)}
      <div class="card"><span class="soft">Database</span><strong class="nums">${size(stats.data.database_bytes)}</strong></div>
      <div class="card"><span class="soft">Turns with a vector</span><strong class="nums">${stats.data.turns ? percent(stats.data.turns_embedded / stats.data.turns) : '–'}</strong></div></div>`}
    <div class="pair">
      <section class="card"><h2>Memories${agent && html` of <span class="said">${agent}</span>`}</h2>
        ${counts.data?.total === 0 && html`<p class="soft">None yet.</p>`}
        ${counts.data && html`<${Counts} title="By kind" counts=${counts.data.by_kind} names=${KINDS} /><${Counts} title="By priority" counts=${counts.data.by_priority} /><${Counts} title="By status" counts=${counts.data.by_status} names=${STATUS} />`}</section>
      <section class="card"><h2>Processing</h2>${stats.data && html`<${Processing} stats=${stats.data} />`}<${Queue} agent=${agent} /></section>
    </div>
    <${PerAgent} agents=${agents} />
    <${Optimizer} agent=${agent} />
    <${Settings} />
    <${Danger} agent=${agent} agents=${agents} onChanged=${() => { onChanged(); stats.again(); counts.again(); }} />`;
}

function Counts({ title, counts, names = {} }) {
  const rows = Object.entries(counts).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  const largest = Math.max(...rows.map(([, count]) => count), 1);
  if (!rows.length) return null;
  return html`<h3>${title}</h3>
    <table class="bars"><tbody>${rows.map(([name, count]) => html`<tr key=${name}><th scope="row">${names[name] ?? name}</th><td><progress max=${largest} value=${count} aria-hidden="true"></progress></td><td class="nums">${count.toLocaleString()}</td></tr>`)}</tbody></table>`;
}

const Processing = ({ stats }) => html`<div class="scroll" tabindex="0" role="region" aria-label="Model calls"><table><thead><tr><th>Model</th><th class="nums">Calls</th><th class="nums">Success</th><th class="nums">Average</th><th class="nums">Tokens</th></tr></thead><tbody>
  ${[['Core model', stats.processing], ['Embedder', stats.embedding]].map(([name, used]) => html`<tr key=${name}><th scope="row">${name}<br /><span class="small soft">${used.model ?? 'not set'}</span></th>
    <td class="nums">${used.calls.toLocaleString()}</td><td class="nums">${percent(used.success_rate)}</td><td class="nums">${used.average_duration_ms === null ? '–' : `${Math.round(used.average_duration_ms).toLocaleString()} ms`}</td><td class="nums">${(used.tokens + used.tokens_out).toLocaleString()}</td></tr>`)}</tbody></table></div>`;

function Queue({ agent }) {
  const jobs = useLoaded(() => api.get('/api/v1/jobs', { agent_id: agent, limit: 200 }), [agent]);
  if (jobs.error) return null;
  const waiting = (jobs.data?.jobs ?? []).filter((job) => job.state !== 'done');
  return html`<h3>Queue</h3>${jobs.data && !waiting.length && html`<p class="soft small">The queue is empty.</p>`}
    <ul class="plain small queue">${waiting.slice(0, 20).map((job) => html`<li key=${job.id}><${Badge} kind=${job.state === 'dead' ? 'bad' : ''}>${job.state}</${Badge}> ${WORK[job.kind] ?? job.kind} <span class="soft said">${job.agent_id}</span> <span class="soft">due <${When} at=${job.due_at} time /></span></li>`)}</ul>
    ${waiting.length > 20 && html`<p class="soft small">and ${waiting.length - 20} more</p>`}`;
}

const PerAgent = ({ agents }) => (agents?.length ? html`<section class="card"><h2>By agent</h2><div class="scroll" tabindex="0" role="region" aria-label="Counts by agent"><table><thead><tr><th>Agent</th><th class="nums">Memories</th><th class="nums">Turns</th><th class="nums">Conversations</th><th class="nums">Since</th></tr></thead><tbody>
  ${agents.slice(0, 100).map((one) => html`<tr key=${one.agent_id}><th scope="row"><a class="said" href=${`#/memories?agent=${part(one.agent_id)}`}>${one.agent_id}</a></th><td class="nums">${one.entries.toLocaleString()}</td><td class="nums">${one.turns.toLocaleString()}</td><td class="nums">${one.conversations.toLocaleString()}</td><td class="nums"><${When} at=${one.created_at} /></td></tr>`)}</tbody></table></div></section>` : null);

function Optimizer({ agent }) {
  const status = useLoaded(() => api.get('/learning/optimizer/status', { agent_id: agent }), [agent]);
  const runs = useLoaded(() => api.get('/api/v1/optimizer/snapshots', { agent_id: agent, limit: 500 }), [agent]);
  const run = () => attempt(async () => { await api.post('/api/v1/optimizer/run', agent ? { agent_id: agent } : {}); setTimeout(() => { status.again(); runs.again(); }, 1500); }, 'Run requested.');
  if (status.error || runs.error) return null;
  const snapshots = [...(runs.data?.snapshots ?? [])].reverse();
  return html`<section class="card"><div class="head"><h2>Optimizer</h2><p>Keeps conversation windows within their token budget.</p><button class="push" onClick=${run}>Run now</button></div>
    ${status.data && html`<${Parameters} status=${status.data} />`}
    ${runs.data && !snapshots.length && html`<p class="soft small">No runs yet. It runs after every twenty messages.</p>`}
    ${snapshots.length > 0 && status.data && html`<div class="pair charts">
      <${Chart} title="Budget usage and target" runs=${snapshots} shown=${percent} range=${[0, 1]} lines=${[['usage', (run) => run.usageRatio, '--accent'], ['target', () => status.data.currentParameters.targetUsageRatio, '--bad', [6, 5]]]} />
      <${Chart} title="Tokens in windows" runs=${snapshots} lines=${[['before', (run) => run.tokensBefore, '--warn'], ['after', (run) => run.tokensAfter, '--accent']]} />
      <${Chart} title="Compression threshold and minimum relevance" runs=${snapshots} shown=${percent} range=${[0, 1]} lines=${[['compression threshold', (run) => run.compressionTriggerRatio, '--blue'], ['minimum relevance', (run) => run.minRelevanceScore, '--violet']]} />
      <${Chart} title="Messages kept in full" runs=${snapshots} lines=${[['messages', (run) => run.fullMessageWindow, '--good']]} /></div>`}</section>`;
}

const Parameters = ({ status: { totalOptimizations, totalTokensSaved, currentParameters: now } }) => html`<dl class="facts">
  ${[['Runs', totalOptimizations.toLocaleString()], ['Tokens saved', totalTokensSaved.toLocaleString()], ['Target', percent(now.targetUsageRatio)], ['Compression threshold', percent(now.compressionTrigger)],
    ['Kept in full', `${now.fullMessageWindow} messages`], ['Minimum relevance', percent(now.minRelevance)]].map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="nums">${value}</dd></div>`)}</dl>`;

const hour = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A line chart over the runs; each line is a name, a function of a run, a colour variable and a dash pattern. */
function Chart({ title, runs, lines, range, shown = (value) => value.toLocaleString() }) {
  const box = useRef(null);
  const last = runs.at(-1);
  const theme = useTheme();
  useEffect(() => {
    let [chart, wanted] = [null, true];
    import('../vendor/uplot.js').then(({ default: uPlot }) => {
      if (!wanted || !box.current) return;
      
      const colour = themeColour;
      const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 } };
      // Runs are evenly spaced: idle hours say nothing about tuning.
      const named = (at) => (runs[at] && Number.isInteger(at) ? hour.format(new Date(runs[at].timestamp)).replace(', ', '\n') : '');
      chart = new uPlot({
        width: box.current.clientWidth, height: 200, legend: { show: false }, cursor: { show: false },
        scales: { x: { time: false }, y: range ? { range } : {} },
        axes: [{ ...axis, space: 90, size: 46, incrs: [1, 2, 5, 10, 20, 50, 100, 200], values: (_, ticks) => ticks.map(named) }, { ...axis, size: 62, values: (_, ticks) => ticks.map(shown) }],
        series: [{}, ...lines.map(([label, , stroke, dash]) => ({ label, stroke: colour(stroke), dash, width: 2, points: { show: !dash && runs.length < 40, fill: colour('--card') } }))],
      }, [runs.map((_, at) => at), ...lines.map(([, value]) => runs.map(value))], box.current);
    }, (fault) => toast(fault.message, { bad: true }));
    return () => { wanted = false; chart?.destroy(); };
  }, [runs.length, last.timestamp, theme]);
  const values = lines.map(([name, value]) => `${name} ${shown(value(last))}`).join(', ');
  return html`<figure><figcaption>${title}</figcaption>
    <ul class="legend">${lines.map(([name, value, stroke]) => html`<li key=${name}><span class="dot" style=${{ background: `var(${stroke})` }}></span>${name} <span class="soft nums">${shown(value(last))}</span></li>`)}</ul>
    <div class="chart" ref=${box} role="img" aria-label=${`${title}, over ${runs.length} runs; in the last one ${values}`}></div></figure>`;
}

function Settings() {
  const [open, setOpen] = useState(false);
  return html`<section class="card"><div class="head"><h2>Settings</h2><p>Each with its range and the source of its value.</p><button class="push" aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? 'Hide settings' : 'Show settings'}</button></div>${open && html`<${AllSettings} />`}</section>`;
}

function AllSettings() {
  const loaded = useLoaded(() => api.get('/api/v1/settings'), []);
  const [typed, setTyped] = useState('');
  if (loaded.error) return html`<${Notice}>${loaded.error.message}</${Notice}>`;
  if (!loaded.data) return html`<${Busy} />`;
  const words = typed.toLowerCase();
  const shown = loaded.data.settings.filter((one) => `${one.name} ${one.description} ${one.group}`.toLowerCase().includes(words));
  const groups = [...new Set(shown.map((one) => one.group))];
  return html`${loaded.data.restart_needed.length > 0 && html`<${Notice}>Takes effect after a restart: ${loaded.data.restart_needed.join(', ')}.</${Notice}>`}
    <label class="field"><span>Search settings</span><input type="search" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
    ${groups.map((group) => html`<h3 key=${group}>${group}</h3>${shown.filter((one) => one.group === group).map((one) => html`<${Setting} key=${one.name} setting=${one} onSaved=${loaded.again} />`)}`)}`;
}

function Setting({ setting, onSaved }) {
  const text = (value) => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value));
  const [value, setValue] = useState(setting.secret ? '' : text(setting.value));
  const [error, setError] = useState(null);
  const [keyName, setKeyName] = useState(null);
  const [key, setKey] = useState('');
  const fixed = !['default', 'config.json'].includes(setting.source);
  const [, min, max] = /^(-?[\d.]+) – (-?[\d.]+)$/.exec(setting.allowed) ?? [];
  const choices = /^[\w-]+(, [\w-]+)+$/.test(setting.allowed) && setting.default !== null && !Array.isArray(setting.default) ? setting.allowed.split(', ') : null;
  const kind = typeof setting.default === 'boolean' ? 'switch' : typeof setting.default === 'number' ? 'number' : Array.isArray(setting.default) ? 'list' : 'text';
  const parsedValue = () => {
    if (value === '') return null;
    if (kind === 'switch') return value === 'true';
    if (kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value);
    return kind === 'list' ? value.split(',').map((one) => one.trim()).filter(Boolean) : value;
  };
  const save = async (event) => {
    event.preventDefault();
    setError(null);
    const changes = { [setting.name]: parsedValue(), ...(key && { [keyName]: key }) };
    try { await api.patch('/api/v1/settings', changes); setKeyName(null); setKey(''); onSaved(); } catch (fault) {
      setError(fault.message);
      // A stored key is not sent to a new address: it has to be typed again.
      if (fault.field?.endsWith('_api_key') && fault.field !== setting.name) setKeyName(fault.field);
    }
  };
  const id = `setting-${setting.name}`;
  return html`<form class="setting" onSubmit=${save}>
    <label for=${id}><code>${setting.name}</code></label><p class="small soft">${setting.description} <span class="nums">(${setting.allowed})</span></p>
    <div class="row">${kind === 'switch' || choices
      ? html`<select id=${id} value=${value} disabled=${fixed} onChange=${(event) => setValue(event.currentTarget.value)}>${(choices ?? ['true', 'false']).map((name) => html`<option value=${name}>${name}</option>`)}</select>`
      : html`<input id=${id} type=${setting.secret ? 'password' : min ? 'number' : 'text'} min=${min} max=${max} step=${min && 'any'} autocomplete="off" placeholder=${setting.secret ? setting.value : text(setting.default)} value=${value} disabled=${fixed} onInput=${(event) => setValue(event.currentTarget.value)} />`}
      ${!fixed && html`<button disabled=${setting.secret ? value === '' : value === text(setting.value)}>Save</button>`}
      <span class="small soft">${fixed ? `set by ${setting.source}` : setting.source === 'default' ? 'default' : 'changed'}</span></div>
    ${error && html`<p class="small bad" role="alert">${error}</p>`}
    ${keyName && html`<label class="field"><span>${keyName} for the new address</span><input type="password" autocomplete="off" value=${key} onInput=${(event) => setKey(event.currentTarget.value)} /></label>`}</form>`;
}

function Danger({ agent, agents, onChanged }) {
  const only = agents?.length === 1 ? agents[0].agent_id : '';
  const whose = agent || only;
  const [erasing, setErasing] = useState(false);
  const erase = () => attempt(async () => { await api.delete(`/api/v1/agents/${part(whose)}`, { confirm: true }); setErasing(false); location.hash = '#/memories'; onChanged(); }, 'Erased: all conversations and memories.');
  return html`<section class="card danger-zone"><h2>Danger zone</h2>
    <p>Erasing an agent removes its conversations and everything learned from them, from every table and from the bytes of the file (PostgreSQL: docs/postgres.md). It cannot be undone; export first if in doubt.</p>
    <button class="danger" disabled=${!whose} onClick=${() => setErasing(true)}>${whose ? html`Erase <span class="said">${whose}</span> …` : 'Choose an agent above to erase'}</button>
    ${erasing && html`<${TypedConfirmation} title="Erase an agent" word=${whose} action="Erase permanently" onClose=${() => setErasing(false)} onDone=${erase}><p>This permanently erases all data of <strong class="said">${whose}</strong>.</p></${TypedConfirmation}>`}</section>`;
}
