// Ask: what a model would read before it answers, why, and with what else it would read something else.
import { html, useState, useEffect } from '../ui.js';
import { api } from '../api.js';
import { go } from '../route.js';
import { Busy, Fault, useLoaded } from '../components.js';
import { Icon } from '../icons.js';
import { dayEnd } from '../days.js';
import { count } from '../labels.js';
import { Empty } from '../view_components.js';
import { CoreAnswer, useCoreModel } from './ask_answer.js';
import { Context } from './ask_context.js';
import { Receipt } from './ask_receipt.js';
import { Figures, Summary, idOf } from './ask_summary.js';
import { WhyNot } from './ask_why_not.js';
import { ChooseAgent, onlyAgent } from './choose_agent.js';
import { DayField } from './day_field.js';

const SIZES = [500, 1000, 2000, 4000, 8000];
const EXAMPLES = ['What should I cook for dinner?', 'What did we decide last month?', 'What is due soon?'];

/** The settings of one side, from the address: the second has a 2 after each name. Without a number of tokens, the server's setting applies. */
const sideOf = (params, end) => ({ tokens: Number(params[`tokens${end}`]) || (end ? 500 : undefined), day: params[`day${end}`] ?? '' });

export default function Ask({ agent, agents, params, onChanged }) {
  const whose = onlyAgent(agent, agents);
  const asked = params.q ?? '';
  const [question, setQuestion] = useState(asked);
  useEffect(() => setQuestion(asked), [asked]);
  const conversation = params.conversation ?? null;
  const comparing = params.compare === '1';
  const [first, second] = [sideOf(params, ''), sideOf(params, '2')];
  const one = useContext(whose, asked, conversation, first);
  const two = useContext(whose, comparing ? asked : '', conversation, second);
  const model = useCoreModel();
  if (!whose) return html`<${ChooseAgent} title="Ask" icon="ask" agents=${agents} question=${asked} onChanged=${onChanged}
    shows="Ask a question and see what a model would read before it answers, and why." />`;
  const submit = (event) => { event.preventDefault(); go(null, { agent: whose, q: question.trim() }); };
  const about = { agent_id: whose, query: asked, conversation_id: conversation };
  return html`
    <div class="head"><h1>Ask</h1><p>See what a model would read before it answers, and why.</p>
      <button class="push" aria-pressed=${comparing} onClick=${() => go(null, { compare: comparing ? '' : '1' })}>${comparing ? 'One setting' : 'Compare two settings'}</button></div>
    ${conversation && html`<p class="small">As a message in the conversation <span class="said">${conversation}</span>.
      ${' '}<button class="link" type="button" onClick=${() => go(null, { conversation: null })}>Ask outside it</button></p>`}
    <form class="question" onSubmit=${submit} role="search">
      <div class="find"><${Icon} name="ask" /><label class="sr" for="question">Question</label>
        <input id="question" type="search" data-search placeholder="Ask something, as you would ask your assistant" value=${question}
          onInput=${(event) => setQuestion(event.currentTarget.value)} autocomplete="off" /></div>
      ${!comparing && html`<${Settings} end="" setting=${first} />`}
      <button class="primary" disabled=${!question.trim()}>Ask</button>
    </form>
    ${!asked && !comparing && html`<${Empty} title="Ask as your assistant would be asked" icon="ask"><p>Nothing is stored, and no model is called. Try ${EXAMPLES.map((text, at) => html`${at ? ' · ' : ''}
      <button class="link" type="button" onClick=${() => { setQuestion(text); go('ask', { agent: whose, q: text }); }}>${text}</button>`)}</p></${Empty}>`}
    ${asked && !comparing && html`<${Single} found=${one} about=${{ ...about, tokens: first.tokens }} model=${model} />`}
    ${comparing && html`<div class="asked">
      <${Side} title="First setting" end="" setting=${first} found=${one} isAsked=${asked !== ''} other=${two} about=${{ ...about, tokens: first.tokens }} model=${model} />
      <${Side} title="Second setting" end="2" setting=${second} found=${two} isAsked=${asked !== ''} other=${one} about=${{ ...about, tokens: second.tokens }} model=${model} /></div>`}`;
}

