// The first instruction of an agent, which need not exist before.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { go } from '../route.js';
import { attempt } from '../components.js';

export function FirstInstruction({ agents, onChanged }) {
  const [form, setForm] = useState({ agent: agents.length ? '' : 'me', text: '' });
  const set = (name) => (event) => setForm({ ...form, [name]: event.currentTarget.value });
  const add = (event) => {
    event.preventDefault();
    attempt(async () => {
      await api.post(`/api/v1/agents/${part(form.agent.trim())}/overrides`, { content: form.text });
      await onChanged();
      go('instructions', { agent: form.agent.trim() });
    }, 'Added. Contexts now start with it.');
  };
  return html`<form class="card first-one" onSubmit=${add}><h2>Add an instruction</h2>
    <p class="soft">Every context of the agent starts with it. A name that is not known yet becomes a new agent.</p>
    <div class="row"><label class="field"><span>Agent</span><input required value=${form.agent} list="known-agents" placeholder="me" onInput=${set('agent')} /></label>
      <datalist id="known-agents">${agents.map((one) => html`<option value=${one.agent_id} />`)}</datalist>
      <label class="field grow"><span>Instruction</span><input class="whole" required value=${form.text} placeholder="Answer in Portuguese" onInput=${set('text')} /></label>
      <button class="primary" disabled=${!form.agent.trim() || !form.text.trim()}>Add</button></div></form>`;
}
