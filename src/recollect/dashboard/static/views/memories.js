// Memories: search, sort, group, select and edit.
import { html, useState, useEffect, useMemo, useRef } from '../ui.js';
import { api } from '../api.js';
import { go } from '../route.js';
import { useKeys } from '../keys.js';
import { Busy, Empty, Notice, SearchField, TypedConfirmation, attempt, useLoaded, useSearchText } from '../components.js';
import { Icon } from '../icons.js';
import { KINDS, KIND_COLOUR, PRIORITIES, STATUS, count } from '../labels.js';
import { BulkBar } from './bulk.js';
import { ImportButton } from './import.js';
import { Edit } from './memory_edit.js';
import { GROUPS, SORTS, grouped, sameMemory, useMemoryList } from './memory_list.js';
import { MemoryRow } from './memory_row.js';
import { Welcome } from './welcome.js';

const STEP = 100;
const FILTERS = ['q', 'kind', 'priority', 'status', 'after', 'before', 'id'];

export default function Memories({ agent, agents, params, onChanged }) {
  const list = useMemoryList({ agent, params });
  const [dialog, setDialog] = useState('');
  const [selected, setSelected] = useState([]);
  useEffect(() => { if (params.add) { setDialog('add'); go(null, { add: '' }, { replace: true }); } }, [params.add]);
  useEffect(() => setSelected([]), [agent, ...FILTERS.map((name) => params[name])]);
  if (!agents.length) return html`<${Welcome} onChanged=${() => { onChanged(); list.again(); }} />`;
  const again = () => { setDialog(''); onChanged(); list.again(); };
  const filtered = FILTERS.some((name) => params[name]);
  const total = `${list.memories.length.toLocaleString()}${list.cursor ? '+' : ''}`;
  const change = (memory, before = memory) => {
    list.change(memory, before);
    setSelected((now) => now.map((one) => (sameMemory(one, before) ? memory : one)));
  };
  return html`
    <div class="head"><h1>Memories</h1><p><span class="nums">${total}</span> ${agent ? html`of <span class="said">${agent}</span>` : 'of all agents'}</p>
      <div class="row push"><button class="primary" onClick=${() => setDialog('add')}><${Icon} name="add" />Add memory</button>
        <${Export} agent=${agent} /><${ImportButton} agent=${agent} onImported=${again} />
        <button class="quiet" onClick=${() => setDialog('clear')}>Clear all …</button></div></div>
    <${Filters} agent=${agent} params=${params} filtered=${filtered} />
    ${list.error && html`<${Notice} kind="bad">${list.error.message}</${Notice}>`}
    <p class="sr" role="status">${list.busy ? 'Loading' : `${list.memories.length} shown`}</p>
    ${!list.busy && !list.memories.length && !list.error && html`<${Empty} title=${filtered ? 'No matches' : 'No memories yet'} icon=${filtered ? 'search' : 'memories'}>
      <p>${filtered ? 'Try fewer words or filters.' : 'Memories are learned from conversations in the background. To run this now, use Sync Now under Health.'}</p></${Empty}>`}
    <${Groups} list=${list} params=${params} named=${!agent} selected=${selected} onSelected=${setSelected} onChange=${change} onAdd=${() => setDialog('add')} />
    ${list.busy && html`<${Busy} />`}
    ${selected.length > 0 && html`<${BulkBar} selected=${selected} onChange=${change} onClear=${() => setSelected([])} />`}
    ${dialog === 'add' && html`<${Edit} agent=${agent || (agents.length === 1 ? agents[0].agent_id : '')} agents=${agents} onClose=${() => setDialog('')} onDone=${again} />`}
    ${dialog === 'clear' && html`<${Clear} agent=${agent} onClose=${() => setDialog('')} onDone=${again} />`}`;
}

