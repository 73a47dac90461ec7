// Keyboard shortcuts, ignored while the user types or answers a dialog.
import { useEffect, useRef } from './ui.js';

const TYPING = 'input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]';

/** Whether a key belongs to the page and not to a field or a dialog. */
function isFree(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !event.target.closest?.(TYPING) && !document.querySelector('dialog:modal');
}

/** Calls the handler of a key, such as `{ j: next, '?': help }`; `Mod-k` is Ctrl-K or Command-K and works everywhere. */
export function useKeys(handlers) {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const pressed = (event) => {
      const mod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const handler = mod ? latest.current[`Mod-${event.key.toLowerCase()}`] : isFree(event) && latest.current[event.key];
      if (!handler) return;
      if (handler(event) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
