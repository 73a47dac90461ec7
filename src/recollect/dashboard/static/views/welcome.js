// First view of an empty database: what Recollect is, and the ways to fill it.
import { html, useState } from '../ui.js';
import { api } from '../api.js';
import { IconButton, attempt, copy } from '../components.js';
import { ImportButton } from './import.js';

/** A button that adds three fictional conversations. */
export function DemoButton({ onChanged }) {
  const [busy, setBusy] = useState(false);
  const fill = async () => {
    setBusy(true);
    await attempt(async () => { await api.post('/api/v1/demo'); await onChanged(); }, 'Demo data added: three conversations with Maya.');
    setBusy(false);
  };
  return html`<button class="primary" onClick=${fill} disabled=${busy}>${busy ? 'Adding …' : 'Add demo data'}</button>`;
}

const Command = ({ text }) => html`<div class="command"><pre>${text}</pre><${IconButton} icon="copy" label="Copy" onClick=${() => copy(text)} /></div>`;

export const Welcome = ({ onChanged }) => html`<section class="welcome card">
  <h1>No memories yet</h1>
  <p>Recollect remembers what you tell your AI assistants, so that you need not say it again. Here you see what it knows about you and where you said it. You can correct it, delete it, and take it with you.</p>
  <ul class="plain">
    <li><strong>Look around with an example.</strong> Three made-up conversations with someone called Maya. You can erase them at any time.
      <div><${DemoButton} onChanged=${onChanged} /></div></li>
    <li><strong>Bring your earlier chats.</strong> ChatGPT, Claude and many other programs give you a file of them. You see what is in it before anything is stored.
      <div><${ImportButton} onImported=${onChanged} /></div></li>
    <li><strong>Connect an assistant</strong> such as Claude, Cursor or VS Code: it remembers from then on. For Claude Code, paste this into a terminal:
      <${Command} text=${`claude mcp add --transport http recollect ${location.origin}/mcp --header "X-Recollect-Agent-Id: me"`} />
      <a class="small" href="/help/mcp.html">Other assistants</a></li>
    <li><details><summary><strong>Connect a program of your own</strong> (for developers)</summary>
      <p>First say where your model is: <code>upstream_base_url</code> in <a href="#/settings?q=upstream">Settings</a>,
      such as <code>http://127.0.0.1:11434/v1</code> for Ollama. Then point any OpenAI-compatible client here and add one header:</p>
      <${Command} text=${`base_url="${location.origin}/v1"\ndefault_headers={"X-Recollect-Agent-Id": "me"}`} />
      <a class="small" href="/docs">HTTP API reference</a></details></li>
  </ul>
  <p class="small soft">Your memories stay on the computer that Recollect runs on, unless you connect a model elsewhere. <a href="/help">Documentation</a></p>
</section>`;