function Filters({ agent, params, filtered }) {
  const [typed, setTyped] = useSearchText(params.q ?? '', (q) => go(null, { q, id: '' }, { replace: true }));
  const chosen = (name) => (event) => go(null, { [name]: event.currentTarget.value, id: '' });
  const counts = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), [agent]);
  const wide = matchMedia('(min-width: 761px)').matches || ['priority', 'status', 'after', 'before', 'group', 'sort'].some((name) => params[name]);
  return html`<form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
    <${SearchField} label="Search" placeholder="Search memories" value=${typed} onInput=${setTyped} />
    <details class="narrowed" open=${wide}><summary>Filters</summary><div class="row">
      <${Choice} label="Group by" value=${params.group ?? (params.q ? 'none' : 'day')} onChange=${chosen('group')} options=${Object.entries(GROUPS).map(([name, [text]]) => [name, text])} />
      <${Choice} label="Sort" value=${params.sort ?? (params.q ? '' : 'newest')} onChange=${chosen('sort')} all=${params.q && 'best match'}
        options=${Object.entries(SORTS).map(([name, [text]]) => [name, text])} />
      <${Choice} label="Priority" value=${params.priority} onChange=${chosen('priority')} all="any" options=${PRIORITIES.map((one) => [one, one])} />
      <${Choice} label="Status" value=${params.status} onChange=${chosen('status')} all="in use" options=${Object.entries(STATUS)} />
      <label class="picker"><span>From</span><input type="date" value=${params.after ?? ''} onChange=${chosen('after')} /></label>
      <label class="picker"><span>To</span><input type="date" value=${params.before ?? ''} onChange=${chosen('before')} /></label>
    </div></details>
    <div class="chips" role="group" aria-label="Kind"><${Chip} kind="" params=${params} number=${counts.data?.total} />${Object.keys(KINDS)
      .filter((kind) => counts.data?.by_kind[kind] || params.kind === kind)
      .map((kind) => html`<${Chip} key=${kind} kind=${kind} params=${params} number=${counts.data?.by_kind[kind] ?? 0} />`)}
      ${filtered && html`<button type="button" class="quiet" onClick=${() => { setTyped(''); go('memories', { agent }); }}><${Icon} name="close" />Clear filters</button>`}</div>
  </form>`;
}

/** One kind with its number of memories; shows only these. */
const Chip = ({ kind, params, number }) => html`<button type="button" class="chip" aria-pressed=${(params.kind ?? '') === kind} onClick=${() => go(null, { kind, id: '' })}>
  ${kind ? html`<span class=${`dot ${KIND_COLOUR[kind] ?? ''}`}></span>${KINDS[kind]}` : 'All'} <span class="nums soft">${number?.toLocaleString() ?? ''}</span></button>`;

const Choice = ({ label, value, onChange, options, all }) => html`<label class="picker"><span>${label}</span>
  <select value=${value ?? ''} onChange=${onChange}>${all && html`<option value="">${all}</option>`}${
    options.map(([name, text]) => html`<option value=${name}>${text}</option>`)}</select></label>`;

function Groups({ list, params, named, selected, onSelected, onChange, onAdd }) {
  const [shown, setShown] = useState(STEP);
  const box = useRef(null);
  const sort = SORTS[params.sort] ?? (params.q ? null : SORTS.newest);
  const group = GROUPS[params.group] ? params.group : params.q || params.id ? 'none' : 'day';
  const sorted = useMemo(() => (sort ? [...list.memories].sort(sort[1]) : list.memories), [list.memories, sort]);
  const groups = useMemo(() => grouped(sorted, group), [sorted, group]);
  useEffect(() => setShown(STEP), [params.q, params.kind, params.status, params.sort, params.group]);
  useRowKeys(box, onAdd, () => onSelected([]));
  const toggle = (memory) => onSelected((now) => (now.some((one) => sameMemory(one, memory)) ? now.filter((one) => !sameMemory(one, memory)) : [...now, memory]));
  const chosen = useMemo(() => new Set(selected.map(idOf)), [selected]);
  const rowOf = useRows({ named, toggle, onChange, onGone: list.gone, onUndone: list.again });
  const all = selected.length === sorted.length;
  let left = shown;
  const parts = groups.map(([title, memories]) => { const part = memories.slice(0, Math.max(left, 0)); left -= memories.length; return [title, memories.length, part]; });
  if (!sorted.length) return null;
  return html`<div ref=${box}>
    <label class="picker small all"><input type="checkbox" checked=${all} onChange=${() => onSelected(all ? [] : sorted)} />
      <span>Select all ${count(sorted.length, 'memory', 'memories')}</span></label>
    ${parts.filter(([, , part]) => part.length).map(([title, number, part]) => html`<section key=${title}>
      ${title && html`<h2 class="group">${title} <span class="nums soft">${number.toLocaleString()}</span></h2>`}
      <ul class="memories">${part.map((memory) => rowOf(memory, chosen.has(idOf(memory))))}</ul>
    </section>`)}
    <${Sentinel} when=${shown < sorted.length || list.more} onSeen=${() => { if (shown < sorted.length) setShown(shown + STEP); else list.next(); }} /></div>`;
}

