// People and things: the timeline of facts, the graph of relations, and the profile.
import { html, useState, useEffect } from '../ui.js';
import { go } from '../route.js';
import { Busy, Notice } from '../components.js';
import { ChooseAgent, onlyAgent } from './choose_agent.js';

const TABS = {
  timeline: ['Timeline', () => import('./timeline.js')],
  graph: ['Graph', () => import('./graph.js')],
  profile: ['Profile', () => import('./profile.js')],
};

export default function People({ agent, agents, params, onChanged }) {
  const whose = onlyAgent(agent, agents);
  const tab = TABS[params.tab] ? params.tab : 'timeline';
  const [part, setPart] = useState(null);
  const [fault, setFault] = useState(null);
  useEffect(() => {
    let wanted = true;
    TABS[tab][1]().then((found) => wanted && setPart({ tab, View: found.default }), (error) => wanted && setFault(error));
    return () => { wanted = false; };
  }, [tab]);
  if (!whose) return html`<${ChooseAgent} view="people" title="People and things" icon="people" agents=${agents} onChanged=${onChanged}
    shows="What is known about each person and thing: a timeline, a graph of how they are related, and your profile." />`;
  return html`<div class="head"><h1>People and things</h1><p>agent <span class="said">${whose}</span></p></div>
    <div class="tabs" role="group" aria-label="View">${Object.entries(TABS).map(([name, [title]]) => html`<button key=${name} aria-pressed=${tab === name}
      onClick=${() => go('people', { agent: whose, tab: name, day: params.day })}>${title}</button>`)}</div>
    ${fault && html`<${Notice} kind="bad">${fault.message}</${Notice}>`}
    ${part?.tab === tab ? html`<${part.View} key=${whose} agent=${whose} params=${params} since=${agents.find((one) => one.agent_id === whose)?.created_at} />` : html`<${Busy} />`}`;
}
