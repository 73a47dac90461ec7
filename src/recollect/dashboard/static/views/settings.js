// Settings: grouped, searchable, each with its range and the source of its value.
import { html, useState } from '../ui.js';
import { api } from '../api.js';
import { go } from '../route.js';
import { Badge, Busy, Fault, Notice, useLoaded } from '../components.js';
import { Empty, SearchField, useSearchText } from '../view_components.js';

const anchor = (group) => `group-${group.replaceAll(/\W+/g, '-')}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
// What most people come for stands first, under a name that says so.
const FIRST = 'Models';
const ABOUT_MODELS = 'Optional. Without a model, Recollect learns on its own, and sends nothing anywhere. With one, it understands more of what you say; your messages are then sent to that model.';
const titleOf = (group) => (group === FIRST ? 'Connect a model' : capital(group));
const ACRONYMS = { api: 'API', url: 'URL', ttl: 'TTL', mmr: 'MMR', kb: 'kB', mb: 'MB', ms: 'ms' };
/** A name such as core_model_api_key as words. */
const wordsOf = (name) => capital(name.split('_').map((word) => ACRONYMS[word] ?? word).join(' '));
/** A sentence whose `names` are code. */
const described = (text) => text.split('`').map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));
const isChanged = (setting) => setting.source !== 'default';

export default function Settings({ params }) {
  const loaded = useLoaded(() => api.get('/api/v1/settings'), []);
  const q = params.q ?? '';
  const [typed, setTyped] = useSearchText(q, (words) => go(null, { q: words }, { replace: true }));
  const [changed, setChanged] = useState(false);
  const all = loaded.data?.settings ?? [];
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one) => { const text = `${one.name} ${one.description} ${one.group}`.toLowerCase(); return words.every((word) => text.includes(word)); };
  const shown = all.filter((one) => fits(one) && (!changed || isChanged(one)));
  const groups = [...new Set(shown.map((one) => one.group))].sort((a, b) => Number(b === FIRST) - Number(a === FIRST));
  const jump = (group) => document.getElementById(anchor(group)).scrollIntoView();
  return html`
    <div class="head"><h1>Settings</h1><p>Recollect works as it is: you need not change anything here.</p></div>
    <${Fault} of=${loaded} />
    ${!loaded.data && !loaded.error && html`<${Busy} />`}
    ${loaded.data && html`
      ${loaded.data.restart_needed.length > 0 && html`<${Notice}>Restart Recollect to apply: ${loaded.data.restart_needed.map(wordsOf).join(', ')}.</${Notice}>`}
      <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}><${SearchField} label="Search settings" value=${typed} onInput=${setTyped} />
        <label class="picker"><input type="checkbox" checked=${changed} onChange=${() => setChanged(!changed)} />Changed only (${all.filter(isChanged).length})</label>
        <label class="picker jump"><span>Group</span><select value="" onChange=${(event) => { jump(event.currentTarget.value); event.currentTarget.value = ''; }}>
          <option value="" disabled>Go to …</option>${groups.map((group) => html`<option value=${group}>${titleOf(group)}</option>`)}</select></label></form>
      ${!shown.length && html`<${Empty} title="No matches" icon="settings"><p>No setting has these words.</p></${Empty}>`}
      <div class="settings"><nav aria-label="Groups"><ul class="plain">${groups.map((group) => html`<li key=${group}><button class="quiet" onClick=${() =>
        jump(group)}><span>${titleOf(group)}</span> <span class="nums soft">${shown.filter((one) => one.group === group).length}</span></button></li>`)}</ul></nav>
        <div>${groups.map((group) => html`<section key=${group} id=${anchor(group)}><h2>${titleOf(group)}</h2>${group === FIRST && html`<p class="soft">${ABOUT_MODELS}</p>`}${shown.filter((one) => one.group === group).map((one) =>
          html`<${Setting} key=${one.name} setting=${one} onSaved=${loaded.again} />`)}</section>`)}</div></div>`}`;
}

function Setting({ setting, onSaved }) {
  const text = (value) => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value));
  const [value, setValue] = useState(setting.secret ? '' : text(setting.value));
  const [error, setError] = useState(null);
  const [keyName, setKeyName] = useState(null);
  const [key, setKey] = useState('');
  const fixed = !['default', 'config.json'].includes(setting.source);
  const [, min, max] = /^(-?[\d.]+) – (-?[\d.]+)$/.exec(setting.allowed) ?? [];
  const choices = /^[\w-]+(, [\w-]+)+$/.test(setting.allowed) && setting.default !== null && !Array.isArray(setting.default) ? setting.allowed.split(', ') : null;
  const kind = typeof setting.default === 'boolean' ? 'switch' : typeof setting.default === 'number' ? 'number' : Array.isArray(setting.default) ? 'list' : 'text';
  const parsedValue = () => {
    if (value === '') return null;
    if (kind === 'switch') return value === 'true';
    if (kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value);
    return kind === 'list' ? value.split(',').map((one) => one.trim()).filter(Boolean) : value;
  };
  const save = async (event) => {
    event.preventDefault();
    setError(null);
    const changes = { [setting.name]: parsedValue(), ...(key && { [keyName]: key }) };
    try { await api.patch('/api/v1/settings', changes); setKeyName(null); setKey(''); onSaved(); } catch (fault) {
      setError(fault.message);
      // A stored key is not sent to a new address: it has to be typed again.
      if (fault.field?.endsWith('_api_key') && fault.field !== setting.name) setKeyName(fault.field);
    }
  };
  const id = `setting-${setting.name}`;
  return html`<form class="setting" onSubmit=${save}>
    <div><label for=${id}>${wordsOf(setting.name)} <code class="soft">${setting.name}</code></label>
      <p class="small soft">${described(setting.description)}${min && html` <span class="nums">${setting.allowed}</span>`}</p></div>
    <div class="row">${kind === 'switch'
      ? html`<input id=${id} type="checkbox" checked=${value === 'true'} disabled=${fixed} onChange=${(event) => setValue(String(event.currentTarget.checked))} />`
      : choices ? html`<select id=${id} value=${value} disabled=${fixed} onChange=${(event) => setValue(event.currentTarget.value)}>${
        choices.map((name) => html`<option value=${name}>${name}</option>`)}</select>`
      : html`<input id=${id} type=${setting.secret ? 'password' : min ? 'number' : 'text'} min=${min} max=${max} step=${min && 'any'} autocomplete="off"
          placeholder=${setting.secret ? setting.value : text(setting.default) || setting.allowed} value=${value} disabled=${fixed} onInput=${(event) => setValue(event.currentTarget.value)} />`}
      ${!fixed && value !== (setting.secret ? '' : text(setting.value)) && html`<button class="primary">Save</button>`}
      ${isChanged(setting) && html`<${Badge} kind=${fixed ? '' : 'accent'}>${fixed ? `set by ${setting.source}` : 'changed'}</${Badge}>`}
      ${isChanged(setting) && !setting.secret && html`<span class="small soft">default ${text(setting.default) || 'not set'}</span>`}</div>
    ${error && html`<p class="small bad" role="alert">${error}</p>`}
    ${keyName && html`<label class="field"><span>${keyName} for the new address</span>
      <input type="password" autocomplete="off" value=${key} onInput=${(event) => setKey(event.currentTarget.value)} /></label>`}</form>`;
}
