// Where we are stands in the address, so that a view can be linked to and the back button works.
import { useState, useEffect } from './ui.js';

function parse() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: path, params: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

/** The view in the address and its parameters; changes with the address. */
export function useRoute(usual) {
  const [route, setRoute] = useState(parse);
  useEffect(() => {
    const follow = () => setRoute(parse());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return { view: route.view || usual, params: route.params };
}

/** Go to a view (null: stay in this one) with these parameters; an empty one is left out. `replace` keeps no step back. */
export function go(view, params = {}, { replace = false } = {}) {
  const now = parse();
  const kept = view === null ? now.params : { agent: now.params.agent };
  const all = Object.entries({ ...kept, ...params }).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(all).toString();
  const hash = `#/${view ?? (now.view || 'memories')}${query ? `?${query}` : ''}`;
  if (replace) {
    history.replaceState(null, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}
