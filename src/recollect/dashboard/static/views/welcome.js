// The first view of an empty house: what this is, and something to try it on.
import { html, useState } from '../ui.js';
import { api } from '../api.js';
import { attempt } from '../parts.js';

export function Welcome({ onChanged }) {
  const [busy, setBusy] = useState(false);
  const fill = async () => {
    setBusy(true);
    await attempt(async () => { await api.post('/api/v1/demo'); await onChanged(); }, 'Three conversations of Maya have been remembered, and learned from.');
    setBusy(false);
  };
  return html`<section class="welcome card">
    <h1>Nothing is remembered yet</h1>
    <p>Recollect keeps conversations, learns from them, and puts what matters before your assistant, with the reason for each line. Here you will see what it knows, correct it, and make it forget.</p>
    <ol>
      <li><strong>Try it.</strong> Three made-up conversations of somebody called Maya, to look around in. You can erase them at any time.
        <div><button class="primary" onClick=${fill} disabled=${busy}>${busy ? 'Remembering …' : 'Fill in the demo data'}</button></div></li>
      <li><strong>Give your assistant a memory.</strong> Point any OpenAI-compatible client here and add one header:
        <pre>${`base_url="${location.origin}/v1"\ndefault_headers={"X-Recollect-Agent-Id": "me"}`}</pre></li>
      <li><strong>Bring in what was said before.</strong> <code>recollect ingest chat.jsonl --agent me</code> takes in files, ChatGPT's export too.</li>
    </ol>
    <p class="small soft">Everything stays on this machine. <a href="/docs">All that can be asked over HTTP</a></p>
  </section>`;
}
