// The list of memories: loading, sorting, grouping.
import { useState, useEffect, useRef } from '../ui.js';
import { api } from '../api.js';
import { useRetry } from '../components.js';
import { dateOf, dayText, inZone, isoDay } from '../dates.js';
import { dayEnd, dayStart } from '../days.js';
import { KINDS } from '../labels.js';
import { saidAt } from './quotation.js';

const FIRST = 200;
const PAGE = 1000;
const MOST = 10_000;
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** The day on which a memory was said, or else recorded. */
export const saidOn = (memory) => (memory.quote && memory.said_at ? memory.said_at.slice(0, 10) : isoDay(inZone(memory.recorded_at)));
const later = (a, b) => (a < b ? 1 : a > b ? -1 : 0);

export const SORTS = {
  newest: ['newest first', (a, b) => Date.parse(saidAt(b)) - Date.parse(saidAt(a))],
  oldest: ['oldest first', (a, b) => Date.parse(saidAt(a)) - Date.parse(saidAt(b))],
  changed: ['last changed', (a, b) => later(a.changed_at, b.changed_at)],
  strongest: ['strongest first', (a, b) => b.confidence - a.confidence],
  weakest: ['weakest first', (a, b) => a.confidence - b.confidence],
  text: ['A to Z', (a, b) => a.content.localeCompare(b.content)],
};
export const GROUPS = {
  day: ['day', (memory) => { const date = dateOf(saidOn(memory)); return `${weekday.format(date)} ${dayText(date)}`; }],
  month: ['month', (memory) => month.format(dateOf(saidOn(memory)))],
  kind: ['kind', (memory) => KINDS[memory.kind] ?? memory.kind],
  person: ['person', (memory) => memory.about ?? memory.subject ?? memory.speaker ?? 'The user'],
  priority: ['priority', (memory) => `${memory.priority} priority`],
  agent: ['agent', (memory) => memory.agent_id],
  none: ['nothing', () => ''],
};

/** How the list is grouped: by day, unless that would be a heading for nearly every row. */
export function groupOf(params, memories) {
  if (GROUPS[params.group]) return params.group;
  if (params.q) return 'none';
  const days = new Set(memories.map(saidOn)).size;
  return 2 * days > memories.length && days > 1 ? 'month' : 'day';
}

/** The memories in groups, each a title and its memories, in the order of the first of each. */
export function grouped(memories, group) {
  const groups = new Map();
  for (const memory of memories) {
    const title = GROUPS[group][1](memory);
    if (!groups.has(title)) groups.set(title, []);
    groups.get(title).push(memory);
  }
  return [...groups];
}

export const sameMemory = (a, b) => a.id === b.id && a.agent_id === b.agent_id;

/** The memories that the address asks for. Without a search all of them are loaded, so that sorting and counts are true. */
export function useMemoryList({ agent, params }) {
  const [state, setState] = useState({ memories: [], cursor: null, busy: true, error: null });
  const [round, setRound] = useState(0);
  const requests = useRef(0);
  const { q, kind, priority, status, after, before } = params;
  const query = {
    agent_id: agent, q, kind, priority, status, after: dayStart(after), before: dayEnd(before),
  };
  const load = async (start, request) => {
    let cursor = start;
    let [wanted, loaded] = [start ? PAGE : FIRST, 0];
    try {
      do {
        const page = await api.get('/api/v1/memory', { ...query, cursor, limit: q ? FIRST : wanted });
        if (request !== requests.current) return;
        const first = !cursor;
        cursor = page.next_cursor;
        wanted = PAGE;
        loaded += page.memories.length;
        const busy = Boolean(cursor && !q && loaded < MOST);
        setState((now) => ({ memories: first ? page.memories : [...now.memories, ...page.memories], cursor, busy, error: null }));
      } while (cursor && !q && loaded < MOST);
    } catch (error) {
      if (request === requests.current) setState((now) => ({ ...now, busy: false, error }));
    }
  };
  useEffect(() => {
    const request = ++requests.current;
    setState((now) => ({ ...now, busy: true }));
    load(null, request);
    return () => { requests.current += 1; };
  }, [agent, q, kind, priority, status, after, before, round]);
  const again = () => setRound((number) => number + 1);
  useRetry(state.error, again);
  return {
    ...state,
    again,
    more: Boolean(state.cursor) && !state.busy,
    next: () => { setState((now) => ({ ...now, busy: true })); load(state.cursor, ++requests.current); },
    change: (memory, old = memory) => setState((now) => ({ ...now, memories: now.memories.map((each) => (sameMemory(each, old) ? memory : each)) })),
  };
}
