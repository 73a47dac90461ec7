// The slider that shows a view as it was on an earlier day.
import { html } from '../ui.js';
import { When } from '../components.js';
import { dayText, inZone } from '../dates.js';

export const DAY = 86_400_000;

/** The days from the first of some moments until today; null if there is no earlier day. */
export function span(moments) {
  const first = Math.min(...moments.filter(Boolean).map((at) => new Date(at).getTime()));
  const days = Math.floor((Date.now() - first) / DAY);
  return days > 0 && Number.isFinite(days) ? { first, days } : null;
}

/** `day` is in milliseconds, or null for now. */
export function AsOf({ range, day, onChange }) {
  if (!range) return null;
  const chosen = (event) => { const number = Number(event.currentTarget.value); onChange(number >= range.days ? null : range.first + number * DAY); };
  return html`<div class="as-of"><label class="field when"><span>As it ${day === null ? 'is now' : html`was on <${When} at=${new Date(day).toISOString()} />`}</span>
    <input type="range" min="0" max=${range.days} value=${day === null ? range.days : Math.round((day - range.first) / DAY)}
      aria-valuetext=${dayText(inZone(day ?? Date.now()))} onInput=${chosen} /></label>
    ${day !== null && html`<button onClick=${() => onChange(null)}>Now</button>`}</div>`;
}
