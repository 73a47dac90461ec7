// The memories of the list in their groups. Only rows near the visible part are in the page, however long the list is.
import { html, useState, useEffect, useMemo, useRef } from '../ui.js';
import { useKeys } from '../keys.js';
import { count } from '../labels.js';
import { GROUPS, SORTS, grouped, sameMemory } from './memory_list.js';
import { MemoryRow } from './memory_row.js';

const CHUNK = 16;
const NEAR = '1500px';
const ROW_HEIGHT = 66;
const idOf = (memory) => `${memory.agent_id}/${memory.id}`;

export function Groups({ list, params, named, selected, onSelected, onChange, onAdd }) {
  const box = useRef(null);
  const sort = SORTS[params.sort] ?? (params.q ? null : SORTS.newest);
  const group = GROUPS[params.group] ? params.group : params.q || params.id ? 'none' : 'day';
  const sorted = useMemo(() => (sort ? [...list.memories].sort(sort[1]) : list.memories), [list.memories, sort]);
  const chunks = useMemo(() => chunked(grouped(sorted, group)), [sorted, group]);
  const chosen = useMemo(() => new Set(selected.map(idOf)), [selected]);
  const toggle = (memory) => onSelected((now) => (now.some((one) => sameMemory(one, memory)) ? now.filter((one) => !sameMemory(one, memory)) : [...now, memory]));
  useRowKeys(box, onAdd, () => onSelected([]));
  if (!sorted.length) return null;
  const all = selected.length === sorted.length;
  const row = (memory) => html`<${MemoryRow} key=${idOf(memory)} memory=${memory} named=${named} isSelected=${chosen.has(idOf(memory))} onSelect=${() => toggle(memory)}
    onChange=${onChange} onGone=${list.gone} onUndone=${list.again} />`;
  return html`<div ref=${box}>
    <label class="picker small all"><input type="checkbox" checked=${all} onChange=${() => onSelected(all ? [] : sorted)} />
      <span>Select all ${count(sorted.length, 'memory', 'memories')}</span></label>
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
