// The days of a memory, on the clock of whoever said it.
import { html } from '../ui.js';
import { asWritten, dayText, inZone, isoDay, momentText } from '../dates.js';

/** The UTC offset of a time, such as +01:00; undefined without a time. */
export const offsetOf = (at) => at && (/[+-]\d\d:\d\d$/.exec(at)?.[0] ?? '+00:00');

/** A time of a memory as a date on the clock of whoever said it, as its days were meant; the server's if it was added by hand. */
export function onItsClock(memory, at) {
  const offset = offsetOf(memory.said_at);
  if (!offset) return inZone(at);
  const [hours, minutes] = offset.split(':').map(Number);
  const there = new Date(Date.parse(at) + 60_000 * (60 * hours + (offset[0] === '-' ? -minutes : minutes)));
  return asWritten(there.toISOString());
}

/** The day of a time of a memory, such as 2026-11-04; empty without one. */
export const dayOf = (memory, name) => (memory?.[name] ? isoDay(onItsClock(memory, memory[name])) : '');

/** A day from or until which a memory is valid. */
export const ValidOn = ({ memory, at }) => html`<time dateTime=${at} title=${momentText(onItsClock(memory, at))}>${dayText(onItsClock(memory, at))}</time>`;
