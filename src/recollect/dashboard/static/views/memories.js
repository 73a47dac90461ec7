// Memories: search, read, edit, import and export.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Badge, Bar, Busy, Empty, Notice, TypedConfirmation, attempt, toast, useSettled } from '../components.js';
import { KINDS, KIND_COLOUR, PRIORITIES, PRIORITY_COLOUR, STATUS, STATUS_COLOUR } from '../labels.js';
import { ImportButton } from './import.js';
import { About, Content, Edit, History, SaidBy, Source, Validity } from './memory.js';
import { Welcome } from './welcome.js';

const PAGE = 60;

export default function Memories({ agent, agents, params, onChanged }) {
  const [typed, setTyped] = useState(params.q ?? '');
  const q = useSettled(typed.trim());
  const list = useList({ agent, q, params });
  const [writing, setWriting] = useState(false);
  const [clearing, setClearing] = useState(false);
  const chosen = (name) => (event) => go(null, { [name]: event.currentTarget.value, id: '' });
  useEffect(() => { if (q !== (params.q ?? '')) go(null, { q, id: '' }, { replace: true }); }, [q]);

  if (agents && !agents.length) return html`<${Welcome} onChanged=${() => { onChanged(); list.again(); }} />`;
  const wide = matchMedia('(min-width: 641px)').matches || Boolean(params.kind || params.priority || params.status || params.after || params.before);
  const filtered = q || params.kind || params.priority || params.status || params.after || params.before || params.id;
  return html`
    <div class="head"><h1>Memories</h1>
      <p>${agent ? html`of <span class="said">${agent}</span>` : 'of all agents'}</p>
      <div class="row push"><button class="primary" onClick=${() => setWriting(true)}>Add memory</button><${More} agent=${agent} onImported=${() => { onChanged(); list.again(); }} onClear=${() => setClearing(true)} /></div></div>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="grow"><span class="sr">Search</span><input type="search" placeholder="Search as you type" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
      <details class="narrowed" open=${wide}><summary>Filters</summary><div class="row">
      <${Choice} label="Kind" value=${params.kind} onChange=${chosen('kind')} options=${Object.entries(KINDS)} />
      <${Choice} label="Priority" value=${params.priority} onChange=${chosen('priority')} options=${PRIORITIES.map((one) => [one, one])} />
      <${Choice} label="Status" value=${params.status} onChange=${chosen('status')} options=${Object.entries(STATUS)} all="in use" />
      <label class="picker"><span>From</span><input type="date" value=${params.after ?? ''} onChange=${chosen('after')} /></label>
      <label class="picker"><span>To</span><input type="date" value=${params.before ?? ''} onChange=${chosen('before')} /></label>
      </div></details>
      ${filtered && html`<button type="button" class="quiet" onClick=${() => { setTyped(''); go('memories', { agent }); }}>Clear filters</button>`}
    </form>
    ${list.error && html`<${Notice} kind="bad">${list.error.message}</${Notice}>`}
    <p class="sr" role="status">${list.busy ? 'Loading' : `${list.memories.length} shown`}</p>
    ${!list.busy && !list.memories.length && !list.error && html`<${Empty} title=${filtered ? 'No matches' : 'No memories yet'}>
      <p>${filtered ? 'Try fewer words or filters.' : 'Memories are learned from conversations in the background. To run this now, use Sync Now under Health.'}</p></${Empty}>`}
    <ul class="memories">${list.memories.map((memory) => html`<${Memory} key=${`${memory.agent_id}/${memory.id}`} memory=${memory} named=${!agent} onChange=${list.change} onGone=${list.gone} onUndone=${list.again} />`)}</ul>
    ${list.busy && html`<${Busy} />`}
    <${More.Sentinel} when=${list.more && !list.busy} onSeen=${list.next} />
    ${writing && html`<${Edit} agent=${agent || (agents?.length === 1 ? agents[0].agent_id : '')} agents=${agents ?? []} onClose=${() => setWriting(false)} onDone=${() => { setWriting(false); onChanged(); list.again(); }} />`}
    ${clearing && html`<${Clear} agent=${agent} onClose=${() => setClearing(false)} onDone=${() => { setClearing(false); onChanged(); list.again(); }} />`}`;
}

