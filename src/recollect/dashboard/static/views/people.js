// People and things: the graph of relations, the profile and the instructions.
import { html, useState, useEffect, useRef, useMemo } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { Busy, Empty, Notice, When, attempt, themeColour, toast, useLoaded, useSettled, useTheme } from '../components.js';
import { diffLines } from '../diff.js';

const TYPES = ['person', 'company', 'place', 'project', 'tool', 'concept', 'event'];
const COLOURS = { person: '#0f766e', company: '#2563eb', place: '#c2410c', project: '#7c3aed', tool: '#4d7c0f', concept: '#57534e', event: '#be185d' };
const DAY = 86_400_000;
const TABS = { graph: 'Graph', profile: 'Profile', overrides: 'Instructions' };

export default function People({ agent, agents, params }) {
  const only = agents?.length === 1 ? agents[0].agent_id : '';
  const whose = agent || only;
  const tab = TABS[params.tab] ? params.tab : 'graph';
  if (!agents) return html`<${Busy} />`;
  if (!whose) {
    return html`<div class="head"><h1>People and things</h1><p>Choose an agent.</p></div>
      ${!agents.length && html`<${Empty} title="No agents yet"><p><a href="#/memories">Start with the demo data</a></p></${Empty}>`}
      <ul class="plain cards">${agents.map((one) => html`<li key=${one.agent_id}><a class="card tile" href=${`#/people?agent=${part(one.agent_id)}`}><strong class="said">${one.agent_id}</strong><span class="soft">${one.entries.toLocaleString()} memories</span></a></li>`)}</ul>`;
  }
  const View = { graph: Graph, profile: Profile, overrides: Overrides }[tab];
  return html`<div class="head"><h1>People and things</h1><p>of <span class="said">${whose}</span></p></div>
    <div class="tabs" role="group" aria-label="View">${Object.entries(TABS).map(([name, title]) => html`<button aria-pressed=${tab === name} onClick=${() => go('people', { agent: whose, tab: name })}>${title}</button>`)}</div>
    <${View} agent=${whose} params=${params} since=${agents.find((one) => one.agent_id === whose)?.created_at} />`;
}

