// The list of keyboard shortcuts.
import { html } from './ui.js';
import { Dialog } from './components.js';
import { SHORTCUTS } from './keys.js';

export default function Help({ onClose }) {
  return html`<${Dialog} title="Keyboard shortcuts" onClose=${onClose}>
    ${SHORTCUTS.map(([where, list]) => html`<h3 key=${where}>${where}</h3>
      <dl class="keys" key=${`${where} list`}>${list.map(([keys, does]) => html`<div key=${keys}><dt>${keys.split(' ').map((one) =>
        (one === '/' && keys !== '/' ? ' or ' : html`<kbd>${one}</kbd> `))}</dt><dd>${does}</dd></div>`)}</dl>`)}
    <p><a href="/help">Documentation</a> · <a href="/docs">HTTP API reference</a></p>
  </${Dialog}>`;
}
