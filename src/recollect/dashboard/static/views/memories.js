// Memories: search, sort, group, select and edit.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { useChanges } from '../changes.js';
import { download } from '../download.js';
import { go } from '../route.js';
import { Busy, Fault, attempt, useLoaded } from '../components.js';
import { TypedConfirmation } from '../typed_confirmation.js';
import { Icon } from '../icons.js';
import { KINDS, KIND_COLOUR, PRIORITIES, STATUS, count } from '../labels.js';
import { Empty, SearchField, useSearchText } from '../view_components.js';
import { BulkBar } from './bulk.js';
import { onlyAgent } from './choose_agent.js';
import { DayField } from './day_field.js';
import { LEARNING, useLearning } from './home.js';
import { ImportButton } from './import.js';
import { Edit } from './memory_edit.js';
import { Groups } from './memory_groups.js';
import { GROUPS, SORTS, groupOf, sameMemory, useMemoryList } from './memory_list.js';
import { Welcome } from './welcome.js';

const FILTERS = ['q', 'kind', 'priority', 'status', 'after', 'before'];

export default function Memories({ agent, agents, params, onChanged }) {
  const list = useMemoryList({ agent, params });
  const [dialog, setDialog] = useState('');
  const [imports, setImports] = useState(0);
  const isLearning = useLearning(agent, imports, () => { onChanged(); list.again(); });
  const [selected, setSelected] = useState([]);
  useEffect(() => { if (params.add) { setDialog('add'); go(null, { add: '' }, { replace: true }); } }, [params.add]);
  useChanges((memory, before) => {
    list.change(memory, before);
    // What it corrects is marked, or is not any more.
    if (before.metadata.corrects) list.again();
    setSelected((now) => now.map((one) => (sameMemory(one, before) ? memory : one)));
  });
  useEffect(() => setSelected([]), [agent, ...FILTERS.map((name) => params[name])]);
  if (!agents.length) return html`<${Welcome} onChanged=${() => { onChanged(); list.again(); }} />`;
  const again = () => { setDialog(''); onChanged(); list.again(); };
  const imported = () => { onChanged(); list.again(); setImports((number) => number + 1); };
  const filtered = FILTERS.some((name) => params[name]);
  const total = `${list.memories.length.toLocaleString()}${list.cursor ? '+' : ''}`;
  return html`
    <div class="head"><h1>Memories</h1><p><span class="nums">${total}</span> shown · ${agent ? html`agent <span class="said">${agent}</span>` : 'all agents'}</p>
      <div class="row push"><button class="primary" onClick=${() => setDialog('add')}><${Icon} name="add" />Add memory</button>
        <${Export} agent=${agent} agents=${agents} whose=${onlyAgent(agent, agents)} /><${ImportButton} agent=${agent} agents=${agents} onImported=${imported} />
        <button class="quiet" onClick=${() => setDialog('clear')}>Clear all …</button></div></div>
    <${Filters} agent=${agent} params=${params} filtered=${filtered} list=${list} />
    <${Fault} of=${list} />
    ${isLearning && html`<p class="small soft">${LEARNING}</p>`}
    <p class="sr" role="status">${list.busy ? 'Loading' : `${list.memories.length} shown`}</p>
    ${!list.busy && !list.memories.length && !list.error && html`<${Empty} title=${filtered ? 'No matches' : 'No memories yet'} icon=${filtered ? 'search' : 'memories'}>
      <p>${filtered ? 'Try fewer words or filters.' : html`Memories are learned from conversations in the background. To run this now, use Sync now under <a href="#/health">Health</a>.`}</p></${Empty}>`}
    <${Groups} list=${list} params=${params} named=${!agent} selected=${selected} onSelected=${setSelected} onAdd=${() => setDialog('add')} />
    ${list.busy && html`<${Busy} />`}
    ${selected.length > 0 && html`<${BulkBar} selected=${selected} onClear=${() => setSelected([])} />`}
    ${dialog === 'add' && html`<${Edit} agent=${agent || (agents.length === 1 ? agents[0].agent_id : '')} agents=${agents} onClose=${() => setDialog('')} onDone=${again} />`}
    ${dialog === 'clear' && html`<${Clear} agent=${agent} onClose=${() => setDialog('')} onDone=${again} />`}`;
}

/** How many memories of each kind the other filters leave: of all of them the server knows, otherwise the list does until a kind is chosen. */
function useCounts(agent, params, list) {
  const every = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), [agent]);
  useChanges(every.again);
  const counted = useRef({});
  const others = FILTERS.filter((name) => name !== 'kind').map((name) => params[name] ?? '');
  if (!others.some(Boolean)) return { total: every.data?.total, byKind: every.data?.by_kind ?? {} };
  const key = [agent, ...others].join('\n');
  if (!params.kind && !list.busy) {
    const byKind = {};
    for (const { kind } of list.memories) byKind[kind] = (byKind[kind] ?? 0) + 1;
    counted.current = { key, total: list.memories.length, byKind };
  }
  return counted.current.key === key ? counted.current : { byKind: {} };
}

