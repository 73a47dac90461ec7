// The application shell: navigation, agent, theme and API key.
import { html, render, useState, useEffect } from './ui.js';
import { api, key, onKeyNeeded } from './api.js';
import { useRoute, go } from './route.js';
import { Dialog, Toasts, Notice, Busy } from './components.js';

const VIEWS = [
  { name: 'memories', title: 'Memories', load: () => import('./views/memories.js') },
  { name: 'ask', title: 'Ask', load: () => import('./views/ask.js') },
  { name: 'people', title: 'People and things', load: () => import('./views/people.js') },
  { name: 'conversations', title: 'Conversations', load: () => import('./views/conversations.js') },
  { name: 'review', title: 'Review', load: () => import('./views/review.js') },
  { name: 'health', title: 'Health', load: () => import('./views/health.js') },
];
const MAX_COUNT = 99;
const THEMES = { '': 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

function App() {
  const { view: name, params } = useRoute(VIEWS[0].name);
  const view = VIEWS.find((one) => one.name === name) ?? VIEWS[0];
  const [module, setModule] = useState(null);
  const [fault, setFault] = useState(null);
  const [agents, reload] = useAgents();
  const [waiting, recount] = useWaiting(params.agent ?? '', view.name);
  const [asking, setAsking] = useState(null);

  useEffect(() => onKeyNeeded((reason) => setAsking(reason ?? '')), []);
  useEffect(() => {
    let wanted = true;
    setFault(null);
    view.load().then((found) => wanted && setModule({ name: view.name, View: found.default }), (error) => wanted && setFault(error));
    const here = document.querySelector('nav [aria-current]');
    // Not scrollIntoView: that would also move the starting point of the Tab key.
    here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
    document.title = `${view.title} · Recollect`;
    return () => { wanted = false; };
  }, [view.name]);

  const agent = params.agent ?? '';
  const shown = module?.name === view.name;
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById('main').focus(); }}>Skip to content</a>
    <header class="top">
      <a class="brand" href="#/memories"><img src="/static/icon.svg" alt="" width="28" height="28" />Recollect</a>
      <nav aria-label="Views">${VIEWS.map((one) => html`
        <a href=${`#/${one.name}${agent ? `?agent=${encodeURIComponent(agent)}` : ''}`} aria-current=${one === view ? 'page' : undefined}>${one.title}${
          one.name === 'review' && waiting > 0 && html` <span class="count nums">${waiting < MAX_COUNT ? waiting : `${MAX_COUNT}+`}<span class="sr"> waiting</span></span>`}</a>`)}
      </nav>
      <div class="tools">
        <${AgentPicker} agents=${agents} agent=${agent} />
        <${ThemeButton} />
        ${key.get() && html`<button class="quiet" onClick=${() => { key.forget(); location.reload(); }}>Forget key</button>`}
      </div>
    </header>
    <main id="main" tabindex="-1">
      ${fault && html`<${Notice} kind="bad">This view could not be loaded: ${fault.message}</${Notice}>`}
      ${!fault && !shown && html`<${Busy} />`}
      ${shown && html`<${module.View} agent=${agent} agents=${agents} params=${params} onChanged=${() => { recount(); return reload(); }} />`}
    </main>
    <${Toasts} />
    ${asking !== null && html`<${KeyDialog} reason=${asking} />`}`;
}

function useAgents() {
  const [agents, setAgents] = useState(null);
  const load = async () => {
    const all = [];
    let cursor = null;
    do {
      const page = await api.get('/agents', { limit: 1000, cursor });
      all.push(...page.agents);
      cursor = page.next_cursor;
    } while (cursor && all.length < 5000);
    setAgents(all);
  };
  const safely = () => load().catch(() => setAgents((before) => before ?? []));
  useEffect(() => { safely(); }, []);
  return [agents, safely];
}

/** How many contradictions and failed jobs need attention; recounted on every change of view. */
function useWaiting(agent, view) {
  const [count, setCount] = useState(0);
  const recount = () => Promise.all([
    api.get('/api/v1/review', { agent_id: agent, limit: MAX_COUNT }).then((found) => found.disputes.length),
    api.get('/api/v1/jobs', { agent_id: agent, state: 'dead', limit: MAX_COUNT }).then((found) => found.jobs.length),
  ]).then(([disputes, dead]) => setCount(disputes + dead), () => setCount(0));
  useEffect(() => { recount(); }, [agent, view]);
  return [count, recount];
}

function AgentPicker({ agents, agent }) {
  const known = agents ?? [];
  const names = known.map((one) => one.agent_id);
  if (agent && !names.includes(agent)) names.unshift(agent);
  return html`<label class="picker"><span>Agent</span>
    <select value=${agent} onChange=${(event) => go(null, { agent: event.currentTarget.value })}>
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
  return html`<button class="quiet icon" onClick=${choose} aria-label=${THEMES[theme]} title=${THEMES[theme]}>
    ${{ '': '◐', light: '☀', dark: '☾' }[theme]}</button>`;
}

function KeyDialog({ reason }) {
  const [value, setValue] = useState('');
  const enter = (event) => {
    event.preventDefault();
    key.set(value.trim());
    location.reload();
  };
  return html`<${Dialog} title="API key required">
    <p>This server requires an API key. ${key.get() ? 'The saved key is no longer accepted.' : ''}</p>
    <p class="small">Create one on the server with <code>recollect keys add NAME</code>. It is saved in this browser, for this page only.</p>
    <form onSubmit=${enter}>
      <label class="field"><span>Key</span>
        <input type="password" autocomplete="off" value=${value} onInput=${(event) => setValue(event.currentTarget.value)} required /></label>
      <div class="actions"><button class="primary" disabled=${!value.trim()}>Sign in</button></div>
    </form>
    <p class="sr">${reason}</p>
  </${Dialog}>`;
}

render(html`<${App} />`, document.getElementById('app'));