/** The context for a question with these settings. */
const useContext = (agent, query, conversation, { tokens, day }) => useLoaded(
  async () => (agent && query ? api.post('/api/v1/context', {
    agent_id: agent, query, tokens, conversation_id: conversation, words: true, as_of: dayEnd(day),
  }) : null),
  [agent, query, tokens, day, conversation],
);

const Settings = ({ end, setting }) => html`<label class="picker"><span>Tokens</span>
  <select value=${setting.tokens ?? ''} onChange=${(event) => go(null, { [`tokens${end}`]: event.currentTarget.value })}>
    <option value="">default</option>${[...new Set([...SIZES, setting.tokens ?? SIZES[0]])].sort((a, b) => a - b).map((size) => html`<option value=${size}>${size.toLocaleString()}</option>`)}</select></label>
  <label class="picker"><span>As of</span><${DayField} placeholder="now" value=${setting.day} onChange=${(day) => go(null, { [`day${end}`]: day })} /></label>`;

function Single({ found, about, model }) {
  const { data, busy } = found;
  if (found.error) return html`<${Fault} of=${found} />`;
  if (!data) return html`<${Busy} what="Recalling" />`;
  return html`<div class=${busy ? 'stale' : ''}>
    ${data.receipt.understood && html`<p class="small">Understood as: <span class="said">${data.receipt.understood}</span></p>`}
    <h2 class="sr">What was found</h2><${Found} data=${data} about=${about} model=${model} /></div>`;
}

/** One of two settings, with what only it brings marked. */
function Side({ title, end, setting, isAsked, found, other, about, model }) {
  const { data, error } = found;
  const theirs = new Set((other.data?.receipt.items ?? []).map(idOf));
  const only = data && other.data ? data.receipt.items.filter((item) => !theirs.has(idOf(item))) : [];
  return html`<section aria-label=${title}><h2>${title}</h2><div class="row filters"><${Settings} end=${end} setting=${setting} /></div>
    <${Fault} of=${found} />
    ${isAsked && !data && !error && html`<${Busy} what="Recalling" />`}
    ${data && html`<p class="small soft">${only.length ? `${count(only.length, 'item')} only here` : 'Everything here is in the other setting too'}</p>
      <${Found} data=${data} about=${about} model=${model} only=${new Set(only.map(idOf))} label=${`${title}: show`} />`}</section>`;
}

/** What was found, first in a sentence; then what the model reads, why, and what was left out. */
function Found({ data, about, model, only, label = 'Show' }) {
  const [showing, setShowing] = useState('read');
  const [detailed, setDetailed] = useState(false);
  const { receipt } = data;
  const tabs = [['read', 'What the model reads'], ['in', `Why (${receipt.items.length})`], ['out', `Left out (${receipt.left_out.length})`]];
  return html`<${Summary} receipt=${receipt} />
    ${model && html`<${CoreAnswer} context=${data} about=${about} model=${model} />`}
    <div class="row switches"><div class="tabs" role="group" aria-label=${label}>${tabs.map(([tab, title]) => html`<button key=${tab} aria-pressed=${showing === tab}
        onClick=${() => setShowing(tab)}>${title}</button>`)}</div>
      <label class="picker push"><input type="checkbox" checked=${detailed} onChange=${() => setDetailed(!detailed)} />Details</label></div>
    ${detailed && html`<${Figures} receipt=${receipt} />`}
    ${showing === 'read' ? html`<${Context} context=${data} detailed=${detailed} />`
      : html`<${Receipt} list=${showing === 'in' ? receipt.items : receipt.left_out} about=${about} detailed=${detailed} only=${only} />${!only && html`<${WhyNot} about=${about} />`}`}`;
}
