// The list of keyboard shortcuts.
import { html } from './ui.js';
import { Dialog } from './view_components.js';

/** What the help lists: where a shortcut works, its keys, and what it does. */
const SHORTCUTS = [
  ['Everywhere', [
    ['Ctrl K', 'Go anywhere, search memories and conversations, run a command (⌘K on a Mac)'], ['/', 'Search in this view'], ['?', 'Show this list'],
    ['g h', 'Home'], ['g m', 'Memories'], ['g a', 'Ask'], ['g p', 'People and things'], ['g c', 'Conversations'],
    ['g i', 'Instructions'], ['g r', 'Review'], ['g e', 'Health'], ['g s', 'Settings'],
  ]],
  ['Memories', [
    ['j / k', 'Next or previous memory'], ['Enter', 'Open it: source, history, actions'], ['Esc', 'Close it'], ['e', 'Edit it'], ['p', 'Pin it'],
    ['#', 'Delete it'], ['s', 'Show its conversation'], ['x', 'Select it'], ['n', 'Add a memory'],
  ]],
  ['Review', [['1 / 2 / 3', 'Keep the earlier one, both, or the later one'], ['j / k', 'Next or previous contradiction']]],
];

export default function Help({ onClose }) {
  return html`<${Dialog} title="Keyboard shortcuts" onClose=${onClose}>
    ${SHORTCUTS.map(([where, list]) => html`<h3 key=${where}>${where}</h3>
      <dl class="keys" key=${`${where} list`}>${list.map(([keys, does]) => html`<div key=${keys}><dt>${keys.split(' ').map((one) =>
        (one === '/' && keys !== '/' ? ' or ' : html`<kbd>${one}</kbd> `))}</dt><dd>${does}</dd></div>`)}</dl>`)}
    <p><a href="/help">Documentation</a> · <a href="/docs">HTTP API reference</a></p>
  </${Dialog}>`;
}