function Graph({ agent, params, since }) {
  const base = `/api/v1/agents/${part(agent)}/graph`;
  const [typed, setTyped] = useState(params.entity ?? '');
  const entity = useSettled(typed.trim());
  const [depth, setDepth] = useState(2);
  const [types, setTypes] = useState(new Set(TYPES));
  const [day, setDay] = useState(null);
  const asOf = useSettled(day, 300);
  const as_of = asOf === null ? undefined : new Date(asOf).toISOString();
  const entities = useLoaded(() => api.get(`${base}/entities`, { limit: 500, as_of }), [agent, as_of]);
  const relations = useLoaded(() => api.get(base, { entity, depth: entity ? depth : undefined, limit: 1000, as_of }), [agent, entity, depth, as_of]);
  const ever = useLoaded(() => api.get(base, { limit: 1000 }), [agent]);
  const span = useMemo(() => ever.data && range(ever.data.relations, since), [ever.data, since]);
  const known = new Map((entities.data?.entities ?? []).map((one) => [one.name, one.type]));
  const shown = (relations.data?.relations ?? []).filter((one) => types.has(known.get(one.subject) ?? 'concept') && types.has(known.get(one.object) ?? 'concept'));
  const toggle = (type) => { const next = new Set(types); if (!next.delete(type)) next.add(type); setTypes(next); };
  const error = entities.error ?? (relations.error?.status === 404 ? null : relations.error);
  return html`
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="grow"><span class="sr">Search people and things</span><input type="search" list="entities" placeholder="Person or thing" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
      <datalist id="entities">${(entities.data?.entities ?? []).slice(0, 200).map((one) => html`<option value=${one.name} />`)}</datalist>
      <label class="picker"><span>Steps</span><select value=${depth} onChange=${(event) => setDepth(Number(event.currentTarget.value))}>${[1, 2, 3, 4, 5].map((steps) => html`<option value=${steps}>${steps}</option>`)}</select></label>
    </form>
    <fieldset class="row kinds"><legend class="sr">Types</legend>${TYPES.map((type) => html`<label class="picker"><input type="checkbox" checked=${types.has(type)} onChange=${() => toggle(type)} /><span class="dot" style=${{ background: COLOURS[type] }}></span>${type}</label>`)}</fieldset>
    ${span && html`<label class="field when"><span>As it ${day === null ? 'is now' : html`was on <${When} at=${new Date(day).toISOString()} />`}</span>
      <input type="range" min="0" max=${span.days} value=${day === null ? span.days : Math.round((day - span.first) / DAY)} aria-valuetext=${new Date(day ?? Date.now()).toDateString()}
        onInput=${(event) => { const number = Number(event.currentTarget.value); setDay(number >= span.days ? null : span.first + number * DAY); }} /></label>`}
    ${error && html`<${Notice} kind="bad">${error.message}</${Notice}>`}
    ${relations.data && !shown.length && html`<${Empty} title=${entity ? 'No relations found' : 'No relations yet'}><p>Relations such as who knows whom and who lives where are extracted from memories.</p></${Empty}>`}
    ${shown.length > 0 && html`<${Picture} relations=${shown} types=${known} centre=${entity} onChoose=${setTyped} />
      <details class="card" open><summary>As text (${shown.length})</summary><ul>${shown.slice(0, 300).map((one) => html`<li key=${`${one.entry_id}/${one.subject}/${one.relation}/${one.object}`}>
        <button class="link said" onClick=${() => setTyped(one.subject)}>${one.subject}</button> ${one.relation} <button class="link said" onClick=${() => setTyped(one.object)}>${one.object}</button>
        ${(one.valid_from || one.valid_until) && html` <span class="small soft">${one.valid_from ? html`from <${When} at=${one.valid_from} /> ` : ''}${one.valid_until ? html`until <${When} at=${one.valid_until} />` : ''}</span>`}
        ${' '}<a class="small" href=${`#/memories?agent=${part(agent)}&id=${part(one.entry_id)}`}>why?</a></li>`)}</ul></details>`}
    ${relations.busy && !relations.data && html`<${Busy} />`}`;
}

/** The days from the first known fact until today. */
function range(relations, since) {
  const starts = [since, ...relations.map((one) => one.valid_from)].filter(Boolean).map((at) => new Date(at).getTime());
  const first = Math.min(...starts);
  const days = Math.floor((Date.now() - first) / DAY);
  return days > 0 ? { first, days } : null;
}

function Picture({ relations, types, centre, onChoose }) {
  const box = useRef(null);
  const drawn = useRef(null);
  const theme = useTheme();
  useEffect(() => {
    let wanted = true;
    import('../vendor/cytoscape.js').then(({ default: cytoscape }) => {
      if (!wanted || !box.current) return;
      
      const names = [...new Set(relations.flatMap((one) => [one.subject, one.object]))];
      drawn.current?.destroy();
      drawn.current = cytoscape({
        container: box.current,
        elements: [
          ...names.map((name) => ({ data: { id: `node ${name}`, name, label: name.length > 40 ? `${name.slice(0, 39)}…` : name, colour: COLOURS[types.get(name)] ?? COLOURS.concept } })),
          ...relations.map((one, at) => ({ data: { id: `edge ${at}`, source: `node ${one.subject}`, target: `node ${one.object}`, label: one.relation } })),
        ],
        style: [
          { selector: 'node', style: { label: 'data(label)', 'background-color': 'data(colour)', color: themeColour('--ink'), 'font-size': 12, 'text-valign': 'bottom', 'text-margin-y': 4, width: 22, height: 22 } },
          { selector: 'edge', style: { label: 'data(label)', 'curve-style': 'bezier', 'target-arrow-shape': 'triangle', width: 1.5, opacity: 0.8, 'line-color': themeColour('--soft'), 'target-arrow-color': themeColour('--soft'), 'font-size': 10, color: themeColour('--soft'), 'text-rotation': 'autorotate', 'text-background-color': themeColour('--card'), 'text-background-opacity': 0.85 } },
          { selector: '.centre', style: { width: 34, height: 34, 'font-weight': 700 } },
        ],
        layout: { name: 'cose', animate: false, randomize: false, nodeDimensionsIncludeLabels: true, padding: 24, idealEdgeLength: () => 90, nodeRepulsion: () => 9000 },
        maxZoom: 2.5,
      });
      drawn.current.getElementById(`node ${centre}`).addClass('centre');
      drawn.current.on('tap', 'node', (event) => onChoose(event.target.data('name')));
    }, (fault) => toast(fault.message, { bad: true }));
    return () => { wanted = false; };
  }, [relations.map((one) => [one.subject, types.get(one.subject), one.relation, one.object, types.get(one.object)].join('\0')).join('\n'), centre, theme]);
  useEffect(() => () => drawn.current?.destroy(), []);
  return html`<div class="graph card" ref=${box} role="img" aria-label=${`A graph of ${relations.length} relations, listed as text below`}></div>`;
}

function Profile({ agent }) {
  const versions = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/profile/versions`, { limit: 200 }), [agent]);
  const [chosen, setChosen] = useState(null);
  if (versions.error) return html`<${Notice} kind="bad">${versions.error.message}</${Notice}>`;
  if (!versions.data) return html`<${Busy} />`;
  const all = [...versions.data.versions].sort((a, b) => b.version - a.version);
  if (!all.length) return html`<${Empty} title="No profile yet"><p>It is written once enough has been learned, and updated after every ten contributions.</p></${Empty}>`;
  const shown = all.find((one) => one.version === chosen) ?? all[0];
  const before = all.find((one) => one.version < shown.version);
  const line = (text) => html`<span class=${text.startsWith('- ') ? 'hanging' : 'leading'}>${text.startsWith('- ') ? text.slice(2) : text}</span>`;
  return html`<div class="portrait"><section class="card">
      <div class="head"><h2>Version ${shown.version}</h2><p><${When} at=${shown.at} time />, from ${shown.memories.toLocaleString()} memories</p></div>
      ${before
        ? html`<p class="small soft">Compared with version ${before.version}: <ins>added</ins>, <del>removed</del>.</p><div class="said lines">${diffLines(before.text, shown.text).map(([kind, text], at) => html`<div key=${at}>${kind === 'same' ? line(text) : kind === 'new' ? html`<ins>${line(text)}</ins>` : html`<del>${line(text)}</del>`}</div>`)}</div>`
        : html`<div class="said lines">${shown.text.split('\n').map((text, at) => html`<div key=${at}>${line(text)}</div>`)}</div>`}
    </section>
    <nav class="card" aria-label="Versions"><h2>Versions</h2><ul class="plain">${all.map((one) => html`<li key=${one.version}><button class="link" aria-current=${one === shown ? 'true' : undefined} onClick=${() => setChosen(one.version)}>Version ${one.version}</button> <span class="small soft"><${When} at=${one.at} /></span></li>`)}</ul></nav></div>`;
}

