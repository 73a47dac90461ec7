// Why something that one would expect is not in the context.
import { html, useState } from '../ui.js';
import { api } from '../api.js';
import { linkTo } from '../route.js';
import { Busy, Notice } from '../components.js';
import { Content } from './quotation.js';

const MOST = 5;

export function WhyNot({ about }) {
  const [typed, setTyped] = useState('');
  const [state, setState] = useState({ found: null, error: null, busy: false });
  const explain = async (memory) => ({ memory, ...await api.post('/api/v1/why-not', { ...about, id: memory.id }) });
  const look = async (event) => {
    event.preventDefault();
    setState({ found: null, error: null, busy: true });
    try {
      const { memories } = await api.get('/api/v1/memory', { agent_id: about.agent_id, q: typed.trim(), limit: MOST });
      setState({ found: await Promise.all(memories.map(explain)), error: null, busy: false });
    } catch (error) { setState({ found: null, error, busy: false }); }
  };
  return html`<section class="why-not" aria-labelledby="why-not"><h2 id="why-not">Why not …?</h2>
    <form class="row" onSubmit=${look}><label class="grow"><span class="sr">Words of a memory that you expected</span>
      <input class="whole" placeholder="Words of a memory that you expected" value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
      <button disabled=${!typed.trim() || state.busy}>Explain it</button></form>
    ${state.busy && html`<${Busy} />`}
    ${state.error && html`<${Notice} kind="bad">${state.error.message}</${Notice}>`}
    ${state.found && !state.found.length && html`<p class="soft">No memory has these words.</p>`}
    <ul class="lines-list">${state.found?.map(({ memory, sentence }) => html`<li key=${memory.id}>
      <a ...${linkTo(memory.id, memory.agent_id)}><${Content} memory=${memory} inline /></a><p class="small soft">${sentence}</p></li>`)}</ul></section>`;
}
