// Instructions: what every context starts with, in the user's order.
import { html, useState } from '../ui.js';
import { api, part } from '../api.js';
import { useChanges } from '../changes.js';
import { linkTo } from '../route.js';
import { Busy, Fault, IconButton, attempt, toast, useLoaded } from '../components.js';
import { Clamped, Empty } from '../view_components.js';
import { ChooseAgent, onlyAgent } from './choose_agent.js';
import { FirstInstruction } from './first_instruction.js';
import { Content, SaidBy } from './quotation.js';

// The smallest size of a context that the page offers.
const SMALL = 500;

/** The tokens of each instruction that a small context leaves out because it is too long. */
async function tooLong(agent) {
  const { receipt } = await api.post('/api/v1/context', { agent_id: agent, tokens: SMALL, spaces: [] });
  return new Map(receipt.left_out.filter((one) => one.section === 'overrides' && one.reason === 'no_room').map((one) => [one.id, one.tokens]));
}

export default function Instructions({ agent, agents, onChanged }) {
  const whose = onlyAgent(agent, agents);
  if (!whose) {
    return html`${agents.length ? html`<${ChooseAgent} title="Instructions" icon="instructions" agents=${agents} />` : html`<div class="head"><h1>Instructions</h1></div>`}
      <${FirstInstruction} agents=${agents} onChanged=${onChanged} />`;
  }
  return html`<div class="head"><h1>Instructions</h1><p>agent <span class="said">${whose}</span></p></div><${Overrides} key=${whose} agent=${whose} /><${Standing} agent=${whose} />`;
}

function Overrides({ agent }) {
  const base = `/api/v1/agents/${part(agent)}/overrides`;
  const list = useLoaded(() => api.get(base, { limit: 1000 }), [agent]);
  const [text, setText] = useState('');
  const [editing, setEditing] = useState(null);
  const overrides = list.data?.overrides ?? [];
  const long = useLoaded(async () => (overrides.length ? tooLong(agent) : new Map()), [list.data]);
  const warning = (id, left = long.data) => (left?.has(id) ? `${left.get(id).toLocaleString()} tokens: contexts of ${SMALL} tokens or less leave it out.` : '');
  const run = (action, done) => attempt(async () => { const result = await action(); list.again(); return result; }, done);
  const add = (event) => { event.preventDefault(); run(async () => {
    const { id } = await api.post(base, { content: text });
    setText('');
    return warning(id, await tooLong(agent));
  }, (problem) => (problem ? `Added. It has ${problem}` : 'Added. Every context now starts with it.')); };
  const save = (event) => { event.preventDefault(); run(async () => { await api.patch(`${base}/${part(editing.id)}`, { content: editing.content }); setEditing(null); }, 'Changed.'); };
  const restore = (override) => run(() => api.post(base, { content: override.content }), 'Restored at the end of the list.');
  const remove = (override) => run(async () => { await api.delete(`${base}/${part(override.id)}`); toast('Deleted.', { undo: () => restore(override) }); });
  const move = (at, by) => run(() => {
    const ids = overrides.map((one) => one.id);
    [ids[at], ids[at + by]] = [ids[at + by], ids[at]];
    return api.put(`${base}/order`, { override_ids: ids });
  });
  return html`<p class="soft">Every context starts with these, in this order, as far as they fit. They never fade, and learning never changes them.</p>
    <form class="row filters" onSubmit=${add}><label class="grow"><span class="sr">New instruction</span><input class="whole" data-search placeholder="Answer in Portuguese" value=${text}
      onInput=${(event) => setText(event.currentTarget.value)} /></label><button class="primary" disabled=${!text.trim()}>Add</button></form>
    <${Fault} of=${list} />
    ${!list.data && !list.error && html`<${Busy} />`}
    ${list.data && !overrides.length && html`<${Empty} title="No instructions yet" icon="instructions">
      <p>What should always apply, such as the language to answer in, or metric units. Add one above.</p></${Empty}>`}
    <ol class="lines-list numbered" hidden=${!overrides.length}>${overrides.map((override, at) => html`<li class="row" key=${override.id}>
      ${editing?.id === override.id
        ? html`<form class="row grow" onSubmit=${save} onKeyDown=${(event) => event.key === 'Escape' && setEditing(null)}><label class="grow"><span class="sr">Instruction</span>
            <input class="whole" ref=${(field) => field?.focus()} value=${editing.content} onInput=${(event) => setEditing({ ...editing, content: event.currentTarget.value })} /></label>
            <button class="primary">Save</button><button type="button" onClick=${() => setEditing(null)}>Cancel</button></form>`
        : html`<span class="rank nums">${at + 1}</span><span class="grow"><${Clamped}>${override.content}</${Clamped}>${warning(override.id) && html`<span class="small warned">${warning(override.id)}</span>`}</span>
          <span class="does"><${IconButton} icon="up" label="Move up" disabled=${at === 0} onClick=${() => move(at, -1)} />
            <${IconButton} icon="down" label="Move down" disabled=${at === overrides.length - 1} onClick=${() => move(at, 1)} />
            <${IconButton} icon="edit" label="Edit" onClick=${() => setEditing(override)} />
            <${IconButton} icon="trash" label="Delete" onClick=${() => remove(override)} /></span>`}</li>`)}</ol>`;
}

/** Memories that are instructions, because the user said so in a conversation. */
function Standing({ agent }) {
  const { data, again } = useLoaded(async () => (await api.get('/api/v1/memory', { agent_id: agent, limit: 1000 })).memories.filter((memory) => memory.standing), [agent]);
  useChanges(again);
  if (!data?.length) return null;
  return html`<section class="standing"><h2>Said in conversations</h2><p class="soft">Learned because the user asked for it. Choose one to edit or delete it.</p>
    <ul class="lines-list">${data.map((memory) => html`<li key=${memory.id}><a class="tile" ...${linkTo(memory.id, agent)}>
      <${Content} memory=${memory} inline /><span class="by"><${SaidBy} memory=${memory} /></span></a></li>`)}</ul></section>`;
}
