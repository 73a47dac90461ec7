// The facts about one person in the order in which they were said, as they are or as they were on a day.
import { html, useState, useMemo } from '../ui.js';
import { api } from '../api.js';
import { useChanges } from '../changes.js';
import { dateOf } from '../dates.js';
import { dayEnd } from '../days.js';
import { go, linkTo } from '../route.js';
import { Badge, Busy, Fault, useLoaded } from '../components.js';
import { count } from '../labels.js';
import { Empty } from '../view_components.js';
import { AsOf, span, useDay } from './as_of.js';
import { saidOn } from './memory_list.js';
import { Content, KindDot, PartlyCorrected, SaidBy, isExpired } from './quotation.js';

const USER = 'User';
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const nameOf = (memory) => memory.about ?? memory.subject ?? memory.speaker ?? USER;
const personOf = (memory) => (nameOf(memory) === 'user' ? USER : nameOf(memory));

export default function Timeline({ agent, params }) {
  const list = (query) => api.get('/api/v1/memory', { agent_id: agent, limit: 1000, ...query });
  const known = useLoaded(async () => {
    const [now, before] = await Promise.all([list({}), list({ status: 'superseded' })]);
    return [...now.memories, ...before.memories].sort((a, b) => (saidOn(a) < saidOn(b) ? 1 : -1));
  }, [agent]);
  useChanges(known.again);
  const [day, setDay] = useDay(params);
  const [showsLater, setShowsLater] = useState(false);
  const then = useLoaded(async () => (params.day ? new Set((await list({ as_of: dayEnd(params.day) })).memories.map((one) => one.id)) : null), [agent, params.day]);
  const people = useMemo(() => tally(known.data ?? []), [known.data]);
  if (known.error) return html`<${Fault} of=${known} />`;
  if (!known.data) return html`<${Busy} />`;
  if (!known.data.length) return html`<${Empty} title="No facts yet" icon="timeline"><p>What is learned about a person appears here in the order in which it was said.</p></${Empty}>`;
  const person = people.has(params.person) ? params.person : [...people.keys()][0];
  const shown = known.data.filter((memory) => personOf(memory) === person);
  const range = span(known.data.map(saidOn));
  const byId = new Map(known.data.map((memory) => [memory.id, memory]));
  const isLater = (memory) => Boolean(day) && saidOn(memory) > day;
  const isYetToCome = (id) => byId.has(id) && isLater(byId.get(id));
  const isReplaced = (memory) => memory.status === 'superseded' && !isYetToCome(memory.superseded_by);
  // What is only to come has not ended, as it has not now.
  const isAhead = (memory) => Boolean(memory.valid_from) && Date.parse(memory.valid_from) > Date.parse(dayEnd(day)) && !isLater(memory) && !isReplaced(memory);
  const holds = (memory) => (day && then.data ? then.data.has(memory.id) || isAhead(memory) : memory.status !== 'superseded' && !isExpired(memory));
  const later = shown.filter(isLater).length;
  const listed = showsLater ? shown : shown.filter((memory) => !isLater(memory));
  return html`
    <div class="chips" role="group" aria-label="Person">${[...people].map(([name, number]) => html`<button class="chip" key=${name} aria-pressed=${name === person}
      onClick=${() => go(null, { person: name })}><span class="said">${name}</span> <span class="soft nums">${number}</span></button>`)}</div>
    <${AsOf} range=${range} day=${day} onChange=${setDay} />
    <p class="small soft" role="status">${shown.filter(holds).length} of ${count(shown.length, 'fact')} ${day ? 'held then' : 'hold now'}</p>
    ${later > 0 && html`<label class="picker"><input type="checkbox" checked=${showsLater} onChange=${() => setShowsLater(!showsLater)} />Show ${later.toLocaleString()} not yet said</label>`}
    ${byMonth(listed).map(([title, memories]) => html`<section key=${title} class="months"><h2 class="group">${title}</h2>
      <ol class="timeline">${memories.map((memory) => html`<li key=${memory.id} class=${holds(memory) ? '' : isLater(memory) ? 'later' : 'ended'}>
        <a ...${linkTo(memory.id, agent)}><${Content} memory=${memory} inline /></a>
        <div class="row by"><${KindDot} kind=${memory.kind} /><${SaidBy} memory=${memory} />${!isYetToCome(memory.corrected_by) && html`<${PartlyCorrected} memory=${memory} />`}
          ${memory.attribute && html`<${Badge}>${memory.attribute.replaceAll('_', ' ')}</${Badge}>`}
          ${!holds(memory) && html`<${Badge}>${isLater(memory) ? 'not yet said' : 'ended'}</${Badge}>`}
          ${memory.superseded_by && html`<a class="small" href=${linkTo(memory.superseded_by, agent).href}>replaced by ${
            byId.has(memory.superseded_by) ? html`<${Content} memory=${byId.get(memory.superseded_by)} inline />` : 'another memory'}</a>`}</div></li>`)}</ol></section>`)}`;
}

/** Each person with the number of facts about them, most facts first. */
function tally(memories) {
  const counts = new Map();
  for (const memory of memories) counts.set(personOf(memory), (counts.get(personOf(memory)) ?? 0) + 1);
  return new Map([...counts].sort((a, b) => b[1] - a[1]));
}

function byMonth(memories) {
  const months = new Map();
  for (const memory of memories) {
    const title = month.format(dateOf(saidOn(memory)));
    months.set(title, [...(months.get(title) ?? []), memory]);
  }
  return [...months];
}
