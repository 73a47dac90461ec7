// Forms that keep what was typed in them.
import { useState, useEffect, useRef } from '../ui.js';
import { toast } from '../components.js';

// What was typed and neither saved nor cancelled, by memory and version.
const drafts = new Map();

/** The fields of a form; whatever closes it keeps what was changed, until it is saved or cancelled. */
export function useDraft(place, start) {
  const [form, setForm] = useState(drafts.get(place) ?? start);
  const latest = useRef(form);
  latest.current = form;
  const isOver = useRef(false);
  useEffect(() => () => {
    drafts.delete(place);
    if (isOver.current || Object.keys(start).every((name) => latest.current[name] === start[name])) return;
    drafts.set(place, latest.current);
    toast('What you typed is kept: it is there when you open the form again.');
  }, []);
  return [form, setForm, () => { isOver.current = true; }];
}