/** The list of memories, loaded page by page as the user scrolls. */
function useList({ agent, q, params }) {
  const [state, setState] = useState({ memories: [], cursor: null, busy: true, error: null });
  const [round, setRound] = useState(0);
  const requests = useRef(0);
  const query = {
    agent_id: agent, q, kind: params.kind, priority: params.priority, status: params.status,
    after: params.after && `${params.after}T00:00:00Z`, before: params.before && `${params.before}T23:59:59Z`, limit: PAGE,
  };
  const load = async (cursor) => {
    const request = ++requests.current;
    setState((before) => ({ ...before, busy: true }));
    try {
      const page = params.id && !cursor ? await single(params.id, agent) : await api.get('/api/v1/memory', { ...query, cursor });
      if (request !== requests.current) return;
      setState((before) => ({ memories: cursor ? [...before.memories, ...page.memories] : page.memories, cursor: page.next_cursor, busy: false, error: null }));
    } catch (error) {
      if (request === requests.current) setState((before) => ({ ...before, busy: false, error }));
    }
  };
  useEffect(() => { load(null); }, [agent, q, params.kind, params.priority, params.status, params.after, params.before, params.id, round]);
  const same = (a, b) => a.id === b.id && a.agent_id === b.agent_id;
  return {
    ...state,
    more: Boolean(state.cursor),
    next: () => load(state.cursor),
    again: () => setRound((number) => number + 1),
    change: (memory, before = memory) => setState((now) => ({ ...now, memories: now.memories.map((each) => (same(each, before) ? memory : each)) })),
    gone: (memory) => setState((now) => ({ ...now, memories: now.memories.filter((each) => !same(each, memory)) })),
  };
}

const single = async (id, agent) => ({ memories: [await api.get(`/api/v1/memory/${part(id)}`, { agent_id: agent })], next_cursor: null });

const Choice = ({ label, value, onChange, options, all = 'any' }) => html`<label class="picker"><span>${label}</span>
  <select value=${value ?? ''} onChange=${onChange}><option value="">${all}</option>${options.map(([name, text]) => html`<option value=${name}>${text}</option>`)}</select></label>`;

