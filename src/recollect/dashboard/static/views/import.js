// Import of a file, with a preview of what would come in.
import { html, render, useState, useEffect, useRef } from '../ui.js';
import { api } from '../api.js';
import { Busy, Notice, attempt, useLoaded } from '../components.js';
import { Icon } from '../icons.js';
import { count } from '../labels.js';
import { Dialog } from '../view_components.js';

const NOUNS = [['conversations', 'conversation', 'conversations'], ['turns', 'turn', 'turns'], ['memories', 'memory', 'memories']];
// Nobody's own conversations are for the fictional agent of the demo.
const DEMO = 'demo';
const ME = 'me';
// How long until it is asked again whether what was imported has been learned.
const SOON = 2000;
const EXAMPLE = '{"title": "Moving", "messages": [{"role": "user", "content": "I live in Oslo."}]}';
const amounts = (report, end = '') => NOUNS.filter(([name]) => report[name + end])
  .map(([name, one, many]) => count(report[name + end], one, many)).join(', ');

/** A button that imports an export, or the file of another program. */
export function ImportButton({ agent, agents = [], onImported, messages = false }) {
  const input = useRef(null);
  const take = async (event) => {
    const [chosen] = event.currentTarget.files;
    // The view may have been left or drawn again while the file was chosen or read.
    if (input.current) input.current.value = '';
    if (!chosen) return;
    const ours = messages ? null : await memoriesIn(chosen);
    if (!ours) { openPreview({ file: await withName(chosen), agent, agents, onImported }); return; }
    await attempt(async () => {
      const taken = await api.post('/api/v1/memory/import', agent ? { agent_id: agent, ...ours } : ours);
      onImported();
      return taken;
    }, (taken) => `${count(taken.memories, 'memory', 'memories')} in the file, ${taken.new.toLocaleString()} of them new.`);
  };
  return html`<button onClick=${() => input.current.click()}><${Icon} name="upload" />Import</button>
    <input type="file" hidden ref=${input} onChange=${take} aria-label="File to import" />`;
}

/** The dialog stands on its own: the view that opened it may be replaced, as the welcome is by the first memories. */
function openPreview(props) {
  const place = document.body.appendChild(document.createElement('div'));
  const close = () => { render(null, place); place.remove(); };
  render(html`<${Preview} ...${props} onClose=${close} />`, place);
}

/** Calls back once everything that is due has been learned. */
async function onceLearned(agent, callback) {
  const isDue = (job) => job.state === 'running' || (job.state === 'pending' && new Date(job.due_at) <= Date.now());
  try {
    let jobs;
    do {
      await new Promise((done) => { setTimeout(done, SOON); });
      ({ jobs } = await api.get('/api/v1/jobs', { agent_id: agent, limit: 200 }));
    } while (jobs.some(isDue));
    callback();
  } catch { /* Whoever may not see the jobs sees the memories with the next look. */ }
}

/** The memories that this page exported, or a list of statements; null for any other file. */
async function memoriesIn(file) {
  if (!/\.json$/i.test(file.name) || file.size > 2 ** 25) return null;
  try {
    const read = JSON.parse(await file.text());
    if (Array.isArray(read)) return read.length && read.every((item) => typeof item?.content === 'string' && !item.role) ? { memories: read } : null;
    return read.recollect === 'memories' ? read : null;
  } catch {
    return null;
  }
}

/** A JSON file of one conversation as a list of it, which is named after the file; any other file as it is. */
async function withName(file) {
  if (!/\.json$/i.test(file.name) || file.size > 2 ** 25) return file;
  try {
    const { messages, title, conversation = file.name.slice(0, -5) } = JSON.parse(await file.text());
    return messages?.length && messages.every((item) => typeof item?.content === 'string' && item.role) ? new File([JSON.stringify([{ messages, title, conversation }])], file.name) : file;
  } catch {
    return file;
  }
}

/** How the file begins, so that a wrong one is noticed. */
function Beginning({ file }) {
  const { data } = useLoaded(async () => (/\.(jsonl?|md|txt)$/i.test(file.name) ? file.slice(0, 600).text() : ''), [file]);
  return data ? html`<details><summary class="small soft">How it begins</summary><pre class="said small">${data}${file.size > 600 ? ' …' : ''}</pre></details>` : null;
}

