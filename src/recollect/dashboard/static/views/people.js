// People and things: the timeline of facts, the graph of relations, and the profile.
import { html } from '../ui.js';
import { imported } from '../api.js';
import { go } from '../route.js';
import { Busy, Fault, useLoaded } from '../components.js';
import { ChooseAgent, onlyAgent } from './choose_agent.js';

const TABS = {
  timeline: ['Timeline', './views/timeline.js'],
  graph: ['Graph', './views/graph.js'],
  profile: ['Profile', './views/profile.js'],
};

export default function People({ agent, agents, params, onChanged }) {
  const whose = onlyAgent(agent, agents);
  const tab = TABS[params.tab] ? params.tab : 'timeline';
  const loaded = useLoaded(() => imported(TABS[tab][1]).then((found) => ({ tab, View: found.default })), [tab]);
  const part = loaded.data;
  if (!whose) return html`<${ChooseAgent} title="People and things" icon="people" agents=${agents} onChanged=${onChanged}
    shows="What is known about each person and thing: a timeline, a graph of how they are related, and your profile." />`;
  const head = html`<div class="head"><h1>People and things</h1><p>agent <span class="said">${whose}</span></p></div>`;
  // That there is no such agent is said above.
  if (!agents.some((one) => one.agent_id === whose)) return head;
  return html`${head}
    <div class="tabs" role="group" aria-label="View">${Object.entries(TABS).map(([name, [title]]) => html`<button key=${name} aria-pressed=${tab === name}
      onClick=${() => go('people', { agent: whose, tab: name, day: params.day })}>${title}</button>`)}</div>
    <${Fault} of=${loaded} />
    ${part?.tab === tab ? html`<${part.View} key=${whose} agent=${whose} params=${params} since=${agents.find((one) => one.agent_id === whose)?.created_at} />` : !loaded.error && html`<${Busy} />`}`;
}
