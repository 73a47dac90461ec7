// The profile: what is known about the user in short, and how it changed.
import { html, useState, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Busy, Fault, When, isSettled, useLoaded } from '../components.js';
import { useChanges } from '../changes.js';
import { count } from '../labels.js';
import { linkTo } from '../route.js';
import { diffLines } from '../diff.js';
import { Empty } from '../view_components.js';
import { Correct } from './correct.js';
import { PartlyCorrected } from './quotation.js';

// How long the server may take to write the profile anew.
const SOON = 2000;
const oneLine = (text) => text.split(/\s+/).join(' ');

/** The memory that a line of a profile states, in its own words or as a quotation; none if a model has written the line. */
const statedIn = (text, memories) => memories.find((memory) => text === `- ${oneLine(memory.content)}` || text.includes(`"${oneLine(memory.content)}"`));

const line = (text) => html`<span class=${text.startsWith('- ') ? 'hanging' : 'leading'}>${text.startsWith('- ') ? text.slice(2) : text}</span>`;
const changed = ([kind, text]) => ({ same: line(text), new: html`<ins>${line(text)}</ins>`, gone: html`<del>${line(text)}</del>` }[kind]);

export default function Profile({ agent }) {
  const versions = useLoaded(() => api.get(`/api/v1/agents/${part(agent)}/profile/versions`, { limit: 200 }), [agent]);
  const known = useLoaded(() => api.get('/api/v1/memory', { agent_id: agent, limit: 1000 }), [agent]);
  useChanges(() => { known.again(); setTimeout(versions.again, SOON); });
  const [chosen, setChosen] = useState(null);
  const [comparing, setComparing] = useState(false);
  if (versions.error) return html`<${Fault} of=${versions} />`;
  if (!isSettled(versions, known)) return html`<${Busy} />`;
  const all = [...versions.data.versions].sort((a, b) => b.version - a.version);
  if (!all.length) {
    return html`<${Empty} title="No profile yet" icon="agent"><p>It is written once enough has been learned, and updated after every ten contributions.</p></${Empty}>`;
  }
  const shown = all.find((one) => one.version === chosen) ?? all[0];
  const before = all.find((one) => one.version < shown.version);
  return html`<div class="portrait"><section class="card">
      <div class="head"><h2>Version ${shown.version}</h2><p class="small"><${When} at=${shown.at} time />, from ${count(shown.memories, 'memory', 'memories')}</p>
        ${before && html`<label class="picker push"><input type="checkbox" checked=${comparing} onChange=${() => setComparing(!comparing)} />Changes</label>`}</div>
      ${before && comparing && html`<p class="small soft">Compared with version ${before.version}: <ins>added</ins>, <del>removed</del>. A line is removed when something newer replaces it, or when others need its room; a memory that still holds stays in Memories.</p>`}
      <div class="said lines">${(before && comparing ? diffLines(before.text, shown.text) : shown.text.split('\n').map((text) => ['same', text]))
        .map((one, at) => html`<${Line} key=${`${at} ${one[1]}`} line=${one} memory=${shown === all[0] && !(before && comparing) && one[1].startsWith('- ') && statedIn(one[1], known.data?.memories ?? [])} />`)}</div>
    </section>
    <nav class="card" aria-label="Versions"><h2>Versions</h2><ul class="plain">${all.map((one) => html`<li key=${one.version}>
      <button class="link" aria-current=${one === shown ? 'true' : undefined} onClick=${() => setChosen(one.version)}>Version ${one.version}</button>
      ${' '}<span class="small soft"><${When} at=${one.at} time /></span></li>`)}</ul></nav></div>`;
}

/** A line, with the memory that it states: one opens it, or says what is right. */
function Line({ line: one, memory }) {
  const [correcting, setCorrecting] = useState(false);
  const button = useRef(null);
  const done = () => { setCorrecting(false); setTimeout(() => button.current?.focus()); };
  if (!memory) return html`<div>${changed(one)}</div>`;
  return html`<div class="stated"><a ...${linkTo(memory.id, memory.agent_id)}>${changed(one)}</a> <${PartlyCorrected} memory=${memory} />
    ${correcting ? html`<${Correct} memory=${memory} onClose=${done} onDone=${done} />`
      : html`<button ref=${button} class="link small" aria-label=${`Not right: ${one[1].slice(2, 80)}`} onClick=${() => setCorrecting(true)}>Not right</button>`}</div>`;
}
