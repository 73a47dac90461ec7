// The panel of one memory over any view: its words, where they were said, what is known about it, its history, and what can be done.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { announce, useChanges } from '../changes.js';
import { Badge, Busy, Fault, IconButton, When, copy, useLoaded } from '../components.js';
import { phraseOf } from '../dates.js';
import { Icon } from '../icons.js';
import { useKeys } from '../keys.js';
import { KINDS, KIND_COLOUR, ORIGINS, PRIORITIES, STATUS, STATUS_COLOUR, count } from '../labels.js';
import { go, linkTo, opening } from '../route.js';
import { History, Source, conversationOf } from './memory.js';
import { change, notRight, pin, remove, restore } from './memory_actions.js';
import { ValidOn } from './its_days.js';
import { Edit, FREE_KINDS } from './memory_edit.js';
import { Correct } from './correct.js';
import { Clamped } from '../view_components.js';
import { Content, SaidBy, isExpired } from './quotation.js';

const CLOSED = { memory: '', of: '', edit: '' };
const close = () => go(null, CLOSED, { replace: true });
const isHere = (element, id, agent) => element.dataset.memory === id && element.dataset.agent === agent;
const links = () => [...document.querySelectorAll('main [data-memory]')];

/** Opens the memory that stands before or after this one in the view behind the panel. */
function step(id, agent, by) {
  const all = links();
  const next = all[all.findIndex((one) => isHere(one, id, agent)) + by];
  if (!next) return;
  go(null, opening(next.dataset.memory, next.dataset.agent), { replace: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** On a phone the panel covers the view, which then cannot be reached. Afterwards the focus goes back to the memory in the view. */
function useCover(box, id, agent) {
  const latest = useRef([]);
  latest.current = [id, agent];
  const covers = matchMedia('(max-width: 760px)').matches;
  useEffect(() => {
    const before = document.activeElement;
    const covered = covers ? [...document.querySelectorAll('main, .phone-bar, .side-bar')] : [];
    box.current.show();
    covered.forEach((one) => { one.inert = true; });
    return () => {
      covered.forEach((one) => { one.inert = false; });
      const link = links().find((one) => isHere(one, ...latest.current));
      (link ?? (before?.isConnected ? before : document.getElementById('main')))?.focus();
    };
  }, []);
  return covers;
}

export default function Panel({ id, agent, isEditing }) {
  const box = useRef(null);
  const title = useRef(null);
  const loaded = useLoaded(() => api.get(`/api/v1/memory/${part(id)}`, { agent_id: agent }), [id, agent]);
  const [changed, setChanged] = useState(null);
  const [editing, setEditing] = useState(false);
  const covers = useCover(box, id, agent);
  const memory = changed?.id === id ? changed : loaded.data?.id === id ? loaded.data : null;
  useEffect(() => { setEditing(false); title.current.focus(); }, [id, agent]);
  useEffect(() => { if (isEditing && memory) { setEditing(true); go(null, { edit: '' }, { replace: true }); } }, [isEditing, memory]);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) box.current.querySelector('[data-do=edit]')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  useChanges((now, before) => {
    if (before.id !== id || before.agent_id !== agent) return;
    setChanged(now);
    if (now.id !== id) go(null, opening(now.id, now.agent_id), { replace: true });
  });
  const isGone = memory?.status === 'deleted';
  const run = (action) => () => { if (memory && !isGone) action(memory); };
  useKeys({
    Escape: close, j: () => step(id, agent, 1), k: () => step(id, agent, -1),
    e: run(() => setEditing(true)), p: run(pin), '#': run(remove), s: run(() => memory.conversation_id && location.assign(conversationOf(memory))),
  });
  const saved = (now) => { setEditing(false); announce(now, memory); };
  return html`<dialog ref=${box} class="panel" aria-labelledby="panel-title" aria-modal=${covers || undefined} onClose=${close}>
    <header><h2 id="panel-title" tabindex="-1" ref=${title}>Memory<span class="sr">: ${memory?.content.slice(0, 200)}</span></h2>
      <${IconButton} icon="up" label="Previous memory" onClick=${() => step(id, agent, -1)} />
      <${IconButton} icon="down" label="Next memory" onClick=${() => step(id, agent, 1)} />
      <${IconButton} icon="close" label="Close" onClick=${close} /></header>
    <${Fault} of=${loaded} />
    ${!memory && !loaded.error && html`<${Busy} />`}
    ${memory && html`<div class=${isGone ? 'gone' : ''} key=${`${agent}/${id}`}>
      ${editing ? html`<${Edit} memory=${memory} onClose=${() => setEditing(false)} onDone=${saved} />`
        : html`<${Clamped}><${Content} memory=${memory} /></${Clamped}><p class="by"><${SaidBy} memory=${memory} /></p>
          <${Actions} memory=${memory} onEdit=${() => setEditing(true)} />`}
      ${memory.quote && html`<h3>Where it was said</h3><${Source} memory=${memory} onUndone=${loaded.again} />`}
      <h3>Details</h3><${Details} memory=${memory} />
      <h3>History</h3><${History} memory=${memory} />
    </div>`}</dialog>`;
}

function Actions({ memory, onEdit }) {
  const isGone = memory.status === 'deleted';
  const isOut = isGone || ['superseded', 'archived'].includes(memory.status);
  const box = useRef(null);
  const before = useRef(isGone);
  useEffect(() => {
    // The button that was pressed has gone: the focus moves to the one in its place.
    if (isGone !== before.current) box.current.querySelector('button')?.focus();
    before.current = isGone;
  }, [isGone]);
  return html`<div class="row does" ref=${box}>
    ${isOut && html`<button onClick=${() => restore(memory)}><${Icon} name="undo" />Restore</button>`}
    ${!isGone && html`<button data-do="edit" onClick=${onEdit}><${Icon} name="edit" />Edit</button>
      <button aria-pressed=${memory.pinned} onClick=${() => pin(memory)}><${Icon} name="pin" />${memory.pinned ? 'Unpin' : 'Pin'}</button>
      <button class="danger" onClick=${() => remove(memory)}><${Icon} name="trash" />Delete</button>`}
    ${memory.conversation_id && html`<a class="button" title="Open the conversation at this message" href=${conversationOf(memory)}><${Icon} name="source" />Source</a>`}</div>`;
}

const STRENGTH = 'Grows when it is repeated or used, and fades while it is not. In the API: confidence.';

function Details({ memory }) {
  const isFixed = memory.status === 'deleted';
  const rows = [
    ['Status', (memory.status !== 'active' || isExpired(memory)) && html`<${Status} memory=${memory} />`],
    ['Corrected', memory.corrected_by && html`<${Correction} memory=${memory} />`],
    ['Kind', html`<${Choice} label="Kind" value=${memory.kind} colour=${KIND_COLOUR[memory.kind] ?? ''} fixed=${isFixed || memory.key} options=${FREE_KINDS}
      text=${KINDS[memory.kind] ?? memory.kind} onChoose=${(kind) => change(memory, { kind }, `Changed to ${KINDS[kind]}.`)} />`],
    ['Priority', html`<${Choice} label="Priority" value=${memory.priority} fixed=${isFixed} options=${PRIORITIES.map((name) => [name, name])} text=${memory.priority}
      onChoose=${(priority) => change(memory, { priority }, `Changed to ${priority} priority.`)} />`],
    ['Strength', html`<span class="bar nums" title=${STRENGTH}><progress max="1" value=${memory.confidence} aria-hidden="true"></progress>${Math.round(memory.confidence * 100)} %</span>
      ${' '}<span class="small soft">${memory.pinned ? 'pinned: it never fades' : 'grows when it is repeated or used, else fades'}</span>`],
    ['About', memory.about && html`<span class="said">${memory.about}</span>`],
    ['States', memory.attribute && html`<${Stated} memory=${memory} isFixed=${isFixed} />`],
    ['Speaks of', memory.when && phraseOf(memory.when).replace(/^(on|in) /, '')],
    ['Valid', (memory.valid_from || memory.valid_until) && !memory.when && html`${memory.valid_from && html`from <${ValidOn} memory=${memory} at=${memory.valid_from} /> `}${memory.valid_until && html`until <${ValidOn} memory=${memory} at=${memory.valid_until} />`}`],
    ['Source', html`${ORIGINS[memory.origin]}${memory.trust === 'high' ? '' : html` <span class="small soft">It stays out of the profile until you edit and save it.</span>`}`],
    ['Learned', html`<${When} at=${memory.recorded_at} time />`],
    ['Used', memory.access_count > 0 && html`${memory.access_count === 1 ? 'once' : `${memory.access_count.toLocaleString()} times`}, last on <${When} at=${memory.accessed_at} />`],
    ['Applies', memory.standing && 'always: it is a standing instruction'],
    ['Tags', memory.tags.length > 0 && memory.tags.join(', ')],
    ['Agent', html`<span class="said">${memory.agent_id}</span>`],
    ['ID', html`<code>${memory.id.slice(0, 8)}</code> <button class="link small" onClick=${() => copy(memory.id)}>Copy all of it</button>`],
  ];
  return html`<dl class="details">${rows.filter(([, value]) => value).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The attribute that it states. If that is not right, one types what is, or it and its relation in the graph are removed; the words stay then. */
function Stated({ memory, isFixed }) {
  const [correcting, setCorrecting] = useState(false);
  const button = useRef(null);
  const done = () => { setCorrecting(false); setTimeout(() => button.current?.focus()); };
  return html`${memory.attribute.replaceAll('_', ' ')}${memory.value && html`: <span class="said">${memory.value}</span>`}
    ${!isFixed && !correcting && html` <button ref=${button} class="link small" onClick=${() => setCorrecting(true)}>Not right</button>`}
    ${correcting && html`<${Correct} memory=${memory} onClose=${done} onDone=${done}>
      <button type="button" onClick=${() => { notRight(memory); document.getElementById('panel-title').focus(); }}>Only remove it</button></${Correct}>`}`;
}

/** The memory that corrects a part of this one. */
function Correction({ memory }) {
  const { data } = useLoaded(() => api.get(`/api/v1/memory/${part(memory.corrected_by)}`, { agent_id: memory.agent_id }), [memory.corrected_by]);
  return html`in part, by <a href=${linkTo(memory.corrected_by, memory.agent_id).href}>${data ? html`<${Content} memory=${data} inline />` : 'another memory'}</a>
    ${' '}<span class="small soft">Edit the words, and it is settled.</span>`;
}

const Status = ({ memory }) => html`${memory.status !== 'active' && html`<${Badge} kind=${STATUS_COLOUR[memory.status]}>${STATUS[memory.status]}</${Badge}>`}
  ${isExpired(memory) && html`<${Badge}>expired</${Badge}> <span class="small soft">since <${ValidOn} memory=${memory} at=${memory.valid_until} /></span>`}
  ${memory.superseded_by && html` <a class="small" href=${linkTo(memory.superseded_by, memory.agent_id).href}>Show replacement</a>`}
  ${memory.status === 'review' && html` <a class="small" href=${`#/review?agent=${part(memory.agent_id)}`}>Contradicts ${count(memory.rivals.length, 'other memory', 'other memories')}</a>`}`;

/** A value that is changed where it stands; plain text where it cannot be. */
function Choice({ label, value, colour, fixed, options, text, onChoose }) {
  const dot = colour !== undefined && html`<span class=${`dot ${colour}`}></span>`;
  if (fixed) return html`<span class="kind">${dot}${text}</span>`;
  return html`<label class="kind inline">${dot}<span class="sr">${label}</span>
    <select value=${value} onChange=${(event) => onChoose(event.currentTarget.value)}>${options.map(([name, shown]) => html`<option value=${name}>${shown}</option>`)}</select></label>`;
}