const idOf = (memory) => `${memory.agent_id}/${memory.id}`;

/** The row of a memory; an unchanged one is not drawn again, so that a long list stays quick. */
function useRows({ named, toggle, onChange, onGone, onUndone }) {
  const drawn = useRef(new Map());
  return (memory, isSelected) => {
    const name = idOf(memory);
    const before = drawn.current.get(name);
    if (before?.memory === memory && before.isSelected === isSelected && before.named === named) return before.row;
    const row = html`<${MemoryRow} key=${name} memory=${memory} named=${named} isSelected=${isSelected} onSelect=${() => toggle(memory)}
      onChange=${onChange} onGone=${onGone} onUndone=${onUndone} />`;
    drawn.current.set(name, { memory, isSelected, named, row });
    return row;
  };
}

/** Moves through the rows with j and k, and presses the button of the current row for the other keys. */
function useRowKeys(box, onAdd, onEscape) {
  const rows = () => [...(box.current?.querySelectorAll('.memory') ?? [])];
  const current = () => document.activeElement?.closest('.memory') ?? box.current?.querySelector('.memory.current');
  const move = (by) => {
    const all = rows();
    const at = all.indexOf(current());
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    all.forEach((row) => row.classList.toggle('current', row === next));
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const press = (name) => () => { const button = current()?.querySelector(`[data-do=${name}]`); button?.click(); return Boolean(button); };
  useKeys({
    j: () => move(1), k: () => move(-1), e: press('edit'), x: press('select'), s: press('source'), p: press('pin'), '#': press('delete'), n: onAdd,
    Escape: () => { onEscape(); return false; },
  });
}

/** Shows more when the end of the list scrolls into view. */
function Sentinel({ when, onSeen }) {
  const end = useRef(null);
  useEffect(() => {
    if (!when) return undefined;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onSeen(), { rootMargin: '800px' });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [when, onSeen]);
  return html`<div ref=${end}>${when && html`<button onClick=${onSeen}>Show more</button>`}</div>`;
}

function Export({ agent }) {
  const save = () => attempt(async () => {
    const url = URL.createObjectURL(await api.blob('/api/v1/memory/export', { agent_id: agent }));
    Object.assign(document.createElement('a'), { href: url, download: 'memories.json' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }, 'Export saved.');
  return html`<button onClick=${save}><${Icon} name="download" />Export</button>`;
}

function Clear({ agent, onClose, onDone }) {
  const stats = useLoaded(() => api.get('/api/v1/memory/stats', { agent_id: agent }), []);
  const clear = () => attempt(async () => { const done = await api.delete('/api/v1/memory', { agent_id: agent, confirm: true }); onDone(); return done; },
    (done) => `${done.deleted.toLocaleString()} memories deleted. To restore one, filter by the status “deleted”.`);
  return html`<${TypedConfirmation} title="Clear all memories" word=${agent || 'everybody'} action="Delete all" onClose=${onClose} onDone=${clear}>
    <p>This deletes ${stats.data ? html`<strong>${stats.data.total.toLocaleString()}</strong>` : 'all'} memories of ${agent ? html`<strong class="said">${agent}</strong>` : 'all agents'}.
      The conversations stay. To remove an agent permanently, including its conversations, erase it under <a href="#/health">Health</a>.</p>
  </${TypedConfirmation}>`;
}
