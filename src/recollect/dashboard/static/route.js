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

/** Goes to a view (null: the current one) with these parameters, without empty ones. `replace` adds no history entry. */
export function go(view, params = {}, { replace = false } = {}) {
  const now = parse();
  const kept = view === null ? now.params : { agent: now.params.agent };
  const all = Object.entries({ ...kept, ...params }).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(all).toString();
  const hash = `#/${view ?? (now.view || 'home')}${query ? `?${query}` : ''}`;
  if (replace) {
    history.replaceState(null, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}
