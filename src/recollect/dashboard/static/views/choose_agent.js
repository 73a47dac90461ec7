// Views of one agent: which one it is, or the list to choose from.
import { html } from '../ui.js';
import { part } from '../api.js';
import { Empty } from '../components.js';
import { count } from '../labels.js';

/** The agent in the address, or the only one there is. */
export const onlyAgent = (agent, agents) => agent || (agents.length === 1 ? agents[0].agent_id : '');

export const ChooseAgent = ({ view, title, icon, agents }) => html`<div class="head"><h1>${title}</h1>${agents.length > 0 && html`<p>Choose an agent.</p>`}</div>
  ${!agents.length && html`<${Empty} title="Nothing here yet" icon=${icon}><p><a href="#/home">Start with the demo data</a>, or import your own.</p></${Empty}>`}
  <ul class="plain cards">${agents.map((one) => html`<li key=${one.agent_id}><a class="card tile" href=${`#/${view}?agent=${part(one.agent_id)}`}>
    <strong class="said">${one.agent_id}</strong>
    <span class="small soft">${count(one.entries, 'memory', 'memories')}, ${count(one.conversations, 'conversation')}, ${count(one.turns, 'turn')}</span></a></li>`)}</ul>`;
