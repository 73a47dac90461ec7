// The optimizer of conversation windows: its parameters and its runs as charts.
import { html, useEffect, useRef } from '../ui.js';
import { api, imported } from '../api.js';
import { inZone, momentText } from '../dates.js';
import { Fault, attempt, sheet, useLoaded } from '../components.js';
import { themeColour, useTheme } from '../view_components.js';

const UPLOT_CSS = 'sha384-IfV0B7MIOYuO95kO9G5ySKPz/85zqFNOAs8iy4tkK5zd9izhJAB8b7lHrwYqqmYE';
const percent = (share) => (share === null ? '–' : `${Number((100 * share).toFixed(1))} %`);

export function useOptimizer(agent) {
  const status = useLoaded(() => api.get('/learning/optimizer/status', { agent_id: agent }), [agent]);
  const runs = useLoaded(() => api.get('/api/v1/optimizer/snapshots', { agent_id: agent, limit: 500 }), [agent]);
  return { status, runs, error: status.error ?? runs.error, data: status.data && runs.data };
}

export function Optimizer({ of: { status, runs, error }, agent }) {
  const run = () => attempt(async () => {
    await api.post('/api/v1/optimizer/run', agent ? { agent_id: agent } : {});
    setTimeout(() => { status.again(); runs.again(); }, 1500);
  }, 'Run requested.');
  if (error) return null;
  const hasSaved = status.data?.totalTokensSaved > 0;
  const snapshots = [...(runs.data?.snapshots ?? [])].reverse();
  return html`<section class="card"><div class="head"><h2>Optimizer</h2><p>Keeps conversation windows within their token budget.</p><button class="push" onClick=${run}>Run now</button></div>
    ${hasSaved && html`<${Parameters} status=${status.data} />`}
    ${runs.data && !snapshots.length && html`<p class="soft small">No runs yet. It runs after every twenty messages.</p>`}
    ${snapshots.length > 0 && !hasSaved && html`<p class="soft small">Nothing saved yet: every conversation fits into its window. Charts appear once messages are shortened.</p>`}
    ${snapshots.length > 0 && hasSaved && html`<div class="pair charts">
      <${Chart} title="Budget usage and target" runs=${snapshots} shown=${percent} range=${[0, 1]}
        lines=${[['usage', (run) => run.usageRatio, '--accent'], ['target', () => status.data.currentParameters.targetUsageRatio, '--bad', [6, 5]]]} />
      <${Chart} title="Tokens in windows" runs=${snapshots} lines=${[['before', (run) => run.tokensBefore, '--warn'], ['after', (run) => run.tokensAfter, '--accent']]} />
      <${Chart} title="Compression threshold and minimum relevance" runs=${snapshots} shown=${percent} range=${[0, 1]}
        lines=${[['compression threshold', (run) => run.compressionTriggerRatio, '--blue'], ['minimum relevance', (run) => run.minRelevanceScore, '--violet']]} />
      <${Chart} title="Messages kept in full" runs=${snapshots} lines=${[['messages', (run) => run.fullMessageWindow, '--good']]} /></div>`}</section>`;
}

const Parameters = ({ status: { totalOptimizations, totalTokensSaved, currentParameters: now } }) => html`<dl class="facts">
  ${[['Runs', totalOptimizations.toLocaleString()], ['Tokens saved', totalTokensSaved.toLocaleString()], ['Target', percent(now.targetUsageRatio)],
    ['Compression threshold', percent(now.compressionTrigger)],
    ['Kept in full', `${now.fullMessageWindow} messages`], ['Minimum relevance', percent(now.minRelevance)]]
    .map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="nums">${value}</dd></div>`)}</dl>`;


/** A line chart over the runs; each line is a name, a function of a run, a colour variable and a dash pattern. */
function Chart({ title, runs, lines, range, shown = (value) => value.toLocaleString() }) {
  const box = useRef(null);
  const last = runs.at(-1);
  const theme = useTheme();
  const library = useLoaded(() => imported('./vendor/uplot.js', () => sheet('/static/vendor/uplot.css', UPLOT_CSS)), []);
  useEffect(() => {
    if (!library.data) return undefined;
    const colour = themeColour;
    const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 } };
    // Runs are evenly spaced: idle hours say nothing about tuning.
    const named = (at) => (runs[at] && Number.isInteger(at) ? momentText(inZone(runs[at].timestamp)).replace(/ \d{4}, /, '\n') : '');
    const chart = new library.data.default({
      width: box.current.clientWidth, height: 200, padding: [null, 36, null, null], legend: { show: false }, cursor: { show: false },
      scales: { x: { time: false }, y: range ? { range } : {} },
      axes: [{ ...axis, space: 90, size: 46, incrs: [1, 2, 5, 10, 20, 50, 100, 200], values: (_, ticks) => ticks.map(named) },
        { ...axis, size: 62, values: (_, ticks) => ticks.map(shown) }],
      series: [{}, ...lines.map(([label, , stroke, dash]) => ({ label, stroke: colour(stroke), dash, width: 2, points: { show: !dash && runs.length < 40, fill: colour('--card') } }))],
    }, [runs.map((_, at) => at), ...lines.map(([, value]) => runs.map(value))], box.current);
    return () => chart.destroy();
  }, [library.data, runs.length, last.timestamp, theme]);
  const values = lines.map(([name, value]) => `${name} ${shown(value(last))}`).join(', ');
  return html`<figure><figcaption>${title}</figcaption>
    <ul class="legend">${lines.map(([name, value, stroke]) => html`<li key=${name}>
      <span class="dot" style=${{ background: `var(${stroke})` }}></span>${name} <span class="soft nums">${shown(value(last))}</span></li>`)}</ul>
    <${Fault} of=${library} /><div class="chart" ref=${box} role="img" aria-label=${`${title}, over ${runs.length} runs; in the last one ${values}`}></div></figure>`;
}
