// Components and hooks that the views other than the first one share.
import { html, useState, useEffect, useRef } from './ui.js';
import { Icon } from './icons.js';

/** A modal dialog; Escape and a click outside close it if it has `onClose`. */
export function Dialog({ title, onClose, wide = false, children }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => (before?.isConnected ? before : document.getElementById('main'))?.focus();
  }, []);
  const leave = (event) => { event.preventDefault(); onClose?.(); };
  // The browser lets a second Escape close any dialog; one that must be answered reopens.
  const closed = () => (onClose ? onClose() : box.current?.showModal());
  return html`<dialog ref=${box} class=${wide ? 'wide' : ''} aria-labelledby="dialog-title" onCancel=${leave} onClose=${closed}
      onClick=${(event) => event.target === box.current && onClose?.()}>
    <div class="inside">
      <header><h2 id="dialog-title">${title}</h2>
        ${onClose && html`<button class="quiet square" onClick=${onClose} aria-label="Close"><${Icon} name="close" /></button>`}</header>
      ${children}
    </div></dialog>`;
}

/** A text of any length, of which the first lines are shown until somebody wants all of it. */
export function Clamped({ children }) {
  const box = useRef(null);
  const [isLong, setLong] = useState(false);
  const [all, setAll] = useState(false);
  useEffect(() => { if (!all) setLong(box.current.scrollHeight > box.current.clientHeight + 2); });
  return html`<span ref=${box} class=${`said ${all ? '' : 'clamp'}`}>${children}</span>
    ${isLong && html`<button type="button" class="link small" onClick=${() => setAll(!all)}>${all ? 'Show less' : 'Show all'}</button>`}`;
}

/** Placeholder for an empty list. */
export const Empty = ({ title, icon = 'memories', children }) => html`<section class="empty"><${Icon} name=${icon} /><h2>${title}</h2>${children}</section>`;

/** A search field; the key / focuses it. */
export const SearchField = ({ label, placeholder = label, value, onInput, ...rest }) => html`<div class="find"><${Icon} name="search" />
  <input type="search" data-search aria-label=${label} autocomplete="off" placeholder=${placeholder} value=${value} onInput=${(event) => onInput(event.currentTarget.value)} ...${rest} />
  <kbd aria-hidden="true">/</kbd></div>`;

/** A debounced value, for searching while the user types. */
export function useSettled(value, milliseconds = 250) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The text of a search field, which follows the address and changes it once the typing pauses. */
export function useSearchText(inAddress, change) {
  const [typed, setTyped] = useState(inAddress);
  const settled = useSettled(typed.trim());
  const known = useRef(inAddress);
  // The address first: while someone types on, it may still be one letter behind.
  useEffect(() => { if (inAddress !== known.current) { known.current = inAddress; setTyped(inAddress); } }, [inAddress]);
  useEffect(() => { if (settled !== known.current) { known.current = settled; change(settled); } }, [settled]);
  return [typed, setTyped];
}

/** A colour of the current theme in the form that a canvas takes. */
export function colourOf(value) {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = value;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
export const themeColour = (name) => colourOf(`var(${name})`);

/** A number that changes with the theme, for what is drawn on a canvas. */
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
