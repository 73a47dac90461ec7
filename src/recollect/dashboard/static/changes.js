// Tells every view that shows a memory that it was changed elsewhere on the page.
import { useEffect, useRef } from './ui.js';

const listeners = new Set();

/** `before` is the memory as it was: a correction may have another id. */
export const announce = (memory, before = memory) => listeners.forEach((listener) => listener(memory, before));

/** Calls back on every change of a memory. */
export function useChanges(callback) {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const listener = (memory, before) => latest.current(memory, before);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
}
