// Erasing an agent: what goes, what stays out of reach, and afterwards for every place whether it is gone.
import { html, useEffect, useState } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, attempt, useLoaded } from '../components.js';
import { TypedConfirmation } from '../typed_confirmation.js';
import { Icon } from '../icons.js';
import { count } from '../labels.js';

// What is in these goes with the next overwriting.
const BYTES = /^(unused bytes|write-ahead log|dead rows)/;
const CHECK_MS = 3_000;
const STATES = { gone: ['gone', 'good'], pending: ['not yet', 'warn'], yours: ['yours to delete', ''] };

export function Erase({ agent, agents, onChanged }) {
  const [chosen, setChosen] = useState('');
  const whose = agent || (agents.length === 1 ? agents[0].agent_id : chosen);
  const [erasing, setErasing] = useState(false);
  const [report, setReport] = useState(null);
  const erase = () => attempt(async () => {
    const done = await api.delete(`/api/v1/agents/${part(whose)}`, { confirm: true });
    setErasing(false);
    setChosen('');
    setReport(done);
    if (agent) location.hash = '#/health';
    onChanged();
  }, 'Erased: all conversations and memories.');
  return html`<section class="card danger-zone"><h2>Erase an agent</h2>
    <p>This removes its conversations, everything learned from them, and its instructions, from every table and from the bytes of the database file. It cannot be undone.
      Backups and exports, logs, and what was sent to a model provider are out of Recollect's reach: delete those yourself.</p>
    <div class="row">${!agent && agents.length > 1 && html`<label class="picker"><span>Agent</span><select value=${chosen} onChange=${(event) => setChosen(event.currentTarget.value)}>
        <option value="">Choose …</option>${agents.map((one) => html`<option value=${one.agent_id}>${one.agent_id}</option>`)}</select></label>`}
      <button class="danger" disabled=${!whose} onClick=${() => setErasing(true)}><${Icon} name="trash" />Erase ${whose && html`<span class="said">${whose}</span> `}…</button></div>
    ${report && html`<${Report} report=${report} />`}
    ${erasing && html`<${Confirm} agent=${whose} summary=${agents.find((one) => one.agent_id === whose)} onClose=${() => setErasing(false)} onDone=${erase} />`}</section>`;
}

const amounts = (one) => `${count(one.entries, 'memory', 'memories')}, ${count(one.conversations, 'conversation')} and ${count(one.turns, 'turn')}`;

const Confirm = ({ agent, summary, onClose, onDone }) => html`<${TypedConfirmation} title="Erase an agent" word=${agent} action="Erase permanently" onClose=${onClose} onDone=${onDone}>
  <p>This permanently erases all data of <strong class="said">${agent}</strong>${summary && html`: <strong>${amounts(summary)}</strong>`}.</p>
  <p class="small soft">The rows go at once, the bytes in the file within seconds. Afterwards you see for every place whether it is gone.</p></${TypedConfirmation}>`;

/** Every place that may have held something of the erased agent. */
function Report({ report }) {
  const traces = useLoaded(async () => (report.has_traces ? (await api.get('/api/v1/stats')).has_traces : false), [report]);
  const isClean = traces.data === false;
  useEffect(() => {
    if (!report.has_traces || isClean || traces.busy) return undefined;
    const timer = setTimeout(traces.again, CHECK_MS);
    return () => clearTimeout(timer);
  }, [report, traces.busy, isClean]);
  const places = report.places.map((one) => (isClean && BYTES.test(one.place) ? { ...one, state: 'gone', until: null } : one));
  return html`<div class="erased" role="status"><h3><span class="said">${report.agent_id}</span> is erased</h3>
    <p>${isClean ? 'No deleted text is left in the database.' : 'Unused parts of the database may still hold deleted text. They are overwritten in the background.'}
      ${report.has_traces && !isClean && html` <button class="link" onClick=${traces.again}>Check again</button>`}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Places that were erased"><table><thead><tr><th>Place</th><th>State</th><th>Gone when</th></tr></thead><tbody>
      ${places.map((one) => html`<tr key=${one.place}><th scope="row">${one.place}</th><td><${Badge} kind=${STATES[one.state][1]}>${STATES[one.state][0]}</${Badge}></td>
        <td class="small">${one.until || 'now'}</td></tr>`)}</tbody></table></div></div>`;
}
