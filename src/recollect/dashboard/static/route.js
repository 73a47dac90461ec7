// Routing in the URL hash, so that views can be linked to and the back button works.
import { useState, useEffect } from './ui.js';

function parse() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: path, params: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

/** The current view and its parameters; updates with the URL. */
export function useRoute(defaultView) {
  const [route, setRoute] = useState(parse);
  useEffect(() => {
    const follow = () => setRoute(parse());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return { view: route.view || defaultView, params: route.params };
}

/** The address of a view (null: the current one) with these parameters, without empty ones. */
export function hashOf(view, params = {}) {
  const now = parse();
  const kept = view === null ? now.params : { agent: now.params.agent };
  const all = Object.entries({ ...kept, ...params }).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(all).toString();
  return `#/${view ?? (now.view || 'home')}${query ? `?${query}` : ''}`;
}

/** What a view of another agent does not show: a conversation, a message or a memory. */
export const NO_ITEM = { id: '', turn: '', memory: '', of: '' };

/** The parameters that open the panel of a memory over the current view; `of` names its agent where the view shows several. */
export const opening = (id, agent) => ({ memory: id, of: agent === parse().params.agent ? '' : agent });

/** A link that opens the panel of a memory over the current view: `<a ...${linkTo(id, agent)}>`. */
export const linkTo = (id, agent) => ({ href: hashOf(null, opening(id, agent)), 'data-memory': id, 'data-agent': agent });

/** Goes to a view with these parameters. `replace` adds no history entry. */
export function go(view, params = {}, { replace = false } = {}) {
  const hash = hashOf(view, params);
  if (replace) {
    history.replaceState(null, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}
