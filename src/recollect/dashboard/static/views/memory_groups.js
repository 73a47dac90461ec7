// The memories of the list in their groups. Only rows near the visible part are in the page, however long the list is.
import { html, useState, useEffect, useMemo, useRef } from '../ui.js';
import { useKeys } from '../keys.js';
import { count } from '../labels.js';
import { go, opening } from '../route.js';
import { SORTS, groupOf, grouped, sameMemory } from './memory_list.js';
import { pin, remove } from './memory_actions.js';
import { MemoryRow } from './memory_row.js';

const CHUNK = 16;
const NEAR = '1500px';
const ROW_HEIGHT = 66;
const idOf = (memory) => `${memory.agent_id}/${memory.id}`;

export function Groups({ list, params, named, selected, onSelected, onAdd }) {
  const box = useRef(null);
  const sort = SORTS[params.sort] ?? (params.q ? null : SORTS.newest);
  const group = groupOf(params, list.memories);
  const sorted = useMemo(() => (sort ? [...list.memories].sort(sort[1]) : list.memories), [list.memories, sort]);
  const chunks = useMemo(() => chunked(grouped(sorted, group)), [sorted, group]);
  const chosen = useMemo(() => new Set(selected.map(idOf)), [selected]);
  const toggle = (memory) => onSelected((now) => (now.some((one) => sameMemory(one, memory)) ? now.filter((one) => !sameMemory(one, memory)) : [...now, memory]));
  useRowKeys(box, sorted, toggle, { n: onAdd, Escape: () => { onSelected([]); return false; } });
  if (!sorted.length) return null;
  const all = selected.length === sorted.length;
  const row = (memory) => html`<${MemoryRow} key=${idOf(memory)} memory=${memory} named=${named} isSelected=${chosen.has(idOf(memory))} onSelect=${() => toggle(memory)}
    isOpen=${params.memory === memory.id && (params.of ?? params.agent) === memory.agent_id} />`;
  return html`<div ref=${box}>
    <label class="picker small all"><input type="checkbox" checked=${all} onChange=${() => onSelected(all ? [] : sorted)} />
      <span>Select ${sorted.length > 1 ? 'all ' : ''}${count(sorted.length, 'memory', 'memories')}</span></label>
    ${chunks.map((parts, at) => html`<${Chunk} key=${at} parts=${parts} row=${row} isFirst=${at === 0} />`)}
    ${list.more && html`<button onClick=${list.next}>Show more</button>`}</div>`;
}

/** The groups in pieces of a few rows; a group that goes on in the next piece has its title in the first. */
function chunked(groups) {
  const chunks = [[]];
  let left = CHUNK;
  for (const [title, memories] of groups) {
    for (let at = 0; at < memories.length;) {
      if (!left) { chunks.push([]); left = CHUNK; }
      const part = memories.slice(at, at + left);
      chunks.at(-1).push({ title, total: at === 0 ? memories.length : null, memories: part });
      at += part.length;
      left -= part.length;
    }
  }
  return chunks;
}

/** A piece of the list: its rows while it is near, and a space of the same height while it is not. */
function Chunk({ parts, row, isFirst }) {
  const box = useRef(null);
  const [isNear, setNear] = useState(isFirst);
  const height = useRef(0);
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => {
      const inside = seen.at(-1).isIntersecting;
      if (!inside && box.current.childElementCount) height.current = box.current.offsetHeight;
      // An open form stays, with what has been typed.
      setNear(inside || Boolean(box.current.querySelector('form')));
    }, { rootMargin: NEAR });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const rows = parts.reduce((total, part) => total + part.memories.length, 0);
  if (!isNear) return html`<div ref=${box} style=${{ height: `${height.current || rows * ROW_HEIGHT + parts.length * 36}px` }}></div>`;
  return html`<div ref=${box} style=${{ height: '' }}>${parts.map(({ title, total, memories }) => html`<section key=${title}>
    ${title && total !== null && html`<h2 class="group">${title} <span class="nums soft">${total.toLocaleString()}</span></h2>`}
    <ul class="memories">${memories.map(row)}</ul></section>`)}</div>`;
}

/** Moves through the rows with j and k, and acts on the current one. While its panel is open, the panel has these keys. */
function useRowKeys(box, memories, toggle, others) {
  const isPanelOpen = () => document.querySelector('.panel') !== null;
  const rows = () => [...(box.current?.querySelectorAll('.memory') ?? [])];
  const current = () => box.current?.querySelector('.memory.open') ?? document.activeElement?.closest('.memory') ?? box.current?.querySelector('.memory.current');
  const move = (by) => {
    const all = rows();
    const next = all[Math.min(Math.max(all.indexOf(current()) + by, 0), all.length - 1)];
    all.forEach((row) => row.classList.toggle('current', row === next));
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const act = (action) => () => {
    const { memory: id, agent } = current()?.dataset ?? {};
    const memory = memories.find((one) => one.id === id && one.agent_id === agent);
    if (memory) action(memory);
    return Boolean(memory);
  };
  const open = (memory) => go(null, opening(memory.id, memory.agent_id));
  const keys = {
    j: () => move(1), k: () => move(-1), s: act(open), p: act(pin), '#': act(remove), e: act((memory) => go(null, { ...opening(memory.id, memory.agent_id), edit: '1' })),
    // Enter on a link or a button inside the row is theirs.
    Enter: (event) => event.target.matches('.memory') && act(open)(), ...others,
  };
  const unlessOpen = (handler) => (event) => (isPanelOpen() ? false : handler(event));
  useKeys({ ...Object.fromEntries(Object.entries(keys).map(([key, handler]) => [key, unlessOpen(handler)])), x: act(toggle) });
}