function Preview({ file, agent, agents, onClose, onImported }) {
  const [owner, setOwner] = useState(agent || '');
  const [report, setReport] = useState(null);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState('');
  // Some of the file's memories have an owner: the name that is typed is for the others alone.
  const [rest, setRest] = useState(false);
  // Why an agent is needed, until one was chosen.
  const [unnamed, setUnnamed] = useState('');
  const send = (dryRun, name = owner, forRest = rest) => api.upload('/api/v1/import', file, { [forRest ? 'default_agent_id' : 'agent_id']: name.trim(), name: file.name, dry_run: dryRun });
  const look = async (name, forRest) => {
    setBusy('Reading the file');
    setProblem(null);
    try { setReport(await send(true, name, forRest)); } catch (fault) {
      const isRest = fault.field === 'default_agent_id';
      setReport(null);
      setRest(isRest);
      if (name || owner.trim() || !(isRest || fault.field === 'agent_id')) setProblem(fault);
      else {
        // Among several agents, nobody but the user knows whose it is.
        const own = agents.map((one) => one.agent_id).filter((name) => name !== DEMO);
        const guess = agent || (own.length ? own.length === 1 && own[0] : ME) || '';
        setUnnamed(isRest ? fault.message : `This file does not say whose it is. ${guess ? 'It would be stored for this agent' : 'Name the agent that remembers it'}`);
        setOwner(guess);
        if (guess) await look(guess, isRest);
      }
    }
    setBusy('');
  };
  useEffect(() => { look(); }, []);
  const submit = async (event) => {
    event.preventDefault();
    if (!report) { look(); return; }
    setBusy('Importing');
    const done = await attempt(async () => { await send(false); onImported(); onceLearned(report.by_agent.length === 1 ? report.by_agent[0].agent : '', onImported); return true; }, 'Imported. Learning from it goes on in the background.');
    setBusy('');
    if (done) onClose();
  };
  const typed = (event) => { setOwner(event.currentTarget.value); setReport(null); setProblem(null); };
  const isNew = report && (report.turns_new || report.memories_new || report.memories_updated);
  return html`<${Dialog} title="Import" onClose=${busy ? null : onClose}>
    <form onSubmit=${submit}>
      <p><strong class="said">${file.name}</strong></p><${Beginning} file=${file} />
      <label class="field"><span>${rest ? 'Agent for what has none' : html`Agent that remembers it${report && ' (if the file names none)'}`}</span>
        <input value=${owner} list="owners" disabled=${Boolean(busy)} onInput=${typed} /></label>
      <datalist id="owners">${agents.map((one) => html`<option value=${one.agent_id} />`)}</datalist>
      ${unnamed && html`<p class="small soft">${unnamed}.</p>`}
      ${problem && html`<${Notice} kind="bad">${problem.message}</${Notice}>`}
      <details open=${Boolean(problem)}><summary class="small soft">What can be imported</summary>
        <p class="small">Exports of Recollect, Claude, ChatGPT, mem0, Letta, Zep and Graphiti; Markdown or text; a .zip of them. A conversation in a JSON file has <code>messages</code>, and a <code>title</code> if you like:</p><pre class="small">${EXAMPLE}</pre></details>
      ${report && html`<${Report} report=${report} isNew=${isNew} />`}
      ${busy && html`<${Busy} what=${busy} />`}
      <div class="actions"><button type="button" disabled=${Boolean(busy)} onClick=${onClose}>Cancel</button>
        <button class="primary" disabled=${busy || (report ? !isNew : !owner.trim())}>${report ? 'Import' : 'Preview'}</button></div>
    </form></${Dialog}>`;
}

const Report = ({ report, isNew }) => html`
  <p>The file (${report.format}) has ${amounts(report)}.</p>
  <p>${isNew ? html`New: <strong>${amounts(report, '_new') || 'none'}</strong>${
    report.memories_updated ? `; changed since the last import: ${count(report.memories_updated, 'memory', 'memories')}` : ''}.` : 'All of it is here already.'}</p>
  ${report.by_agent.length > 0 && html`<p>Stored for ${report.by_agent.slice(0, 5).map((one, place) =>
    html`${place ? ', ' : ''}<strong class="said">${one.agent}</strong>`)}${report.by_agent.length > 5 ? ` and ${report.by_agent.length - 5} more agents` : ''}.</p>`}
  ${report.by_agent.some((one) => one.examples.length) && html`<ul>${report.by_agent.slice(0, 5).flatMap((one) => one.examples.slice(0, 2)
    .map((text) => html`<li class="said small">${text}</li>`))}</ul>`}
  ${report.warnings.map((text) => html`<${Notice} kind="info">${text}.</${Notice}>`)}
  ${Object.keys(report.left_out).length > 0 && html`<p>Not carried over:</p>
    <ul>${Object.entries(report.left_out).map(([what, number]) => html`<li key=${what}>${what}: ${number.toLocaleString()}</li>`)}</ul>`}`;
