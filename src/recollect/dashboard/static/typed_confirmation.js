// The dialog before an action that cannot be undone.
import { html, useState } from './ui.js';
import { Dialog } from './view_components.js';

/** Asks the user to type a word before an irreversible action. */
export function TypedConfirmation({ title, word, action, children, onDone, onClose }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async (event) => {
    event.preventDefault();
    setBusy(true);
    await onDone();
    setBusy(false);
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form onSubmit=${confirm}>${children}
      <label class="field"><span>Type <strong>${word}</strong> to confirm</span>
        <input value=${typed} autocomplete="off" onInput=${(event) => setTyped(event.currentTarget.value)} /></label>
      <div class="actions"><button type="button" onClick=${onClose}>Cancel</button>
        <button class="danger" disabled=${typed !== word || busy}>${action}</button></div>
    </form></${Dialog}>`;
}
