// Memories: search, sort, group, select and edit.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { useChanges } from '../changes.js';
import { go } from '../route.js';
import { Busy, Fault, attempt, useLoaded } from '../components.js';
import { TypedConfirmation } from '../typed_confirmation.js';
import { Icon } from '../icons.js';
import { KINDS, KIND_COLOUR, PRIORITIES, STATUS, count } from '../labels.js';
import { Empty, SearchField, useSearchText } from '../view_components.js';
import { BulkBar } from './bulk.js';
import { onlyAgent } from './choose_agent.js';
import { DayField } from './day_field.js';
import { ImportButton } from './import.js';
import { Edit } from './memory_edit.js';
import { Groups } from './memory_groups.js';
import { GROUPS, SORTS, groupOf, sameMemory, useMemoryList } from './memory_list.js';
import { Welcome } from './welcome.js';

const FILTERS = ['q', 'kind', 'priority', 'status', 'after', 'before'];

export default function Memories({ agent, agents, params, onChanged }) {
  const list = useMemoryList({ agent, params });
  const [dialog, setDialog] = useState('');
  const [selected, setSelected] = useState([]);
  useEffect(() => { if (params.add) { setDialog('add'); go(null, { add: '' }, { replace: true }); } }, [params.add]);
  useChanges((memory, before) => {
    list.change(memory, before);
    setSelected((now) => now.map((one) => (sameMemory(one, before) ? memory : one)));
  });
  useEffect(() => setSelected([]), [agent, ...FILTERS.map((name) => params[name])]);
  if (!agents.length) return html`<${Welcome} onChanged=${() => { onChanged(); list.again(); }} />`;
  const again = () => { setDialog(''); onChanged(); list.again(); };
  const filtered = FILTERS.some((name) => params[name]);
  const total = `${list.memories.length.toLocaleString()}${list.cursor ? '+' : ''}`;
  return html`
    <div class="head"><h1>Memories</h1><p><span class="nums">${total}</span> shown · ${agent ? html`agent <span class="said">${agent}</span>` : 'all agents'}</p>
      <div class="row push"><button class="primary" onClick=${() => setDialog('add')}><${Icon} name="add" />Add memory</button>
        <${Export} agent=${agent} whose=${onlyAgent(agent, agents)} /><${ImportButton} agent=${agent} onImported=${again} />
        <button class="quiet" onClick=${() => setDialog('clear')}>Clear all …</button></div></div>
    <${Filters} agent=${agent} params=${params} filtered=${filtered} list=${list} />
    <${Fault} of=${list} />
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
      <${Choice} label="Sort" value=${params.sort ?? (params.q ? '' : 'newest')} onChange=${chosen('sort')} all=${params.q && 'best match'}
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

/** Saves the memories as JSON, or everything of one agent as a page that a person can read and print. */
function Export({ agent, whose }) {
  const save = (event) => {
    const isPage = event.currentTarget.value === 'html';
    event.currentTarget.value = '';
    attempt(async () => {
      const path = isPage ? `/api/v1/agents/${part(whose)}/export` : '/api/v1/memory/export';
      const url = URL.createObjectURL(await api.blob(path, isPage ? {} : { agent_id: agent }));
      Object.assign(document.createElement('a'), { href: url, download: isPage ? 'memory.html' : 'memories.json' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    }, 'Export saved.');
  };
  return html`<label><span class="sr">Export</span><select class="as-button" value="" onChange=${save}><option value="" disabled>Export …</option>
    <option value="json">memories as JSON</option><option value="html" disabled=${!whose}>everything, to read and print${whose ? '' : ' (choose an agent)'}</option></select></label>`;
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
