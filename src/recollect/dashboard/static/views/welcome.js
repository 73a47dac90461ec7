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
  <p>Recollect stores conversations, learns from them, and gives your assistant what is relevant, with a reason for each line. Here you can see what it knows, correct it, and delete it.</p>
  <ul class="plain">
    <li><strong>Try it.</strong> Three fictional conversations with someone called Maya. You can erase them at any time.
      <div><${DemoButton} onChanged=${onChanged} /></div></li>
    <li><strong>Connect an assistant</strong> that speaks MCP, such as Claude, Cursor or VS Code. For Claude Code:
      <${Command} text=${`claude mcp add --transport http recollect ${location.origin}/mcp --header "X-Recollect-Agent-Id: me"`} />
      <a class="small" href="/help/mcp.html">Other MCP clients</a></li>
    <li><strong>Connect your own program.</strong> First say where your model is: <code>upstream_base_url</code> in <a href="#/settings?q=upstream">Settings</a>,
      such as <code>http://127.0.0.1:11434/v1</code> for Ollama. Then point any OpenAI-compatible client here and add one header:
      <${Command} text=${`base_url="${location.origin}/v1"\ndefault_headers={"X-Recollect-Agent-Id": "me"}`} /></li>
    <li><strong>Import earlier conversations.</strong> The exports of ChatGPT and Claude, mem0, Letta, Zep, Obsidian and others; you see what would come in before it does.
      <div><${ImportButton} onImported=${onChanged} /></div></li>
  </ul>
  <p class="small soft">Everything stays on this machine. <a href="/help">Documentation</a> · <a href="/docs">HTTP API reference</a></p>
</section>`;
