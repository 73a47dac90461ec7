// Views of one agent: which one it is, or the list to choose from.
import { html } from '../ui.js';
import { count } from '../labels.js';
import { hashOf } from '../route.js';
import { Empty } from '../view_components.js';
import { ImportButton } from './import.js';
import { DemoButton } from './welcome.js';

/** The agent in the address, or the only one there is. */
export const onlyAgent = (agent, agents) => agent || (agents.length === 1 ? agents[0].agent_id : '');

/** What a view will show, and the ways to get there. */
const Start = ({ icon, shows, onChanged }) => html`<${Empty} title="Nothing is stored yet" icon=${icon}><p>${shows}</p>
  <div class="row centred"><${DemoButton} onChanged=${onChanged} /><${ImportButton} onImported=${onChanged} /><a class="button" href="#/home">Connect an assistant</a></div></${Empty}>`;

/** `shows` says what the view will show once something is stored; `question` waits for the agent that it is asked of; `tools` stand beside the title. */
export const ChooseAgent = ({ title, icon, agents, shows, question, tools, onChanged }) => html`<div class="head"><h1>${title}</h1>${agents.length > 0 && html`<p>${question
    ? html`Choose the agent to ask: <q class="said">${question}</q>` : 'Choose an agent.'}</p>${tools}`}</div>
  ${!agents.length && html`<${Start} icon=${icon} shows=${shows} onChanged=${onChanged} />`}
  <ul class="plain cards">${agents.map((one) => html`<li key=${one.agent_id}><a class="card tile" href=${hashOf(null, { agent: one.agent_id })}>
    <strong class="said">${one.agent_id}</strong>
    <span class="small soft">${count(one.entries, 'memory', 'memories')}, ${count(one.conversations, 'conversation')}, ${count(one.turns, 'turn')}</span></a></li>`)}</ul>`;
