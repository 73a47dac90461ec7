// What several views are made of.
import { html, useState, useEffect, useRef } from './ui.js';

/** A window above the page; Escape and a click beside it close it, where closing is allowed. */
export function Dialog({ title, onClose, wide = false, children }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => (before?.isConnected ? before : document.getElementById('main'))?.focus();
  }, []);
  const leave = (event) => { event.preventDefault(); onClose?.(); };
  // A second Escape closes a dialog whatever we say; one that must be answered comes back.
  const closed = () => (onClose ? onClose() : box.current?.showModal());
  return html`<dialog ref=${box} class=${wide ? 'wide' : ''} aria-labelledby="dialog-title" onCancel=${leave} onClose=${closed}
      onClick=${(event) => event.target === box.current && onClose?.()}>
    <div class="inside">
      <header><h2 id="dialog-title">${title}</h2>
        ${onClose && html`<button class="quiet icon" onClick=${onClose} aria-label="Close">×</button>`}</header>
      ${children}
    </div></dialog>`;
}

const toasts = { list: [], tell: () => {} };
let count = 0;

/** Says something for some seconds; `undo` adds a button that takes it back. */
export function toast(text, { undo = null, bad = false } = {}) {
  const one = { id: ++count, text, undo, bad };
  toasts.list = [...toasts.list, one];
  toasts.tell(toasts.list);
  setTimeout(() => drop(one.id), undo || bad ? 10000 : 5000);
}

function drop(id) {
  toasts.list = toasts.list.filter((one) => one.id !== id);
  toasts.tell(toasts.list);
}

/** Where those things are said; screen readers hear them too. */
export function Toasts() {
  const [list, setList] = useState(toasts.list);
  useEffect(() => { toasts.tell = setList; }, []);
  return html`<div class="toasts" role="status" aria-live="polite">${list.map((one) => html`
    <div class=${`toast ${one.bad ? 'bad' : ''}`} key=${one.id}><span>${one.text}</span>
      ${one.undo && html`<button onClick=${() => { drop(one.id); one.undo(); }}>Undo</button>`}
      <button class="quiet icon" onClick=${() => drop(one.id)} aria-label="Dismiss">×</button></div>`)}</div>`;
}

/** A remark that stands in the page: `info`, `good` or `bad`. */
export const Notice = ({ kind = 'info', children }) =>
  html`<div class=${`notice ${kind}`} role=${kind === 'bad' ? 'alert' : undefined}>${children}</div>`;

export const Busy = ({ what = 'Loading' }) => html`<p class="busy" role="status">${what} …</p>`;

export const Badge = ({ kind, children, title }) => html`<span class=${`badge ${kind ?? ''}`} title=${title}>${children}</span>`;

/** What an empty list says instead of nothing. */
export const Empty = ({ title, children }) => html`<section class="empty"><h2>${title}</h2>${children}</section>`;

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as people write it, the exact one on hover. */
export function When({ at, time = false }) {
  if (!at) return null;
  const date = new Date(at);
  return html`<time dateTime=${at} title=${moment.format(date)}>${(time ? moment : day).format(date)}</time>`;
}

const daySaid = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** The day on which something was said, by the clock of whoever said it. */
export const SaidOn = ({ at }) => html`<time dateTime=${at} title=${moment.format(new Date(at))}>${daySaid.format(new Date(`${at.slice(0, 10)}T00:00:00Z`))}</time>`;

/** A share as a bar with its number. */
export const Bar = ({ value, label }) => html`<span class="bar" role="img" aria-label=${label} title=${label}>
  <progress max="1" value=${value} aria-hidden="true"></progress><span>${Math.round(value * 100)} %</span></span>`;

/** Loads something whenever `inputs` change: `{ data, error, busy, again }`. The last answer stays while the next comes. */
export function useLoaded(load, inputs) {
  const [state, setState] = useState({ data: null, error: null, busy: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    load(stop.signal).then(
      (data) => stop.signal.aborted || setState({ data, error: null, busy: false }),
      (error) => stop.signal.aborted || setState({ data: null, error, busy: false }),
    );
    return () => stop.abort();
  }, [...inputs, round]);
  return { ...state, again: () => setRound((number) => number + 1) };
}

/** A value that follows another one only after a pause: for searching while somebody types. */
export function useSettled(value, milliseconds = 250) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Changes when the theme does, for what is drawn and not styled. */
export function useTheme() {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const changed = () => setRound((number) => number + 1);
    const watch = new MutationObserver(changed);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', changed);
    return () => { watch.disconnect(); system.removeEventListener('change', changed); };
  }, []);
  return round;
}

/** Does something that may be refused, and says so. */
export async function attempt(action, done) {
  try {
    const result = await action();
    if (done) toast(typeof done === 'function' ? done(result) : done);
    return result;
  } catch (error) {
    toast(error.message, { bad: true });
    return undefined;
  }
}

/** Asks for a word to be typed before something that cannot be taken back. */
export function TypedConfirmation({ title, word, action, children, onDone, onClose }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async (event) => {
    event.preventDefault();
    setBusy(true);
    await onDone();
    setBusy(false);
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form onSubmit=${confirm}>${children}
      <label class="field"><span>Type <strong>${word}</strong> to confirm</span>
        <input value=${typed} autocomplete="off" onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
      <div class="actions"><button type="button" onClick=${onClose}>Cancel</button>
        <button class="danger" disabled=${typed !== word || busy}>${action}</button></div>
    </form></${Dialog}>`;
}