function Filters({ agent, params, filtered, list }) {
  const [typed, setTyped] = useSearchText(params.q ?? '', (q) => go(null, { q }, { replace: true }));
  const chosen = (name) => (event) => go(null, { [name]: event.currentTarget.value });
  const counts = useCounts(agent, params, list);
  const [open, setOpen] = useState(false);
  const used = ['kind', 'priority', 'status', 'after', 'before'].filter((name) => params[name]).length;
  useEffect(() => { if (used) setOpen(true); }, [used]);
  return html`<form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
    <${SearchField} label="Search" placeholder="Search memories" value=${typed} onInput=${setTyped} />
    <button type="button" aria-expanded=${open} onClick=${() => setOpen(!open)}><span>Filter and sort</span>${used > 0 && html` <span class="nums">${used}</span>`}</button>
    ${filtered && html`<button type="button" class="quiet" onClick=${() => { setTyped(''); go('memories', { agent }); }}><${Icon} name="close" />Clear filters</button>`}
    ${open && html`<div class="narrowed"><div class="row">
      <${Choice} label="Group by" value=${groupOf(params, list.memories)} onChange=${chosen('group')} options=${Object.entries(GROUPS).map(([name, [text]]) => [name, text])} />
      <${Choice} label="Sort" value=${params.sort ?? (params.q ? '' : 'newest')} onChange=${chosen('sort')} all=${params.q && 'nearest'}
        options=${Object.entries(SORTS).map(([name, [text]]) => [name, text])} />
      <${Choice} label="Priority" value=${params.priority} onChange=${chosen('priority')} all="any" options=${PRIORITIES.map((one) => [one, one])} />
      <${Choice} label="Status" value=${params.status} onChange=${chosen('status')} all="in use" options=${Object.entries(STATUS)} />
      <label class="picker"><span>From</span><${DayField} placeholder="any day" value=${params.after ?? ''} onChange=${(after) => go(null, { after })} /></label>
      <label class="picker"><span>To</span><${DayField} placeholder="any day" value=${params.before ?? ''} onChange=${(before) => go(null, { before })} /></label>
    </div>
    <div class="chips" role="group" aria-label="Kind"><${Chip} kind="" params=${params} number=${counts.total} />${Object.keys(KINDS)
      .filter((kind) => counts.byKind[kind] || params.kind === kind)
      .map((kind) => html`<${Chip} key=${kind} kind=${kind} params=${params} number=${counts.byKind[kind]} />`)}</div></div>`}
  </form>`;
}

/** One kind with its number of memories; shows only these. */
const Chip = ({ kind, params, number }) => html`<button type="button" class="chip" aria-pressed=${(params.kind ?? '') === kind} onClick=${() => go(null, { kind })}>
  ${kind ? html`<span class=${`dot ${KIND_COLOUR[kind] ?? ''}`}></span>${KINDS[kind]}` : 'All'} <span class="nums soft">${number?.toLocaleString() ?? ''}</span></button>`;

const Choice = ({ label, value, onChange, options, all }) => html`<label class="picker"><span>${label}</span>
  <select value=${value ?? ''} onChange=${onChange}>${all && html`<option value="">${all}</option>`}${
    options.map(([name, text]) => html`<option value=${name}>${text}</option>`)}</select></label>`;

/** The memories as lines that any import of Recollect reads; their earlier versions are not among them. */
function asLines(memories, agents) {
  const lines = [{ recollect: 'export', format: 1 }];
  for (const id of new Set(memories.map((memory) => memory.agent_id))) {
    const own = memories.filter((memory) => memory.agent_id === id);
    lines.push({ agent: { id, created_at: agents.find((one) => one.agent_id === id)?.created_at ?? own.at(-1).recorded_at } });
    for (const { agent_id: _, ...entry } of own) lines.push({ memory: [{ number: entry.version, at: entry.changed_at, change: 'added', entry }] });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`);
}

/** Saves the memories for an import, or everything of one agent as a page that a person can read and print. */
function Export({ agent, agents, whose }) {
  const save = (event) => {
    const isPage = event.currentTarget.value === 'html';
    event.currentTarget.value = '';
    attempt(async () => {
      if (isPage) { download(await api.blob(`/api/v1/agents/${part(whose)}/export`), ['everything', whose], 'html'); return; }
      const { memories } = await api.get('/api/v1/memory/export', { agent_id: agent });
      download(new Blob(asLines(memories, agents), { type: 'application/x-ndjson' }), ['memories', agent], 'jsonl');
    }, 'Export saved.');
  };
  return html`<label><span class="sr">Export</span><select class="as-button" value="" onChange=${save}><option value="" disabled>Export …</option>
    <option value="jsonl">memories, to import again</option><option value="html" disabled=${!whose}>everything, to read and print${whose ? '' : ' (choose an agent)'}</option></select></label>`;
}

function Clear({ agent, onClose, onDone }) {
  const stats = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), []);
  const clear = () => attempt(async () => { const done = await api.delete('/api/v1/memory', { agent_id: agent, confirm: true }); onDone(); return done; },
    (done) => `${count(done.deleted, 'memory', 'memories')} deleted. To restore one, filter by the status “deleted”.`);
  return html`<${TypedConfirmation} title="Clear all memories" word=${agent || 'everybody'} action="Delete all" onClose=${onClose} onDone=${clear}>
    <p>This deletes ${stats.data ? html`<strong>${count(stats.data.total, 'memory', 'memories')}</strong>` : 'all memories'} of ${agent ? html`<strong class="said">${agent}</strong>` : 'all agents'}.
      The conversations stay. To remove an agent permanently, including its conversations, erase it under <a href="#/health">Health</a>.</p>
  </${TypedConfirmation}>`;
}
