// Components and hooks shared by all views; the first one loads no others.
import { html, useState, useEffect } from './ui.js';
import { isUnreachable, whenBack } from './api.js';
import { asWritten, dayText, inZone, momentText } from './dates.js';
import { Icon } from './icons.js';

const toasts = { list: [], notify: () => {} };
let count = 0;
const MOST = 3;

/** Shows a message for a few seconds; `undo` adds a button that reverts the action, and `redo` one that does it again. */
export function toast(text, { undo = null, redo = null, bad = false } = {}) {
  const one = { id: ++count, text, bad, action: undo ?? redo, label: redo ? 'Redo' : 'Undo' };
  // A message with something to do stays; of all others only the latest does, so that they do not cover the page.
  toasts.list = [...toasts.list.filter((old) => old.action || old.bad), one].slice(-MOST);
  toasts.notify(toasts.list);
  setTimeout(() => drop(one.id), one.action || bad ? 10000 : 5000);
}

function drop(id) {
  toasts.list = toasts.list.filter((one) => one.id !== id);
  toasts.notify(toasts.list);
}

/** The list of current messages, announced by screen readers. */
export function Toasts() {
  const [list, setList] = useState(toasts.list);
  useEffect(() => { toasts.notify = setList; }, []);
  return html`<div class="toasts" role="status" aria-live="polite">${list.map((one) => html`
    <div class=${`toast ${one.bad ? 'bad' : ''}`} key=${one.id}><span>${one.text}</span>
      ${one.action && html`<button onClick=${() => { drop(one.id); one.action(); }}>${one.label}</button>`}
      <button class="quiet square" onClick=${() => drop(one.id)} aria-label="Dismiss"><${Icon} name="close" /></button></div>`)}</div>`;
}

/** A permanent message in the page: `info`, `good` or `bad`. */
export const Notice = ({ kind = 'info', onRetry, children }) => html`<div class=${`notice ${kind}`} role=${kind === 'bad' ? 'alert' : undefined}>${children}
  ${onRetry && html` <button class="link" onClick=${onRetry}>Try again</button>`}</div>`;

/** What could not be loaded, with a button that tries again unless the server has refused it; without a key, a dialog asks for one. */
export const Fault = ({ of: { error, again } }) => {
  if (!error || error.status === 401) return null;
  const isRefused = error.status >= 400 && error.status < 500;
  return html`<${Notice} kind=${error.status === 403 ? 'info' : 'bad'} onRetry=${!isRefused && again}>${error.message[0].toUpperCase()}${error.message.slice(1)}</${Notice}>`;
};

export const Busy = ({ what = 'Loading' }) => html`<p class="busy" role="status">${what} …</p>`;

/** The shape of a view while it loads. */
export const Bones = () => html`<div class="bones busy" role="status" aria-label="Loading"><span></span><span></span><span></span><span></span></div>`;

export const Badge = ({ kind, children, title }) => html`<span class=${`badge ${kind ?? ''}`} title=${title}>${children}</span>`;

/** A button that shows only an icon. */
export const IconButton = ({ icon, label, ...rest }) => html`<button type="button" class="quiet square" aria-label=${label} title=${label} ...${rest}>
  <${Icon} name=${icon} /></button>`;

/** A date, with the exact time on hover; one with an offset of its own is on the speaker's clock. */
export function When({ at, time = false }) {
  if (!at) return null;
  const date = /[+-](?!00:00)\d\d:\d\d$/.test(at) ? asWritten(at) : inZone(at);
  return html`<time dateTime=${at} title=${momentText(date)}>${(time ? momentText : dayText)(date)}</time>`;
}

/** The day on which something was said, or the time, on the speaker's clock. */
export const SaidOn = ({ at, time = false }) => html`<time dateTime=${at} title=${momentText(asWritten(at))}>${(time ? momentText : dayText)(asWritten(at))}</time>`;

/** Loads a style sheet once; `integrity` is the hash of one that others wrote. */
export function sheet(href, integrity = '') {
  sheets[href] ??= new Promise((done, failed) => {
    const gone = () => { delete sheets[href]; failed(new Error('the style sheet is missing')); };
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', integrity, onload: done, onerror: gone, href }));
  });
  return sheets[href];
}
const sheets = {};

/** Loads data whenever `inputs` change: `{ data, error, busy, again }`. Old data stays until new data arrives. */
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
  const again = () => setRound((number) => number + 1);
  useRetry(state.error, again);
  return { ...state, again };
}

/** Whether everything has been loaded, or could not be: what is drawn then stays in its place. */
export const isSettled = (...all) => all.every((one) => one.data || one.error);

/** Tries again by itself, once a server responds that did not. */
export function useRetry(error, again) {
  useEffect(() => (isUnreachable(error) ? whenBack(again) : undefined), [error]);
}

/** Copies a text, and says so. */
export const copy = (text) => navigator.clipboard.writeText(text).then(() => toast('Copied.'), () => toast('The browser did not allow it.', { bad: true }));

/** Runs an action and shows its success or error message. */
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
