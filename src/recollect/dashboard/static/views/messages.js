// The messages of a conversation, and the window of them that a model sees.
import { html, useState, useEffect, useRef } from '../ui.js';
import { api, part } from '../api.js';
import { Badge, Busy, Fault, IconButton, SaidOn, attempt, useLoaded, useRetry } from '../components.js';
import { ROLES } from '../labels.js';
import { TypedConfirmation } from '../typed_confirmation.js';
import { UndoButton } from './undo.js';

const USUAL_TOKENS = 2000;
const ROLE_COLOUR = { user: 'accent', assistant: '', system: 'blue', tool: 'violet' };

export function Messages({ path, whose, conversation, turn, onUndone }) {
  const [deleting, setDeleting] = useState(null);
  const [state, setState] = useState({ messages: [], cursor: null, busy: true, error: null });
  const here = useRef(null);
  const load = async (cursor) => {
    setState((before) => ({ ...before, busy: true }));
    try {
      const page = await api.get(`${path}/messages`, { ...whose, limit: 200, cursor });
      setState((before) => ({ messages: [...(cursor ? before.messages : []), ...page.messages], cursor: page.next_cursor, busy: false, error: null }));
    } catch (error) { setState((before) => ({ ...before, busy: false, error })); }
  };
  useEffect(() => { load(null); }, [path]);
  const again = () => load(state.cursor);
  const remove = () => attempt(async () => {
    await api.delete(`${path}/messages/${part(deleting.id)}`, whose);
    setState((before) => ({ ...before, messages: before.messages.filter((message) => message.id !== deleting.id) }));
    setDeleting(null);
    onUndone();
  }, 'Deleted the message and what was learned from it.');
  useRetry(state.error, again);
  const sought = turn && state.messages.some((message) => message.id === turn);
  useEffect(() => {
    if (sought) here.current?.scrollIntoView({ block: 'center' });
    else if (turn && state.cursor && !state.busy) load(state.cursor);
  }, [sought, state.busy]);
  // A conversation that fits into a window is shown whole there, whatever would go first.
  const isLong = state.messages.reduce((total, message) => total + (message.token_count ?? 0), 0) > USUAL_TOKENS;
  const dropped = state.messages.filter((message) => message.view === 'dropped').length;
  const shortened = state.messages.filter((message) => message.is_compressed && message.view !== 'dropped').length;
  return html`<${Fault} of=${{ error: state.error, again }} />
    ${isLong && dropped + shortened > 0 && html`<${Kept} all=${state.messages.length} shortened=${shortened} dropped=${dropped} />`}
    <ol class="plain stack messages">${state.messages.map((message) => html`<li key=${message.id} ref=${message.id === turn ? here : undefined}
      class=${`message ${message.role} ${isLong ? shapeOf(message) : ''} ${message.id === turn ? 'here' : ''}`}>
      <div class="row small"><${Badge} kind=${ROLE_COLOUR[message.role]}>${message.speaker ?? ROLES[message.role] ?? message.role}</${Badge}><span class="soft"><${SaidOn} at=${message.timestamp} time /></span>
        ${isLong && message.view === 'dropped' && html`<${Badge} kind="warn" title="Windows of this conversation leave it out; the text stays stored">left out of windows</${Badge}>`}
        ${isLong && message.is_compressed && message.view !== 'dropped' && html`<${Badge} kind="blue"
          title="Windows of this conversation show it shortened; the text stays stored">shortened in windows</${Badge}>`}
        <${UndoButton} small agent=${whose.agent_id} scope=${{ conversation_id: conversation, turn_id: message.id }} onDone=${onUndone} />
        <${IconButton} icon="trash" label="Delete this message" onClick=${() => setDeleting(message)} /></div>
      <div class="said">${message.content}</div></li>`)}</ol>
    ${deleting && html`<${TypedConfirmation} title="Delete this message" word="delete" action="Delete" onClose=${() => setDeleting(null)} onDone=${remove}>
      <blockquote class="said clamp">${deleting.content}</blockquote>
      <p>It is erased, with what was learned from it; summaries that contain it are made anew. This cannot be undone.</p></${TypedConfirmation}>`}
    ${state.busy && html`<${Busy} />`}${state.cursor && !state.busy && html`<button onClick=${() => load(state.cursor)}>Show more</button>`}`;
}

const shapeOf = (message) => (message.view === 'dropped' ? 'dropped' : message.is_compressed ? 'shortened' : '');

/** How much of the conversation a model still sees. */
const Kept = ({ all, shortened, dropped }) => html`<div class="card kept"><div class="stacked" aria-hidden="true">
    <span class="part kept-whole" style=${{ width: `${(100 * (all - shortened - dropped)) / all}%` }}></span>
    <span class="part kept-part" style=${{ width: `${(100 * shortened) / all}%` }}></span></div>
  <ul class="legend"><li><span class="dot kept-whole"></span>${(all - shortened - dropped).toLocaleString()} shown in full</li>
    <li><span class="dot kept-part"></span>${shortened.toLocaleString()} shortened</li>
    <li><span class="dot kept-none"></span>${dropped.toLocaleString()} left out of windows</li></ul>
  <p class="soft small">Nothing is lost: this page shows every original message.</p></div>`;

const STRATEGIES = { 'budgeted': 'within a token budget', 'last-n': 'the last messages', 'seed-middle-tail': 'first and last messages, middle shortened' };

const amounts = (metrics) => `${metrics.used_tokens.toLocaleString()} of ${metrics.total_tokens.toLocaleString()} tokens shown: ${metrics.is_distilled
  ? `${metrics.shortened.toLocaleString()} messages shortened, ${metrics.left_out.toLocaleString()} left out` : 'all of it'}`;

export function ModelWindow({ path, whose }) {
  const [strategy, setStrategy] = useState('budgeted');
  const [tokens, setTokens] = useState(USUAL_TOKENS);
  const view = useLoaded(() => api.get(`${path}/context`, { ...whose, strategy, tokens }), [path, strategy, tokens]);
  return html`<div class="row filters">
      <label class="picker wide"><span>Strategy</span><select value=${strategy} onChange=${(event) => setStrategy(event.currentTarget.value)}>${
        Object.entries(STRATEGIES).map(([name, text]) => html`<option value=${name}>${text}</option>`)}</select></label>
      <label class="picker"><span>Tokens</span><select value=${tokens} onChange=${(event) => setTokens(Number(event.currentTarget.value))}>${
        [500, 1000, 2000, 8000, 32000].map((size) => html`<option value=${size}>${size.toLocaleString()}</option>`)}</select></label></div>
    <${Fault} of=${view} />
    ${view.data && html`<p class="soft small">${amounts(view.data.metrics)}.</p>
      <pre class="said">${view.data.text}</pre>`}`;
}
