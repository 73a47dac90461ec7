// A field for a day, typed or chosen in a calendar, in the form that the whole page uses.
import { html, useState, useEffect, useRef } from '../ui.js';
import { IconButton } from '../components.js';
import { dateOf, dayText } from '../dates.js';
import { parseDay } from '../days.js';

const ASKED = 'Write a day such as 4 Nov 2026.';
const shown = (day) => (day ? dayText(dateOf(day)) : '');

/** `value` is a day such as 2026-11-04, or empty; the browser's own field would show it in a form of its own. */
export function DayField({ value, onChange, ...rest }) {
  const [typed, setTyped] = useState(shown(value));
  const calendar = useRef(null);
  const wrong = Boolean(typed.trim()) && parseDay(typed.trim()) === null;
  useEffect(() => { if ((parseDay(typed.trim()) ?? '') !== value) setTyped(shown(value)); }, [value]);
  const input = (event) => {
    const field = event.currentTarget;
    const text = field.value.trim();
    const day = text ? parseDay(text) : '';
    setTyped(field.value);
    field.setCustomValidity(day === null ? ASKED : '');
    if (day !== null && day !== value) onChange(day);
  };
  return html`<span class="day"><input placeholder="4 Nov 2026" ...${rest} autocomplete="off" value=${typed} aria-invalid=${wrong} title=${wrong ? ASKED : undefined} onInput=${input} />
    <${IconButton} icon="calendar" label="Choose a day" onClick=${() => calendar.current.showPicker()} />
    <input ref=${calendar} type="date" tabindex="-1" aria-hidden="true" value=${value} onChange=${(event) => onChange(event.currentTarget.value)} /></span>
    ${wrong && html`<span class="small bad" role="alert">${ASKED}</span>`}`;
}
