// The frame of the page: the views, the agent, the theme, shortcuts and the API key.
import { html, render, useState, useEffect, useRef } from './ui.js';
import { api, imported, key, onKeyNeeded } from './api.js';
import { NO_ITEM, useRoute, go } from './route.js';
import { useChanges } from './changes.js';
import { useKeys } from './keys.js';
import { Bones, Fault, Notice, Toasts, attempt, sheet, useLoaded, useRetry } from './components.js';
import { Icon } from './icons.js';

/** A view and the style sheet of all views but the first, so that the first one stays small. */
const styled = (path) => () => imported(path, () => sheet('/static/views.css'));
export const VIEWS = [
  { name: 'home', title: 'Home', key: 'h', load: () => imported('./views/home.js') },
  { name: 'memories', title: 'Memories', key: 'm', load: styled('./views/memories.js') },
  { name: 'ask', title: 'Ask', key: 'a', load: styled('./views/ask.js') },
  { name: 'people', title: 'People and things', key: 'p', load: styled('./views/people.js') },
  { name: 'conversations', title: 'Conversations', key: 'c', load: styled('./views/conversations.js') },
  { name: 'instructions', title: 'Instructions', key: 'i', load: styled('./views/instructions.js') },
  { name: 'review', title: 'Review', key: 'r', load: styled('./views/review.js') },
  { name: 'health', title: 'Health', key: 'e', gap: true, load: styled('./views/health.js') },
  { name: 'settings', title: 'Settings', key: 's', load: styled('./views/settings.js') },
];
const MAX_COUNT = 99;
const THEMES = { '': 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

function App() {
  const { view: name, params } = useRoute(VIEWS[0].name);
  const named = VIEWS.find((one) => one.name === name);
  const view = named ?? VIEWS[0];
  const agent = params.agent ?? '';
  const { data: module, error: fault, again } = useLoaded(() => view.load().then((found) => ({ name: view.name, View: found.default })), [view.name]);
  const { agents, error, reload } = useAgents();
  const [waiting, recount] = useWaiting(agent, view.name);
  const asking = useKeyDialog();
  const [menu, setMenu] = useState(false);
  const [overlay, open] = useOverlay();
  const panel = useLoaded(async () => (params.memory ? styled('./views/panel.js')() : null), [Boolean(params.memory)]);
  const isUnknown = Boolean(agent && agents) && !agents.some((one) => one.agent_id === agent);
  useEffect(() => { if (isUnknown) reload(); }, [agent]);
  useEffect(() => { setMenu(false); document.title = `${view.title} · Recollect`; }, [view.name, agent]);
  useShortcuts(open, agent);
  useEffect(() => {
    const close = (event) => event.key === 'Escape' && setMenu(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  const changed = () => { recount(); return reload(); };
  useChanges(changed);
  // The first view draws its frame before the agents are known.
  const shown = module?.name === view.name && (agents || (view === VIEWS[0] && !error));
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById('main').focus(); }}>Skip to content</a>
    <header class="phone-bar"><${Square} icon="menu" label="Menu" expanded=${menu} onClick=${() => setMenu(!menu)} /><${Brand} agent=${agent} />
      <${Square} icon="search" label="Search or jump to" onClick=${() => open('palette')} /></header>
    <button class=${`veil ${menu ? 'open' : ''}`} aria-label="Close the menu" tabindex="-1" onClick=${() => setMenu(false)}></button>
    <aside class=${`side-bar ${menu ? 'open' : ''}`} aria-label="Recollect">
      <${Brand} agent=${agent} />
      <button class="finder" aria-label="Search or jump to" onClick=${() => open('palette')}><${Icon} name="search" />Search <kbd>Ctrl K</kbd></button>
      <${AgentPicker} agents=${agents ?? []} agent=${agent} />
      <${Nav} view=${view} agent=${agent} waiting=${waiting} />
      <div class="tools"><${ThemeButton} /><${Square} icon="keyboard" label="Keyboard shortcuts" onClick=${() => open('help')} />
        <a class="button quiet square" href="/help" aria-label="Documentation" title="Documentation"><${Icon} name="help" /></a>
        ${key.get() && html`<button class="quiet" onClick=${forgetKey}><${Icon} name="key" />Forget key</button>`}</div>
    </aside>
    <main id="main" tabindex="-1">
      ${fault && html`<${Notice} kind="bad" onRetry=${() => retried(view, again)}>This view could not be loaded. Is the server still running?</${Notice}>`}
      ${!fault && html`<${Fault} of=${{ error, again: reload }} />`}
      ${panel.error && params.memory && html`<${Fault} of=${panel} />`}
      ${!named && html`<${Notice}>There is no view called <span class="said">${name}</span>. This is Home.</${Notice}>`}
      ${isUnknown && html`<${Notice}>No agent is called <span class="said">${agent}</span>. An agent is created by its first message or memory.</${Notice}>`}
      ${!fault && !error && !shown && html`<${Bones} />`}
      ${shown && html`<${module.View} agent=${agent} agents=${agents} params=${params} waiting=${waiting} onChanged=${changed} />`}
    </main>
    ${panel.data && params.memory && html`<${panel.data.default} id=${params.memory} agent=${params.of ?? agent} isEditing=${params.edit === '1'} />`}
    <${Toasts} />
    ${overlay && html`<${overlay.View} agents=${agents ?? []} agent=${agent} views=${VIEWS} onClose=${() => open(null)} onOpen=${open} />`}
    ${asking && html`<${asking.KeyDialog} reason=${asking.reason} />`}`;
}

/** Loads a view again if the server responds; a browser may remember that it could not be loaded, until the page is loaded anew. */
const retried = (view, again) => attempt(async () => { await api.get('/health/live'); await view.load().then(again, () => location.reload()); });

/** The agents, null until they are known: neither a view nor the welcome is drawn before. */
function useAgents() {
  const [state, setState] = useState({ agents: null, error: null });
  const reload = async () => {
    try {
      const all = [];
      let cursor = null;
      do {
        const page = await api.get('/agents', { limit: 1000, cursor });
        all.push(...page.agents);
        cursor = page.next_cursor;
      } while (cursor && all.length < 5000);
      setState({ agents: all, error: null });
    } catch (error) { setState((before) => (before.agents ? before : { agents: null, error })); }
  };
  useEffect(() => { reload(); }, []);
  useRetry(state.error, reload);
  return { ...state, reload };
}

/** How many contradictions, requests to forget and failed jobs need attention, recounted on every change of view; null if that is not known. */
function useWaiting(agent, view) {
  const [{ count, error }, setState] = useState({});
  const recount = () => Promise.all([
    api.get('/api/v1/review', { agent_id: agent, limit: MAX_COUNT }).then((found) => found.disputes.length + found.deletion_requests.length),
    api.get('/api/v1/jobs', { agent_id: agent, state: 'dead', limit: MAX_COUNT }).then((found) => found.jobs.length, (fault) => {
      if (fault.status === 403) return 0;
      throw fault;
    }),
  ]).then(([disputes, dead]) => setState({ count: disputes + dead }), (fault) => setState({ count: null, error: fault }));
  useEffect(() => { recount(); }, [agent, view]);
  useRetry(error, recount);
  return [count, recount];
}

/** The dialog that asks for a key, once the server has asked for one. */
function useKeyDialog() {
  const [asking, setAsking] = useState(null);
  useEffect(() => onKeyNeeded((reason) => styled('./key_dialog.js')().then(({ KeyDialog }) => setAsking({ KeyDialog, reason: reason ?? '' }))), []);
  return asking;
}

/** The command palette or the help, loaded when it is first opened. */
function useOverlay() {
  const [overlay, setOverlay] = useState(null);
  const open = (name) => {
    // The same shortcut again closes it.
    if (name === null || overlay?.name === name) { setOverlay(null); return; }
    attempt(async () => setOverlay({ name, View: (await styled(name === 'palette' ? './palette.js' : './help.js')()).default }));
  };
  return [overlay, open];
}

function useShortcuts(open, agent) {
  // When "g" was pressed; never, at first: the page is younger than the wait for the letter after it.
  const going = useRef(-Infinity);
  const jumps = Object.fromEntries(VIEWS.filter((one) => one.key).map((one) => [one.key, one.name]));
  const jump = (event) => {
    if (performance.now() - going.current > 1500 || !jumps[event.key]) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    going.current = -Infinity;
    go(jumps[event.key], { agent });
  };
  const latest = useRef(jump);
  latest.current = jump;
  useEffect(() => {
    // In the capture phase: after "g", a letter is not a shortcut of the view.
    const early = (event) => latest.current(event);
    document.addEventListener('keydown', early, true);
    return () => document.removeEventListener('keydown', early, true);
  }, []);
  useKeys({
    'Mod-k': () => open('palette'),
    '?': () => open('help'),
    '/': () => { const field = document.querySelector('[data-search]'); if (!field) return open('palette'); field.focus(); field.select(); return true; },
    g: () => { going.current = performance.now(); },
  });
}

const Brand = ({ agent }) => html`<a class="brand" href=${`#/home${agent ? `?agent=${encodeURIComponent(agent)}` : ''}`}>
  <img src="/static/icon.svg" alt="" width="22" height="22" />Recollect</a>`;

const Square = ({ icon, label, onClick, expanded }) => html`<button class="quiet square" aria-label=${label} title=${label} aria-expanded=${expanded} onClick=${onClick}>
  <${Icon} name=${icon} /></button>`;

const Nav = ({ view, agent, waiting }) => html`<nav aria-label="Views">${VIEWS.map((one) => html`
  <a key=${one.name} class=${one.gap ? 'gap' : ''} href=${`#/${one.name}${agent ? `?agent=${encodeURIComponent(agent)}` : ''}`}
    aria-current=${one === view ? 'page' : undefined}><${Icon} name=${one.name} />${one.title}${one.name === 'review' && (waiting > 0 || waiting === null)
    && html` <span class="count nums">${waiting === null ? '?' : waiting < MAX_COUNT ? waiting : `${MAX_COUNT}+`}<span class="sr"> waiting</span></span>`}</a>`)}</nav>`;

function AgentPicker({ agents, agent }) {
  const names = agents.map((one) => one.agent_id);
  if (agent && !names.includes(agent)) names.unshift(agent);
  return html`<label class="whose"><span>Agent</span>
    <select value=${agent} onChange=${(event) => go(null, { ...NO_ITEM, agent: event.currentTarget.value })}>
      <option value="">All agents</option>
      ${names.map((name) => html`<option value=${name} key=${name}>${name}</option>`)}
    </select></label>`;
}

function ThemeButton() {
  const [theme, setTheme] = useState(localStorage.getItem('recollect-theme') ?? '');
  const next = { '': 'light', light: 'dark', dark: '' }[theme];
  const choose = () => {
    if (next) localStorage.setItem('recollect-theme', next); else localStorage.removeItem('recollect-theme');
    if (next) document.documentElement.dataset.theme = next; else delete document.documentElement.dataset.theme;
    setTheme(next);
  };
  return html`<${Square} icon=${theme || 'system'} label=${THEMES[theme]} onClick=${choose} />`;
}

function forgetKey() {
  key.forget();
  localStorage.removeItem('recollect-visits');
  location.reload();
}

render(html`<${App} />`, document.getElementById('app'));