function Memory({ memory, named, onChange, onGone, onUndone }) {
  const [open, setOpen] = useState('');
  const path = `/api/v1/memory/${part(memory.id)}`;
  const whose = { agent_id: memory.agent_id };
  const restore = () => attempt(async () => onChange(await api.post(`${path}/restore`, {}, whose)), 'Restored.');
  const remove = async () => {
    const deleted = await attempt(() => api.delete(path, whose));
    if (!deleted) return;
    onChange(deleted);
    toast('Deleted. It is learned again only if someone repeats it.', { undo: restore });
  };
  const pin = () => attempt(async () => onChange(await api.patch(path, { pinned: !memory.pinned }, whose)), memory.pinned ? 'Unpinned.' : 'Pinned. It never fades.');
  const rank = (event) => { const priority = event.currentTarget.value; attempt(async () => onChange(await api.patch(path, { priority }, whose))); };
  const toggle = (name) => setOpen(open === name ? '' : name);
  const gone = memory.status === 'deleted';
  const row = useRef(null);
  const before = useRef(gone);
  useEffect(() => {
    // The pressed button has gone: move keyboard focus to the one that replaces it.
    if (gone !== before.current && document.activeElement === document.body) row.current.querySelector('.does button')?.focus();
    before.current = gone;
  }, [gone]);
  return html`<li ref=${row} class=${`memory card ${gone ? 'gone' : ''}`}>
    ${open === 'edit' ? html`<${Edit} memory=${memory} onClose=${() => setOpen('')} onDone=${(now) => { setOpen(''); onChange(now, memory); }} />` : html`<${Content} memory=${memory} />`}
    <div class="small by"><${SaidBy} memory=${memory} />${named && html` · <a class="said" href=${`#/memories?agent=${part(memory.agent_id)}`}>${memory.agent_id}</a>`}</div>
    <div class="row small marks">
      <${Badge} kind=${KIND_COLOUR[memory.kind]}>${KINDS[memory.kind] ?? memory.kind}</${Badge}>
      <${About} memory=${memory} />
      ${memory.status !== 'active' && html`<${Badge} kind=${STATUS_COLOUR[memory.status]}>${STATUS[memory.status]}</${Badge}>`}
      ${gone ? html`<${Badge} kind=${PRIORITY_COLOUR[memory.priority]}>${memory.priority}</${Badge}>` : html`<label><span class="sr">Priority</span>
        <select class=${`badge ${PRIORITY_COLOUR[memory.priority]}`} title="Priority" value=${memory.priority} onChange=${rank}>${PRIORITIES.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>`}
      ${memory.pinned && html`<${Badge} kind="accent">pinned</${Badge}>`}
      ${memory.edited && html`<${Badge}>edited</${Badge}>`}
      <${Bar} value=${memory.confidence} label=${`Confidence ${Math.round(memory.confidence * 100)} percent`} />
      <${Validity} memory=${memory} />
      ${memory.tags.filter((tag) => tag !== memory.attribute && !(memory.standing && tag === 'instruction')).map((tag) => html`<${Badge} key=${tag}>#${tag}</${Badge}>`)}
    </div>
    <div class="row small does">
      ${(gone || ['superseded', 'archived'].includes(memory.status)) && html`<button onClick=${restore}>Restore</button>`}
      ${memory.quote && html`<button class="quiet" aria-expanded=${open === 'source'} onClick=${() => toggle('source')}>Source</button>`}
      <button class="quiet" aria-expanded=${open === 'history'} onClick=${() => toggle('history')}>History</button>
      ${memory.superseded_by && html`<a href=${`#/memories?agent=${part(memory.agent_id)}&id=${part(memory.superseded_by)}`}>Show replacement</a>`}
      ${!gone && html`<button class="quiet" aria-expanded=${open === 'edit'} onClick=${() => toggle('edit')}>Edit</button>
        <button class="quiet" aria-pressed=${memory.pinned} onClick=${pin}>${memory.pinned ? 'Unpin' : 'Pin'}</button>
        <button class="quiet" onClick=${remove}>Delete</button>`}
      ${gone && html`<button class="quiet" onClick=${() => onGone(memory)}>Hide</button>`}
    </div>
    ${open === 'source' && html`<${Source} memory=${memory} onUndone=${onUndone} />`}
    ${open === 'history' && html`<${History} memory=${memory} onRestored=${onChange} />`}
  </li>`;
}

function More({ agent, onImported, onClear }) {
  const save = () => attempt(async () => {
    const url = URL.createObjectURL(await api.blob('/api/v1/memory/export', { agent_id: agent }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'memories.json' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }, 'Export saved.');
  return html`<button onClick=${save}>Export</button>
    <${ImportButton} agent=${agent} onImported=${onImported} />
    <button class="quiet" onClick=${onClear}>Clear all …</button>`;
}

/** Loads the next page when the end of the list scrolls into view. */
More.Sentinel = function Sentinel({ when, onSeen }) {
  const end = useRef(null);
  useEffect(() => {
    if (!when) return undefined;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onSeen(), { rootMargin: '600px' });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [when, onSeen]);
  return html`<div ref=${end}>${when && html`<button onClick=${onSeen}>Show more</button>`}</div>`;
};

function Clear({ agent, onClose, onDone }) {
  const [count, setCount] = useState(null);
  useEffect(() => { api.get('/api/v1/memory/stats', { agent_id: agent }).then((stats) => setCount(stats.total), () => setCount(null)); }, []);
  const clear = () => attempt(async () => { const done = await api.delete('/api/v1/memory', { agent_id: agent, confirm: true }); onDone(); return done; },
    (done) => `${done.deleted.toLocaleString()} memories deleted. To restore one, filter by the status “deleted”.`);
  return html`<${TypedConfirmation} title="Clear all memories" word=${agent || 'everybody'} action="Delete all" onClose=${onClose} onDone=${clear}>
    <p>This deletes ${count === null ? 'all' : html`<strong>${count.toLocaleString()}</strong>`} memories of ${agent ? html`<strong class="said">${agent}</strong>` : 'all agents'}. The conversations stay.
      To erase an agent permanently, including its conversations, use the danger zone under <a href="#/health">Health</a>.</p>
  </${TypedConfirmation}>`;
}
