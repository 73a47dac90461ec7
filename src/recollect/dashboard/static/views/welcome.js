// First view of an empty database: what Recollect is, and demo data to try.
import { html, useState } from '../ui.js';
import { api } from '../api.js';
import { attempt } from '../components.js';
import { ImportButton } from './import.js';

export function Welcome({ onChanged }) {
  const [busy, setBusy] = useState(false);
  const fill = async () => {
    setBusy(true);
    await attempt(async () => { await api.post('/api/v1/demo'); await onChanged(); }, 'Demo data added: three conversations with Maya.');
    setBusy(false);
  };
  return html`<section class="welcome card">
    <h1>No memories yet</h1>
    <p>Recollect stores conversations, learns from them, and gives your assistant what is relevant, with a reason for each line. Here you can see what it knows, correct it, and delete it.</p>
    <ol>
      <li><strong>Try it.</strong> Three fictional conversations with someone called Maya. You can erase them at any time.
        <div><button class="primary" onClick=${fill} disabled=${busy}>${busy ? 'Adding …' : 'Add demo data'}</button></div></li>
      <li><strong>Give your assistant a memory.</strong> Point any OpenAI-compatible client here and add one header:
        <pre>${`base_url="${location.origin}/v1"\ndefault_headers={"X-Recollect-Agent-Id": "me"}`}</pre></li>
      <li><strong>Import earlier conversations.</strong> The exports of ChatGPT and Claude, mem0, Letta, Zep, Obsidian and others; you see what would come in before it does.
        <div><${ImportButton} onImported=${onChanged} /></div></li>
    </ol>
    <p class="small soft">Everything stays on this machine. <a href="/help">Documentation</a> · <a href="/docs">HTTP API reference</a></p>
  </section>`;
}
