// The dialog that asks for the API key.
import { html, useState } from './ui.js';
import { key } from './api.js';
import { Dialog } from './view_components.js';

export function KeyDialog({ reason }) {
  const [value, setValue] = useState('');
  const enter = (event) => {
    event.preventDefault();
    key.set(value.trim());
    location.reload();
  };
  return html`<${Dialog} title="API key required">
    <p>This server requires an API key. ${key.get() ? 'The saved key is no longer accepted.' : ''}</p>
    <p class="small">Create one on the server with <code>recollect keys add NAME</code>. It is saved in this browser, for this page only.</p>
    <form onSubmit=${enter}>
      <label class="field"><span>Key</span>
        <input type="password" autocomplete="off" value=${value} onInput=${(event) => setValue(event.currentTarget.value)} required /></label>
      <div class="actions"><button class="primary" disabled=${!value.trim()}>Sign in</button></div>
    </form>
    <p class="sr">${reason}</p>
  </${Dialog}>`;
}
