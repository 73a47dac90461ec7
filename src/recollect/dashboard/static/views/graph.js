// The graph of relations: who knows whom and who lives where, each with its source.
import { html, useState, useMemo } from '../ui.js';
import { api, part } from '../api.js';
import { useChanges } from '../changes.js';
import { dayEnd } from '../days.js';
import { go, linkTo, opening } from '../route.js';
import { Busy, Fault, When, isSettled, useLoaded } from '../components.js';
import { count } from '../labels.js';
import { Empty, SearchField, useSearchText } from '../view_components.js';
import { AsOf, span, useDay } from './as_of.js';
import { COLOURS, Picture } from './graph_picture.js';

const TYPES = Object.keys(COLOURS);

export default function Graph({ agent, params, since }) {
  const base = `/api/v1/agents/${part(agent)}/graph`;
  const entity = params.entity ?? '';
  const setEntity = (name) => go(null, { entity: name }, { replace: true });
  const [typed, setTyped] = useSearchText(entity, setEntity);
  const [depth, setDepth] = useState(2);
  const [hidden, setHidden] = useState(new Set());
  const [day, setDay] = useDay(params);
  const as_of = dayEnd(params.day);
  const entities = useLoaded(() => api.get(`${base}/entities`, { limit: 500, as_of }), [agent, as_of]);
  const relations = useLoaded(() => api.get(base, { entity, depth: entity ? depth : undefined, limit: 1000, as_of }), [agent, entity, depth, as_of]);
  const ever = useLoaded(() => api.get(base, { limit: 1000 }), [agent]);
  const again = () => { entities.again(); relations.again(); ever.again(); };
  useChanges(again);
  const range = useMemo(() => ever.data?.relations.length > 0 && span([since, ...ever.data.relations.map((one) => one.valid_from)]), [ever.data, since]);
  const known = new Map((entities.data?.entities ?? []).map((one) => [one.name, one.type]));
  const typeOf = (name) => known.get(name) ?? 'concept';
  // Without the types, every name would be drawn as a concept at first; the slider stands above it all.
  const all = (isSettled(entities, ever) && relations.data?.relations) || [];
  const shown = all.filter((one) => !hidden.has(typeOf(one.subject)) && !hidden.has(typeOf(one.object)));
  const names = new Set(all.flatMap((one) => [one.subject, one.object]));
  const counts = Object.fromEntries(TYPES.map((type) => [type, [...names].filter((name) => typeOf(name) === type).length]));
  const toggle = (type) => { const next = new Set(hidden); if (!next.delete(type)) next.add(type); setHidden(next); };
  const error = entities.error ?? (relations.error?.status === 404 ? null : relations.error);
  return html`
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <${SearchField} label="Search people and things" placeholder="Person or thing" list="entities" value=${typed} onInput=${setTyped} />
      <datalist id="entities">${(entities.data?.entities ?? []).slice(0, 200).map((one) => html`<option value=${one.name} />`)}</datalist>
      ${entity && html`<label class="picker"><span>Up to</span><select value=${depth} onChange=${(event) => setDepth(Number(event.currentTarget.value))}>${
        [1, 2, 3, 4, 5].map((steps) => html`<option value=${steps}>${count(steps, 'step')} away</option>`)}</select></label>`}
    </form>
    <fieldset class="row kinds"><legend class="sr">Types</legend>${TYPES.filter((type) => counts[type] || hidden.has(type)).map((type) => html`<label class="picker" key=${type}>
      <input type="checkbox" checked=${!hidden.has(type)} onChange=${() => toggle(type)} /><span class="dot" style=${{ background: COLOURS[type] }}></span>${type}
      <span class="nums">${counts[type]}</span></label>`)}</fieldset>
    <${AsOf} range=${range} day=${day} onChange=${setDay} />
    <${Fault} of=${{ error, again }} />
    ${isSettled(entities, ever) && relations.data && !shown.length && html`<${Empty} title=${entity ? 'No relations found' : 'No relations yet'} icon="graph">
      <p>Relations such as who knows whom and who lives where are extracted from memories.</p></${Empty}>`}
    ${shown.length > 0 && html`<${Picture} relations=${shown} typeOf=${typeOf} centre=${entity} onChoose=${setTyped}
        onSource=${(one) => go(null, opening(one.entry_id, agent))} />
      <p class="small soft">Choose a name to see what is around it, and a line to see the sentence it comes from.</p>
      <${Relations} relations=${shown} agent=${agent} onChoose=${setTyped} />`}
    ${!error && !(isSettled(entities, ever) && relations.data) && html`<${Busy} />`}`;
}

const Relations = ({ relations, agent, onChoose }) => html`<details class="card" open><summary>As text (${relations.length})</summary><ul>${relations.slice(0, 300).map((one) =>
  html`<li key=${`${one.entry_id}/${one.subject}/${one.relation}/${one.object}`}>
    <button class="link said" onClick=${() => onChoose(one.subject)}>${one.subject}</button> ${one.relation} <button class="link said"
      onClick=${() => onChoose(one.object)}>${one.object}</button>
    ${(one.valid_from || one.valid_until) && html` <span class="small soft">${one.valid_from ? html`from <${When} at=${one.valid_from} /> ` : ''}${
      one.valid_until ? html`until <${When} at=${one.valid_until} />` : ''}</span>`}
    ${' '}<a class="small" href=${linkTo(one.entry_id, agent).href}>Source</a></li>`)}</ul></details>`;
