// The slider that shows a view as it was on an earlier day, which the address names.
import { html } from '../ui.js';
import { dateOf, dayText, inZone, isoDay, plusDays } from '../dates.js';
import { go } from '../route.js';
import { useSearchText } from '../view_components.js';

const DAY = 86_400_000;

/** The days from the first of some moments, or days, until today; null if there is no earlier day. */
export function span(moments) {
  const known = moments.filter(Boolean).map((at) => (at.length > 10 ? isoDay(inZone(at)) : at)).sort();
  if (!known.length) return null;
  const [first] = known;
  const days = daysBetween(first, isoDay(inZone(Date.now())));
  return days > 0 ? { first, days } : null;
}

// Rounded, because a day on which the clocks change has another length.
const daysBetween = (first, last) => Math.round((dateOf(last) - dateOf(first)) / DAY);

/** The day in the address, such as 2026-11-04, empty for now; and what changes it. */
export const useDay = (params) => useSearchText(params.day ?? '', (day) => go(null, { day }, { replace: true }));

export function AsOf({ range, day, onChange }) {
  if (!range) return null;
  const chosen = (event) => { const number = Number(event.currentTarget.value); onChange(number >= range.days ? '' : isoDay(plusDays(dateOf(range.first), number))); };
  const shown = dayText(day ? dateOf(day) : inZone(Date.now()));
  return html`<div class="as-of"><label class="field when"><span>As it ${day ? `was on ${shown}` : 'is now'}</span>
    <input type="range" min="0" max=${range.days} value=${day ? daysBetween(range.first, day) : range.days} aria-valuetext=${shown} onInput=${chosen} /></label>
    ${day && html`<button onClick=${() => onChange('')}>Now</button>`}</div>`;
}
