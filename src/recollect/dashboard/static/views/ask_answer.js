// The answer of the core model to a question with its context, beside what it read.
import { html, useState, useEffect } from '../ui.js';
import { api } from '../api.js';
import { Notice, useLoaded } from '../components.js';

/** The name of the core model; null where none is set, or where this key may not know. */
export const useCoreModel = () => useLoaded(async () => (await api.get('/api/v1/stats')).processing.model, []).data;

export function CoreAnswer({ context, about, model }) {
  const [state, setState] = useState({ reply: null, error: null, busy: false });
  useEffect(() => setState({ reply: null, error: null, busy: false }), [context]);
  const ask = async () => {
    setState({ reply: null, error: null, busy: true });
    try {
      // In the name of the agent, which the key may be limited to; its memory is in the message already.
      const headers = { 'X-Recollect-Agent-Id': about.agent_id, 'X-Recollect-Memory': 'off' };
      const { reply } = await api.post('/chat', { message: `${context.text}\n\n${about.query}` }, undefined, headers);
      setState({ reply, error: null, busy: false });
    } catch (error) { setState({ reply: null, error, busy: false }); }
  };
  return html`<section class="card answer" aria-label="Answer">
    <div class="row"><h2>Answer</h2><span class="small soft said">${model}</span>
      <button class="push" disabled=${state.busy} onClick=${ask}>${state.busy ? 'Waiting …' : state.reply === null ? 'Ask the core model' : 'Ask again'}</button></div>
    ${state.error && html`<${Notice} kind="bad">${state.error.message}</${Notice}>`}
    ${state.reply !== null && html`<p class="said">${state.reply}</p>`}
    <p class="small soft">It reads exactly the context shown here. The exchange is not remembered.</p></section>`;
}