function Overrides({ agent }) {
  const base = `/api/v1/agents/${part(agent)}/overrides`;
  const list = useLoaded(() => api.get(base, { limit: 1000 }), [agent]);
  const [text, setText] = useState('');
  const [editing, setEditing] = useState(null);
  const overrides = list.data?.overrides ?? [];
  const add = (event) => { event.preventDefault(); attempt(async () => { await api.post(base, { content: text }); setText(''); list.again(); }, 'Added. Every context now starts with it.'); };
  const save = (event) => { event.preventDefault(); attempt(async () => { await api.patch(`${base}/${part(editing.id)}`, { content: editing.content }); setEditing(null); list.again(); }, 'Changed.'); };
  const remove = (override) => attempt(async () => { await api.delete(`${base}/${part(override.id)}`); list.again(); toast('Deleted.', { undo: () => attempt(async () => { await api.post(base, { content: override.content }); list.again(); }, 'Restored at the end of the list.') }); });
  const move = (at, by) => attempt(async () => {
    const ids = overrides.map((one) => one.id);
    [ids[at], ids[at + by]] = [ids[at + by], ids[at]];
    await api.put(`${base}/order`, { override_ids: ids });
    list.again();
  });
  return html`<p class="soft">Instructions come first in every context. They never fade, and learning never changes them.</p>
    ${list.error && html`<${Notice} kind="bad">${list.error.message}</${Notice}>`}
    <ol class="plain stack">${overrides.map((override, at) => html`<li class="card row" key=${override.id}>
      ${editing?.id === override.id
        ? html`<form class="row grow" onSubmit=${save}><label class="grow"><span class="sr">Instruction</span><input value=${editing.content} onInput=${(event) => setEditing({ ...editing, content: event.currentTarget.value })} /></label><button class="primary">Save</button><button type="button" onClick=${() => setEditing(null)}>Cancel</button></form>`
        : html`<span class="grow said">${override.content}</span>
          <button class="quiet icon" aria-label="Move up" disabled=${at === 0} onClick=${() => move(at, -1)}>↑</button><button class="quiet icon" aria-label="Move down" disabled=${at === overrides.length - 1} onClick=${() => move(at, 1)}>↓</button>
          <button class="quiet" onClick=${() => setEditing(override)}>Edit</button><button class="quiet" onClick=${() => remove(override)}>Delete</button>`}</li>`)}</ol>
    <form class="row filters" onSubmit=${add}><label class="grow"><span class="sr">New instruction</span><input placeholder="Answer in Portuguese" value=${text} onInput=${(event) => setText(event.currentTarget.value)} /></label><button class="primary" disabled=${!text.trim()}>Add</button></form>`;
}
